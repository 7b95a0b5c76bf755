"""What a program writes into a turn in its player's own home: what decides nothing, and the answers of their sheet."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from pbem.bytes.canon import Json
from pbem.home.play import queue_giving
from pbem.home.play.orders import DECISIONS
from pbem.home.play.passing import forced
from pbem.home.play.queue import EMPTY, Queue
from pbem.home.play.standing_orders import mixing, standing_answer
from pbem.port.messages import Message
from pbem.protocol.session import Session

_MOST = 1_000
_STOPPED = Message("orders wait there that are not given any more: pbem queue")


@frozen(kw_only=True)
class Written:
    """The session with its draft, how many of its orders a sheet gave, and why it stopped; "" when the pen has passed on.

    ``queue`` are the orders that still wait, ``queued`` whether they are other ones than before.
    """

    session: Session
    answered: int = 0
    reason: str = ""
    queue: Queue = EMPTY
    queued: bool = False


def write(session: Session, sheet: Mapping[str, Json] | None, queue: Queue = EMPTY) -> Written:
    """Everything up to the first decision that is a person's; the orders that wait come first where they are asked for.

    Nothing is signed. A renewal, a responder's key, a take-back and the answer to one, an upgrade, a note, a refusal and a
    paper are never written: each is a person's word. Raises ConflictError as
    :meth:`pbem.protocol.session.Session.automatic` does.
    """
    done = Written(session=session, queue=queue)
    for _ in range(_MOST):
        session = done.session
        ahead = session if session.owed.what in DECISIONS else session.automatic()
        if not ahead.mine:
            return evolve(done, session=ahead)
        if ahead.owed.what not in DECISIONS:
            return evolve(done, session=ahead, reason=_theirs(ahead))
        given = queue_giving.give(ahead, done.queue)
        if given.touched and not given.dropped:
            done = evolve(done, session=given.session, queue=given.queue, queued=True)
        if given.illegal:
            return evolve(done, reason=queue_giving.why(given))
        if given.lines:
            continue
        if given.dropped or done.queue.stopped:
            return evolve(done, session=ahead, reason=_STOPPED)
        if (only := forced(ahead)) is not None:
            done = evolve(done, session=ahead.order(only))
            continue
        if sheet is None:
            return evolve(done, session=ahead, reason=Message("no orders stand in this game"))
        found = standing_answer(ahead, sheet, mixing(ahead))
        if found.action is None:
            return evolve(done, session=ahead, reason=found.reason)
        done = evolve(done, session=ahead.order(found.action), answered=done.answered + 1)
    return evolve(done, reason=Message("its orders come to no end"))


def _theirs(session: Session) -> str:
    """Why nobody but the player writes what is owed."""
    if session.left_to:
        return Message("your responder answers this")
    return Message("only you can write it")
