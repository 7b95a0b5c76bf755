"""Charts: a number looked up in bands, a ratio looked up among columns. Whole numbers only, never a float.

Each row carries where it comes from, so that a report can say which of its numbers are printed and which are
reconstructed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from math import gcd
from typing import Generic, TypeVar

from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen
from pbem_rules.kernel.tables import Cited, Table, wrong

T = TypeVar("T")
_SPAN = re.compile(r"(?:(<=|>=)(-?[0-9]+)|(-?[0-9]+)(?:-(-?[0-9]+))?)")
_RATIO = re.compile(r"([1-9][0-9]*):([1-9][0-9]*)")


def _own_citation(chart: Table) -> Cited | None:
    return chart.cited() if "provenance" in chart else None


@frozen(kw_only=True)
class Span:
    """Whole numbers from ``low`` to ``high``, both included; None is no limit."""

    low: int | None
    high: int | None

    @classmethod
    def parse(cls, text: str, at: str) -> Span:
        """``"<=0"``, ``"-2--1"``, ``"1-2"``, ``"9"`` or ``">=15"``. Raises DataError, naming ``at``,
        otherwise.
        """
        match = _SPAN.fullmatch(text)
        if match is None:
            raise wrong(at, f"{text!r} is not a range")
        sign, bound, low, high = match.groups()
        if sign:
            return cls(low=None, high=int(bound)) if sign == "<=" else cls(low=int(bound), high=None)
        first, last = int(low), int(high or low)
        if last < first:
            raise wrong(at, f"{text!r} runs backwards")
        return cls(low=first, high=last)

    def __str__(self) -> str:
        if self.low is None:
            return f"<={self.high}"
        if self.high is None:
            return f">={self.low}"
        return f"{self.low}" if self.low == self.high else f"{self.low}-{self.high}"


@frozen(kw_only=True)
class Band(Generic[T]):
    """One row of a chart: the numbers it covers, what it says, and where that comes from."""

    span: Span
    value: T
    cited: Cited


def _gapless(rows: tuple[Band[T], ...], at: str) -> None:
    if not rows:
        raise wrong(at, "has no rows")
    for above, below in pairwise(rows):
        if above.span.high is None or below.span.low != above.span.high + 1:
            raise wrong(at, f"{below.span} does not follow {above.span}")


@frozen(kw_only=True)
class Bands(Generic[T]):
    """A chart whose rows cover every whole number from first to last, in rising order and each once."""

    rows: tuple[Band[T], ...]
    at: str
    _starts: tuple[int, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        _gapless(self.rows, self.at)
        starts = [row.span.low for row in self.rows[1:] if row.span.low is not None]
        object.__setattr__(self, "_starts", tuple(starts))

    @classmethod
    def parse(cls, chart: Table, name: str, key: str, read: Callable[[Table], T]) -> Bands[T]:
        """The rows ``name`` of a chart: ``key`` holds each row's range, ``read`` makes its value.

        Rows without a provenance of their own take the chart's. Raises DataError for gaps, overlaps, falling
        order or no rows at all.
        """
        cited = _own_citation(chart)
        bands = (
            Band(span=Span.parse(row.text(key), row.path(key)), value=read(row), cited=row.cited(cited))
            for row in chart.rows(name)
        )
        return cls(rows=tuple(bands), at=chart.path(name))

    def row(self, number: int) -> Band[T]:
        """The row a number falls in. Raises DataError when it lies outside the chart."""
        found = self.rows[bisect_right(self._starts, number)]
        low, high = found.span.low, found.span.high
        if (low is not None and number < low) or (high is not None and number > high):
            raise DataError(
                "off-chart", f"{self.at}: {number} lies outside {self.rows[0].span} to {found.span}"
            )
        return found

    def __getitem__(self, number: int) -> T:
        return self.row(number).value

    def covers(self, low: int, high: int) -> bool:
        """Whether every number from ``low`` to ``high`` has a row, as the faces of a die must."""
        first, last = self.rows[0].span.low, self.rows[-1].span.high
        return (first is None or first <= low) and (last is None or last >= high)


def die_table(chart: Table, name: str, key: str, read: Callable[[Table], T], *, faces: range) -> Bands[T]:
    """The chart for an unmodified die: Bands that cover its faces and nothing else, or a DataError."""
    bands = Bands.parse(chart, name, key, read)
    if (bands.rows[0].span.low, bands.rows[-1].span.high) != (faces[0], faces[-1]):
        raise wrong(bands.at, f"must cover {faces[0]} to {faces[-1]} and nothing else")
    return bands


@frozen(kw_only=True)
class Column(Generic[T]):
    """One column of an odds chart: ``attacker`` to ``defender`` in lowest terms, what it says, its source."""

    attacker: int
    defender: int
    value: T
    cited: Cited

    def __str__(self) -> str:
        return f"{self.attacker}:{self.defender}"


@frozen(kw_only=True)
class Odds(Generic[T]):
    """An odds chart, lowest odds first. Odds beyond either end use the end column."""

    columns: tuple[Column[T], ...]
    at: str

    def __attrs_post_init__(self) -> None:
        if not self.columns:
            raise wrong(self.at, "has no columns")
        for lower, higher in pairwise(self.columns):
            if lower.attacker * higher.defender >= higher.attacker * lower.defender:
                raise wrong(self.at, f"{higher} does not follow {lower}")

    @classmethod
    def parse(cls, chart: Table, name: str, key: str, read: Callable[[Table], T]) -> Odds[T]:
        """The columns ``name`` of a chart, ``key`` being ``"3:2"`` and rising. Raises DataError if not."""
        cited = _own_citation(chart)
        columns = []
        for row in chart.rows(name):
            match = _RATIO.fullmatch(row.text(key))
            if match is None:
                raise wrong(row.path(key), f"{row.text(key)!r} is not odds such as 3:2")
            a, d = int(match[1]), int(match[2])
            part = gcd(a, d)
            columns.append(
                Column(attacker=a // part, defender=d // part, value=read(row), cited=row.cited(cited))
            )
        return cls(columns=tuple(columns), at=chart.path(name))

    def nearest(self, attacker: int, defender: int) -> Column[T]:
        """The column whose quotient is nearest to attacker / defender; an exact tie takes the lower odds.

        Strengths are zero or more; nothing to beat is the highest column.
        """
        if defender == 0:
            return self.columns[-1]
        best = self.columns[0]
        for column in self.columns[1:]:
            mine = abs(attacker * column.defender - defender * column.attacker) * best.defender
            if mine < abs(attacker * best.defender - defender * best.attacker) * column.defender:
                best = column
        return best
