"""Commitments: values sealed under a label, and opened one by one (``schemas/log.md``, seal and show)."""

from __future__ import annotations

import hmac
from typing import TypeVar

from pbem.bytes.canon import encode_value
from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto import dice
from pbem.log.entries import Seal, Show
from pbem.port.game import Conceal, Disclose, Outcome, Ruleset, Sealed, Shown
from pbem.port.messages import Message
from pbem.replay.judging import judge
from pbem.replay.table import Commitments, NextStep, Position, Seat, expect

S = TypeVar("S")


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
