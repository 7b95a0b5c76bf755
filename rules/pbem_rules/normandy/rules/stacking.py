"""How many may stand in a hex at the end of a phase (2.1 to 2.5, 9.6, 15.6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules.view import Position, battalion
from pbem_rules.shared.orders import broken

_COMPANIES = 3


def over(at: Position, where: str) -> bool:
    """Whether too many stand in a hex."""
    return bool(points(at, where) > at.data.charts.stacking.most and not brigade_and_one(at, where))


@BOOK.rule(
    "2.1", "9.6", "15.6", "N21", text="Values as printed; three companies are one point, a trench is one."
)
def points(at: Position, where: str) -> int:
    """Stacking points in a hex."""
    units = at.board.at(where)
    companies = sum(battalion(name) != name for name in units)
    ashore = (at.type_of(name) for name in units if battalion(name) == name)
    printed = sum(
        kind.stack for kind in ashore if kind.branch != "ship"
    )  # ships have a limit of their own (21.33)
    trench = at.data.charts.stacking.trench if where in at.state.trenches else 0
    return printed - (-companies // _COMPANIES) + trench


@BOOK.rule("2.2", "N62", text="A brigade of four points and exactly one other unit.")
def brigade_and_one(at: Position, where: str) -> bool:
    """Whether a Commonwealth brigade stands with one other unit that has a stacking value."""
    units = [name for name in at.board.at(where) if at.type_of(name).stack or battalion(name) != name]
    four = at.data.charts.stacking.commonwealth_brigade
    return len(units) == 2 and any(at.type_of(name).stack == four for name in units)


@BOOK.rule("2.3", "2.4", "2.5", text="Looked at when a side has done with a phase.")
def broken_stacks(at: Position, side: str, only: str = "") -> Iterator[Violation]:
    """Every hex of a side, or one, in which too many stand, or two armies."""
    for where in (only,) if only else at.board.places():
        units = at.units_of(side, where) if where in at.data.ground.terrain else ()
        if not units:
            continue
        if over(at, where):
            yield broken(
                _too_many(at, where), Message("too many stand in {hex}: move some on", hex=where), where
            )
        if len(armies(at, units)) > 1:
            paragraph = "2.5" if where in at.state.mixed else "2.4"
            said = Message("Americans and Commonwealth units stand together in {hex}", hex=where)
            yield broken(paragraph, said, where)


def _too_many(at: Position, where: str) -> str:
    """The paragraph by which a hex holds too many: without its trench it might hold them."""
    rule = at.data.charts.stacking
    alone = where in at.state.trenches and points(at, where) - rule.trench <= rule.most
    return "15.6" if alone else "2.1"


def armies(at: Position, units: tuple[str, ...]) -> frozenset[str]:
    """The nations of units; ships at sea are of none."""
    return frozenset(at.formation_of(name).nation for name in units if at.type_of(name).branch != "ship")
