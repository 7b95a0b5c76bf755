"""The order ``attack`` (7.3, 11.0 to 11.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import evolve, frozen
from pbem.port.messages import Message, Series
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Combat, Unit
from pbem_rules.june44.rules import stacking, supply
from pbem_rules.june44.rules.air import PLANNED
from pbem_rules.june44.rules.combat.support import artillery_fits, guns_for, naval_fits
from pbem_rules.june44.rules.combat.under_way import stages
from pbem_rules.june44.rules.invasion import in_invasion
from pbem_rules.june44.rules.lookup import SEA, enemy_of, is_artillery, off, place_name
from pbem_rules.june44.rules.play import Play, Position, View, own
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Attack:
    """``units``, all in one hex or off one beach, attack ``target``; ``artillery`` supports, ``naval`` uses a point."""

    target: str
    units: tuple[str, ...]
    artillery: str = ""
    naval: bool = False


ATTACK = Kind[Attack, View, Play](Attack, exact=True)


def _units(view: View, order: Attack) -> list[Unit]:
    return [view.board[name] for name in order.units]


# --- what is wrong with it ------------------------------------------------------------------------------------------------


@ATTACK.invalid
def units_of_one_side(view: View, order: Attack) -> Iterator[Violation]:
    for name in order.units:
        if wrong := tuple(own(view, name, "11.0")):
            yield from wrong
            return
    if not order.units or len(set(order.units)) != len(order.units):
        yield broken("11.0", Message("an attack names the units that make it, each once"))


@ATTACK.invalid
@BOOK.rule("11.0", "11.1")
def from_one_hex(view: View, order: Attack) -> Iterator[Violation]:
    places = sorted({view.board[name].where for name in order.units if name in view.board})
    if len(places) > 1:
        said = Message(
            "only the units of one hex attack together, these are apart: {places}",
            places=Series((place_name(view.data, each) for each in places), ", "),
        )
        yield broken("11.1", said)


@ATTACK.invalid
@BOOK.rule("11.0")
def at_a_hex(view: View, order: Attack) -> Iterator[Violation]:
    if order.target not in view.data.ground.terrain:
        yield broken("11.0", Message("there is no land hex {hex} on the map", hex=order.target), order.target)


@ATTACK.wrong
def at_an_enemy(view: View, order: Attack) -> Iterator[Violation]:
    return out_of_reach(view, view.board[order.units[0]].where, order.target)


@BOOK.rule("11.0", "N44")
def out_of_reach(view: View, origin: str, target: str) -> Iterator[Violation]:
    """Why units in ``origin`` do not attack a hex."""
    ground = view.data.ground
    if target not in front(view).held[enemy_of(view.side)]:
        yield broken("11.0", Message("there is no enemy to attack in {hex}", hex=target), target)
    elif origin.startswith(SEA):
        if origin != off(target):
            beach = origin.removeprefix(SEA)
            said = Message("units off {beach} attack that beach, not {hex}", beach=beach, hex=target)
            yield broken("11.0", said, target)
    elif target not in ground.grid.adjacent.get(origin, ()):
        names = Series(unit.id for unit in view.board.stack(origin) if view.side_of(unit.id) == view.side)
        said = Message(
            "{hex} is not next to {origin}, where {units} are", hex=target, origin=origin, units=names
        )
        yield broken("11.0", said, target)
    elif not crosses(ground, origin, target):
        said = Message("nothing can cross from {origin} to {hex}", origin=origin, hex=target)
        yield broken("11.0", said, target)


@ATTACK.wrong
@BOOK.rule("11.1", "N50")
def once(view: View, order: Attack) -> Iterator[Violation]:
    if order.target in view.state.attacked:
        said = Message("{hex} has been attacked in this phase", hex=order.target)
        yield broken("11.1", said, order.target)
    for unit in _units(view, order):
        if unit.attacked:
            yield broken("N50", Message("{unit} has attacked in this phase", unit=unit.id), unit.id)


@ATTACK.wrong
@BOOK.rule("7.4", "13.0")
@BOOK.rule("11.2.1", "2.4.2")
def cannot_attack(view: View, order: Attack) -> Iterator[Violation]:
    for unit in _units(view, order):
        if is_artillery(view.data, unit):
            said = Message(
                "{unit} is artillery: name it as the artillery that supports the attack", unit=unit.id
            )
            yield broken("11.2.1", said, unit.id)
        if not in_invasion(view) and not supply.supplied(view, unit):
            said = Message("{unit} is out of supply and does not attack", unit=unit.id)
            yield broken("7.4", said, unit.id)


@ATTACK.wrong
@BOOK.rule("13.0", "6.3")
def too_many_from_the_sea(view: View, order: Attack) -> Iterator[Violation]:
    origin = view.board[order.units[0]].where
    if origin.startswith(SEA):
        for found in stacking.wrong_stack(view.data, origin.removeprefix(SEA), sorted(order.units)):
            said = Message("units attack from the sea as they would stack: {why}", why=found.message)
            yield broken(found.paragraph, said)


@BOOK.rule("7.3", "13.0")
def needs_supply(at: Position, side: str, origin: str) -> bool:
    """Whether an attack uses a point of combat supply."""
    return side == ALLIED and not origin.startswith(SEA) and not in_invasion(at)


@ATTACK.wrong
@BOOK.rule("7.3")
def no_supply_point(view: View, order: Attack) -> Iterator[Violation]:
    if needs_supply(view, view.side, view.board[order.units[0]].where) and view.state.supply < 1:
        yield broken("7.3", Message("the Allied side has no supply point left for an attack"))


@ATTACK.wrong
def support(view: View, order: Attack) -> Iterator[Violation]:
    yield from artillery_fits(view, order.artillery, view.board[order.units[0]], order.target)
    if order.naval:
        yield from naval_fits(view, order.target)


# --- the legal ones -------------------------------------------------------------------------------------------------------


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    """In order of origin, target and units, each with every choice of artillery and naval support."""
    for origin in view.board.places():
        units = [u for u in view.units_in(origin, view.side) if not is_artillery(view.data, u)]
        beach = origin.removeprefix(SEA)
        if not units or beach not in view.data.ground.terrain:
            continue
        targets = (beach,) if origin != beach else view.data.ground.grid.adjacent[origin]
        for target in sorted(targets):
            if target not in view.state.attacked and not any(out_of_reach(view, origin, target)):
                yield from _attacks_from(view, [unit for unit in units if not unit.attacked], target)


def _attacks_from(view: View, ready: list[Unit], target: str) -> Iterator[Attack]:
    naval = not any(naval_fits(view, target))
    for size in range(1, len(ready) + 1):
        for group in combinations(ready, size):
            plain = Attack(target=target, units=tuple(unit.id for unit in group))
            if ATTACK.verdict(view, plain):
                continue
            for guns in ("", *guns_for(view, group[0], target)):
                yield evolve(plain, artillery=guns)
                if naval:
                    yield evolve(plain, artillery=guns, naval=True)


@ATTACK.complete
@BOOK.rule("16.4")
def complete(view: View, order: Attack) -> Attack:
    """Naval support that was placed on the target is used without being named (16.4)."""
    if view.side == ALLIED and view.chosen(PLANNED) and order.target in view.state.naval_plans:
        return evolve(order, naval=True)
    return order


# --- what it does -------------------------------------------------------------------------------------------------------


@ATTACK.carry_out
def attack(play: Play, order: Attack) -> None:
    """Its costs are paid, and it waits for the defender."""
    state, first = play.state, play.unit(order.units[0])
    side, origin = play.side_of(first.id), first.where
    play.mark(*order.units, attacked=True)
    if order.artillery:
        play.mark(order.artillery, fired=True)
    _pay(play, side, origin, order)
    combat = Combat(
        n=state.combats + 1,
        side=side,
        origin=origin,
        target=order.target,
        attackers=tuple(sorted(order.units)),
        stage=stages(side)[0],
        artillery=order.artillery,
        naval=order.naval,
        asker=side,
    )
    play.change(combat=combat, combats=combat.n, attacked=(*state.attacked, order.target))
    hexes = (origin.removeprefix(SEA), order.target)
    play.say("attack", _said(combat), "11.0", side=side, units=combat.attackers, hexes=hexes)


def _said(on: Combat) -> Message:
    helped: list[str] = [on.artillery] if on.artillery else []
    helped += [Message("a naval point")] * on.naval
    origin = Message("the sea") if on.origin.startswith(SEA) else on.origin
    told = {"units": ", ".join(on.attackers), "hex": on.target, "origin": origin}
    if not helped:
        return Message("Attack on {hex} from {origin}: {units}.", **told)
    support = Series(helped, glue=Message(" and "))
    return Message("Attack on {hex} from {origin}: {units}, with {support}.", support=support, **told)


@BOOK.rule("7.3", "11.2", "16.4")
def _pay(play: Play, side: str, origin: str, order: Attack) -> None:
    state = play.state
    if needs_supply(play, side, origin):
        play.change(supply=state.supply - 1)
    if order.naval and play.chosen(PLANNED):
        play.change(naval_plans=tuple(each for each in state.naval_plans if each != order.target))
    elif order.naval:
        play.change(naval=state.naval - 1)
