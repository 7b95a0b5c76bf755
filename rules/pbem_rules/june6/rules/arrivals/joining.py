"""Units that belong to no corps when they arrive, and join one for the rest of the scenario (6.14)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import FULL, Play, Position, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.units import group_of
from pbem_rules.june6.rules.lookup import on_map, title
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Join:
    """A unit that belongs to no corps joins ``corps`` for the rest of the scenario (6.14)."""

    unit: str
    corps: str


_CORPS, _MARK = "corps", "unassigned"
JOIN = Kind[Join, View, Play](Join, early="6.14", exact=True)


@derived
def _unassigned(data: Data) -> tuple[str, ...]:
    """The counters that belong to no corps, by their mark."""
    return tuple(unit.id for unit in data.units.values() if _MARK in unit.marks)


@BOOK.rule("6.14")
def corps_for(at: Position, name: str) -> tuple[str, ...]:
    """The corps that a unit may join, in counter order: one such unit a corps, Allied and German alike."""
    kind = at.data.unit(name)
    taken = {unit.corps for other in _unassigned(at.data) if (unit := at.state.board.get(other)) is not None}
    found = []
    for formation in at.data.formations.values():
        head = at.state.board.get(formation.hq) if formation.kind == _CORPS else None
        if head is None or formation.id in taken or not on_map(at.data, head):
            continue
        if formation.side == kind.side and group_of(formation.nation) == group_of(kind.nation):
            found.append(formation.id)
    return tuple(found)


def due(at: Position) -> str:
    """The unit that has to join a corps now, or ``""``: once it has come, as soon as there is a corps for it (N188)."""
    if at.state.phase != FULL or at.state.frames:
        return ""
    for name in _unassigned(at.data):
        unit = at.state.board.get(name)
        if unit is not None and not unit.corps and corps_for(at, name):
            return name
    return ""


def choice(data: Data, name: str) -> Choice:
    """The corps that a unit joins is for its owner to say."""
    why = Message("the corps that {name} joins for the rest of the scenario", name=name)
    return Choice(side=data.unit(name).side, kinds=("join",), why=why, paragraph="6.14")


@JOIN.wrong
def not_that_corps(view: View, order: Join) -> Iterator[Violation]:
    """Why a unit cannot join that corps."""
    name = due(view)
    if not name or order.unit != name or view.data.unit(name).side != view.side:
        yield broken("6.14", Message("{unit} does not join a corps now", unit=order.unit), order.unit)
    elif order.corps not in corps_for(view, name):
        fit = ", ".join(corps_for(view, name))
        said = Message(
            "{name} joins a corps of its own side, on the map, that has no such unit yet: {fit}",
            name=name,
            fit=fit,
        )
        yield broken("6.14", said, order.unit)


@JOIN.carry_out
@BOOK.rule("6.14")
def join(play: Play, order: Join) -> None:
    """The unit is of the corps; like any arrival it is at full efficiency (10.12)."""
    data, unit = play.data, play.board[order.unit]
    play.mark(unit.id, corps=order.corps, efficiency=True)
    text = Message(
        "{unit} joins {title} for the rest of the scenario.", unit=unit.id, title=title(data, order.corps)
    )
    hexes = (unit.where,) if on_map(data, unit) else ()
    play.say("joined", text, "6.14", side=data.unit(unit.id).side, units=(unit.id,), hexes=hexes)


def options(at: Position, side: str) -> Iterator[Join]:
    """Every corps that the unit due may join."""
    name = due(at)
    if name and at.data.unit(name).side == side:
        for corps in corps_for(at, name):
            yield Join(unit=name, corps=corps)


JOIN.legal(lambda view: options(view, view.side))
