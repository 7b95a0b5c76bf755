"""What goes into a turn without asking at the table: what decides nothing, and orders that waited; and what stands there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, KeyFileError, UsageError
from pbem.home.kept_papers import game_over
from pbem.home.play import orders as playing
from pbem.home.standing import answers, conditions, kept, lines, preparing, waiting
from pbem.home.standing.going_on import go_on
from pbem.home.standing.kept import Standing
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.table import decision, position
from pbem.table.open_home import Room, stand_of
from pbem.table.position import when
from pbem.table.request_fields import Given, real, word
from pbem.view.markup import clean

_MOST, _LONGEST = 50, 300


# --- written ----------------------------------------------------------------------------------------------------------


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
            if not session.is_my_turn:
                break
            halted, given = _waited(room, session)
            if given:
                told += given
                continue
            if halted and session.owed.kind in playing.DECISIONS:
                break
            action = decision.only(room.stand()) if session.owed.kind in playing.DECISIONS else None
            if action is not None:
                moment = session.game.rules.moment(session.position.game)
                told.append({"kind": session.game.rules.actions.kind(action), "moment": when(moment)})
                after = playing.onward(session.order(action))
            elif session.owed.kind in playing.DECISIONS or playing.undoable(session)[1]:
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


def _waited(room: Room, session: Session) -> tuple[bool, list[Json]]:
    """Whether what waits is halted, and the orders of it that could be given: they are stored."""
    folder = room.folder()
    if not folder.standing_counts()[1]:
        return False, []
    standing, spoilt = kept.readable(folder, room.identity)
    if spoilt:  # the page says so, beside a button that drops it
        return standing.halted, []
    came = go_on(session, standing, acting=False)
    if came.changed and not came.dropped:
        room.keep(came.session, change=kept.change(folder, room.identity, came.standing))
    actions, moment = session.game.rules.actions, session.game.rules.moment(session.position.game)
    kinds = [actions.kind(actions.parse(line)) for line in came.given]
    return came.standing.halted, [{"kind": kind, "moment": when(moment)} for kind in kinds]


def back(session: Session, count: int, *, everything: bool) -> Session:
    """The session without its last orders, and without those before them that were written unasked."""
    session, _ = playing.undo(session, count, everything=everything)
    while playing.undoable(session)[1] and decision.only(stand_of(session)) is not None:
        session, _ = playing.undo(session)
    return session


# --- what waits -------------------------------------------------------------------------------------------------------


def _wait(room: Room, given: Given) -> Json:
    """A line that is to wait, as it is typed."""
    real(room)
    game_over.check(room.folder())
    line = given.get("line")
    if not isinstance(line, str) or len(line) > _LONGEST:
        raise UsageError.of("too-long", "An order that waits has at most {most} characters.", most=_LONGEST)
    with room.home.lock():
        more = waiting.typed(room.session(), [line])
        _keep(room, waiting.with_more(kept.read(room.folder(), room.identity), more))
    return position.position(room)


def _queue(room: Room, given: Given) -> Json:
    """``how``: ``drop`` order ``n`` (0: all), ``move`` order ``n`` to the place ``to``, or ``go``."""
    real(room)
    how, n, to = word(given, "how"), given.get("n"), given.get("to")
    with room.home.lock():
        if how == "drop" and n == 0:
            room.folder().save(kept.nothing_waits(room.folder()))
            return position.position(room)
        now = kept.read(room.folder(), room.identity)
        places = range(1, len(now.waiting) + 1)
        if how == "go":
            game_over.check(room.folder())
            _keep(room, evolve(now, halted=False))
            wrote = write(room)
            return {**position.position(room), "wrote": wrote}
        if how == "drop" and type(n) is int and n in places:
            _keep(room, now.without((now.waiting[n - 1],)))
        elif how == "move" and type(n) is int and n in places and type(to) is int and to in places:
            _keep(room, now.moved(n, to))
        else:
            raise UsageError.of("no-such-order", "There is no such order that waits.")
    return position.position(room)


def _keep(room: Room, standing: Standing) -> None:
    room.folder().save(kept.change(room.folder(), room.identity, standing))


# --- what stands ------------------------------------------------------------------------------------------------------


def _stands(room: Room, _given: Given) -> Json:
    """The lines that stand in this game as a sheet; nothing where the game takes none."""
    session = room.session()
    try:
        rules = lines.taking(session.game)
        standing = kept.read(room.folder(), room.identity)
    except (UsageError, KeyFileError) as error:
        return {"taken": False, "said": clean(error.message, 200), "sheet": "", "slips": []}
    state, side = session.position.game, session.side
    if not standing.lines:
        offered = rules.standing_usual(state, side)
        said = (
            Message(
                "While you are away your program can answer losses, retreats and the like as it would recommend them, and "
                "ask you when six steps are at stake, or an objective of which you have not said what becomes of it. Nobody "
                "else sees this."
            )
            if offered
            else Message("No orders stand. At the command line: pbem standing edit.")
        )
        return {
            "taken": True,
            "said": said,
            "sheet": "",
            "slips": [],
            "usual": "".join(lines.text(each) + "\n" for each in offered),
            "answers": False,
        }
    stand, ahead = [each.line for each in standing.lines], preparing.outlook(session, standing)
    there = lines.vocabulary_of(session.game, state, side)
    slips = [slip for each in stand for slip in lines.slips_of(session.game, there, each)]
    return {
        "taken": True,
        "said": Message("These orders stand."),
        "usual": "",
        "outlook": [clean(each, 300) for each in ahead.said()] if ahead else [],
        "draft": bool(ahead and ahead.open),
        "answers": answers.by_kind(session, stand, answers.mixing(session)).action is not None
        or answers.prepared(session, standing).order is not None,
        "sheet": "".join(lines.text(each) + "\n" for each in stand),
        "slips": [clean(each.message, 300) for each in slips],
    }


def _usual(room: Room, given: Given) -> Json:
    """Let the usual lines stand, or, with ``drop``, none. UsageError ``nothing-asked`` where the game has none."""
    session, drop = room.session(), given.get("drop") is True
    new = () if drop else lines.taking(session.game).standing_usual(session.position.game, session.side)
    if not new and not drop:
        raise UsageError.of("nothing-asked", "Your opponent's turn asks nothing of you in this game.")
    with room.home.lock():
        standing = kept.read(room.folder(), room.identity)
        _keep(room, evolve(standing, lines=conditions.written(session, new)))
    return _stands(room, given)


def _prepare(room: Room, given: Given) -> Json:
    """Prepare what would wake the player, as the adviser would."""
    session = room.session()
    with room.home.lock():
        standing = kept.read(room.folder(), room.identity)
        ahead = preparing.outlook(session, standing)
        if ahead is not None and ahead.open:
            _keep(room, standing.replaced(preparing.drafted(session, ahead.open)))
    return _stands(room, given)


def follow(room: Room, _given: Given) -> None:
    """Write what the lines say, up to the first decision that they leave. UsageError ``no-sheet`` without any."""
    with room.home.lock():
        standing = kept.read(room.folder(), room.identity)
        if not standing.lines:
            raise UsageError.of("no-sheet", "No orders stand in this game.")
        came = go_on(room.session(), standing, acting=True)
        room.keep(came.session, change=kept.change(room.folder(), room.identity, came.standing))


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "prepare": _prepare,
    "queue": _queue,
    "stands": _stands,
    "usual": _usual,
    "wait": _wait,
}
