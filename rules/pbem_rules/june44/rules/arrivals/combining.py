"""The order ``combine``: parachute regiments become their division (8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED
from pbem_rules.june44.rules.lookup import on_map
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Combine:
    """Two or three parachute regiments of one division in one hex become the division."""

    units: tuple[str, ...]


COMBINE = Kind[Combine, View, Play](Combine)
_TWO, _THREE = 2, 3


def demands(view: View) -> tuple[Demand, ...]:
    """The choice, while there is something to combine."""
    if ALLIED in view.state.done or next(COMBINE.listed(view), None) is None:
        return ()
    why = Message("parachute regiments that become a division")
    return (Choice(side=ALLIED, kinds=("combine", "done"), why=why, paragraph="8.2"),)


@COMBINE.wrong
@BOOK.rule("8.2", "N23")
def wrong(view: View, order: Combine) -> Iterator[Violation]:
    units = [unit for unit in map(view.board.get, order.units) if unit is not None]
    if len(units) != len(order.units) or len(set(order.units)) != len(order.units):
        yield broken("8.2", Message("name units on the map, each once"))
    if len({unit.where for unit in units}) > 1 or not all(map(on_map, units)):
        yield broken("8.2", Message("they must be in one hex"))
    parents = {_division(view, unit.id) for unit in units}
    if len(parents) != 1 or "" in parents:
        yield broken("8.2", Message("only the regiments of one division combine"))
    if weight(view, order.units) not in (_TWO, _THREE) or len(units) < _TWO:
        said = Message("two or three regiments combine, or the reduced division and one of its regiments")
        yield broken("8.2", said)
    parent = next(iter(parents), "")
    if parent in view.state.lost or parent in view.state.gone:
        yield broken("8.2", Message("{unit} has been destroyed", unit=parent), parent)
    if parent in view.board and parent not in order.units:
        yield broken("8.2", Message("{unit} is on the map already", unit=parent), parent)


def _division(at: Position, name: str) -> str:
    """The airborne division that a regiment belongs to, or that it is."""
    kind = at.kind(name)
    return kind.id if kind.type == "airborne" else kind.parent


def weight(at: Position, names: tuple[str, ...]) -> int:
    """How many regiments the units stand for: a reduced division for two, a full one for three."""
    units = [unit for unit in map(at.board.get, names) if unit is not None]
    whole = [unit for unit in units if at.kind(unit.id).type == "airborne"]
    return len(units) - len(whole) + sum(_TWO if unit.reduced else _THREE for unit in whole)


@COMBINE.legal
def combinations_there(view: View) -> Iterator[Combine]:
    """By hex, then the larger ones first."""
    for where in view.board.places():
        units = (unit.id for unit in view.units_in(where, ALLIED))
        names = [name for name in units if view.kind(name).type in ("parachute", "airborne")]
        for size in (_THREE, _TWO):
            yield from (Combine(units=chosen) for chosen in combinations(names, size))


@COMBINE.carry_out
def combine(play: Play, order: Combine) -> None:
    """The regiments are gone for good, the division stands in their hex."""
    parent, where = _division(play, order.units[0]), play.unit(order.units[0]).where
    full = weight(play, order.units) == _THREE
    for name in order.units:
        if name != parent:
            play.take_off(name, for_good=True)
    play.place(parent, where, reduced=not full)
    said = Message(
        "{units} combine: {division}, {how}, in {hex}.",
        units=", ".join(order.units),
        division=parent,
        how=Message("at full strength") if full else Message("reduced"),
        hex=where,
    )
    play.say("combined", said, "8.2", side=ALLIED, units=(parent, *order.units), hexes=(where,))
