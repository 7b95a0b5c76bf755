"""Bridges are blown: the order ``blow`` (5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Demand, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import ALLIED
from pbem_rules.darkdecember.rules.movement.move import own
from pbem_rules.darkdecember.rules.play import DIE, Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Blow:
    """A unit tries to blow the bridge of a hexside (5.1)."""

    side: str
    unit: str


BLOW = Kind[Blow, View, Play](Blow, early="5.1", exact=True)
DEMOLITION = Label[View, Play]("blow", early="5.1")


def bridges(position: Position) -> Iterator[tuple[str, str]]:
    """The whole bridges of the map."""
    built = ((a, b) for a, _, b in (side.partition("/") for side in position.state.built))
    pairs = sorted({*position.data.ground.bridges, *built})
    return (pair for pair in pairs if position.bridged(*pair))


@BLOW.invalid
def nothing(view: View, order: Blow) -> Iterator[Violation]:
    a, _, b = order.side.partition("/")
    if (a, b) not in set(bridges(view)):
        yield broken("5.1", Message("no bridge stands at {side}", side=order.side), order.side)
    yield from own(view, order.unit, "5.1")
    if view.is_leader(order.unit):
        yield broken("5.1", Message("a commander blows no bridges"), order.unit)


@BLOW.wrong
def wrong(view: View, order: Blow) -> Iterator[Violation]:
    a, _, b = order.side.partition("/")
    for rule in (too_early, unable, far_off, no_enemy, tried):
        yield from rule(view, order.unit, (a, b))


@BOOK.rule("S1.3")
def too_early(view: View, name: str, _side: tuple[str, str]) -> Iterator[Violation]:
    if view.turn <= view.data.charts.advantage.surprise + 1:
        yield broken("S1.3", Message("no bridge is blown on 16 December"), name)


@BOOK.rule("5.1a", "S2.4")
def unable(view: View, name: str, _side: tuple[str, str]) -> Iterator[Violation]:
    unit = view.board[name]
    if view.lacks_supply(name):
        yield broken("5.1a", Message("{unit} is out of supply", unit=name), name)
    if unit.column:
        yield broken("5.1a", Message("{unit} is in strategic movement", unit=name), name)
    if view.kind(name).drops and unit.entered == view.turn:
        yield broken("S2.4", Message("{unit} has just landed", unit=name), name)


@BOOK.rule("5.1", "N45")
def far_off(view: View, name: str, side: tuple[str, str]) -> Iterator[Violation]:
    at, enemy = view.board[name].where, view.enemy(view.side)
    near = any(at in view.data.ground.grid.adjacent[end] and not view.units_of(enemy, end) for end in side)
    if at not in side and not near:
        yield broken(
            "5.1", Message("{unit} is not near the bridge {side}", unit=name, side="/".join(side)), name
        )


@BOOK.rule("5.1", "N45")
def no_enemy(view: View, _name: str, side: tuple[str, str]) -> Iterator[Violation]:
    reach, far = view.data.charts.numbers.demolition_enemy, view.data.ground.grid.distance
    enemies = view.held(view.enemy(view.side))
    if not any(far(end, where) <= reach for end in side for where in enemies):
        yield broken(
            "5.1", Message("no enemy is near the bridge {side}", side="/".join(side)), "/".join(side)
        )


@BOOK.rule("5.1", "N49")
def tried(view: View, _name: str, side: tuple[str, str]) -> Iterator[Violation]:
    if "/".join(side) in dict(view.state.tries):
        yield broken(
            "5.1",
            Message("one try has been named for the bridge {side}", side="/".join(side)),
            "/".join(side),
        )


@BLOW.legal
def tries(view: View) -> Iterator[Blow]:
    adjacent = view.data.ground.grid.adjacent
    for a, b in bridges(view):
        near = sorted({a, b, *adjacent[a], *adjacent[b]})
        for name in (name for where in near for name in view.units_of(view.side, where)):
            order = Blow(side=f"{a}/{b}", unit=name)
            if not any(True for _ in wrong(view, order)):
                yield order


@BLOW.complete
def either_way_round(view: View, order: Blow) -> Blow:
    """The hexside by its name, whichever of its hexes is named first."""
    a, _, b = order.side.partition("/")
    known = a in view.data.ground.grid and b in view.data.ground.grid
    return evolve(order, side=side_name(a, b)) if known else order


@BLOW.carry_out
def blow(play: Play, order: Blow) -> None:
    play.change(tries=(*play.state.tries, (order.side, order.unit)))
    said = Message("{unit} mines the bridge at {side}.", unit=order.unit, side=order.side)
    hexes = tuple(order.side.split("/"))
    play.say("mined", said, "5.1", side=play.state.half, units=(order.unit,), hexes=hexes)


def roll(view: View) -> tuple[Demand, ...]:
    """The dice of all tries that have been named since the last dice."""
    why = f"blow/{view.turn}/{view.state.half}/{view.state.diced + 1}"
    dice = (DIE,) * (len(view.state.tries) - view.state.diced)
    return (Roll(side=view.state.half, why=why, dice=dice, paragraph="5.1"),)


@BOOK.rule("5.1", "N45")
def modifier(position: Position, name: str, side: tuple[str, ...]) -> int:
    """What is added to the die."""
    engineer = position.side_of(name) == ALLIED and position.kind(name).engineer
    beside = position.board[name].where in side
    return position.data.charts.numbers.demolition_near if engineer or beside else 0


@DEMOLITION.rolled
@BOOK.rule("5.1")
def rolled(play: Play, roll: Rolled) -> None:
    tries = play.state.tries[play.state.diced :]
    play.change(diced=len(play.state.tries), blowing=False, rolls=play.state.rolls + 1)
    for (side, name), face in zip(tries, roll.faces, strict=True):
        hexes = tuple(side.split("/"))
        total = face + modifier(play, name, hexes)
        fallen = total <= play.data.charts.numbers.demolition
        if fallen:
            fall(play, side)
        said = (
            Message("The bridge at {side} is blown.", side=side)
            if fallen
            else Message("{side} stands.", side=side)
        )
        play.say(
            "blown" if fallen else "stands",
            said,
            "5.1",
            units=(name,),
            hexes=hexes,
            faces=(face,),
            total=total,
        )


def fall(play: Play, side: str) -> None:
    """A bridge is down; a German marker comes back."""
    state = play.state
    play.change(fresh=tuple(each for each in state.fresh if each[0] != side))
    if side not in state.built:
        play.change(blown=tuple(sorted((*state.blown, side))))
        return
    german = side in state.marked
    play.change(
        built=tuple(each for each in state.built if each != side),
        marked=tuple(each for each in state.marked if each != side),
        markers=state.markers - german,
    )
