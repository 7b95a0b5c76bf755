"""Who is under command: units whose headquarters can lead them, and the headquarters that comes to them (3.86, 7.24b)."""

from __future__ import annotations

from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Play, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import formation_of, on_map
from pbem_rules.kernel.board import Board


@BOOK.rule("19.21")
@BOOK.rule("3.85")
def led(data: Data, unit: Unit, board: Board[Unit]) -> bool:
    """Whether a unit has a headquarters that can lead it at full efficiency.

    What a unit of no formation answers to is the corps that it has joined (6.14); an assignment for the turn (6.13a)
    does not count.
    """
    formation = data.formations.get(unit.corps or data.unit(unit.id).formation)
    if formation is None or formation.kind == "garrison":
        return False
    head = board.get(formation.hq)
    return head is not None and not _left_behind(data, unit, head)


@BOOK.rule("3.86", "N87")
def _left_behind(data: Data, unit: Unit, head: Unit) -> bool:
    """Whether the headquarters is off the map and the unit on it. Where both wait, they arrive together (7.25)."""
    return on_map(data, unit) and not on_map(data, head)


@BOOK.rule("7.24b", "N87")
def takes_command(play: Play, unit: Unit) -> None:
    """``unit`` has entered the map. One that enters at reduced efficiency takes nobody's marker (N87)."""
    data, kind = play.data, play.data.unit(unit.id)
    if kind.hq and unit.efficiency:
        freed = (
            other.id
            for other in play.board
            if not other.efficiency
            and formation_of(data, other) == kind.formation
            and led(data, other, play.board)
        )
        play.mark(*freed, efficiency=True)
