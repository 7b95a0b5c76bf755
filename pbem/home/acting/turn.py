"""What a program writes into a turn in its player's own home: what decides nothing, and what their plans and sheet say."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.home.play import plans as planned
from pbem.home.play.orders import DECISIONS
from pbem.home.play.passing import forced
from pbem.home.play.plans import Plans, Progress, Starts, at_once
from pbem.port.messages import Message
from pbem.protocol.session import Session

_MOST = 1_000


def write(
    session: Session, sheet: Mapping[str, Json] | None, plans: Plans = (), starts: Starts = at_once
) -> Progress:
    """Everything up to the first decision that is a person's, and why it is theirs; "" when the pen has passed on.

    Nothing is signed. A renewal, a responder's key, a take-back and the answer to one, an upgrade, a note, a refusal and a
    paper are never written: each is a person's word. Raises ConflictError as
    :meth:`pbem.protocol.session.Session.automatic` does.
    """
    done = Progress(session=session, plans=planned.unused(session, plans))
    for _ in range(_MOST):
        now = done.session
        ahead = now if now.owed.what in DECISIONS else now.automatic()
        done = evolve(done, session=ahead)
        if not ahead.mine:
            return done
        if ahead.owed.what not in DECISIONS or ahead.owed.offer is not None:
            return evolve(done, reason=_theirs(ahead))
        if (only := forced(ahead)) is not None:
            done = evolve(done, session=ahead.order(only))
            continue
        done = planned.one_more(done, sheet, starts)
        if done.reason:
            return done
    return evolve(done, reason=Message("its orders come to no end"))


def _theirs(session: Session) -> str:
    """Why nobody but the player writes what is owed."""
    if session.left_to:
        return Message("your responder answers this")
    return Message("only you can write it")
