"""A home put back from an old copy: it must not sign again what it has signed before.

The only trace may be a turn of the opponent that continues one of ours which this home does not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import ConflictError
from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.games import Seen
from pbem.log import REFEREE, Log, read_bundles
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.table import NextStep, owed
from pbem.store.game import GameFolder


def own_missing(folder: GameFolder, log: Log, seat: str, due: NextStep) -> int | None:
    """The number of a turn file of ours that was signed and that this home does not have; None when there is none.

    ``due`` is what is owed after the signed log. A turn of the other side beyond the next number, while the next one is
    ours to write, can only continue a turn that we signed elsewhere.
    """
    have = len(log.bundles)
    if (sent := min((n for n in folder.sent_numbers() if n > have), default=None)) is not None:
        return sent
    if due.seat != seat or not due.kind:
        return None
    waiting = (read_bundles(data)[0].header for data in folder.parked())
    return have + 1 if any(each.by not in (seat, REFEREE) and each.n > have + 1 for each in waiting) else None


def check(folder: GameFolder, view: Session | Seen) -> None:
    """Raises ConflictError ``stale-home`` when a turn file of ours is missing here."""
    missing = own_missing(folder, view.log, view.seat, owed(view.base))
    if missing is not None:
        raise ConflictError("stale-home", sentence(missing), hint=HINT)


class _OutdatedCopy(Room):
    def check(self, case: Case) -> None:
        check(case.folder, case.view)

    def lines(self, case: Case) -> Iterator[Said]:
        missing = own_missing(case.folder, case.view.log, case.view.seat, owed(case.view.base))
        if missing is not None:
            yield Said("parked", sentence(missing))


ROOM = _OutdatedCopy()

HINT = Message(
    "Go on with the newer copy of this home. If there is none, bring the turn file in, out of your sent mails or with the "
    "file log.pbem in your opponent's home: pbem import PATH..."
)
"""What to do about it."""


def sentence(missing: int) -> str:
    """What is wrong, for people."""
    return Message(
        "Your own turn file {missing} has been signed and is not in this home: it is an old copy, or its log was damaged. "
        "Signing another would be two versions of one turn.",
        missing=missing,
    )
