"""Giving an agent, refusing a bundle, and opening the vaults when the game is over."""

from __future__ import annotations

from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve
from pbem.crypto import dice
from pbem.crypto.keys import check_public_key, key_id
from pbem.log import MAX_ENTRIES, MIN_CHAIN, allowed_kinds, is_words
from pbem.log.entries import Agent, Audit, Note, Reject
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.replay import decks
from pbem.replay.decks import hex_bytes
from pbem.replay.table import (
    MAX_AGENTS,
    MAX_NOTE,
    MAX_REASON,
    MAX_REFUSALS,
    MAX_REFUSED,
    Owed,
    Position,
    Seat,
    Seeds,
    Table,
    expect,
)

S = TypeVar("S")


def refuse(position: Position[S], seat: Seat, entry: Reject, due: Owed) -> Position[S]:
    """A refused bundle leaves no trace but this, and the next roll is never asked for: the bundle may have asked for it.

    Whether the other side signed it follows from the log alone (:mod:`pbem.log.refusals`). Only who waits for the other
    side may refuse, and a few times in a row.
    """
    table = position.table
    if due.seat == seat or due.what in ("", "audit"):
        raise VerifyError(
            "out-of-turn", Message("seat {seat} refuses a bundle, but the other side owes none.", seat=seat)
        )
    if table.refusals >= MAX_REFUSALS:
        raise VerifyError(
            "refused-often",
            Message("turn files have been refused {refusals} times in a row.", refusals=table.refusals),
        )
    refused = table.refused.get(seat, 0)
    if refused >= MAX_REFUSED:
        raise VerifyError(
            "refused-often",
            Message(
                "seat {seat} has refused {refused} times: no more in one game.", seat=seat, refused=refused
            ),
            hint=Message("The other side owes a turn that holds: pbem claim shows it."),
        )
    for text, size in (
        (entry.head, 32),
        (entry.key, 8),
        (entry.rules, 8),
        (entry.sig, 64),
        (entry.state, 32),
    ):
        hex_bytes(text, size)
    if max(len(entry.code), len(entry.par)) > MAX_REASON:
        raise VerifyError(
            "bad-fields",
            Message("gives a reason of more than {max_reason} characters.", max_reason=MAX_REASON),
        )
    first = position.count
    if not first <= entry.entry <= entry.last < first + MAX_ENTRIES:
        raise VerifyError("bad-fields", Message("names an entry that the refused turn file cannot have."))
    table = evolve(
        table,
        next_roll=table.next_roll + 1,
        refusals=table.refusals + 1,
        refused={**table.refused, seat: refused + 1},
    )
    return evolve(position, table=table)


def note(position: Position[S], seat: Seat, entry: Note) -> Outcome:
    """A word to the other, as it is told: it changes nothing, and its place is checked with its bundle."""
    if not position.started:
        raise VerifyError("not-now", Message("a note may stand when the game has begun."))
    if not is_words(entry.text, MAX_NOTE):
        raise VerifyError(
            "bad-fields",
            Message("a note has 1 to {most} characters, without a space at either end.", most=MAX_NOTE),
        )
    info = position.table.seats[seat]
    return Outcome(
        kind="note", text=Message("{name} writes: {text}", name=info.name, text=entry.text), side=info.side
    )


def give_agent(position: Position[S], entry: Agent, due: Owed) -> Position[S]:
    """Which key is in force follows from the log alone (:mod:`pbem.log.agents`); here only what may not stand there."""
    if due.what in ("start", "audit", "reply"):
        raise VerifyError(
            "not-now",
            Message("an agent is given while the game goes on. What is owed is: {what}.", what=due.what),
        )
    table = position.table
    given = table.agents_given.get(due.seat, 0)
    if given >= MAX_AGENTS:
        raise VerifyError(
            "agents-often",
            Message("seat {seat} has given {given} agents: no more in one game.", seat=due.seat, given=given),
        )
    table = evolve(
        table,
        agents_given={**table.agents_given, due.seat: given + 1},
        agents={seat: chain for seat, chain in table.agents.items() if seat != due.seat},
    )
    if allowed_kinds(entry.may) is None:
        raise VerifyError(
            "bad-fields", Message("`may` does not list kinds of the game's own entries, ascending.")
        )
    if not (entry.key or entry.tip or entry.n):
        if entry.may:
            raise VerifyError("bad-fields", Message("lists what an agent may write, and gives none."))
        return evolve(position, table=table)
    return evolve(position, table=_with_agent(table, due.seat, entry))


def _with_agent(table: Table, seat: Seat, entry: Agent) -> Table:
    if not (entry.key and entry.tip and MIN_CHAIN <= entry.n <= dice.MAX_LENGTH):
        raise VerifyError(
            "bad-fields", Message("gives an agent without its key, or without a chain to answer from.")
        )
    if table.challenge and seat == "B":
        raise VerifyError(
            "referee-plays", Message("who deals the dice of a challenge answers alone, and has no agent.")
        )
    key, tip = check_public_key(hex_bytes(entry.key)), hex_bytes(entry.tip)
    if key_id(key) in table.keys or tip in table.worn:
        raise VerifyError(
            "reused-key", Message("gives the agent a key or a chain that stands in the log already.")
        )
    chain = Seeds(key=key, length=entry.n, known=tip)
    return evolve(
        table, keys=table.keys | {key_id(key)}, worn=table.worn | {tip}, agents={**table.agents, seat: chain}
    )


def audit(position: Position[S], seat: Seat, entry: Audit, due: Owed) -> Position[S]:
    """Vault keys that are opened must be those committed to, and everything secret must follow from them: each secret
    from the key that was in force when it was made.
    """
    expect(due, "audit", Message("the game is not over."))
    table = position.table
    check_vaults(table, seat, tuple(hex_bytes(each) for each in (*entry.before, entry.vault)))
    return evolve(position, table=evolve(table, audited=(*table.audited, seat)))


def check_vaults(table: Table, seat: Seat, vaults: tuple[bytes, ...]) -> None:
    """The audit itself: these vault keys of a seat, oldest first, are those it pinned, and all it did follows from them.

    Raises VerifyError ``other-vault``, ``other-salt`` and ``other-mask``.
    """
    info = table.seats[seat]
    tips = (*info.given, info.vault)
    if len(vaults) != len(tips):
        raise VerifyError(
            "other-vault",
            Message(
                "opens {n} keys; seat {seat} has had {before}.", n=len(vaults), seat=seat, before=len(tips)
            ),
        )
    if [dice.vault_tip(vault) for vault in vaults] != list(tips):
        where = (
            Message("in the first mail") if len(tips) == 1 else Message("in the first mail and its renewals")
        )
        raise VerifyError(
            "other-vault",
            Message("is not the key that seat {seat} committed to {where}.", seat=seat, where=where),
        )
    for label, made in sorted(table.commitments.items()):
        for n, shown in sorted(made.opened.items()):
            if (
                made.by == seat
                and dice.salt(vaults[made.era], table.gid, f"{label}/{n}", made.place).hex() != shown
            ):
                raise VerifyError(
                    "other-salt",
                    Message("the salt of {label}/{n} was not made with this key.", label=label, n=n),
                )
    decks.audit(table.decks, seat, *vaults)
