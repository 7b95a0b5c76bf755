"""Bridges are built by crossing: the order ``bridge`` (5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules.movement.costs import allowance
from pbem_rules.darkdecember.rules.movement.move import mover_of, movers, own
from pbem_rules.darkdecember.rules.movement.ways import still, wrong_step
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Bridge:
    """A unit builds a bridge by crossing to ``hex`` with all its movement (5.2)."""

    unit: str
    hex: str


BRIDGE = Kind[Bridge, View, Play](Bridge, early="5.2")


@BRIDGE.invalid
def nobody(view: View, order: Bridge) -> Iterator[Violation]:
    yield from own(view, order.unit, "5.2")
    if order.hex not in view.data.ground.grid:
        yield broken("5.2", Message("there is no hex {hex}", hex=order.hex), order.hex)


@BOOK.rule("5.2", "5.2b")
def builds(position: Position, name: str) -> bool:
    """Whether a unit may build bridges."""
    kind = position.data.units.get(name)
    return kind is not None and (kind.side == ALLIED or kind.armour or kind.bridges)


@BRIDGE.wrong
@BOOK.rule("5.2")
def cannot(view: View, order: Bridge) -> Iterator[Violation]:
    unit, ground = view.board[order.unit], view.data.ground
    if not builds(view, order.unit):
        yield broken("5.2", Message("{unit} builds no bridges", unit=order.unit), order.unit)
    if unit.column:
        yield broken("5.2", Message("{unit} is in strategic movement", unit=order.unit), order.unit)
    elif unit.spent or unit.entered == view.turn:
        yield broken("5.2", Message("{unit} has moved", unit=order.unit), order.unit)
    if not ground.rivers.has(unit.where, order.hex):
        said = Message("no river lies between {unit} and {hex}", unit=order.unit, hex=order.hex)
        yield broken("5.2", said, order.hex)
        return
    if view.bridged(unit.where, order.hex):
        yield broken("5.2", Message("a bridge stands there"), order.hex)
    yield from still(view, unit)
    yield from wrong_step(mover_of(view, order.unit), unit.where, order.hex)


@BRIDGE.wrong
@BOOK.rule("5.2a", "N47")
def no_marker(view: View, order: Bridge) -> Iterator[Violation]:
    most = view.data.charts.numbers.bridge_markers
    side = side_name(view.board[order.unit].where, order.hex)
    begun = {unit.bridging for unit in view.units(GERMAN) if unit.bridging} - {side}
    taken = view.state.markers + sum(_takes_marker(view, each) for each in begun)
    if view.side == GERMAN and _takes_marker(view, side) and taken >= most:
        yield broken("5.2a", counted(most, "one bridge stands", "{n} bridges stand: there is no marker left"))


def _takes_marker(position: Position, side: str) -> bool:
    return side not in position.state.blown


@BRIDGE.legal
def bridges(view: View) -> Iterator[Bridge]:
    rivers = view.data.ground.rivers
    for unit in movers(view):
        if builds(view, unit.id) and not unit.spent:
            yield from (Bridge(unit=unit.id, hex=to) for to in rivers.at(unit.where))


@BRIDGE.carry_out
def cross(play: Play, order: Bridge) -> None:
    unit = play.unit(order.unit)
    all_of_it = allowance(mover_of(play, order.unit))
    side = side_name(unit.where, order.hex)
    play.mark(order.unit, began=unit.where, spent=all_of_it, bridging=side, reserve=False)
    play.go(order.unit, order.hex)
    said = Message("{unit} builds a bridge to {hex}.", unit=order.unit, hex=order.hex)
    play.say("bridging", said, "5.2", side=play.state.half, units=(unit.id,), hexes=(unit.where, order.hex))


@BOOK.rule("5.2", "O8.2", "N101")
def wait(play: Play, side: str) -> None:
    """A bridge stands, and is not used yet."""
    play.change(fresh=tuple(sorted({*play.state.fresh, (side, play.state.half)})))


@BOOK.rule("5.2", "N101")
def open_bridges(play: Play) -> None:
    """The movement of a half begins: the bridges that its side has built are used."""
    left = tuple(each for each in play.state.fresh if each[1] != play.state.half)
    if left != play.state.fresh:
        play.change(fresh=left)


@BOOK.rule("5.2", "5.2a")
def finish(play: Play) -> None:
    """Bridges that units of the half have begun stand now."""
    for unit in [each for each in play.units(play.state.half) if each.bridging]:
        side, state = unit.bridging, play.state
        if side in state.blown:
            play.change(blown=tuple(each for each in state.blown if each != side))
            wait(play, side)
        elif not play.bridged(*side.split("/")):  # nobody of the half was faster
            german = play.side_of(unit.id) == GERMAN
            play.change(built=tuple(sorted((*state.built, side))))
            wait(play, side)
            if german:
                play.change(markers=state.markers + 1, marked=(*state.marked, side))
        said = Message("A bridge stands at {side}.", side=side)
        play.say("bridge", said, "5.2", hexes=tuple(side.split("/")))
