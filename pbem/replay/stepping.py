"""One entry applied to one position: the protocol's rules first, then the game's.

Every code raised here, or by the modules of rolls and decks, is listed in
``schemas/log.md`` with the attack that it stops.
"""

from __future__ import annotations

import hmac
from typing import TypeVar

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.errors import IllegalOrder, VerifyError
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto import dice
from pbem.log.entries import (
    BESIDE,
    PROTOCOL,
    Appoint,
    Audit,
    Back,
    DeckKey,
    DeckMask,
    DeckShow,
    Note,
    Open,
    ProtocolEntry,
    Reject,
    Renew,
    Reply,
    Req,
    Rsp,
    Ruling,
    Seal,
    Show,
    Start,
    Upgrade,
)
from pbem.port.game import Choice, Conceal, Disclose, Outcome, Ruleset, Sealed, Shown
from pbem.port.messages import Message
from pbem.replay import rolls
from pbem.replay.judging import judge
from pbem.replay.table import Commitments, NextStep, Position, Seat, Table, expect, owed

S = TypeVar("S")


def _gone_on(table: Table, seat: Seat) -> Table:
    """The table after an entry of play: what may be done a few times in a row begins anew."""
    if table.last == seat and not (table.refusals or table.offers or table.renewed):
        return table
    return evolve(table, last=seat, refusals=0, offers=0, renewed=False)


@frozen(kw_only=True)
class Applied:
    """What came of one entry."""

    kind: str
    outcomes: tuple[Outcome, ...] = ()


def step(
    position: Position[S], seat: Seat, obj: dict[str, Json], *, before: bytes, head: bytes
) -> tuple[Position[S], Applied]:
    """Apply one entry, an object as parsed from its line, written by ``seat``; the log's hash is ``before`` in front of it
    and ``head`` after it.

    Raises VerifyError, or IllegalOrder with every violation, carrying the entry's number.
    """
    number = position.count
    if obj.get("i") != number:
        raise VerifyError.of(
            "bad-number",
            "its number is {value!r}, expected {number}.",
            value=obj.get("i"),
            number=number,
            entry=number,
        )
    kind = str(obj.get("k"))
    try:
        if PROTOCOL.knows(kind):
            entry: ProtocolEntry = PROTOCOL.load(obj)  # type: ignore[assignment]  # the codec's classes are the union
            after, outcomes = _protocol(position, seat, entry, before, head)
        else:
            after, outcomes = _play(position, seat, kind, obj)
    except VerifyError as error:
        error.entry = number
        raise
    except IllegalOrder as error:
        error.entry = number
        raise
    if kind not in BESIDE:
        after = evolve(after, table=_gone_on(after.table, seat))
    # A take-back that was agreed to has set the past; anything else goes on from the position before it.
    past = after.past if after.table.take_backs != position.table.take_backs else position.history()
    return evolve(after, count=number + 1, past=past), Applied(kind=kind, outcomes=outcomes)


