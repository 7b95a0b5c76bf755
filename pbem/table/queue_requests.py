"""Orders that wait for a roll or an answer, at the table: each request by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.home.kept_papers import game_over
from pbem.home.play import queue, queue_giving
from pbem.home.play.queue import Queue
from pbem.port.messages import Message
from pbem.table import position, unasked
from pbem.table.given import Given, real, word
from pbem.table.open_home import Room

_LONGEST = 300


def _wait(room: Room, given: Given) -> Json:
    """A line that is to wait, as it is typed."""
    real(room)
    game_over.check(room.folder())
    later, line = queue_giving.Later(), given.get("line")
    if not isinstance(line, str) or len(line) > _LONGEST:
        raise UsageError(
            "too-long", Message("An order that waits has at most {most} characters.", most=_LONGEST)
        )
    with room.home.lock():
        session = room.session()
        if not later.takes(session):
            raise UsageError("not-now", Message("No roll and no answer is open: give the order itself."))
        later.take(session, line)
        _keep(room, queue_giving.with_more(queue.read(room.folder(), room.identity), later))
    return position.position(room)


def _queue(room: Room, given: Given) -> Json:
    """``how``: ``drop`` order ``n`` (0: all), ``move`` order ``n`` to the place ``to``, or ``go``."""
    real(room)
    how, n, to = word(given, "how"), given.get("n"), given.get("to")
    with room.home.lock():
        if how == "drop" and n == 0:
            room.folder().save(queue.emptied())
            return position.position(room)
        kept = queue.read(room.folder(), room.identity)
        places = range(1, len(kept.orders) + 1)
        if how == "go":
            game_over.check(room.folder())
            _keep(room, evolve(kept, stopped=False))
            wrote = unasked.write(room)
            return {**position.position(room), "wrote": wrote}
        if how == "drop" and type(n) is int and n in places:
            _keep(room, kept.without(n))
        elif how == "move" and type(n) is int and n in places and type(to) is int and to in places:
            _keep(room, kept.moved(n, to))
        else:
            raise UsageError("no-such-order", Message("There is no such order in the queue."))
    return position.position(room)


def _keep(room: Room, kept: Queue) -> None:
    room.folder().save(queue.change(room.folder(), room.identity, kept))


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {"wait": _wait, "queue": _queue}
