"""Rolls: asked for, answered, opened, their faces from both seeds (``schemas/dice.md``)."""

from __future__ import annotations

from typing import TypeVar

from pbem import dice
from pbem.entries import Open, Req, Rsp
from pbem.errors import VerifyError
from pbem.replay.decks import hex_bytes
from pbem.replay.judging import judge
from pbem.replay.table import Owed, Pending, Position, Seat, Table, expect, other
from pbem.ruleset import Outcome, Requested, Roll, Rolled, Ruleset
from pbem.values import evolve

S = TypeVar("S")


def request(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Req, due: Owed, head: bytes
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """A roll asked for; ``head`` is the hash of the log at the request.

    Raises VerifyError ``not-now``, ``wrong-roll``, ``roll-again``, ``skipped-seed``, ``chain-end``, ``early-open``,
    ``hidden-seed``, ``wrong-seed``.
    """
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
        return judge(rules, position, roll.side, Requested(why=roll.why))
    return position, ()


def answer(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Rsp, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The answerer's seed. Raises VerifyError ``not-now``, ``skipped-answer``, ``wrong-seed``, ``better-dice``."""
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


def disclose(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: Open, due: Owed
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The asker's seed, and the faces. Raises VerifyError ``not-now``, ``skipped-open``, ``wrong-seed``, ``better-dice``."""
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
    return judge(rules, position, roll.side, Rolled(why=roll.why, faces=found))


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
