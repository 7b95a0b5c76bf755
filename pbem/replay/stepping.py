"""One entry applied to one position: the protocol's rules first, then the game's.

Every code raised here is listed in ``schemas/log.md`` with the attack that it stops.
"""

from __future__ import annotations

import hmac
from typing import TypeVar

from attrs import frozen

from pbem import dice
from pbem.canon import Json, encode_value
from pbem.entries import (
    PROTOCOL,
    Agent,
    Audit,
    Back,
    DeckKey,
    DeckMask,
    DeckShow,
    Open,
    ProtocolEntry,
    Reject,
    Reply,
    Req,
    Rsp,
    Seal,
    Show,
    Start,
)
from pbem.errors import IllegalOrder, VerifyError
from pbem.replay import decks
from pbem.replay.decks import hex_bytes
from pbem.replay.ending import audit, give_agent, refuse
from pbem.replay.rewinding import offer, reply
from pbem.replay.table import (
    Commitments,
    Owed,
    Pending,
    Position,
    Seat,
    Table,
    expect,
    other,
    owed,
)
from pbem.ruleset import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Disclose,
    Mask,
    Masked,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Ruleset,
    Sealed,
    Shown,
)
from pbem.ruleset import Table as Chance
from pbem.values import evolve

S = TypeVar("S")


@frozen(kw_only=True)
class Applied:
    """What came of one entry."""

    kind: str
    outcomes: tuple[Outcome, ...] = ()


def step(
    rules: Ruleset[S], position: Position[S], seat: Seat, obj: dict[str, Json], head: bytes
) -> tuple[Position[S], Applied]:
    """Apply one entry, an object as parsed from its line, written by ``seat``; ``head`` is the log's hash after it.

    Raises VerifyError, or IllegalOrder with every violation, carrying the entry's number.
    """
    number = position.count
    if obj.get("i") != number:
        raise VerifyError("bad-number", f"its number is {obj.get('i')!r}, expected {number}.", entry=number)
    kind = str(obj.get("k"))
    try:
        if PROTOCOL.knows(kind):
            entry: ProtocolEntry = PROTOCOL.load(obj)  # type: ignore[assignment]  # the codec's classes are the union
            after, outcomes = _protocol(rules, position, seat, entry, head)
        else:
            after, outcomes = _play(rules, position, seat, kind, obj)
    except VerifyError as error:
        error.entry = number
        raise
    except IllegalOrder as error:
        error.entry = number
        raise
    if after.table.refusals and kind != "reject":
        after = evolve(after, table=evolve(after.table, refusals=0))
    if after.table.offers and kind not in ("back", "reply"):
        after = evolve(after, table=evolve(after.table, offers=0))
    # A take-back that was agreed to has set the past; anything else goes on from the position before it.
    past = after.past if after.table.backs != position.table.backs else position
    return evolve(after, count=number + 1, past=past), Applied(kind=kind, outcomes=outcomes)


