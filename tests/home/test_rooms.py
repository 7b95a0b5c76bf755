"""Rooms for what few games have beside their log: each is there, and none is entered by two turns that follow each other."""

from __future__ import annotations

from home.table import Two, decide
from pbem.home import games
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Room


def test_every_room_is_there() -> None:
    assert [] == [name for name in rooms.ROOMS if not isinstance(rooms.room(name), Room)]


def test_two_turns_that_follow_each_other_enter_none(table: Two) -> None:
    ann, _ = table
    decide(ann)
    ann.sent()
    case = rooms.case_of(ann.folder, games.look(ann.folder))
    assert [] == [name for name, concerns in rooms.ROOMS.items() if concerns(case)]
