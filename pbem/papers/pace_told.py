"""A pace and who is late by it, in sentences: a fact where it is somebody's own word, a claim where it is the other's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from pbem.bytes.errors import UsageError
from pbem.log import Log
from pbem.log.pace_stamp import written
from pbem.papers.pace_account import Account, Backwards, Side, Terms
from pbem.papers.reader import Reader
from pbem.port.messages import Message, counted

if TYPE_CHECKING:
    from pbem.papers.pace import Pace

_TIME = re.compile(r"(?:(\d{1,4}) ?d)? ?(?:(\d{1,6}) ?h)? ?(?:(\d{1,6}) ?min)?", re.ASCII)
_UNITS = ((1440, "d"), (60, "h"), (1, "min"))


def lasting(minutes: int) -> str:
    """A time as people write it: ``4 d 6 h``."""
    parts, left = list[str](), minutes
    for size, unit in _UNITS:
        if left >= size:
            parts.append(f"{left // size} {unit}")
            left %= size
    return " ".join(parts) or "0 h"


def minutes(text: str) -> int:
    """What :func:`lasting` writes, and ``4d``, ``36h``, ``1d12h``. Raises UsageError ``bad-time``."""
    found = _TIME.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        raise UsageError.of(
            "bad-time", "{text} is not a time.", text=text, hint="Write days and hours: 4d, 36h or 1d12h."
        )
    return sum(size * int(part or 0) for (size, _), part in zip(_UNITS, found.groups(), strict=True))


def terms(agreed: Terms) -> str:
    """What was agreed."""
    return Message(
        "A pace: {each} a decision, a bank of {bank}, {holidays} days of holidays a year, {slack} for a mail; number {no}, "
        "from turn file {at} on.",
        each=lasting(agreed.each),
        bank=lasting(agreed.bank),
        holidays=agreed.holidays,
        slack=lasting(agreed.slack),
        no=agreed.no,
        at=agreed.at,
    )


def lines(found: Account, agreed: Terms, log: Log, reader: Reader) -> Iterator[str]:
    """Both seats, what runs backwards, and what it is worth."""
    for seat, side in found.sides.items():
        yield used(side, log, seat, reader)
        if said := late(side, log, seat, reader):
            yield said
        if side.silent:
            yield counted(
                side.silent,
                "{n} decision of {who} without a word of when.",
                "{n} decisions of {who} without a word of when.",
                who=reader.whom(log, seat),
            )
    for each in found.backwards:
        yield _backwards(each, agreed, log, reader)
    yield Message("Mail has no clock that both trust: words are words, and nothing happens by itself.")


def days(paper: Pace, log: Log, reader: Reader) -> Iterator[str]:
    """The absences and gifts under a pace."""
    for each in paper.rows:
        words = {"who": reader.name(log, each.by), "made": written(each.made)[:10]}
        if each.kind == "away":
            yield Message(
                "{who}: away from {first} to {last}, said on {made}.",
                first=each.first.isoformat(),
                last=each.last.isoformat(),
                **words,
            )
        elif each.no == paper.terms.no:
            yield Message("{who}: {time} given on {made}.", time=lasting(each.minutes), **words)
    for by, year, n in _beyond(paper):
        yield Message(
            "{who}: {n} days away in {year}, of which {most} count.",
            who=reader.name(log, by),
            n=n,
            year=year,
            most=paper.terms.holidays,
        )


def _beyond(paper: Pace) -> Iterator[tuple[str, int, int]]:
    """Who is away for more days of a year than are agreed, the year, and the days."""
    every = {
        (each.by, each.first + timedelta(days=n))
        for each in paper.rows
        if each.kind == "away"
        for n in range((each.last - each.first).days + 1)
    }
    found = Counter((by, day.year) for by, day in every)
    return ((by, year, n) for (by, year), n in sorted(found.items()) if n > paper.terms.holidays)


def used(side: Side, log: Log, seat: str, reader: Reader) -> str:
    """How often somebody decided, and how much of their bank is gone."""
    words = {"who": reader.name(log, seat), "own": lasting(side.own), "bank": lasting(side.bank)}
    if side.own == side.other:
        return counted(
            side.decisions,
            "{who}: {n} decision, {own} of the bank of {bank} used.",
            "{who}: {n} decisions, {own} of the bank of {bank} used.",
            **words,
        )
    return counted(
        side.decisions,
        "{who}: {n} decision, of the bank of {bank} used {own} (own words), {theirs} (the other's words).",
        "{who}: {n} decisions, of the bank of {bank} used {own} (own words), {theirs} (the other's words).",
        theirs=lasting(side.other),
        **words,
    )


def late(side: Side, log: Log, seat: str, reader: Reader) -> str:
    """That somebody is late, and by whose words; "" for who is not."""
    who = reader.name(log, seat)
    if mine := side.late(side.own):
        late = lasting(mine)
        return Message(
            "{who}: late by {late} (own words). A fact: anybody recomputes it.", who=who, late=late
        )
    if theirs := side.late(side.other):
        return Message(
            "{who}: late by {late} (the other's words alone). A claim: the difference is mail on its way or a lie, and "
            "nobody can tell which.",
            who=who,
            late=lasting(theirs),
        )
    return ""


def _backwards(each: Backwards, agreed: Terms, log: Log, reader: Reader) -> str:
    words = {"n": each.n, "who": reader.whom(log, each.by), "slack": lasting(agreed.slack)}
    if each.by == each.with_:
        return Message("Turn file {n} of {who}: its times run backwards, by more than {slack}.", **words)
    return Message(
        "Turn file {n} of {who}: what it answers came before {other} signed it, by more than {slack}. One of the two "
        "clocks is wrong.",
        other=reader.whom(log, each.with_),
        **words,
    )


__all__ = ["Account", "days", "lasting", "late", "lines", "minutes", "terms", "used"]
