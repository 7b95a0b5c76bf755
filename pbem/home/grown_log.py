"""What is kept beside a log when a game is stored: the draft, and since when something is owed."""

from __future__ import annotations

from datetime import datetime

from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.store.game import GameFolder


def lies_ahead(folder: GameFolder, session: Session) -> bool:
    """Whether what is drafted continues a turn file that the log has lost: it holds again once that is back."""
    head = folder.draft_head() if not session.draft else ""
    known = (each.header.head for each in reversed(session.log.bundles))  # as a rule it is one of the last
    return bool(head) and bytes.fromhex(head) not in known and head != session.log.gid.hex()


def still_owing(folder: GameFolder, session: Session, before: bytes, now: bytes) -> datetime | None:
    """Since when what is owed now is owed: a player who plays on and still has to act keeps the days that they had. None:
    from now on. ``before`` and ``now`` are the bytes of the log.

    Nobody but who holds the pen writes anything besides a refusal, so the log says it without the rules.
    """
    due, left = owed(session.base), len(now) - len(before)
    if not before or not now.startswith(before) or not due.kind:
        return None
    for bundle in reversed(session.log.bundles):
        if left <= 0:
            break
        if bundle.header.by != due.seat or bundle.entries[0]["k"] == "reject":
            return None
        left -= bundle.size
    return folder.since() if left == 0 else None
