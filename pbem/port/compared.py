"""Two positions of a game compared by what lies beside their maps: who was lost, what gives points, what is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.bytes.records import frozen
from pbem.port.game import Reason, Side
from pbem.port.map_displays import Furniture, Stock

PASSING = frozenset({"active", "cup", "effects", "missions", "plan", "undrawn"})
"""Kinds of :class:`~pbem.port.map_displays.Stock` that change all the time and say nothing of how the game goes."""

_NUMBER = re.compile(r"\d+")


@frozen(kw_only=True)
class Losses:
    """The units of ``side`` that are lost now and were not, and those that were and are not any more."""

    side: Side
    lost: tuple[str, ...]
    back: tuple[str, ...]


@frozen(kw_only=True)
class Term:
    """Something that gives points, with what it gave and gives; 0: it was or is not there."""

    text: str
    before: int
    after: int


@frozen(kw_only=True)
class Counted:
    """A stock that has changed; None where it was or is not there."""

    before: Stock | None
    after: Stock | None


@frozen(kw_only=True)
class Difference:
    """What has changed. ``side`` is the one whose points are counted, "" in a game without."""

    losses: tuple[Losses, ...] = ()
    side: Side = ""
    points: tuple[int, int] = (0, 0)
    terms: tuple[Term, ...] = ()
    stocks: tuple[Counted, ...] = ()


def difference(before: Furniture, after: Furniture) -> Difference:
    """What has changed from one position to a later one, as far as their furniture tells it."""
    score, was = after.score, before.score
    return Difference(
        losses=tuple(_losses(before, after)),
        side=score.side if score is not None else "",
        points=(was.value if was is not None else 0, score.value if score is not None else 0),
        terms=tuple(_terms(was.terms if was is not None else (), score.terms if score is not None else ())),
        stocks=tuple(_stocks(before.stocks, after.stocks)),
    )


def _losses(before: Furniture, after: Furniture) -> Iterator[Losses]:
    had = {each.side: Counter(each.units) for each in before.lost}
    have = {each.side: Counter(each.units) for each in after.lost}
    for side in sorted({*had, *have}):
        old, new = had.get(side, Counter()), have.get(side, Counter())
        found = Losses(side=side, lost=_more(new, old), back=_more(old, new))
        if found.lost or found.back:
            yield found


def _more(many: Counter[str], few: Counter[str]) -> tuple[str, ...]:
    return tuple((many - few).elements())


def _terms(before: Sequence[Reason], after: Sequence[Reason]) -> Iterator[Term]:
    """By their words; those that count something in their words (``bunkers x3``) by the words around the number."""
    old, new = _sums(before), _sums(after)
    gone = {_around(text): text for text in old if text not in new}
    for text, value in new.items():
        was = text if text in old else gone.pop(_around(text), "")
        if old.get(was, 0) != value:
            yield Term(text=text, before=old.get(was, 0), after=value)
    for text in gone.values():
        if old[text]:
            yield Term(text=text, before=old[text], after=0)


def _sums(terms: Iterable[Reason]) -> dict[str, int]:
    found = dict[str, int]()
    for each in terms:
        found[each.text] = found.get(each.text, 0) + each.value
    return found


def _around(text: str) -> str:
    return _NUMBER.sub("#", text)


def _stocks(before: Sequence[Stock], after: Sequence[Stock]) -> Iterator[Counted]:
    old, new = _named(before), _named(after)
    for key in dict.fromkeys((*new, *old)):
        found = Counted(before=old.get(key), after=new.get(key))
        if _worth(found.before) != _worth(found.after):
            yield found


def _worth(stock: Stock | None) -> tuple[str, ...]:
    return (stock.side, stock.value) if stock is not None else ("", "0")


def _named(stocks: Sequence[Stock]) -> dict[tuple[str, str, int], Stock]:
    """Each stock by kind, side and place among its like; the initiative is one, whosever it is."""
    told = [each for each in stocks if each.kind not in PASSING]
    found = dict[tuple[str, str, int], Stock]()
    for (kind, side), alike in groupby(sorted(told, key=_key), key=_key):
        found.update({(kind, side, n): each for n, each in enumerate(alike)})
    return found


def _key(stock: Stock) -> tuple[str, str]:
    return stock.kind, "" if stock.kind == "initiative" else stock.side
