"""Rolls: asked for, answered, opened, their faces from both seeds (``schemas/dice.md``)."""

from __future__ import annotations

from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto import dice
from pbem.games import boundary
from pbem.log.entries import Open, Req, Rsp
from pbem.port.game import MAX_DICE, MAX_FACE, MAX_SIDES, Outcome, Requested, Roll, Rolled, Ruleset
from pbem.port.messages import Message
from pbem.replay.judging import judge
from pbem.replay.table import NextStep, Pending, Position, Seat, Seeds, Table, expect, other

S = TypeVar("S")


def _check_asked(entry: Req, roll: Roll, table: Table) -> None:
    """Whether this very roll is asked for, in its form. Raises what :func:`request` raises for that."""
    if entry.why != table.label(roll.why):
        raise VerifyError.of(
            "wrong-roll",
            "asks for {why!r}, the rules ask for {label!r}.",
            why=entry.why,
            label=table.label(roll.why),
        )
    if entry.why in table.asked:
        raise VerifyError.of(
            "wrong-roll", "asks for {why!r} a second time: a label stands for one roll.", why=entry.why
        )
    if entry.dice != wire_dice(roll):
        raise VerifyError.of(
            "wrong-dice",
            "asks for the dice {dice}, the rules ask for {wire_dice}.",
            dice=entry.dice,
            wire_dice=wire_dice(roll),
        )
    if entry.j != table.next_roll:
        code = "roll-again" if entry.j < table.next_roll else "skipped-seed"
        raise VerifyError.of(
            code, "asks for roll {j}, the next is {next_roll}.", j=entry.j, next_roll=table.next_roll
        )
    if entry.j > min(info.length for info in table.seats.values()):
        raise VerifyError.of(
            "chain-end",
            "roll {j} is beyond the seed chains.",
            j=entry.j,
            hint="No dice are left in this game: agree on a result, or go on in a new game.",
        )
    if roll.sealed and entry.x:
        raise VerifyError.of("early-open", "discloses its seed, but the answerer still has a choice to make.")
    if not roll.sealed and not entry.x:
        raise VerifyError.of("hidden-seed", "hides its seed in a roll that needs none hidden.")


def request(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Req, due: NextStep, head: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """A roll asked for; ``head`` is the hash of the log at the request.

    Raises VerifyError ``not-now``, ``bad-fields``, ``wrong-roll``, ``wrong-dice``, ``roll-again``,
    ``skipped-seed``, ``chain-end``, ``early-open``, ``hidden-seed``, ``wrong-seed``.
    """
    _check_dice(entry)
    expect(due, "roll", Message("no roll is asked for by the rules."))
    roll, table = due.demand, position.table
    assert isinstance(roll, Roll)
    _check_asked(entry, roll, table)
    x = _seed(table.seeds[seat], seat, entry.j, entry.x) if entry.x else b""
    pending = Pending(j=entry.j, why=entry.why, by=seat, dice=entry.dice, request=head, x=x)
    table = evolve(table, pending=pending, next_roll=entry.j + 1, asked=table.asked.put(entry.why, entry.j))
    if x:
        table = _disclosed(table, seat, entry.j, x)
    position = evolve(position, table=table)
    if roll.sealed:
        return judge(rules, position, roll.side, Requested(why=roll.why))
    return position, ()


def answer(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Rsp, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The answerer's seed. Raises VerifyError ``not-now``, ``skipped-answer``, ``wrong-seed``, ``better-dice``."""
    expect(due, "answer", Message("no seed is owed now."))
    table = position.table
    pending = table.pending
    assert pending is not None
    if entry.j != pending.j:
        raise VerifyError.of(
            "skipped-answer", "answers roll {j}, roll {open} is open.", j=entry.j, open=pending.j
        )
    x = _seed(table.seeds[seat], seat, entry.j, entry.x)
    table = _disclosed(table, seat, entry.j, x)
    if pending.x:
        position = evolve(position, table=table)
        return _rolled(rules, position, pending, {pending.by: pending.x, seat: x}, entry.dice)
    if entry.dice:
        raise VerifyError.of("better-dice", "names faces that nobody can know yet.")
    return evolve(position, table=evolve(table, pending=evolve(pending, answer=x))), ()


def disclose(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Open, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The asker's seed, and the faces. Raises VerifyError ``not-now``, ``skipped-open``, ``wrong-seed``, ``better-dice``."""
    expect(due, "open", Message("no roll waits to be opened."))
    table = position.table
    pending = table.pending
    assert pending is not None
    if entry.j != pending.j:
        raise VerifyError.of(
            "skipped-open", "opens roll {j}, roll {open} is open.", j=entry.j, open=pending.j
        )
    x = _seed(table.seeds[seat], seat, entry.j, entry.x)
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
            for d in boundary.demands(rules, position.game)
            if isinstance(d, Roll) and table.label(d.why) == pending.why and wire_dice(d) == pending.dice
        ),
        None,
    )
    if roll is None:
        raise VerifyError.of("lost-roll", "the rules no longer wait for {why!r}.", why=pending.why)
    found = faces_of(table, pending, seeds)
    if found != claimed:
        raise VerifyError.of(
            "better-dice", "claims the faces {claimed}, the seeds give {found}.", claimed=claimed, found=found
        )
    drawn = 1 if roll.why.startswith("draw/") else 0
    table = evolve(table, pending=None, rolls=table.rolls + 1, draws=table.draws + drawn)
    position = evolve(position, table=table)
    return judge(rules, position, roll.side, Rolled(why=roll.why, faces=found))


def faces_of(table: Table, pending: Pending, seeds: dict[Seat, bytes]) -> tuple[int, ...]:
    """The faces of a roll, in the order of its dice: from both seeds, in a challenge from B's (``schemas/dice.md``)."""
    if table.challenge:
        stream = dice.dealt(table.seats["B"].tip, pending.j, seeds["B"])
    else:
        context = dice.roll_context(table.gid, pending.j, pending.request, pending.why)
        stream = dice.stream(context, seeds["A"], seeds["B"], pending.why)
    return tuple(low + stream.below(sides) for sides, low in pending.dice)


def wire_dice(roll: Roll) -> tuple[tuple[int, int], ...]:
    """The dice of a roll as its request names them."""
    return tuple((die.sides, die.low) for die in roll.dice)


def _check_dice(entry: Req) -> None:
    fine = all(1 <= sides <= MAX_SIDES and abs(low) <= MAX_FACE for sides, low in entry.dice)
    if not fine or not 1 <= len(entry.dice) <= MAX_DICE:
        raise VerifyError.of(
            "bad-fields", "asks for dice that cannot be thrown: {dice}.", dice=entry.dice[:5]
        )


def _seed(chain: Seeds, seat: Seat, j: int, text: str) -> bytes:
    value = hex_bytes(text)
    if not dice.check_link(chain.key, chain.index, chain.known, j, value):
        raise VerifyError.of(
            "wrong-seed", "the seed for roll {j} does not lie on the chain of seat {seat}.", j=j, seat=seat
        )
    return value


def _disclosed(table: Table, seat: Seat, j: int, x: bytes) -> Table:
    """The table on which the chain of a seat has been disclosed up to roll ``j``."""
    return evolve(table, seeds={**table.seeds, seat: evolve(table.seeds[seat], index=j, known=x)})
