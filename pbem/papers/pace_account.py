"""Who took how long, out of log and pace alone: by their own words, which is a fact, and by the other's, which is a claim.

What a seat decides between two decisions of the other is a *stretch*: as many decisions, each with its days, and one time.
No column of a seat reads a word of the other's about itself, so nobody makes another late by what they sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby

from pbem.bytes.canon import tagged_hash
from pbem.bytes.records import evolve, frozen
from pbem.log import REFEREE, Bundle, pace_stamp
from pbem.log.pace_stamp import Stamp, decides
from pbem.papers.signed_sheet import Sheet

_DAY = 1440


@frozen(kw_only=True)
class Terms:
    """Minutes: ``each`` decision, the ``bank`` that what exceeds it eats, the ``slack`` of a mail; ``holidays`` in days a
    year. It is number ``no``, and counts what is decided from turn file ``at`` on."""

    each: int
    bank: int
    holidays: int
    slack: int
    at: int = 1
    no: int = 1


@frozen(kw_only=True)
class Row:
    """An absence (``kind`` is ``away``; ``first`` and ``last`` day) or a gift (``give``; ``minutes``) of seat ``by``, which
    says that it was ``made`` at that minute. A gift is under the pace of number ``no``."""

    by: str
    kind: str
    made: int
    sheet: Sheet
    first: date = date.min
    last: date = date.min
    minutes: int = 0
    no: int = 0

    @property
    def name(self) -> str:
        """What a stamp calls it when its program has taken it in: 16 hex digits."""
        return tagged_hash("pace-row", self.sheet.line).hex()[:16]


@frozen(kw_only=True)
class Waiting:
    """A decision of seat ``by`` that is owed since ``begun``, at minute ``now``; ``own``: it is they who say so."""

    by: str
    begun: int
    now: int
    own: bool


@frozen(kw_only=True)
class Stretch:
    """``count`` decisions of a seat; ``own``: from when to when each took by their own words
    (``silent`` of them they gave none for), ``other``: from when to when all of it took by the other's, None where those
    say nothing; ``mails`` that went meanwhile."""

    count: int = 0
    silent: int = 0
    own: tuple[tuple[int, int], ...] = ()
    other: tuple[int, int] | None = None
    mails: int = 0


@frozen(kw_only=True)
class Side:
    """What a seat has decided: how often, how often without a word, and how many minutes of the ``bank`` (with all gifts)
    it has used by its ``own`` words and by the ``other``'s."""

    decisions: int
    silent: int
    bank: int
    own: int
    other: int

    def late(self, used: int) -> int:
        """The minutes that are late where so many of the bank are used."""
        return max(0, used - self.bank)


@frozen(kw_only=True)
class Backwards:
    """Turn file ``n`` of seat ``by`` says a time that lies before another, by that seat (``with_`` is the same) or the
    other's; ``came``: it is the one at which something came."""

    n: int
    by: str
    with_: str
    came: bool


@frozen(kw_only=True)
class Account:
    """Both seats, and the stamps that run backwards."""

    sides: Mapping[str, Side]
    backwards: tuple[Backwards, ...]


@frozen(kw_only=True)
class _Run:
    """Turn files of one seat behind each other: ``place`` among the runs, ``before`` the number of the one before."""

    by: str
    place: int
    before: int
    n: int
    decides: bool
    begun: int | None
    signed: int | None


def account(
    bundles: Sequence[Bundle], terms: Terms, rows: Sequence[Row] = (), waiting: Waiting | None = None
) -> Account:
    """The account of a log whose signatures hold, with the absences and gifts of both seats."""
    stamps = {each.header.n: pace_stamp.stamp(each) for each in bundles}
    runs = [each for each in _runs(bundles, stamps) if each.n >= terms.at]
    sides = dict[str, Side]()
    for seat in ("A", "B"):
        stretches = _stretches(runs, seat, waiting)
        absences = [each for each in rows if each.by == seat and each.kind == "away"]
        bank = terms.bank + sum(each.minutes for each in rows if each.by != seat and each.no == terms.no)
        seen = _seen(bundles, stamps, seat)
        own, other = (windows(terms, absences, known) for known in ({}, seen))
        mine, theirs = _used(terms, bank, stretches, own, other)
        count = sum(each.count for each in stretches)
        silent = sum(each.silent for each in stretches)
        sides[seat] = Side(decisions=count, silent=silent, bank=bank, own=mine, other=theirs)
    return Account(sides=sides, backwards=tuple(_backwards(bundles, stamps, terms.slack)))


# --- who decided when -------------------------------------------------------------------------------------------------


def _runs(bundles: Sequence[Bundle], stamps: Mapping[int, Stamp | None]) -> list[_Run]:
    found, before = list[_Run](), 0
    for place, (by, group) in enumerate(groupby(bundles, key=lambda each: each.header.by)):
        files = [*group]
        deciding = [stamps[each.header.n] for each in files if by != REFEREE and decides(each.entries)]
        first = next((each for each in deciding if each is not None), None)
        last = deciding[-1] if deciding else None
        found.append(
            _Run(
                by=by,
                place=place,
                before=before,
                n=files[-1].header.n,
                decides=bool(deciding),
                begun=first.came if first is not None and first.answers == before else None,
                signed=last.signed if last is not None else None,
            )
        )
        before = files[-1].header.n
    return found


