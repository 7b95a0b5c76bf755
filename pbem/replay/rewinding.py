"""Take-backs: one side offers to go back to an earlier entry, the other agrees, and the trace stays in the log.

What was disclosed stays disclosed: roll indices are never used again, and whatever is sealed or rolled afterwards has a
label of its own (``mode/57~1`` after the first take-back), so that nothing opened before can stand for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve
from pbem.log.entries import Back, Reply
from pbem.port.messages import Message
from pbem.replay.table import MAX_OFFERS, OFFERED_AT, Commitments, NextStep, Offer, Position, Seat, Table

S = TypeVar("S")


def offer(position: Position[S], seat: Seat, entry: Back, due: NextStep) -> Position[S]:
    """The holder of the pen offers to go back to the position after entry ``to``, instead of what he owes.

    Raises VerifyError ``not-now`` (a roll is under way, or the game is over), ``no-takeback`` (the dice of a challenge are
    known to its dealer), ``offered-often``, ``bad-back`` (that position cannot be gone back to, and why).
    """
    table = position.table
    if due.kind not in OFFERED_AT or table.pending is not None:
        raise VerifyError.of("not-now", "nothing is taken back while this is owed: {what}.", what=due.kind)
    if table.challenge:
        raise VerifyError.of(
            "no-takeback", "in a challenge nothing is taken back: the same dice are for everybody."
        )
    if table.offers >= MAX_OFFERS:
        raise VerifyError.of(
            "offered-often", "{offers} offers have been declined in a row.", offers=table.offers
        )
    target(position, entry.to)
    made = Offer(by=seat, to=entry.to)
    return evolve(position, table=evolve(table, offer=made, offers=table.offers + 1))


def reply(position: Position[S], entry: Reply, due: NextStep) -> Position[S]:
    """The other side agrees, and the game stands where it stood; or declines, and nothing has changed."""
    table = position.table
    if due.kind != "reply" or table.offer is None:
        raise VerifyError.of(
            "not-now", "no take-back has been offered. What is owed is: {what}.", what=due.kind
        )
    if not entry.yes:
        return evolve(position, table=evolve(table, offer=None))
    return went_back(position, target(position, table.offer.to))


def went_back(position: Position[S], then: Position[S]) -> Position[S]:
    """The position in which the game stands where it stood, and nothing that was disclosed since can be used again."""
    table = position.table
    table = evolve(
        table,
        offer=None,
        offers=0,
        take_backs=table.take_backs + 1,
        seals=then.table.seals,
        withdrawn_seals=_undone(table, then.table),
    )
    return evolve(position, game=then.game, table=table, past=then.history())


def _undone(table: Table, then: Table) -> dict[str, Commitments]:
    """By label, the commitments that going back makes void, and those that stand and were opened since, with every salt
    that was shown: what has been taken back is audited all the same.
    """
    gone = dict(table.withdrawn_seals)
    for at, made in table.seals.items():
        kept = then.seals.get(at)
        if kept is None or (kept.label, kept.opened) != (made.label, made.opened):
            shown = gone[made.label].opened if made.label in gone else {}
            gone[made.label] = evolve(made, opened={**shown, **made.opened})
    return gone


def undone(kinds: Iterable[tuple[int, str, Mapping[str, Json]]]) -> frozenset[int]:
    """The entries that have been taken back or ruled void, out of (number, kind, entry) of a log in order; offers that were
    agreed to count among what they undo."""
    return frozenset(chain.from_iterable(taken_back(kinds)))


def taken_back(kinds: Iterable[tuple[int, str, Mapping[str, Json]]]) -> Iterator[range]:
    """The same for each take-back that was agreed to, and each ruling that made entries void, in order."""
    to = offered = -1
    for number, kind, entry in kinds:
        if kind == "back" and isinstance(found := entry.get("to"), int):
            to, offered = found, number
        elif kind == "reply":
            # A reply answers the last offer and no other: what agrees to an upgrade takes nothing back.
            if entry.get("yes") is True and offered >= 0:
                yield range(to + 1, offered)
            to = offered = -1
        elif kind == "ruling" and entry.get("how") != "stands":
            if entry.get("how") == "void" and isinstance(found := entry.get("to"), int):
                yield range(found + 1, number)
            to = offered = -1


def target(position: Position[S], to: int) -> Position[S]:
    """The position after entry ``to`` of the history that stands. Raises VerifyError ``bad-back``."""
    found = position.after(to + 1)
    if not 0 <= to < position.count - 1 or found is None or found.count != to + 1 or not found.started:
        raise VerifyError.of(
            "bad-back",
            "there is no entry {to} to go back to: it is no earlier one, or was taken back.",
            to=to,
        )
    if why := _in_the_way(position, found):
        raise VerifyError("bad-back", why)
    return found


def _in_the_way(position: Position[S], found: Position[S]) -> str:
    """Why the game cannot go back to an earlier position of the history that stands; "" when it can."""
    to = found.count - 1
    if found.table.pending is not None or found.table.offer is not None:
        return Message("after entry {to} a roll was under way: go back to an entry before it.", to=to)
    if found.table.upgrades != position.table.upgrades:
        return Message("the game has gone over to another version since entry {to}.", to=to)
    if found.table.decks != position.table.decks:
        return Message("cards have been shuffled, dealt or shown since entry {to}.", to=to)
    return ""


def targets(position: Position[S]) -> Iterator[int]:
    """The entries to which the game can go back, the last one first."""
    for found in reversed(position.past):
        if not found.started:
            return
        if found.count < position.count and not _in_the_way(position, found):
            yield found.count - 1
