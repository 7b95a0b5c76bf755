"""Refusing a bundle, notes, and opening the vaults when the game is over."""

from __future__ import annotations

import re
from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto import dice
from pbem.log import MAX_ENTRIES, is_words, pace_stamp
from pbem.log.entries import Audit, Note, Reject
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.replay import decks
from pbem.replay.table import (
    MAX_NOTE,
    MAX_REASON,
    MAX_REFUSALS,
    MAX_REFUSED,
    NextStep,
    Position,
    Seat,
    Table,
    expect,
)

S = TypeVar("S")
_AGAIN = re.compile(r"@again((?: \d{1,9})*) \(the same orders again, with new dice\)", re.ASCII)


def refuse(position: Position[S], seat: Seat, entry: Reject, due: NextStep) -> Position[S]:
    """A refused bundle leaves no trace but this, and the next roll is never asked for: the bundle may have asked for it.

    Whether the other side signed it follows from the log alone (:mod:`pbem.log.refusals`). Only who waits for the other
    side may refuse, and a few times in a row.
    """
    table = position.table
    if due.seat == seat or due.kind in ("", "audit"):
        raise VerifyError.of(
            "out-of-turn", "seat {seat} refuses a bundle, but the other side owes none.", seat=seat
        )
    if table.refusals >= MAX_REFUSALS:
        raise VerifyError.of(
            "refused-often",
            "turn files have been refused {refusals} times in a row.",
            refusals=table.refusals,
        )
    refused = table.refused.get(seat, 0)
    if refused >= MAX_REFUSED:
        raise VerifyError.of(
            "refused-often",
            "seat {seat} has refused {refused} times: no more in one game.",
            seat=seat,
            refused=refused,
            hint="The other side owes a turn that holds: pbem dispute claim shows it.",
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
        raise VerifyError.of(
            "bad-fields", "gives a reason of more than {max_reason} characters.", max_reason=MAX_REASON
        )
    first = position.count
    if not first <= entry.entry <= entry.last < first + MAX_ENTRIES:
        raise VerifyError.of("bad-fields", "names an entry that the refused turn file cannot have.")
    table = evolve(
        table,
        next_roll=table.next_roll + 1,
        refusals=table.refusals + 1,
        refused={**table.refused, seat: refused + 1},
    )
    return evolve(position, table=table)


def _again(text: str) -> str:
    # Beside an offer with --again: as everybody reads it, in their language.
    if (found := _AGAIN.fullmatch(text)) is None:
        return text
    return Message("the same orders again, with new dice (left out: {but})", but=found[1].strip() or "-")


def note(position: Position[S], seat: Seat, entry: Note) -> Outcome:
    """A word to the other, as it is told: it changes nothing, and its place is checked with its bundle."""
    if not position.started:
        raise VerifyError.of("not-now", "a note may stand when the game has begun.")
    if not is_words(entry.text, MAX_NOTE):
        raise VerifyError.of(
            "bad-fields", "a note has 1 to {most} characters, without a space at either end.", most=MAX_NOTE
        )
    info = position.table.seats[seat]
    said = Message("{name} writes: {text}", name=info.name, text=_again(entry.text))
    if (mark := pace_stamp.parsed(entry.text)) is not None:
        signed = pace_stamp.written(mark.signed)[:-1].replace("T", " ")
        words = _again(pace_stamp.own_words(entry.text))
        said = (
            Message("{name} writes, {signed} (UTC): {text}", name=info.name, signed=signed, text=words)
            if words
            else Message("{name} signed this at {signed} (UTC), as they say.", name=info.name, signed=signed)
        )
    return Outcome(kind="note", text=said, side=info.side)


def audit(position: Position[S], seat: Seat, entry: Audit, due: NextStep) -> Position[S]:
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
    tips = (*info.former_vaults, info.vault)
    if len(vaults) != len(tips):
        raise VerifyError.of(
            "other-vault",
            "opens {n} keys; seat {seat} has had {before}.",
            n=len(vaults),
            seat=seat,
            before=len(tips),
        )
    if [dice.vault_tip(vault) for vault in vaults] != list(tips):
        where = (
            Message("in the first mail") if len(tips) == 1 else Message("in the first mail and its renewals")
        )
        raise VerifyError.of(
            "other-vault", "is not the key that seat {seat} committed to {where}.", seat=seat, where=where
        )
    for label, made in sorted(table.commitments.items()):
        for n, shown in sorted(made.opened.items()):
            if (
                made.by == seat
                and dice.salt(vaults[made.key_generation], table.gid, f"{label}/{n}", made.place).hex()
                != shown
            ):
                raise VerifyError.of(
                    "other-salt", "the salt of {label}/{n} was not made with this key.", label=label, n=n
                )
    decks.audit(table.decks, seat, *vaults)
