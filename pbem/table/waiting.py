"""The orders that wait for a roll or an answer, as the page shows them."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError
from pbem.home.play import queue, queue_giving
from pbem.protocol.session import Session
from pbem.table import decision
from pbem.table.open_home import Room
from pbem.view.markup import clean

_LONGEST = 300


def shown(room: Room, session: Session) -> dict[str, Json]:
    """Whether an order may wait now, what waits, and what keeps the first back where the queue has stopped."""
    try:
        kept = queue.read(room.folder(), room.identity)
    except KeyFileError as error:
        return {"open": False, "orders": [], "stopped": True, "why": [], "dropped": clean(error.message, 300)}
    tried = queue_giving.give(session, evolve(kept, stopped=False)) if kept.orders else None
    return {
        "open": queue_giving.open_for(session),
        "orders": [clean(each.line, _LONGEST) for each in kept.orders],
        "stopped": kept.stopped,
        "why": decision.violations(tried.violations) if tried and kept.stopped and not tried.lines else [],
        "dropped": clean(tried.dropped, 300) if tried else "",
    }
