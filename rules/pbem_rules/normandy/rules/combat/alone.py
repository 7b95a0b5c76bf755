"""Guns and ships on their own (14): the orders ``fire`` and ``fire-back``, and who sees the target."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem.port.messages import Message, counted
from pbem_rules.normandy.battle import Salvo
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules import supply
from pbem_rules.normandy.rules.combat import course, guns, odds, price
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View, own
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Fire:
    """A gun or a ship fires alone at a hex that somebody sees (14.1). Without a spotter one is found."""

    target: str
    unit: str
    spotter: str = ""


@frozen(kw_only=True)
class FireBack:
    """A gun or a ship fires back at the one that fired (14.13, 14.15)."""

    unit: str


FIRE = Kind[Fire, View, Play](Fire, early="14.1")
FIRE_BACK = Kind[FireBack, View, Play](FireBack, early="14.13")


# --- seeing ----------------------------------------------------------------------------------------------------------


@BOOK.rule("14.3", "14.4", "14.6", "14.7", "N34", "N133", "N201")
def sees(at: Position, spotter: str, target: str, gun: str) -> bool:
    """Whether a unit sees a hex for a gun: from two hexes on open ground, else from beside it, and one more from a hill."""
    chart, ground, where = at.data.charts.guns, at.data.ground, at.board[spotter].where
    far = ground.grid.distance(where, target)
    if far <= 1 or at.night:
        return far <= 1
    clear = all(at.data.charts.terrain[each].sees for each in odds.grounds(at, target))
    near = (chart.spotter if clear else 1) + (chart.spotter_hill if where in ground.hills else 0)
    if far <= near:
        return True
    at_sea = guns.is_ship(at, gun) or ground.terrain[target] == "sea"
    return at_sea and far <= chart.spotter_bluff and _on_a_bluff(at, where)


def _on_a_bluff(at: Position, where: str) -> bool:
    """Whether a cliff by the sea borders a hex."""
    return any(at.data.land.terrain[each] == "sea" for each in at.data.ground.bluffs.at(where))


@BOOK.rule("14.5", "N133")
def partners(at: Position, gun: str) -> frozenset[str] | None:
    """The formations whose units may spot for a gun: its own, those it is attached to; None: any, for ships and works."""
    own = at.formation_of(gun)
    if guns.is_ship(at, gun) or own.size == "garrison":
        return None
    others = (at.formation_of(office).id for office, fed in at.state.assigned.items() if gun in fed)
    return frozenset((own.id, *others))


def together(at: Position, spotter: str, gun: str) -> bool:
    """Whether a unit may spot for a gun."""
    found = partners(at, gun)
    return found is None or at.formation_of(spotter).id in found


def spotters(at: Position, target: str, gun: str) -> Iterator[str]:
    """Who sees a hex for a gun, in order."""
    for name in observers(at, at.side_of(gun), target, far=_far(at, target, gun)):
        if name != gun and together(at, name, gun) and sees(at, name, target, gun):
            yield name


def _far(at: Position, target: str, gun: str) -> bool:
    """Whether somebody on a bluff might see the hex for the gun."""
    return not at.night and (guns.is_ship(at, gun) or at.data.land.terrain[target] == "sea")


def observers(at: Position, side: str, target: str, *, far: bool) -> tuple[str, ...]:
    """The units of a side that are near enough to see a hex at all, the nearest ground left out of account."""
    chart = at.data.charts.guns
    near = chart.spotter_bluff if far else chart.spotter + chart.spotter_hill
    hexes = at.data.ground.grid.within(target, near)
    return tuple(name for where in hexes for name in at.units_of(side, where))


# --- the order -------------------------------------------------------------------------------------------------------


@FIRE.invalid
def nothing_to_fire_at(view: View, order: Fire) -> Iterator[Violation]:
    if order.target not in view.data.ground.grid:
        yield broken("14.1", Message("there is no hex {hex}", hex=order.target), order.target)
        return
    wrong = tuple(own(view, order.unit, "14.1"))
    yield from wrong
    if not wrong and not (guns.is_gun(view, order.unit) or guns.is_ship(view, order.unit)):
        yield broken("14.1", Message("{unit} is not a gun or ship", unit=order.unit), order.unit)
    if not view.units_of(view.enemy(view.side), order.target):
        yield broken("14.1", Message("no enemy unit stands in {hex}", hex=order.target), order.target)
    eyes = order.spotter
    if eyes:
        yield from own(view, eyes, "14.3")


@FIRE.wrong
def not_seen(view: View, order: Fire) -> Iterator[Violation]:
    if not order.spotter:
        yield broken("14.3", Message("nobody of its division sees {hex}", hex=order.target), order.target)
        return
    if not together(view, order.spotter, order.unit):
        said = Message("{unit} does not spot for {gun}", unit=order.spotter, gun=order.unit)
        yield broken("14.5", said, order.spotter)
    if not sees(view, order.spotter, order.target, order.unit):
        said = Message("{unit} does not see {hex}", unit=order.spotter, hex=order.target)
        yield broken("14.6" if view.night else "14.3", said, order.spotter)


@FIRE.wrong
@BOOK.rule("14.1", "14.2", "14.14", "5.1", "5.3", "18.20", "3.12", "4.7")
def one_and_paid(view: View, order: Fire) -> Iterator[Violation]:
    """One gun a stack; it is ready and in range, draws combat supply and is paid."""
    if any(each.target == order.target for each in course.battle(view).salvos):
        yield broken("14.1", Message("one gun fires at a stack: {hex}", hex=order.target), order.target)
    yield from guns.unfit(view, (order.unit,), order.target)
    at_sea = view.data.land.terrain[order.target] == "sea"
    always = guns.is_ship(view, order.unit) or (view.type_of(order.unit).fixed and at_sea)
    if not always and supply.combat_source(view, order.unit) is None:
        yield broken("5.3", Message("{unit} has no combat supply", unit=order.unit), order.unit)
    if (price := cost(view)) > view.state.points:
        said = counted(
            price,
            "{n} point of combat supply is needed; there are {have}",
            "{n} points of combat supply are needed; there are {have}",
            have=view.state.points,
        )
        yield broken("14.2", said)


def cost(at: Position) -> int:
    """What it costs the side whose phase it is."""
    return 0 if price.free(at, course.attacker(at)) else at.data.charts.points.guns_alone


@FIRE.complete
def with_spotter(view: View, order: Fire) -> Fire:
    known = order.unit in view.board and order.target in view.data.ground.grid
    if order.spotter or not known or not (guns.is_gun(view, order.unit) or guns.is_ship(view, order.unit)):
        return order
    return evolve(order, spotter=next(spotters(view, order.target, order.unit), ""))


@FIRE.legal
def salvos(view: View) -> Iterator[Fire]:
    """Target by target, each gun in range with the first who sees for it."""
    enemy, side = view.enemy(view.side), view.side
    ready = {gun: partners(view, gun) for gun in guns.shooters(view, side)}
    ships = any(guns.is_ship(view, gun) for gun in ready)
    for target in view.board.places() if ready else ():
        ground = view.data.land.terrain.get(target)
        if ground is None or not view.units_of(enemy, target):
            continue
        far = not view.night and (ships or ground == "sea")
        eyes = [(name, view.formation_of(name).id) for name in observers(view, side, target, far=far)]
        for gun, those in ready.items() if eyes else ():
            if guns.in_range(view, gun, target):
                fit = (name for name, own in eyes if name != gun and (those is None or own in those))
                first = next((name for name in fit if sees(view, name, target, gun)), "")
                if first:
                    yield Fire(target=target, unit=gun, spotter=first)


@FIRE.carry_out
def name_salvo(play: Play, order: Fire) -> None:
    paid = cost(play)
    number = play.state.attacks + 1
    play.pay(paid)
    play.mark(order.unit, fired=True)
    play.change(attacks=number)
    made = Salvo(number=number, target=order.target, unit=order.unit, spotter=order.spotter, paid=paid)
    course.change(play, salvos=(*course.battle(play).salvos, made))
    said = Message("{unit} is to fire at {hex}.", unit=order.unit, hex=order.target)
    at = (play.unit(order.unit).where, order.target)
    play.say("declared", said, "14.1", side=course.attacker(play), units=(order.unit,), hexes=at)


# --- firing back -----------------------------------------------------------------------------------------------------


@BOOK.rule("14.13", "14.15", "N134")
def answers(at: Position, salvo: Salvo, name: str) -> bool:
    """Who may fire back: Allied guns and ships that are ready and reach the gun; of ships that are fired at, these alone."""
    if course.defender(at) != ALLIED or salvo.reply or salvo.unit not in at.board:
        return False
    at_sea = at.data.land.terrain[salvo.target] == "sea"
    if at_sea and not (at.board[name].where == salvo.target and guns.is_ship(at, name)):
        return False
    return (at_sea or not any(guns.unready(at, name))) and guns.in_range(at, name, at.board[salvo.unit].where)


def answerers(at: Position, salvo: Salvo) -> Iterator[str]:
    """Who may fire back at a gun, in order."""
    at_sea = at.data.land.terrain[salvo.target] == "sea"
    able = at.units_of(ALLIED, salvo.target) if at_sea else guns.shooters(at, ALLIED)
    return (name for name in able if answers(at, salvo, name))


@FIRE_BACK.invalid
def cannot_answer(view: View, order: FireBack) -> Iterator[Violation]:
    if _answered(view, order) is None:
        yield broken("14.13", Message("{unit} cannot fire back", unit=order.unit), order.unit)


def _answered(at: Position, order: FireBack) -> Salvo | None:
    """The first salvo to which a gun or a ship may answer."""
    name, salvos = order.unit, course.battle(at).salvos
    own = name in at.board and at.side_of(name) == ALLIED and at.on_map(name)
    if not own or not (guns.is_gun(at, name) or guns.is_ship(at, name)):
        return None
    return next((each for each in salvos if answers(at, each, name)), None)


@FIRE_BACK.legal
def replies(view: View) -> Iterator[FireBack]:
    told = set[str]()
    for each in course.battle(view).salvos:
        for name in answerers(view, each):
            if name not in told:
                told.add(name)
                yield FireBack(unit=name)


@FIRE_BACK.carry_out
def answer_fire(play: Play, order: FireBack) -> None:
    salvo = _answered(play, order)
    assert salvo is not None, "looked at before"
    course.replaced(play, evolve(salvo, reply=order.unit))
    play.mark(order.unit, fired=True)
    said = Message("{unit} is to fire back at {gun}.", unit=order.unit, gun=salvo.unit)
    play.say("declared", said, "14.13", side=ALLIED, units=(order.unit,))


# --- the number to hit -----------------------------------------------------------------------------------------------


@BOOK.rule("14.8", "14.9", "14.10", "14.11", "N135")
def number(at: Position, gun: str, target: str, crowd: int) -> tuple[Reason, ...]:
    """The terms of the number to hit: strength, ground, night, and one for each unit beyond the first."""
    chart = at.data.charts
    trench = target in at.state.trenches
    lines = [(chart.terrain[each].guns, each) for each in odds.grounds(at, target)]
    value, name = min([*lines, *([(chart.terrain["city"].guns, "trench")] if trench else [])])
    terms = (
        Reason(paragraph="14.8", text=Message("strength"), value=guns.worth(at, gun)),
        Reason(paragraph="14.9", text=odds.NAMES.get(name, Message("trench")), value=value),
        Reason(paragraph="14.10", text=Message("night"), value=chart.guns.night if at.night else 0),
        Reason(paragraph="14.11", text=Message("crowded"), value=chart.guns.crowd * max(0, crowd - 1)),
    )
    return tuple(each for each in terms if each.value)
