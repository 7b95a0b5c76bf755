"""A word to the other side: signed with the turn, told when it is taken in."""

import pytest

from home.table import decide
from pbem.home import games
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Room
from pbem.log import parse_log

from .table import Two


def test_a_note_goes_with_a_turn_and_is_read_by_the_other(table: Two) -> None:
    ann, ben = table
    assert 0 == ann("do", "pick bold,calm").code
    assert 0 == ann("send", "--note", "¡Suerte! Caen est à toi.", "--out", ann.place / "noted.pbem").code
    assert "note" == parse_log(ann.folder.log()).bundles[-1].entries[-1]["k"]
    ben("import", ann.place / "noted.pbem").says(0, "Ann writes: ¡Suerte! Caen est à toi.")


@pytest.mark.parametrize("text", ["x" * 501, "a\u200bb", "a\nb"])
def test_a_note_of_another_form_is_refused_and_nothing_is_signed(table: Two, text: str) -> None:
    ann, _ = table
    assert 0 == ann("do", "pick bold,calm").code
    before = ann.folder.log()
    said = ann("send", "--note", text)
    assert 0 != said.code
    assert "Traceback" not in said.sentences
    assert before == ann.folder.log()


def test_a_note_alone_is_no_turn(table: Two) -> None:
    """What was sent goes again as the same bytes; a note to it would be a second version."""
    ann, _ = table
    assert 0 == ann("do", "pick bold,calm").code
    assert 0 == ann("send").code
    ann("send", "--note", "One more thing.").says(2, "nothing new for a note")


def test_every_room_is_there() -> None:
    assert [] == [name for name in rooms.ROOMS if not isinstance(rooms.room(name), Room)]


def test_two_turns_that_follow_each_other_enter_none(table: Two) -> None:
    ann, _ = table
    decide(ann)
    ann.sent()
    case = rooms.case_of(ann.folder, games.look(ann.folder))
    assert [] == [name for name, concerns in rooms.ROOMS.items() if concerns(case)]
