"""What decides nothing is written without asking: a request, an opening, an order that is the only one there is."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, KeyFileError
from pbem.home.kept_papers import game_over
from pbem.home.play import orders as playing
from pbem.home.play import queue, queue_giving
from pbem.protocol.session import Session
from pbem.table.decision import only
from pbem.table.open_home import Room, stand_of
from pbem.table.position import when

_MOST = 50


def write(room: Room) -> list[Json]:
    """Write what decides nothing up to the next decision, and tell the orders among it: kind and phase.

    What cannot be taken back waits for the player as long as there are orders before it that can.
    """
    told: list[Json] = []
    if room.trial is not None or not game_over.playing_on(room.folder()):
        return told
    with room.home.lock():
        for _ in range(_MOST):
            session = room.session()
            if not session.mine:
                break
            stopped, given = _queued(room, session)
            if given:
                told += given
                continue
            if stopped and session.owed.what in playing.DECISIONS:
                break
            action = only(room.stand()) if session.owed.what in playing.DECISIONS else None
            if action is not None:
                moment = session.game.rules.moment(session.position.game)
                told.append({"kind": session.game.rules.actions.kind(action), "moment": when(moment)})
                after = playing.onward(session.order(action))
            elif session.owed.what in playing.DECISIONS or playing.undoable(session)[1]:
                break
            else:
                try:
                    after = session.automatic()
                except ConflictError:  # what keeps it from being written is said when the turn is to be sent
                    break
            if after.draft == session.draft:
                break
            room.keep(after)
    return told


def _queued(room: Room, session: Session) -> tuple[bool, list[Json]]:
    """Whether the queue of the game has stopped, and the orders of it that could be given: they are stored."""
    folder = room.folder()
    if not queue.count(folder):
        return False, []
    try:
        given = queue_giving.look(folder, room.identity, session)
    except KeyFileError:  # the page says so, beside a button that drops it
        return True, []
    if given.touched and not given.dropped:
        room.keep(given.session, change=queue.change(folder, room.identity, given.queue))
    actions, moment = session.game.rules.actions, session.game.rules.moment(session.position.game)
    kinds = [actions.kind(actions.parse(line)) for line in given.lines]
    return given.queue.stopped, [{"kind": kind, "moment": when(moment)} for kind in kinds]


def back(session: Session, count: int, *, everything: bool) -> Session:
    """The session without its last orders, and without those before them that were written unasked."""
    session, _ = playing.undo(session, count, everything=everything)
    while playing.undoable(session)[1] and only(stand_of(session)) is not None:
        session, _ = playing.undo(session)
    return session
