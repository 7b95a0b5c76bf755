"""Rulings: the referee to whom both players are bound decides, and the log goes on from there (``schemas/log.md``, rulings).

Whose key signs a ruling is for the log (:mod:`pbem.log.referees`). Here what it does to the game: as by a take-back it goes
back to an earlier position, or it stands, or it has ended. No roll index that a ruling makes way for has ever been used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto.keys import key_id
from pbem.log import REFEREE, Bundle, is_words
from pbem.log.clause import MAX_DAYS
from pbem.log.entries import Appoint, Ruling
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.replay.rewinding import target, targets, went_back
from pbem.replay.ruling_words import told
from pbem.replay.table import MAX_NOTE, MAX_RULINGS, OVER, STANDS, VOID, Ended, Position, Seat, Table

S = TypeVar("S")

MAX_JUMP = 100
"""How far beyond the next roll a ruling may go on: who rules cannot use up the chains."""

MAX_LEVEL = 64


def appoint(position: Position[S], seat: Seat, entry: Appoint) -> Position[S]:
    """Another referee; that both have signed for them was looked at with the bundle. Raises VerifyError ``reused-key``."""
    _check_place(position, seat)
    table, ident = position.table, key_id(hex_bytes(entry.key))
    if ident in table.keys:
        raise VerifyError.of(
            "reused-key",
            "appoints a referee by a key that stands in the log already: of a player, or of a "
            "referee before.",
        )
    return evolve(position, table=evolve(table, keys=table.keys | {ident}, referee=entry.who))


def rule(position: Position[S], seat: Seat, entry: Ruling) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The position after a ruling, and what is said of it.

    Raises VerifyError ``bad-fields``, ``out-of-turn``, ``not-now``, ``ruled-often``, ``bad-ruling``, ``chain-end``.
    """
    _check_form(position.table, entry)
    _check_place(position, seat)
    if position.table.rulings >= MAX_RULINGS:
        raise VerifyError.of(
            "ruled-often", "there are {most} rulings in this game: no more in one.", most=MAX_RULINGS
        )
    if entry.j:
        _check_roll(position.table, entry.j)
    after = position
    if entry.how == VOID:
        after = went_back(position, _target(position, entry.to))
        after = evolve(after, table=evolve(after.table, pending=None))
    elif entry.how == OVER:
        ended = Ended(winner=entry.winner, level=entry.level)
        after = evolve(position, table=evolve(position.table, pending=None, offer=None, ended=ended))
    table = evolve(
        after.table, rulings=after.table.rulings + 1, next_roll=entry.j or position.table.next_roll
    )
    after = evolve(after, table=table)
    return after, (Outcome(kind="ruling", text=told(position.table.referee, entry)),)


def _check_form(table: Table, entry: Ruling) -> None:
    """Each way to rule has fields of its own, and none of the others."""
    wanted = {
        VOID: entry.to >= 0 and entry.j > 0 and not (entry.winner or entry.level),
        STANDS: entry.to == -1 and entry.j >= 0 and not (entry.winner or entry.level),
        OVER: entry.to == -1 and entry.j == 0 and _is_level(entry.level),
    }
    if not wanted.get(entry.how, False):
        raise VerifyError.of(
            "bad-fields", "rules {how!r} with fields that do not belong to it.", how=entry.how[:16]
        )
    if entry.winner not in ("", *(info.side for info in table.seats.values())):
        raise VerifyError.of("bad-fields", "names a winner who is not a side of this game.")
    if not is_words(entry.text, MAX_NOTE) or not 0 <= entry.days <= MAX_DAYS:
        raise VerifyError.of(
            "bad-fields", "gives no reason of 1 to {most} characters, or more than a year.", most=MAX_NOTE
        )


def _is_level(text: str) -> bool:
    return is_words(text, MAX_LEVEL) and text.isascii() and text.isprintable()


def _check_place(position: Position[S], seat: Seat) -> None:
    if seat != REFEREE:
        raise VerifyError.of("out-of-turn", "written by seat {seat}: only the referee rules.", seat=seat)
    if not position.started:
        raise VerifyError.of("not-now", "nothing has begun, and there is nothing to rule on.")
    if position.table.audited or position.table.ended is not None:
        raise VerifyError.of(
            "not-now", "the game has ended, by a ruling or with an opened vault: nothing is ruled any more."
        )


def _check_roll(table: Table, j: int) -> None:
    if not table.next_roll < j <= table.next_roll + MAX_JUMP:
        raise VerifyError.of(
            "bad-ruling",
            "goes on with roll {j}; the next is {next_roll}, and it has to be 1 to {most} beyond that.",
            j=j,
            next_roll=table.next_roll,
            most=MAX_JUMP,
        )
    if j > shorter_chain(table):
        raise VerifyError.of("chain-end", "goes on with roll {j}, which is beyond the seed chains.", j=j)


def shorter_chain(table: Table) -> int:
    """How many rolls the shorter chain of both seats has seeds for."""
    return min(info.length for info in table.seats.values())


def _target(position: Position[S], to: int) -> Position[S]:
    try:
        return target(position, to)
    except VerifyError as error:
        raise VerifyError("bad-ruling", error.message, hint=error.hint) from error


# --- in words ---------------------------------------------------------------------------------------------------------


# --- what can be ruled ------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Possible:
    """What a referee can rule on a position. ``to``: the entries after which the game can go on, ascending.

    ``j``: the lowest roll with which it can go on, ``most``: the highest; ``j`` is 0 when the chains have come to their
    end, and then nothing can be ruled void. ``why_not``: why nothing can be ruled at all, "" when something can.
    """

    to: tuple[int, ...] = ()
    j: int = 0
    most: int = 0
    why_not: str = ""


def possible(position: Position[S], versions: Iterable[Bundle] = ()) -> Possible:
    """What can be ruled behind a log. ``versions``: turn files that are not in it, of any version that is known: a roll
    that one of them names is behind what can be ruled.
    """
    table = position.table
    try:
        _check_place(position, REFEREE)
    except VerifyError as error:
        return Possible(why_not=error.message)
    if table.rulings >= MAX_RULINGS:
        return Possible(
            why_not=Message("there are {most} rulings in this game: no more in one.", most=MAX_RULINGS)
        )
    most = min(table.next_roll + MAX_JUMP, shorter_chain(table))
    lowest = max(table.next_roll, highest_roll(versions)) + 1
    return Possible(to=tuple(sorted(targets(position))), j=lowest if lowest <= most else 0, most=most)


def highest_roll(bundles: Iterable[Bundle]) -> int:
    """The highest roll that entries of these bundles name, whatever they do with it; 0 for none."""
    named = (
        entry.get("j") for each in bundles for entry in each.entries if entry["k"] in ("req", "rsp", "open")
    )
    return max((j for j in named if type(j) is int), default=0)
