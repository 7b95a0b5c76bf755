"""The pace of a game on the page: what it says, and what is offered, signed, said beforehand and given by one press."""

from __future__ import annotations

from datetime import date, datetime

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.kept_papers import keeping, pacing
from pbem.home.papers import pacing as signing
from pbem.home.papers.results import Made
from pbem.papers import pace, pace_told
from pbem.papers.pace_account import Terms
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, word
from pbem.view.markup import clean


def shown(folder: GameFolder, session: Session, now: datetime) -> dict[str, Json]:
    """What a position says of the pace: its lines, whether one is agreed, whether one waits for our signature."""
    lines = [clean(each, 400) for each in pacing.told(folder, session, now)]
    agreed, offer = pacing.both(folder, session.seat)
    return {
        "lines": [*lines],
        "agreed": agreed is not None,
        "answer": offer is not None and session.seat not in offer.signers,
    }


def asked(room: Room, given: Given) -> Made:
    """The paper that a press makes. Raises UsageError for what no pace, day or time is."""
    folder, identity = room.folder(), room.identity
    with room.home.lock():
        match given.get("how"):
            case "offer":
                times = [pace_told.minutes(word(given, name)) for name in ("each", "bank", "slack")]
                days = given.get("holidays")
                terms = Terms(each=times[0], bank=times[1], holidays=_number(days), slack=times[2])
                return signing.offer(folder, identity, terms)
            case "accept":
                return signing.accept(folder, identity)
            case "away":
                return signing.away(folder, identity, _day(given, "first"), _day(given, "last"), room.clock())
            case "give":
                return signing.give(folder, identity, pace_told.minutes(word(given, "time")), room.clock())
    raise UsageError.of("missing-word", "What about the pace?")


def waits_for(session: Session, lines: bytes) -> bool:
    """Whether a paper is a pace of this game that waits for our signature."""
    paper = pace.read(lines)
    return paper.log.gid == session.log.gid and session.seat not in paper.signers


def signed(room: Room, lines: bytes) -> Made:
    """A pace that was looked at, kept and signed."""
    with room.home.lock():
        keeping.keep(room.folder(), lines)
    return asked(room, {"how": "accept"})


def _number(given: Json) -> int:
    return given if type(given) is int else 0


def _day(given: Given, name: str) -> date:
    text = word(given, name)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError.of("bad-days", "{text} is not a day.", text=text) from error