def _stretches(runs: Sequence[_Run], seat: str, waiting: Waiting | None) -> list[Stretch]:
    """What one seat decided, each stretch closed by the next decision of the other."""
    found, end = list[Stretch](), runs[-1].place + 1 if runs else 0
    start: _Run | None = None
    ruled, now = False, None
    open_ = waiting if waiting is not None and waiting.by == seat else None
    begun = open_.begun if open_ is not None else 0
    # Who has decided and still has to is in one and the same decision.
    begins = not (open_ is not None and runs and runs[-1].by == seat and runs[-1].decides)
    if open_ is not None and open_.own and not begins:
        begun, runs = runs[-1].begun or begun, runs[:-1]
    for run in runs:
        ruled = ruled or run.by == REFEREE
        if run.decides and run.by == seat:
            now = _with(now or Stretch(), run.begun, run.signed)
        elif run.decides:
            if now is not None:
                found.append(_closed(now, start, run.begun, run.place, ruled=ruled))
            start, ruled, now = run, False, None
    if open_ is not None and open_.own:
        now = _with(now or Stretch(), begun, open_.now)
    elif open_ is not None:
        first = _Run(by="", place=end - 1, before=0, n=0, decides=True, begun=None, signed=begun)
        now = evolve(now or Stretch(), count=(now.count if now else 0) + begins)
        # Their answer may be on its way.
        now = _closed(now, start or first, open_.now, end + begins, ruled=ruled)
    return [*found, *([now] if now is not None else [])]


def _with(stretch: Stretch, begun: int | None, signed: int | None) -> Stretch:
    """One more decision."""
    stretch = evolve(stretch, count=stretch.count + 1)
    if begun is None or signed is None:
        return evolve(stretch, silent=stretch.silent + 1)
    return evolve(stretch, own=(*stretch.own, (begun, max(begun, signed))))


def _closed(now: Stretch, start: _Run | None, came: int | None, place: int, *, ruled: bool) -> Stretch:
    """The stretch with what the other says of it: from what they signed before it to what came behind it."""
    if start is None or start.signed is None or came is None or ruled:
        return now
    return evolve(now, other=(start.signed, max(start.signed, came)), mails=place - start.place)


# --- how long that was ------------------------------------------------------------------------------------------------


def _seen(bundles: Sequence[Bundle], stamps: Mapping[int, Stamp | None], seat: str) -> dict[str, int]:
    """When the other seat took in the absences of this one, by its own words: what it said first."""
    found = dict[str, int]()
    for each in bundles:
        if each.header.by != seat and (mark := stamps[each.header.n]) is not None:
            found = {**mark.seen, **found}
    return found


def windows(terms: Terms, absences: Iterable[Row], seen: Mapping[str, int]) -> list[tuple[int, int]]:
    """The days off within those agreed a year, from and to minute: each counts from when it was said, or was ``seen``."""
    days = dict[date, int]()
    for each in absences:
        for n in range((each.last - each.first).days + 1):
            day = each.first + timedelta(days=n)
            said = seen.get(each.name, each.made)
            days[day] = min(said, days.get(day, said))
    begins = {day: pace_stamp.at(datetime.combine(day, time(), UTC)) for day in sorted(days)}
    counting = [day for day in begins if days[day] < begins[day] + _DAY]
    return [
        (max(begins[day], days[day]), begins[day] + _DAY)
        for _, year in groupby(counting, key=lambda day: day.year)
        for day in [*year][: terms.holidays]
    ]


def _took(span: tuple[int, int], off: Iterable[tuple[int, int]], budget: int) -> int:
    """The minutes from one moment to another without the days off that begin before more than ``budget`` has gone by."""
    begun, end = span
    free = 0
    for first, last in off:
        if last > begun and max(0, first - begun) - free > budget:
            break
        free += max(0, min(last, end) - max(first, begun))
    return end - begun - free


def _used(
    terms: Terms,
    bank: int,
    stretches: Iterable[Stretch],
    own: Sequence[tuple[int, int]],
    other: Sequence[tuple[int, int]],
) -> tuple[int, int]:
    """How much of the bank is used in both columns."""
    mine = theirs = 0
    for each in stretches:
        allowed = terms.each * each.count
        took = 0
        for span in each.own:
            took += _took(span, own, allowed + max(0, bank - mine) - took)
        said = took
        if each.other is not None:
            whole = _took(each.other, other, allowed + max(0, bank - theirs))
            # Mails take their time: within the slack of each it is not even mentioned.
            said = whole if whole <= took and not each.silent else max(took, whole - terms.slack * each.mails)
        mine += max(0, took - allowed)
        theirs += max(0, said - allowed)
    return mine, theirs


def _backwards(
    bundles: Iterable[Bundle], stamps: Mapping[int, Stamp | None], slack: int
) -> Iterator[Backwards]:
    latest = dict[str, int]()
    for each in bundles:
        by, n, mark = each.header.by, each.header.n, stamps[each.header.n]
        if mark is None:
            continue
        answered = stamps.get(mark.answers)
        if mark.came > mark.signed + slack or mark.signed + slack < latest.get(by, mark.signed):
            yield Backwards(n=n, by=by, with_=by, came=mark.came > mark.signed + slack)
        if answered is not None and mark.came + slack < answered.signed and mark.answers < n:
            yield Backwards(n=n, by=by, with_="B" if by == "A" else "A", came=True)
        latest[by] = max(mark.signed, latest.get(by, mark.signed))
