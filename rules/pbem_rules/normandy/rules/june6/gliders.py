"""Where gliders land: the order ``glide`` (20.14), before their dice."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules.june6 import drop
from pbem_rules.normandy.rules.june6.places import DROP
from pbem_rules.normandy.rules.night import ROLL, is_over, part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Glide:
    """A glider is to land in a hex of its landing zone (20.14). Those that are not named land in the middle of theirs."""

    unit: str
    to: str


GLIDE = Kind[Glide, View, Play](Glide, early="20.14")


@BOOK.rule("20.14", "N116")
def owed(view: View) -> tuple[Demand, ...]:
    """Where gliders land, then their dice."""
    if is_over(view) or not drop.flying(view):
        return ()
    if view.state.stage == ROLL:
        return drop.gliders_owed(view)
    kinds = (GLIDE.word, "done")
    return (Choice(side=ALLIED, kinds=kinds, why=Message("landing hexes of gliders"), paragraph="20.14"),)


@GLIDE.invalid
def no_glider(view: View, order: Glide) -> Iterator[Violation]:
    if order.unit not in drop.flying(view):
        yield broken("20.14", Message("there is no glider {unit} in the air", unit=order.unit), order.unit)
    if order.to not in part(view):
        yield broken("20.14", Message("there is no hex {hex} in this game", hex=order.to), order.to)


@GLIDE.wrong
@BOOK.rule("20.14", "N116")
def no_landing_ground(view: View, order: Glide) -> Iterator[Violation]:
    """A hex too far off, in the sea, or beside Germans; or a second one."""
    if view.board[order.unit].moved:
        yield broken("20.14", Message("{unit} has its landing hex", unit=order.unit), order.unit)
    if order.to not in _zone(view, order.unit):
        said = Message("{hex} is not in the landing zone of {unit}", hex=order.to, unit=order.unit)
        yield broken("20.14", said, order.to)
    if not drop.open_ground(view, order.to, order.unit):
        said = Message("{hex} is not clear of enemies and their zones", hex=order.to)
        yield broken("20.14", said, order.to)


def _zone(at: Position, unit: str) -> tuple[str, ...]:
    """The hexes of its landing zone."""
    middle = at.board[unit].where.removeprefix(DROP)
    near = at.data.ground.grid.within(middle, at.data.charts.drop.glider_zone)
    return tuple(where for where in near if where in part(at) and at.data.ground.is_land(where))


@GLIDE.legal
def landing_hexes(view: View) -> Iterator[Glide]:
    for name in drop.flying(view):
        if not view.board[name].moved:
            yield from (Glide(unit=name, to=where) for where in sorted(_zone(view, name)))


@GLIDE.carry_out
def name_hex(play: Play, order: Glide) -> None:
    play.mark(order.unit, where=DROP + order.to, moved=True)
    said = Message("{unit} is to land in {hex}.", unit=order.unit, hex=order.to)
    play.say("glide", said, "20.14", side=ALLIED, units=(order.unit,), hexes=(order.to,))
