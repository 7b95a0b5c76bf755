"""What a program writes into a turn in its player's own home: what decides nothing, and the answers of their sheet."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.home.play.orders import DECISIONS
from pbem.home.play.passing import forced
from pbem.home.play.standing_orders import mixing, standing_answer
from pbem.port.messages import Message
from pbem.protocol.session import Session

_MOST = 1_000


@frozen(kw_only=True)
class Written:
    """The session with its draft, how many of its orders a sheet gave, and why it stopped; "" when the pen has passed on."""

    session: Session
    answered: int = 0
    reason: str = ""


def write(session: Session, sheet: Mapping[str, Json] | None) -> Written:
    """Everything up to the first decision that is a person's.

    Nothing is signed. A renewal, a responder's key, a take-back and the answer to one, an upgrade, a note, a refusal and a
    paper are never written: each is a person's word. Raises ConflictError as
    :meth:`pbem.protocol.session.Session.automatic` does.
    """
    answered = 0
    for _ in range(_MOST):
        ahead = session if session.owed.what in DECISIONS else session.automatic()
        if not ahead.mine:
            return Written(session=ahead, answered=answered)
        if ahead.owed.what not in DECISIONS or ahead.owed.offer is not None:
            return Written(session=ahead, answered=answered, reason=_theirs(ahead))
        if (only := forced(ahead)) is not None:
            session = ahead.order(only)
            continue
        if sheet is None:
            return Written(session=ahead, answered=answered, reason=Message("no orders stand in this game"))
        found = standing_answer(ahead, sheet, mixing(ahead))
        if found.action is None:
            return Written(session=ahead, answered=answered, reason=found.reason)
        session, answered = ahead.order(found.action), answered + 1
    return Written(session=session, answered=answered, reason=Message("its orders come to no end"))


def _theirs(session: Session) -> str:
    """Why nobody but the player writes what is owed."""
    if session.left_to:
        return Message("your responder answers this")
    return Message("only you can write it")
