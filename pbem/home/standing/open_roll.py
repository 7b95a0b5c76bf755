"""Whether orders may wait now, because a roll or an answer is open; and what takes them then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.bytes.errors import UsageError
from pbem.bytes.records import define, field
from pbem.home.play import orders as playing
from pbem.log import start_of
from pbem.log.entries import PROTOCOL
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry, fold_log

if TYPE_CHECKING:
    from pbem.home.standing.kept import Kept

_ANSWER = "answer"


@define(kw_only=True)
class Later:
    """Takes the lines that have to wait while orders are written (:func:`pbem.home.play.orders.do`)."""

    orders: list[Kept] = field(factory=list)

    def takes(self, session: Session) -> bool:
        """Whether an order would wait now; behind one that waits every order does."""
        return bool(self.orders) or open_for(session)

    def take(self, session: Session, text: str) -> None:
        """Understand a line and let it wait. Raises UsageError as the reader and the codec do."""
        from pbem.home.standing.waiting import kept  # noqa: PLC0415  # few orders wait

        self.orders.append(kept(session, text))


def check(session: Session) -> None:
    """Raises UsageError ``not-now`` where an order has nothing to wait for."""
    if not open_for(session):
        raise UsageError.of("not-now", "No roll and no answer is open: give the order itself.")


def open_for(session: Session) -> bool:
    """Whether a roll of this side, or an answer to what it ordered, is open: then orders may wait for it.

    In the other side's own turn nothing is taken: what would be typed there was never meant for it.
    """
    due, table = session.owed, session.position.table
    if not due.kind or due.kind in ("reply", "audit") or table.ended is not None:
        return False
    if due.seat == session.seat:
        return due.kind not in (*playing.DECISIONS, _ANSWER)
    if table.pending is not None:
        return table.pending.by == session.seat
    last = _last_order(session)
    return last is not None and _phase(session, last.before.game) == _phase(session, session.position.game)


def _last_order(session: Session) -> AppliedEntry[object] | None:
    """The order that this side gave last, in its draft or in the last turn file, which is its own then."""
    trail = [*session.happened]
    if not trail and session.mark is not None and session.log.bundles[-1].header.by == session.seat:
        log = session.log
        fold_log(session.game, log, start_of(log), trail.append, session.mark)
    mine = (each for each in reversed(trail) if each.seat == session.seat)
    return next(
        (each for each in mine if each.kind == "seal" or not PROTOCOL.knows(str(each.obj["k"]))), None
    )


def _phase(session: Session, state: object) -> tuple[int, str]:
    moment = session.game.rules.moment(state)
    return moment.turn, moment.phase
