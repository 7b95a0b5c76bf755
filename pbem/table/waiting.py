"""The orders that wait for a roll or an answer, as the page shows them."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.home.standing import kept
from pbem.home.standing.going_on import go_on
from pbem.home.standing.open_roll import open_for
from pbem.protocol.session import Session
from pbem.table import decision
from pbem.table.open_home import Room
from pbem.view.markup import clean

_LONGEST = 300


def shown(room: Room, session: Session) -> dict[str, Json]:
    """Whether an order may wait now, what waits, and what keeps the first back where they are halted."""
    standing, spoilt = kept.readable(room.folder(), room.identity)
    if spoilt and standing.halted:
        return {"open": False, "orders": [], "stopped": True, "why": [], "dropped": clean(spoilt, _LONGEST)}
    tried = go_on(session, evolve(standing, halted=False), acting=False)
    return {
        "open": open_for(session),
        "orders": [clean(each.line.do[0], _LONGEST) for each in standing.waiting],
        "stopped": standing.halted,
        "why": decision.violations(tried.violations) if standing.halted and not tried.given else [],
        "dropped": clean(tried.dropped, _LONGEST),
    }
