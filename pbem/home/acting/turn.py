"""What a program writes into a turn in its player's own home: what decides nothing, and what their plans and sheet say."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from pbem.bytes.canon import Json
from pbem.home.play import plans as planned
from pbem.home.play import queue_giving
from pbem.home.play.orders import DECISIONS
from pbem.home.play.passing import forced
from pbem.home.play.plans import Plans, Progress, Starts, at_once
from pbem.home.play.queue import EMPTY, Queue
from pbem.port.messages import Message
from pbem.protocol.session import Session

_MOST = 1_000
_STOPPED = Message("orders wait there that are not given any more: pbem queue")


@frozen(kw_only=True)
class Written(Progress):
    """How far it came: ``queue`` are the orders that still wait, ``queued`` whether they are other ones than before."""

    queue: Queue = EMPTY
    queued: bool = False


def write(
    session: Session,
    sheet: Mapping[str, Json] | None,
    plans: Plans = (),
    starts: Starts = at_once,
    queue: Queue = EMPTY,
) -> Written:
    """Everything up to the first decision that is a person's, and why it is theirs; "" when the pen has passed on.

    The orders that wait come first where they are asked for, then plans and sheet.

    Nothing is signed. A renewal, a take-back and the answer to one, an upgrade, a note, a refusal and a
    paper are never written: each is a person's word. Raises ConflictError as
    :meth:`pbem.protocol.session.Session.automatic` does.
    """
    done = Written(session=session, plans=planned.unused(session, plans), queue=queue)
    for _ in range(_MOST):
        now = done.session
        ahead = now if now.owed.what in DECISIONS else now.automatic()
        done = evolve(done, session=ahead)
        if not ahead.mine:
            return done
        if ahead.owed.what not in DECISIONS or ahead.owed.offer is not None:
            return evolve(done, reason=Message("only you can write it"))
        given = queue_giving.give(ahead, done.queue)
        if given.touched and not given.dropped:
            done = evolve(done, session=given.session, queue=given.queue, queued=True)
        if given.illegal:
            return evolve(done, reason=queue_giving.why(given))
        if given.lines:
            continue
        if given.dropped or done.queue.stopped:
            return evolve(done, reason=_STOPPED)
        if (only := forced(ahead)) is not None:
            done = evolve(done, session=ahead.order(only))
            continue
        done = planned.one_more(done, sheet, starts)
        if done.reason:
            return done
    return evolve(done, reason=Message("its orders come to no end"))
