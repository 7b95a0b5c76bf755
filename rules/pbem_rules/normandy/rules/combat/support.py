"""Support: which guns and ships help whom (13.2 to 13.10), and the order ``support`` of the defender."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, Series, counted
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules import supply
from pbem_rules.normandy.rules.combat import course, guns, price
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken

_UNHELPED = ("ranger", "commando")


# --- in attack -------------------------------------------------------------------------------------------------------


@BOOK.rule("13.2", "17.20", "N22")
def battalions(at: Position, units: tuple[str, ...]) -> tuple[int, int]:
    """How many battalions attack, those of commandos and rangers apart: a brigade is three, a company none unless alone."""
    counts = {True: 0, False: 0}
    for name in units:
        kind = at.type_of(name)
        worth = 3 if kind.size == "brigade" else 0 if kind.size == "company" else 1
        counts[kind.branch in _UNHELPED] += worth or (len(units) == 1)
    return counts[False], counts[True]


@BOOK.rule("13.3")
def belongs(at: Position, gun: str, formation: str) -> bool:
    """Whether a gun is a formation's own, or attached to its headquarters."""
    if at.formation_of(gun).id == formation:
        return True
    return any(gun in fed and at.formation_of(hq).id == formation for hq, fed in at.state.assigned.items())


def divisions(at: Position, units: tuple[str, ...]) -> tuple[str, ...]:
    """The divisions of these units."""
    found = (at.formation_of(name) for name in units)
    return tuple(sorted({each.id for each in found if each.size == "division"}))


@BOOK.rule("13.3")
def alien(at: Position, units: tuple[str, ...], shots: tuple[str, ...]) -> Iterator[Violation]:
    """Guns that are neither of the attackers' division nor attached to it; without a division, not of their formation."""
    whose = divisions(at, units) or tuple(sorted({at.formation_of(name).id for name in units}))
    for name in shots:
        if not any(belongs(at, name, each) for each in whose):
            said = Message("{unit} does not belong to the division that attacks", unit=name)
            yield broken("13.3", said, name)


def headquarters(at: Position, formation: str) -> tuple[str, ...]:
    """The headquarters of a formation on the map."""
    offices = supply.offices(at, at.data.formations[formation].side)
    own = (name for name in offices if at.formation_of(name).id == formation)
    return tuple(name for name in own if at.type_of(name).branch == "headquarters")


@BOOK.rule("13.8", "5.1", "18.20", "3.12")
def drawing(at: Position, shots: tuple[str, ...], formations: tuple[str, ...]) -> Iterator[Violation]:
    """Guns that do not draw on the source on which the headquarters of the division draws; ships draw on any."""
    if at.state.supply != "traced":
        return
    sources = {supply.combat_source(at, hq) for each in formations for hq in headquarters(at, each)} - {None}
    for name in shots:
        if guns.is_ship(at, name):
            continue
        source = supply.combat_source(at, name)
        if source is None or (sources and source not in sources):
            said = Message("{unit} does not draw on the source of the division", unit=name)
            yield broken("13.8", said, name)


# --- in defence ------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Support:
    """Guns, ships and air points that help a hex in defence (13.7, 10.16)."""

    target: str
    guns: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0


SUPPORT = Kind[Support, View, Play](Support, early="13.7")


def _attack_on(at: Position, target: str) -> Declared | None:
    return next((each for each in course.battle(at).attacks if each.target == target), None)


@SUPPORT.invalid
def nothing_there(view: View, order: Support) -> Iterator[Violation]:
    if _attack_on(view, order.target) is None:
        yield broken("13.7", Message("{hex} is not attacked", hex=order.target), order.target)
    elif not (order.guns or order.ships or order.air > 0) or order.air < 0:
        yield broken("13.7", Message("name guns, ships or points of the air that support"))
    elif len({*order.guns, *order.ships}) < len(order.guns) + len(order.ships):
        yield broken("13.7", Message("a gun helps once"))
    else:
        yield from guns.not_guns(view, view.side, order.guns, order.ships)


@SUPPORT.wrong
def not_fit(view: View, order: Support) -> Iterator[Violation]:
    yield from guns.unfit(view, (*order.guns, *order.ships), order.target)
    attack = _attack_on(view, order.target)
    assert attack is not None
    for name in order.guns:
        if not helps(view, name, attack):
            said = Message("{unit} does not help the division that is attacked", unit=name)
            yield broken("13.9", said, name)
    yield from _cut_off(view, attack, order)
    yield from _unhelped(view, attack)


@BOOK.rule("17.20", "N205")
def _unhelped(at: Position, attack: Declared) -> Iterator[Violation]:
    units = course.defenders(at, attack)
    if units and all(at.type_of(name).branch in _UNHELPED for name in units):
        yield broken("17.20", Message("commandos and rangers have no support"), attack.target)


