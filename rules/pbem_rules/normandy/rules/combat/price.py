"""What attacks and defence cost in combat supply (5.4 to 5.13)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules.combat import guns
from pbem_rules.normandy.rules.view import Position

D_DAY = "06-06"


@BOOK.rule("5.4", "4.7")
def free(at: Position, side: str) -> bool:
    """Whether a side pays nothing now."""
    return side != ALLIED or at.state.day == D_DAY


@BOOK.rule("5.2", "5.8", "5.9", "5.10", "5.11", "5.13", "N9", "N10")
def of_attack(at: Position, hexes: int, supports: Iterable[str], air: int) -> int:
    """The price of an attack from so many hexes with these guns and ships and so many air points."""
    chart, shots = at.data.charts.points, tuple(supports)
    number = len(shots) + air
    more = chart.further * max(0, number - chart.supports)
    if hexes > 1:
        return chart.several_hexes + more
    if not air and sum(guns.worth(at, name) for name in shots) <= chart.free_value:
        return 0
    return chart.one_hex + more


@BOOK.rule("5.12", "13.7", "N9")
def of_defence(at: Position, supports: int) -> int:
    """The price of so many supports for one hex in defence."""
    chart = at.data.charts.points
    return chart.defence + chart.further * (supports - 1) if supports else 0