def _protocol(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: ProtocolEntry, head: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    due = owed(rules, position)
    if isinstance(entry, Reject):
        return refuse(position, seat, entry, due), ()
    _holds_pen(position, due, seat)
    match entry:
        case Start():
            expect(due, "start", "the game has started already.")
            return evolve(position, started=True), ()
        case Seal():
            return _seal(rules, position, seat, entry, due)
        case Req():
            return _request(rules, position, seat, entry, due, head)
        case Rsp():
            return _answer(rules, position, seat, entry, due)
        case Show():
            return _show(rules, position, seat, entry, due)
        case Open():
            return _open(rules, position, seat, entry, due)
        case DeckMask() | DeckKey() | DeckShow():
            return _deck(rules, position, seat, entry, due)
        case Back() | Reply() | Agent():
            return _beside_the_game(position, seat, entry, due), ()
        case Audit():
            return audit(position, seat, entry, due), ()


def _beside_the_game(
    position: Position[S], seat: Seat, entry: Back | Reply | Agent, due: Owed
) -> Position[S]:
    match entry:
        case Back():
            return offer(position, seat, entry, due)
        case Reply():
            return reply(position, entry, due)
        case Agent():
            return give_agent(position, entry, due)


_REFEREES = ("answer", "open", "audit")
"""All that the dealer of a challenge may owe: he knows every die, so he must have nothing to choose."""


def _holds_pen(position: Position[S], due: Owed, seat: Seat) -> None:
    if due.seat == seat == "B" and position.table.challenge and due.what not in _REFEREES:
        raise VerifyError(
            "referee-plays", f"who deals the dice of a challenge owes {due.what}, and may not play."
        )
    if due.seat != seat or not due.what:
        who = f"seat {due.seat} owes {due.what}" if due.what else "nothing is owed any more"
        raise VerifyError("out-of-turn", f"written by seat {seat}, but {who}.")


# --- the game's own entries -------------------------------------------------------------------------------------------


def _play(
    rules: Ruleset[S], position: Position[S], seat: Seat, kind: str, obj: dict[str, Json]
) -> tuple[Position[S], tuple[Outcome, ...]]:
    action = rules.actions.load(obj)
    if kind in rules.secret:
        raise VerifyError("early-open", f"a {kind!r} is secret and must be sealed, not written in clear.")
    due = owed(rules, position)
    _holds_pen(position, due, seat)
    if not isinstance(due.demand, Choice) or due.what != "choice":
        raise VerifyError("not-now", f"a {kind!r} is not what is owed: {due.what}.")
    side = position.table.seats[seat].side
    violations = tuple(rules.check(position.game, side, action))
    if violations:
        raise IllegalOrder(violations)
    result = rules.apply(position.game, side, action)
    return evolve(position, game=result.state), result.outcomes


def _tell(
    rules: Ruleset[S], position: Position[S], side: str, action: Chance
) -> tuple[Position[S], tuple[Outcome, ...]]:
    violations = tuple(rules.check(position.game, side, action))
    if violations:
        raise IllegalOrder(violations)
    result = rules.apply(position.game, side, action)
    return evolve(position, game=result.state), result.outcomes


# --- commitments ------------------------------------------------------------------------------------------------------


def _seal(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Seal, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    expect(due, "conceal", "nothing is to be sealed now.")
    assert isinstance(due.demand, Conceal)
    at, table = due.demand.at, position.table
    if entry.at != table.label(at):
        raise VerifyError("wrong-label", f"sealed under {entry.at!r}, asked for {table.label(at)!r}.")
    if at in table.seals:
        raise VerifyError("sealed-twice", f"there are commitments under {entry.at!r} already.")
    for value in entry.c:
        hex_bytes(value)
    seals = {**table.seals, at: Commitments(by=seat, hashes=entry.c, label=entry.at)}
    position = evolve(position, table=evolve(table, seals=seals))
    return _tell(rules, position, due.demand.side, Sealed(side=due.demand.side, at=at, count=len(entry.c)))


def _show(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Show, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    expect(due, "disclose", "nothing is to be opened now.")
    assert isinstance(due.demand, Disclose)
    table, at = position.table, due.demand.at
    made = table.seals.get(at)
    if entry.at != (made.label if made is not None else at) or entry.n not in due.demand.ns:
        raise VerifyError("wrong-label", f"opens {entry.at}/{entry.n}, asked for {at}/{due.demand.ns}.")
    if made is None or made.by != seat or not 1 <= entry.n <= len(made.hashes) or entry.n in made.opened:
        raise VerifyError("never-sealed", f"seat {seat} has no unopened commitment {entry.at}/{entry.n}.")
    label = f"{entry.at}/{entry.n}"
    found = dice.commitment(table.gid, label, hex_bytes(entry.salt), encode_value(entry.v)).hex()
    if not hmac.compare_digest(found, made.hashes[entry.n - 1]):
        raise VerifyError("other-value", f"what is opened as {label} is not what was sealed.")
    seals = {**table.seals, at: evolve(made, opened={**made.opened, entry.n: entry.salt})}
    position = evolve(position, table=evolve(table, seals=seals, opened=table.opened + 1))
    shown = Shown(side=due.demand.side, at=at, n=entry.n, value=entry.v)
    return _tell(rules, position, due.demand.side, shown)


# --- decks ------------------------------------------------------------------------------------------------------------


def _deck(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: DeckMask | DeckKey | DeckShow, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    table = position.table
    told: Chance
    match entry, due.demand:
        case DeckMask(), Mask(side=side, deck=deck) as demand:
            after = decks.masked(table.decks, table.gid, seat, entry, demand)
            told = Masked(side=side, deck=deck)
        case DeckKey(n=slots), Deal(side=side, deck=deck, to=to) as demand:
            after = decks.dealt(table.decks, seat, entry, demand, table.seat_of(to))
            told = Dealt(to=to, deck=deck, slots=slots)
        case DeckShow(n=n, v=name), Disclose(side=side) as demand:
            after = decks.shown(table.decks, seat, entry, demand)
            told = Shown(side=side, at=demand.at, n=n, value=name)
            table = evolve(table, opened=table.opened + 1)
        case _:
            raise VerifyError("not-now", f"no such thing is owed now, but: {due.what}.")
    return _tell(rules, evolve(position, table=evolve(table, decks=after)), side, told)


# --- rolls ------------------------------------------------------------------------------------------------------------


def _request(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Req, due: Owed, head: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    expect(due, "roll", "no roll is asked for by the rules.")
    roll, table = due.demand, position.table
    assert isinstance(roll, Roll)
    if entry.why != table.label(roll.why):
        raise VerifyError(
            "wrong-roll", f"asks for {entry.why!r}, the rules ask for {table.label(roll.why)!r}."
        )
    if entry.j != table.next_roll:
        code = "roll-again" if entry.j < table.next_roll else "skipped-seed"
        raise VerifyError(code, f"asks for roll {entry.j}, the next is {table.next_roll}.")
    if entry.j > min(info.length for info in table.seats.values()):
        raise VerifyError(
            "chain-end",
            f"roll {entry.j} is beyond the seed chains.",
            hint="No dice are left in this game: agree on a result, or go on in a new game.",
        )
    if roll.sealed and entry.x:
        raise VerifyError("early-open", "discloses its seed, but the answerer still has a choice to make.")
    if not roll.sealed and not entry.x:
        raise VerifyError("hidden-seed", "hides its seed in a roll that needs none hidden.")
    x = _seed(table, seat, entry.j, entry.x) if entry.x else b""
    pending = Pending(j=entry.j, why=entry.why, by=seat, request=head, x=x)
    table = evolve(table, pending=pending, next_roll=entry.j + 1)
    if x:
        table = _disclosed(table, seat, entry.j, x)
    position = evolve(position, table=table)
    if roll.sealed:
        return _tell(rules, position, roll.side, Requested(why=roll.why))
    return position, ()


def _answer(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Rsp, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    expect(due, "answer", "no seed is owed now.")
    table = position.table
    pending = table.pending
    assert pending is not None
    if entry.j != pending.j:
        raise VerifyError("skipped-answer", f"answers roll {entry.j}, roll {pending.j} is open.")
    x = _seed(table, seat, entry.j, entry.x)
    table = _disclosed(table, seat, entry.j, x)
    if pending.x:
        position = evolve(position, table=table)
        return _rolled(rules, position, pending, {pending.by: pending.x, seat: x}, entry.dice)
    if entry.dice:
        raise VerifyError("better-dice", "names faces that nobody can know yet.")
    return evolve(position, table=evolve(table, pending=evolve(pending, answer=x))), ()


def _open(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Open, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    expect(due, "open", "no roll waits to be opened.")
    table = position.table
    pending = table.pending
    assert pending is not None
    if entry.j != pending.j:
        raise VerifyError("skipped-open", f"opens roll {entry.j}, roll {pending.j} is open.")
    x = _seed(table, seat, entry.j, entry.x)
    position = evolve(position, table=_disclosed(table, seat, entry.j, x))
    return _rolled(rules, position, pending, {seat: x, other(seat): pending.answer}, entry.dice)


def _rolled(
    rules: Ruleset[S],
    position: Position[S],
    pending: Pending,
    seeds: dict[Seat, bytes],
    claimed: tuple[int, ...],
) -> tuple[Position[S], tuple[Outcome, ...]]:
    table = position.table
    roll = next(
        (
            d
            for d in rules.demands(position.game)
            if isinstance(d, Roll) and table.label(d.why) == pending.why
        ),
        None,
    )
    if roll is None:
        raise VerifyError("lost-roll", f"the rules no longer wait for {pending.why!r}.")
    found = faces_of(table, pending, seeds, roll)
    if found != claimed:
        raise VerifyError("better-dice", f"claims the faces {claimed}, the seeds give {found}.")
    drawn = 1 if roll.why.startswith("draw/") else 0
    table = evolve(table, pending=None, rolls=table.rolls + 1, draws=table.draws + drawn)
    position = evolve(position, table=table)
    return _tell(rules, position, roll.side, Rolled(why=roll.why, faces=found))


def faces_of(table: Table, pending: Pending, seeds: dict[Seat, bytes], roll: Roll) -> tuple[int, ...]:
    """The faces of a roll, in the order of its dice: from both seeds, in a challenge from B's (``schemas/dice.md``)."""
    if table.challenge:
        stream = dice.dealt(table.seats["B"].tip, pending.j, seeds["B"])
    else:
        context = dice.roll_context(table.gid, pending.j, pending.request, pending.why)
        stream = dice.stream(context, seeds["A"], seeds["B"], pending.why)
    return tuple(die.low + stream.below(die.sides) for die in roll.dice)


def _seed(table: Table, seat: Seat, j: int, text: str) -> bytes:
    value = hex_bytes(text)
    index, known = table.seeds[seat]
    if not dice.check_link(table.seats[seat].key, index, known, j, value):
        raise VerifyError("wrong-seed", f"the seed for roll {j} does not lie on seat {seat}'s chain.")
    return value


def _disclosed(table: Table, seat: Seat, j: int, x: bytes) -> Table:
    return evolve(table, seeds={**table.seeds, seat: (j, x)})