def _protocol(
    position: Position[S], seat: Seat, entry: ProtocolEntry, before: bytes, head: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    rules, due = position.rules, owed(position)
    if isinstance(entry, Appoint | Ruling | Reject | Note):
        from pbem.replay import side_entries  # noqa: PLC0415  # as below

        return side_entries.without_pen(position, seat, entry, due)
    _holds_pen(position, due, seat)
    match entry:
        case Start():
            expect(due, "start", Message("the game has started already."))
            return evolve(position, started=True), ()
        case Seal():
            return seal(rules, position, seat, entry, due, before)
        case Req():
            return rolls.request(rules, position, seat, entry, due, head)
        case Rsp():
            return rolls.answer(rules, position, seat, entry, due)
        case Show():
            return show(rules, position, seat, entry, due)
        case Open():
            return rolls.disclose(rules, position, seat, entry, due)
        case DeckMask() | DeckKey() | DeckShow():
            from pbem.replay import deck_entries  # noqa: PLC0415  # few games have a shared deck

            return deck_entries.take(rules, position, seat, entry, due)
        case Back() | Reply() | Renew() | Upgrade() | Audit():
            from pbem.replay import side_entries  # noqa: PLC0415  # not one turn in a hundred has any

            return side_entries.with_pen(position, seat, entry, due)


_REFEREES = ("answer", "open", "audit")
"""All that the dealer of a challenge may owe: he knows every die, so he must have nothing to choose."""


def _holds_pen(position: Position[S], due: NextStep, seat: Seat) -> None:
    if due.seat == seat == "B" and position.table.challenge and due.kind not in _REFEREES:
        raise VerifyError.of(
            "referee-plays", "who deals the dice of a challenge owes {what}, and may not play.", what=due.kind
        )
    if due.seat != seat or not due.kind:
        who = (
            Message("seat {seat} owes {what}", seat=due.seat, what=due.kind)
            if due.kind
            else Message("nothing is owed any more")
        )
        raise VerifyError.of("out-of-turn", "written by seat {seat}, but {who}.", seat=seat, who=who)


def _play(
    position: Position[S], seat: Seat, kind: str, obj: dict[str, Json]
) -> tuple[Position[S], tuple[Outcome, ...]]:
    rules = position.rules
    action = rules.actions.load(obj)
    if kind in rules.secret:
        raise VerifyError.of(
            "early-open", "a {kind!r} is secret and must be sealed, not written in clear.", kind=kind
        )
    due = owed(position)
    _holds_pen(position, due, seat)
    if not isinstance(due.demand, Choice) or due.kind != "choice":
        raise VerifyError.of("not-now", "a {kind!r} is not what is owed: {what}.", kind=kind, what=due.kind)
    return judge(rules, position, position.table.seats[seat].side, action)


def seal(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Seal, due: NextStep, place: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """Commitments are made; ``place`` is the hash of the log before them.

    Raises VerifyError ``not-now``, ``wrong-label``, ``sealed-twice``, ``bad-hex``.
    """
    expect(due, "conceal", Message("nothing is to be sealed now."))
    assert isinstance(due.demand, Conceal)
    at, table = due.demand.at, position.table
    if entry.at != table.label(at):
        raise VerifyError.of(
            "wrong-label", "sealed under {at!r}, asked for {label!r}.", at=entry.at, label=table.label(at)
        )
    if at in table.seals:
        raise VerifyError.of("sealed-twice", "there are commitments under {at!r} already.", at=entry.at)
    for value in entry.c:
        hex_bytes(value)
    made = Commitments(
        by=seat, hashes=entry.c, label=entry.at, key_generation=table.seats[seat].key_generation, place=place
    )
    position = evolve(position, table=evolve(table, seals=table.seals.put(at, made)))
    return judge(rules, position, due.demand.side, Sealed(side=due.demand.side, at=at, count=len(entry.c)))


def show(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Show, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """One commitment opened. Raises VerifyError ``not-now``, ``wrong-label``, ``never-sealed``, ``other-value``."""
    expect(due, "disclose", Message("nothing is to be opened now."))
    assert isinstance(due.demand, Disclose)
    table, at = position.table, due.demand.at
    made = table.seals.get(at)
    if entry.at != (made.label if made is not None else at) or entry.n not in due.demand.ns:
        raise VerifyError.of(
            "wrong-label",
            "opens {at}/{n}, asked for {at_b}/{ns}.",
            at=entry.at,
            n=entry.n,
            at_b=at,
            ns=due.demand.ns,
        )
    if made is None or made.by != seat or not 1 <= entry.n <= len(made.hashes) or entry.n in made.opened:
        raise VerifyError.of(
            "never-sealed",
            "seat {seat} has no unopened commitment {at}/{n}.",
            seat=seat,
            at=entry.at,
            n=entry.n,
        )
    label = f"{entry.at}/{entry.n}"
    found = dice.commitment(table.gid, label, hex_bytes(entry.salt), encode_value(entry.v)).hex()
    if not hmac.compare_digest(found, made.hashes[entry.n - 1]):
        raise VerifyError.of("other-value", "what is opened as {label} is not what was sealed.", label=label)
    seals = table.seals.put(at, evolve(made, opened={**made.opened, entry.n: entry.salt}))
    position = evolve(position, table=evolve(table, seals=seals, opened=table.opened + 1))
    shown = Shown(side=due.demand.side, at=at, n=entry.n, value=entry.v)
    return judge(rules, position, due.demand.side, shown)
