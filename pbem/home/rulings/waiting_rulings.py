"""Rulings of the referee that lie beside a game which has not gone over to them yet."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import ConflictError
from pbem.home.turns.versions import OPEN, Held
from pbem.log import Bundle, Log, rulings_in
from pbem.port.messages import Message


def waiting(log: Log, lying: Iterable[Held]) -> tuple[Bundle, ...]:
    """The rulings that lie beside the log and have yet to be taken in."""
    pool = [each.bundle for each in lying if each.code in ("", OPEN)]
    return log.lacking(rulings_in(pool))


def check_waiting(log: Log, lying: Iterable[Held]) -> None:
    """Raises ConflictError ``ruling-waits`` while a ruling that has come is not in the log: nothing is signed past it."""
    for each in waiting(log, lying):
        raise ConflictError(
            "ruling-waits",
            Message(
                "A ruling of the referee has come (turn file {n}), and your game has not gone over to it yet.",
                n=each.header.n,
            ),
            hint=Message(
                "Import it again: pbem import FILE. If turn files before it are missing, ask the referee to "
                "send them too. pbem undo --all drops orders that stand in its way."
            ),
        )
