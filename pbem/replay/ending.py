"""Giving an agent, refusing a bundle, and opening the vaults when the game is over."""

from __future__ import annotations

from typing import TypeVar

from pbem import dice
from pbem.crypto import check_public_key
from pbem.entries import Agent, Audit, Reject
from pbem.errors import VerifyError
from pbem.log import allowed_kinds
from pbem.replay import decks
from pbem.replay.decks import hex_bytes
from pbem.replay.table import MAX_AGENTS, MAX_REASON, MAX_REFUSALS, Owed, Position, Seat, expect
from pbem.values import evolve

S = TypeVar("S")


def refuse(position: Position[S], seat: Seat, entry: Reject, due: Owed) -> Position[S]:
    """A refused bundle leaves no trace but this, and the roll indices it named are never used.

    Only who waits for the other side may refuse, a few times in a row, and each time one roll may burn: else chains and
    files could be used up by refusing what was never sent.
    """
    table = position.table
    if due.seat == seat or not due.what:
        raise VerifyError("out-of-turn", f"seat {seat} refuses a bundle, but the other side owes none.")
    if table.refusals >= MAX_REFUSALS:
        raise VerifyError("refused-often", f"seat {seat} has refused {table.refusals} times in a row.")
    hex_bytes(entry.head)
    if max(len(entry.code), len(entry.par)) > MAX_REASON:
        raise VerifyError("bad-fields", f"gives a reason of more than {MAX_REASON} characters.")
    if not 0 <= entry.j <= table.next_roll:
        raise VerifyError(
            "burnt-chain", f"would burn every roll up to {entry.j}, the next is {table.next_roll}."
        )
    next_roll = max(table.next_roll, entry.j + 1)
    return evolve(position, table=evolve(table, next_roll=next_roll, refusals=table.refusals + 1))


def give_agent(position: Position[S], entry: Agent, due: Owed) -> Position[S]:
    """Which key is in force follows from the log alone (:mod:`pbem.log.agents`); here only what may not stand there."""
    if due.what in ("start", "audit", "reply"):
        raise VerifyError(
            "not-now", f"an agent is given while the game goes on. What is owed is: {due.what}."
        )
    table = position.table
    if table.agents.get(due.seat, 0) >= MAX_AGENTS:
        raise VerifyError(
            "agents-often", f"seat {due.seat} has given {MAX_AGENTS} agents: no more in one game."
        )
    table = evolve(table, agents={**table.agents, due.seat: table.agents.get(due.seat, 0) + 1})
    if allowed_kinds(entry.may) is None:
        raise VerifyError("bad-fields", "`may` does not list kinds of the game's own entries, ascending.")
    if not entry.key:
        if entry.may:
            raise VerifyError("bad-fields", "lists what an agent may write, and gives none.")
        return evolve(position, table=table)
    key = check_public_key(hex_bytes(entry.key))
    if key in table.keys:
        raise VerifyError("reused-key", "gives the agent a key that stands in the log already.")
    return evolve(position, table=evolve(table, keys=table.keys | {key}))


def audit(position: Position[S], seat: Seat, entry: Audit, due: Owed) -> Position[S]:
    """Vault keys that are opened must be those committed to, and everything secret must follow from them: each secret
    from the key that was in force when it was made.
    """
    expect(due, "audit", "the game is not over.")
    table = position.table
    info = table.seats[seat]
    vaults, tips = [hex_bytes(each) for each in (*entry.before, entry.vault)], (*info.given, info.vault)
    if len(vaults) != len(tips):
        raise VerifyError("other-vault", f"opens {len(vaults)} keys; seat {seat} has had {len(tips)}.")
    if [dice.vault_tip(vault) for vault in vaults] != list(tips):
        where = "in the first mail" if len(tips) == 1 else "in the first mail and its renewals"
        raise VerifyError("other-vault", f"is not the key that seat {seat} committed to {where}.")
    every = {**table.undone, **{made.label: made for made in table.seals.values()}}
    for label, made in sorted(every.items()):
        for n, shown in sorted(made.opened.items()):
            if made.by == seat and dice.salt(vaults[made.era], table.gid, f"{label}/{n}").hex() != shown:
                raise VerifyError("other-salt", f"the salt of {label}/{n} was not made with this key.")
    decks.audit(table.decks, seat, *vaults)
    return evolve(position, table=evolve(table, audited=(*table.audited, seat)))
