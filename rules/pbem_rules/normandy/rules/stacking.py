"""How many may stand in a hex, and who together (2.1 to 2.5, 9.6, 15.6).

Whatever way leads a unit to a hex - move, march, enter, advance, return, landing - :func:`no_room` says whether it may end
there. A retreat asks :func:`too_full` alone: it may throw two armies together (2.4), and goes on where it is full (12.14).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import changed
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import Piece
from pbem_rules.normandy.rules.view import Position, View, battalion
from pbem_rules.shared.orders import broken

_COMPANIES = 3


def exceeds_stacking(at: Position, where: str) -> bool:
    """Whether too many stand in a hex."""
    return bool(points(at, where) > at.data.charts.stacking.most and not brigade_and_one(at, where))


@BOOK.rule("2.1", "9.6", "15.6", "N21", "N110")
def points(at: Position, where: str) -> int:
    """Stacking points in a hex; ships have a limit of their own (21.33)."""
    units = [name for name in at.board.at(where) if at.type_of(name).branch != "ship"]
    companies = sum(battalion(name) != name for name in units)
    printed = sum(at.type_of(name).stack for name in units if battalion(name) == name)
    trench = at.data.charts.stacking.trench if where in at.state.trenches else 0
    return printed - (-companies // _COMPANIES) + trench


@BOOK.rule("2.2", "N62")
def brigade_and_one(at: Position, where: str) -> bool:
    """Whether a Commonwealth armoured brigade stands with one other unit that has a stacking value."""
    units = [name for name in at.board.at(where) if at.type_of(name).stack or battalion(name) != name]
    return len(units) == 2 and any(_brigade(at, name) for name in units)


def _brigade(at: Position, name: str) -> bool:
    """Whether it is an armoured brigade of the Commonwealth of four points."""
    kind, four = at.type_of(name), at.data.charts.stacking.commonwealth_brigade
    armour = kind.branch == "tank" and kind.size == "brigade"
    return armour and kind.stack == four and at.formation_of(name).nation == "cw"


# --- before a way ends in a hex -----------------------------------------------------------------------------------------


def with_them(at: Position, to: str, comers: Iterable[Piece]) -> View:
    """The position with these counters in a hex."""
    board = at.board.put(*(changed(unit, where=to) for unit in comers))
    return View(data=at.data, state=changed(at.state, board=board))


def too_full(at: Position, to: str, comers: Iterable[Piece]) -> bool:
    """Whether a hex would hold too many with these counters."""
    return exceeds_stacking(with_them(at, to, comers), to)


@BOOK.rule("2.1", "2.4", "15.6")
def no_room(at: Position, to: str, comers: Iterable[Piece]) -> Iterator[Violation]:
    """Why counters of one side may not end in a hex, by whatever way they come; nothing when they may."""
    units = tuple(comers)
    if not units or at.units_of(at.enemy(at.side_of(units[0].id)), to):
        return  # where enemies stand something else forbids it
    there = with_them(at, to, units)
    if exceeds_stacking(there, to):
        yield broken(_too_many(there, to), Message("{hex} would be too full", hex=to), to)
    if len(armies(there, there.board.at(to))) > 1:
        yield broken("2.4", _together(to), to)


# --- when a side has done with a phase ----------------------------------------------------------------------------------


@BOOK.rule("2.3", "2.4", "2.5")
def broken_stacks(at: Position, side: str) -> Iterator[Violation]:
    """Every hex of a side in which too many stand, or two armies longer than a retreat allows."""
    for where in at.board.places():
        units = at.units_of(side, where) if where in at.data.land.terrain else ()
        if not units:
            continue
        if exceeds_stacking(at, where):
            said = Message("too many stand in {hex}: move some on", hex=where)
            yield broken(_too_many(at, where), said, where)
        if len(armies(at, units)) > 1 and where not in at.state.thrown:
            yield broken("2.5" if where in at.state.mixed else "2.4", _together(where), where)


def _together(where: str) -> Message:
    return Message("Americans and Commonwealth units stand together in {hex}", hex=where)


def _too_many(at: Position, where: str) -> str:
    """The paragraph by which a hex holds too many: without its trench it might hold them."""
    rule = at.data.charts.stacking
    alone = where in at.state.trenches and points(at, where) - rule.trench <= rule.most
    return "15.6" if alone else "2.1"


def armies(at: Position, units: tuple[str, ...]) -> frozenset[str]:
    """The nations of units; ships at sea are of none."""
    return frozenset(at.formation_of(name).nation for name in units if at.type_of(name).branch != "ship")
