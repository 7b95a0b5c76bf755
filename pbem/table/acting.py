"""Orders given and taken back, in the game and in the sandbox: each request by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import SystemRandom

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.beside.seat import check_seat
from pbem.home.kept_papers import game_over
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.home.play.left_open import left_open
from pbem.home.standing import kept
from pbem.protocol.session import Session
from pbem.table import automatic_entries, forms, guiding, position
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, order, real
from pbem.table.what_if import Trial

_MAX_THEN = 4


def _do(room: Room, given: Given) -> Json:
    """An order, and with it the answers (``then``) to what it asks at once: all of them or none.

    ``left`` names the units that an end of movement leaves unmoved, though they could have moved.
    """
    action = order(room, given)
    more = given.get("then")
    answers = more[:_MAX_THEN] if isinstance(more, list) else []
    then = [forms.loaded(room.stand(), each) for each in answers if isinstance(each, dict)]
    if room.trial is not None:
        room.trial.give(action)
        for each in then:
            room.trial.give(each)
        return position.position(room)
    game_over.check(room.folder())
    check_seat(room.folder(), room.session())
    with room.home.lock():
        before = playing.onward(room.session())
        session = playing.onward(before.order(action))
        left = left_open(before, session, before.game.rules.actions.write(action))
        for each in then:
            session = playing.onward(session.order(each))
        room.keep(session)
        wrote = automatic_entries.write(room)
    return {**position.position(room), "wrote": wrote, "left": left}


def _recommended(room: Room, given: Given) -> Json:
    """All of a decision as the game's own player would take it, each order judged; one undo takes it back.

    With ``guide`` it is what the game asks before the step of the guide.
    """
    real(room)
    game_over.check(room.folder())
    check_seat(room.folder(), room.session())
    with room.home.lock():
        session = playing.onward(room.session())
        had, why = playing.undoable(session)[0], ""
        if given.get("guide") is True:
            session = guiding.passed(room.folder(), session, _ordered)
        else:
            why = recommended.reason(session)
            session = recommended.given(session, _ordered)
        room.keep(session)
        wrote = automatic_entries.write(room)
        count = playing.undoable(room.session())[0] - had
        recommended.remember(room.folder(), room.session(), count)
    return {**position.position(room), "wrote": wrote, "together": count, "why": why}


def _ordered(session: Session, action: AttrsInstance) -> Session:
    return playing.onward(session.order(action))


def _undo(room: Room, given: Given) -> Json:
    """The last ``count`` orders, ``all``, or without either the last one with those that were given with it."""
    if room.trial is not None:
        room.trial.undo()
        return position.position(room)
    count = given.get("count")
    with room.home.lock():
        session = room.session()
        last = count if type(count) is int else recommended.last(room.folder(), session)
        session = automatic_entries.back(session, last, everything=given.get("all") is True)
        room.keep(
            session, change=kept.nothing_waits(room.folder()) if room.folder().standing_counts()[1] else None
        )
    return position.position(room)


def onward(room: Room, _given: Given) -> Json:
    """What decides nothing is written; the position after it, and what that was."""
    wrote = automatic_entries.write(room)
    return {**position.position(room), "wrote": wrote}


def _answer(room: Room, _given: Given) -> Json:
    """Write what needs no decision; the page has asked before, because it cannot be taken back."""
    real(room)
    with room.home.lock():
        room.keep(room.session().automatic())
    return position.position(room)


def _try(room: Room, _given: Given) -> Json:
    if room.trial is None:
        room.trial = Trial.of(room.session(), SystemRandom())
    return position.position(room)


def _advise(room: Room, _given: Given) -> Json:
    if room.trial is None:
        raise UsageError.of("no-trial", "Only in the sandbox does the computer decide for you.")
    why = room.trial.advise()
    return {**position.position(room), "why": why}


def _discard(room: Room, _given: Given) -> Json:
    room.trial = None
    return position.position(room)


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "advise": _advise,
    "answer": _answer,
    "discard": _discard,
    "do": _do,
    "onward": onward,
    "recommended": _recommended,
    "try": _try,
    "undo": _undo,
}
