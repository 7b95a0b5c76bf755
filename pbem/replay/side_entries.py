"""Entries beside the game, which few turns have: offers and answers, keys, refusals, notes, rulings, vaults opened."""

from __future__ import annotations

from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto.dice import MAX_LENGTH
from pbem.crypto.keys import check_public_key, fingerprint, key_id
from pbem.log import MIN_CHAIN
from pbem.log.entries import Appoint, Audit, Back, Note, Reject, Renew, Reply, Ruling, Upgrade
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.replay import ruling, upgrading
from pbem.replay.refuse_audit import audit, note, refuse
from pbem.replay.rewinding import offer, reply
from pbem.replay.table import MAX_RENEWALS, NextStep, Position, Seat, Seeds, Table

S = TypeVar("S")


def without_pen(
    position: Position[S], seat: Seat, entry: Appoint | Ruling | Reject | Note, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """An entry that may stand no matter who holds the pen: a referee's, a refusal, a note."""
    match entry:
        case Appoint():
            return ruling.appoint(position, seat, entry), ()
        case Ruling():
            return ruling.rule(position, seat, entry)
        case Reject():
            return refuse(position, seat, entry, due), ()
        case Note():
            return position, (note(position, seat, entry),)


def with_pen(
    position: Position[S], seat: Seat, entry: Back | Reply | Renew | Upgrade | Audit, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """An entry of the seat that holds the pen, instead of what is owed, or at the very end."""
    if isinstance(entry, Audit):
        return audit(position, seat, entry, due), ()
    after = _offered(position, seat, entry, due)
    said = told(after, seat) if isinstance(entry, Renew) else ()
    return after, (*upgrading.told(position, after), *said)


def _offered(
    position: Position[S], seat: Seat, entry: Back | Reply | Renew | Upgrade, due: NextStep
) -> Position[S]:
    match entry:
        case Upgrade():
            return upgrading.offer(position, seat, entry, due)
        case Reply() if position.table.offer is not None and position.table.offer.upgrade is not None:
            return upgrading.reply(position, entry, position.table.offer.upgrade)
        case Back():
            return offer(position, seat, entry, due)
        case Reply():
            return reply(position, entry, due)
        case Renew():
            return renew(position, seat, entry, due)


_NEVER = ("start", "audit", "reply", "answer", "open")


def renew(position: Position[S], seat: Seat, entry: Renew, due: NextStep) -> Position[S]:
    """The position in which the seat has another game key, seed chain and vault (``schemas/log.md``, keys).

    Which key signs what follows from the log alone (:mod:`pbem.log.renewals`). No die can be chosen by it: no roll is under
    way, so every request that uses the new seeds comes after it on the log (``schemas/dice.md``, why it holds).
    Raises VerifyError ``not-now``, ``referee-plays``, ``renewed-often``, ``bad-fields``, ``bad-hex``, ``reused-key``,
    ``chain-end`` and those of an unsound key.
    """
    table = position.table
    if due.kind in _NEVER or table.pending is not None:
        raise VerifyError.of("not-now", "keys are not renewed while this is owed: {what}.", what=due.kind)
    if table.challenge and seat == "B":
        raise VerifyError.of("referee-plays", "the chain of who deals the dice of a challenge is the dice.")
    if table.renewed:
        raise VerifyError.of("renewed-often", "keys were renewed, and the game has not gone on since.")
    if table.seats[seat].key_generation >= MAX_RENEWALS:
        raise VerifyError.of(
            "renewed-often", "seat {seat} has renewed its keys {most} times.", seat=seat, most=MAX_RENEWALS
        )
    if not MIN_CHAIN <= entry.n <= MAX_LENGTH:
        raise VerifyError.of(
            "bad-fields",
            "a seed chain has {min_chain} to {max_length} seeds, not {n}.",
            min_chain=MIN_CHAIN,
            max_length=MAX_LENGTH,
            n=entry.n,
        )
    key, tip, vault = check_public_key(hex_bytes(entry.key)), hex_bytes(entry.tip), hex_bytes(entry.vault)
    if (
        key_id(key) in table.keys
        or tip in table.used_chains_and_vaults
        or vault in table.used_chains_and_vaults
        or tip == vault
    ):
        raise VerifyError.of(
            "reused-key", "renews with a key, a chain or a vault that stands in the log already."
        )
    info = table.seats[seat]
    if entry.n < info.length:
        raise VerifyError.of(
            "chain-end",
            "brings {n} seeds in the place of {length}: the dice would end sooner.",
            n=entry.n,
            length=info.length,
        )
    return evolve(position, table=installed(table, seat, entry))


def installed(table: Table, seat: Seat, entry: Renew) -> Table:
    """The table with the keys of a renewal that has been checked."""
    key, tip, vault = hex_bytes(entry.key), hex_bytes(entry.tip), hex_bytes(entry.vault)
    info = table.seats[seat]
    fresh = evolve(
        info, key=key, tip=tip, length=entry.n, vault=vault, former_vaults=(*info.former_vaults, info.vault)
    )
    return evolve(
        table,
        seats={**table.seats, seat: fresh},
        seeds={**table.seeds, seat: Seeds(key=key, length=entry.n, known=tip)},
        keys=table.keys | {key_id(key)},
        used_chains_and_vaults=table.used_chains_and_vaults | {tip, vault},
        renewed=True,
    )


def told(after: Position[S], seat: Seat) -> tuple[Outcome, ...]:
    """What is said of a renewal: whose keys, and the code of the new game key, to be compared by voice."""
    info = after.table.seats[seat]
    text = Message(
        "The {side} side renewed its keys: the code of the new one is {code}.",
        side=Message(info.side.capitalize()),
        code=fingerprint(info.key),
    )
    return (Outcome(kind="renew", text=text, side=info.side),)