@BOOK.rule("13.8", "13.9", "N39")
def helps(at: Position, gun: str, attack: Declared) -> bool:
    """Whether a gun may help in defence: of the division, attached to it, of the corps that feeds it, or of no division."""
    units, own = course.defenders(at, attack), at.formation_of(gun)
    if at.state.supply == "traced" and supply.combat_source(at, gun) is None:
        return False
    for name in units:
        theirs = at.formation_of(name)
        if belongs(at, gun, theirs.id):
            return not any(drawing(at, (gun,), (theirs.id,)))
        if own.size == "corps" and (theirs.size != "division" or _fed(at, theirs.id, own.id)):
            return True
    return own.size == "garrison"


def _fed(at: Position, division: str, corps: str) -> bool:
    return at.state.supply != "traced" or supply.corps_of(at, division) == corps


@BOOK.rule("13.10", "4.3", "4.8", "5.3", "N39")
def _cut_off(at: Position, attack: Declared, order: Support) -> Iterator[Violation]:
    """What does not help who has no combat supply."""
    units = course.defenders(at, attack)
    if not units or any(supply.combat_source(at, name) is not None for name in units):
        return
    if order.ships or order.air:
        paragraph = "4.8" if any(supply.supplied(at, name) for name in units) else "4.3"
        said = Message("{hex} has no combat supply: only guns help it", hex=attack.target)
        yield broken(paragraph, said, attack.target)
    if not order.guns:
        return
    near = at.data.ground.grid.within(attack.target, at.data.charts.guns.friend)
    if not any(at.units_of(course.defender(at), where) for where in near if where != attack.target):
        said = Message("{hex} is cut off, and no friend is within three hexes", hex=attack.target)
        yield broken("13.10", said, attack.target)


@SUPPORT.wrong
@BOOK.rule("10.14", "10.16", "12.6", "5.12")
def too_much(view: View, order: Support) -> Iterator[Violation]:
    """At most three air points, and what there is in points."""
    attack = _attack_on(view, order.target)
    assert attack is not None
    yield from aircraft(view, order.air, attack.defence_air)
    if (price := cost(view, order)) > view.state.points:
        said = counted(
            price,
            "{n} point of combat supply is needed; there are {have}",
            "{n} points of combat supply are needed; there are {have}",
            have=view.state.points,
        )
        yield broken("5.12", said)


@BOOK.rule("10.14", "12.6")
def aircraft(view: View, asked: int, before: int = 0) -> Iterator[Violation]:
    """Air points that a side does not have, or not on one hex, or not now."""
    if not asked:
        return
    if view.night:
        yield broken("12.6", Message("there is no ground support from the air at night"))
    elif view.side != ALLIED or asked > view.state.air:
        yield broken(
            "10.14",
            counted(
                view.state.air if view.side == ALLIED else 0,
                "there is {n} air point",
                "there are {n} air points",
            ),
        )
    elif asked + before > view.data.charts.air.most_support:
        yield broken("10.14", Message("three air points on a hex at most"))


def cost(at: Position, order: Support) -> int:
    """What the help costs its side, beside what the hex has cost already."""
    attack = _attack_on(at, order.target)
    if attack is None or price.free(at, course.defender(at)):
        return 0
    before = len(attack.support) + attack.defence_air
    after = before + len(order.guns) + len(order.ships) + order.air
    return price.of_defence(at, after) - price.of_defence(at, before)


@SUPPORT.legal
def supports(view: View) -> Iterator[Support]:
    """One gun, one ship or one air point for each hex."""
    ready = guns.shooters(view, view.side)
    for attack in course.battle(view).attacks:
        for name in ready:
            if not guns.in_range(view, name, attack.target):
                continue
            ship = guns.is_ship(view, name)
            yield Support(target=attack.target, guns=() if ship else (name,), ships=(name,) if ship else ())
        if view.side == ALLIED and view.state.air:
            yield Support(target=attack.target, air=1)


@SUPPORT.carry_out
def help_in_defence(play: Play, order: Support) -> None:
    attack = _attack_on(play, order.target)
    assert attack is not None
    shots = (*order.guns, *order.ships)
    side = course.defender(play)
    play.pay(cost(play, order))
    play.mark(*shots, fired=True)
    play.change(air=play.state.air - order.air)
    more = evolve(attack, support=(*attack.support, *shots), defence_air=attack.defence_air + order.air)
    course.replaced(play, more)
    air = (counted(order.air, "{n} air point", "{n} air points"),) if order.air else ()
    said = Message("{units} helped {hex} in defence.", units=Series((*shots, *air)), hex=order.target)
    play.say("support", said, "13.7", side=side, units=shots, hexes=(order.target,))
