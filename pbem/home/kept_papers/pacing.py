"""The pace of a game, by the papers kept with it: what is in force, the stamp of a turn, and who is late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbem.bytes import canon
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import evolve
from pbem.home.games import Seen
from pbem.home.kept_papers.kept import of
from pbem.log import MAX_ENTRIES, pace_stamp
from pbem.log.pace_stamp import SEEN, Stamp
from pbem.papers import pace, pace_told
from pbem.papers.pace import MOST_ROWS, Pace
from pbem.papers.pace_account import Account, Waiting, account
from pbem.papers.paper import PACE
from pbem.papers.reader import Reader
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.table import DECISIONS, MAX_NOTE, owed
from pbem.store import game as store
from pbem.store.game import Change, GameFolder

HEAD = b'{"a":"pace"'
_CAME = "pace_came"
"""The fact that says when absences of the other player came here: ``NAME TIME NAME TIME``."""


def papers(folder: GameFolder) -> tuple[Pace, ...]:
    """The papers about the pace of a game, by their numbers."""
    found = (paper for _, paper in of(folder, PACE, pace.read))
    return tuple(sorted(found, key=lambda each: (each.terms.no, each.agreed, each.sheet.line)))


def both(folder: GameFolder, seat: str) -> tuple[Pace | None, Pace | None]:
    """The pace in force, the latest that both have signed; and a later one that still lacks a signature, that of the other
    before one of ``seat``'s own. None for what there is not."""
    every = papers(folder)
    agreed = next((each for each in reversed(every) if each.agreed), None)
    open_ = [each for each in every if not each.agreed and (not agreed or each.terms.no > agreed.terms.no)]
    theirs = [each for each in open_ if seat not in each.signers]
    return agreed, next(reversed(theirs or open_), None)


def in_force(folder: GameFolder) -> Pace | None:
    """The pace in force; None where there is none."""
    return both(folder, "")[0]


def joined(folder: GameFolder, lines: bytes) -> bytes:
    """A paper that was judged, with what a copy kept here holds besides; when an absence in it came is remembered."""
    came = pace.read(lines)
    for each in papers(folder):
        if each.sheet.line == came.sheet.line:
            longer, other = (each, came) if len(each.log.bundles) > len(came.log.bundles) else (came, each)
            try:
                came = pace.merged(longer, other)
            except PbemError:  # keys or numbers that do not go together: what came stays what it is
                break
    facts, now = folder.facts(), pace_stamp.written(pace_stamp.at(store.clock()))
    known = str(facts.get(_CAME) or "").split()
    aways = [each.name for each in came.rows if each.kind == "away" and each.name not in known]
    if aways:
        words = [*known, *(word for name in aways for word in (name, now))]
        folder.save(Change(facts={**facts, _CAME: " ".join(words[-4 * MOST_ROWS :])}))
    return came.encode()


# --- the stamp --------------------------------------------------------------------------------------------------------


def note(folder: GameFolder, session: Session, now: datetime, text: str) -> str:
    """The note with which the turn in a draft ends: the stamp, where the game has a pace and the turn a decision, and the
    player's own word behind it. Raises UsageError ``no-note`` for a word that is too long for both."""
    agreed, since = in_force(folder), folder.since()
    entries = [canon.decode(line) for line in session.draft]
    if agreed is None or since is None or not pace_stamp.decides(entries) or len(entries) >= MAX_ENTRIES:
        return text
    theirs = [each.header.n for each in session.log.bundles if each.header.by != session.seat]
    mark = Stamp(
        signed=pace_stamp.at(now),
        answers=max(theirs, default=0),
        came=pace_stamp.at(since),
        seen=_seen(folder, session, agreed),
    )
    again = str(entries[-1]["text"]) + " " if entries[-1]["k"] == "note" else ""
    for each in (mark, evolve(mark, seen={})):
        if len(again) + len(found := f"{each.text()} {text}".strip()) <= MAX_NOTE:
            return found
    if text:
        most = MAX_NOTE - len(again) - len(each.text()) - 1
        raise UsageError.of(
            "no-note", "a note has at most {most} characters beside the time of the pace.", most=most
        )
    return text


def _seen(folder: GameFolder, session: Session, agreed: Pace) -> dict[str, int]:
    """The absences of the other that no stamp of ours has named yet."""
    words = str(folder.facts().get(_CAME) or "").split()
    came = dict(zip(words[::2], words[1::2], strict=False))
    marks = (pace_stamp.stamp(each) for each in session.log.bundles if each.header.by == session.seat)
    said = {name for mark in marks if mark is not None for name in mark.seen}
    names = [
        each.name
        for each in agreed.rows
        if each.kind == "away" and each.by != session.seat and each.name not in said
    ]
    times = {name: pace_stamp.minutes(came.get(name)) for name in names}
    return {name: when for name, when in [*times.items()][:SEEN] if when is not None}


# --- who is late ------------------------------------------------------------------------------------------------------


def account_of(folder: GameFolder, view: Seen | Session, agreed: Pace, now: datetime) -> Account:
    """The account of a game here, with the decision that is owed now."""
    due, since, waiting = owed(view.base), folder.since(), None
    if due.kind in DECISIONS and since is not None:
        begun, moment = pace_stamp.at(since), pace_stamp.at(now)
        waiting = Waiting(by=due.seat, begun=begun, now=moment, own=due.seat == view.seat)
    return account(view.log.bundles, agreed.terms, agreed.rows, waiting)


def limit(folder: GameFolder, view: Seen | Session) -> int | None:
    """The whole days after which the decision that is owed now is late by our words; None where no pace says so."""
    agreed, since, due = in_force(folder), folder.since(), owed(view.base)
    if agreed is None or since is None or due.kind not in DECISIONS:
        return None
    far = timedelta(days=3650)
    side = account_of(folder, view, agreed, since + far).sides[due.seat]
    late = side.late(side.own if due.seat == view.seat else side.other)
    return max(1, -(-(far // timedelta(minutes=1) - late) // 1440))


def told(folder: GameFolder, view: Seen | Session, now: datetime) -> Iterator[str]:
    """What ``pbem pace`` says: the terms, both players, and what waits for a signature; nothing without a pace."""
    reader, (agreed, offer) = Reader(seat=view.seat), both(folder, view.seat)
    if agreed is not None:
        yield pace_told.terms(agreed.terms)
        yield from pace_told.days(agreed, view.log, reader)
        yield from pace_told.lines(account_of(folder, view, agreed, now), agreed.terms, view.log, reader)
    if offer is not None:
        yield offered(offer, view.seat)


def offered(offer: Pace, seat: str) -> str:
    """That a pace waits for a signature, and for whose."""
    terms = pace_told.terms(offer.terms)
    if seat in offer.signers:
        return Message("You offer: {terms}", terms=terms)
    return Message("Your opponent offers: {terms} To sign it: pbem offer pace --accept", terms=terms)


def line(folder: GameFolder, view: Seen, now: datetime) -> str:
    """What a status says in one line: who is late, else that there is a pace; "" without one."""
    agreed, offer = both(folder, view.seat)
    if offer is not None and view.seat not in offer.signers:
        return Message("Your opponent offers a pace: pbem pace shows it, pbem offer pace --accept signs it.")
    if agreed is None:
        return ""
    sides, reader = account_of(folder, view, agreed, now).sides, Reader(seat=view.seat)
    late = [said for seat, side in sides.items() if (said := pace_told.late(side, view.log, seat, reader))]
    return late[0] if late else Message("Nobody is late by your pace: pbem pace shows it.")
