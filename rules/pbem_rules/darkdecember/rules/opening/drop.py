"""Von der Heydte's drop: the order ``drop`` (S2.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules import sharing
from pbem_rules.darkdecember.rules.play import DIE, Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Drop:
    """Von der Heydte comes down in a clear hex (S2.2); the die decides whether he lands."""

    hex: str


DROP = Kind[Drop, View, Play](Drop, early="S2.1", exact=True)
LANDING = Label[View, Play]("drop", early="S2.2")


def dropper(position: Position) -> str:
    """The unit that is still to drop; empty when there is none."""
    state = position.state
    seen = {*state.lost, *state.gone, *state.board.pieces}
    return next((kind.id for kind in position.data.units.values() if kind.drops and kind.id not in seen), "")


@BOOK.rule("S2.1")
def owed(view: View) -> tuple[Demand, ...]:
    """The drop, then its die."""
    if view.state.half != GERMAN or view.turn != view.data.charts.drop.turn or not dropper(view):
        return ()
    if view.state.dropping:
        return (Roll(side=GERMAN, why=f"drop/{view.turn}", dice=(DIE,), paragraph="S2.2"),)
    return (Choice(side=GERMAN, kinds=("drop",), why=Message("the drop"), paragraph="S2.1"),)


@DROP.wrong
@BOOK.rule("S2.2")
def no_place(view: View, order: Drop) -> Iterator[Violation]:
    if order.hex not in places(view):
        yield broken("S2.2", Message("nobody can drop in {hex}", hex=order.hex), order.hex)


def places(view: View) -> tuple[str, ...]:
    """Where the drop may be."""
    ground, side = view.data.ground, GERMAN
    barred = view.held(view.enemy(side)) | enemy_zone(view, side) | set(ground.towns)
    name = dropper(view)
    if not name:
        return ()
    heydte = Unit(id=name, where="")
    clear = (where for where in ground.grid.hexes if ground.terrain[where] == "clear" and where not in barred)
    return tuple(where for where in clear if not any(sharing.wrong(view, heydte, where)))


@DROP.legal
def drops(view: View) -> Iterator[Drop]:
    yield from (Drop(hex=where) for where in places(view))


@DROP.carry_out
def drop(play: Play, order: Drop) -> None:
    play.change(dropping=order.hex)
    said = Message("{unit} drops at {hex}.", unit=dropper(play), hex=order.hex)
    play.say("drop", said, "S2.2", side=GERMAN, units=(dropper(play),), hexes=(order.hex,))


@LANDING.rolled
@BOOK.rule("S2.2", "S2.3")
def rolled(play: Play, roll: Rolled) -> None:
    name, where = dropper(play), play.state.dropping
    play.change(dropping="", rolls=play.state.rolls + 1)
    if roll.faces[0] in play.data.charts.drop.lands:
        play.put(Unit(id=name, where=where, entered=play.turn))
        play.go(name, where)  # whom he lands beside is no reserve any more (O8.4)
        said = Message("{unit} has landed.", unit=name)
    else:
        play.change(lost=tuple(sorted((*play.state.lost, name))))
        said = Message("{unit} is lost in the drop.", unit=name)
    play.say("landed", said, "S2.2", side=GERMAN, units=(name,), hexes=(where,), faces=roll.faces)
