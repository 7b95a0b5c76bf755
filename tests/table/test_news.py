"""A table kept open notices what another program writes: it plays the turn back, and says whose turn it is in each game."""

from __future__ import annotations

import pytest

from pbem.home.arriving import receiving
from pbem.mail.sources import Letter
from tests.lists import tried_with

from .browser import BROWSER, Page
from .seats import Seat, carry, sealed
from .test_browser import CALM, opened

_LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def elsewhere(seat: Seat, data: bytes) -> None:
    """The turn is taken in by another program, as ``pbem watch`` does."""
    pieces, bad = receiving.pieces_of(Letter(data=data, where="mail"), "")
    assert bad is None
    receiving.receive(seat.home, seat.app.room.identity, pieces)


def exchanged(seats: tuple[Seat, Seat]) -> tuple[Seat, bytes]:
    """Somebody who waits, and the turn of the other in which something happened."""
    for _ in range(20):
        writer, waiter = seats if seats[0].app.room.session().is_my_turn else seats[::-1]
        writer.play()
        told = any(each.outcomes for each in writer.app.room.session().happened)
        data = sealed(writer)
        if told:
            return waiter, data
        waiter.upload(data)
        waiter.ask("accept")
    raise AssertionError("nothing ever happens")


def test_a_turn_that_another_program_took_in_is_played_back(seats: tuple[Seat, Seat]) -> None:
    waiter, data = exchanged(seats)
    had = waiter.ask("position")["entries"]
    assert waiter.ask("news", entries=had)["grown"] is False
    elsewhere(waiter, data)
    found = waiter.ask("news", entries=had)
    assert (found["grown"], found["mine"]) == (True, waiter.app.room.session().is_my_turn)
    came = found["came"]
    assert isinstance(came, dict)
    assert (came["kept"], came["joins"]) == (True, False)
    assert waiter.ask("step", n=0)["outcomes"]
    waiter.ask("drop")
    assert waiter.ask("news", entries=waiter.ask("position")["entries"])["came"] is None


def test_the_list_of_games_says_whose_turn_it_is(seats: tuple[Seat, Seat]) -> None:
    ann, ben = seats
    name = ann.app.room.folder().name
    words = {seat.name: seat.ask("news", entries=-1)["turns"] for seat in (ann, ben)}
    assert words == {"Ann": {name: "mine"}, "Ben": {name: "theirs"}}
    ann.play()
    carry(ann, ben)
    told = ben.ask("news", entries=-1)["turns"]
    assert told == {name: "mine" if ben.app.room.session().is_my_turn else "theirs"}


@tried_with("entries", [None, "1", -5, 10**9, True])
def test_a_page_that_asks_nonsense_is_told_that_nothing_has_grown(
    seats: tuple[Seat, Seat], entries: object
) -> None:
    found = seats[0].ask("news", entries=entries)  # type: ignore[arg-type]
    assert (found["grown"], found["came"]) == (False, None)


@pytest.mark.wider
@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_an_open_page_plays_back_what_came_and_tells_whose_turn_it_is(
    page: Page, seats: tuple[Seat, Seat]
) -> None:
    waiter, data = exchanged(seats)
    opened(page, waiter.home)
    before = page.eval("pbem.position.entries")
    page.eval(_LOOK)
    page.wait("document.getElementById('game').options[0].title !== ''")
    assert page.eval("pbem.came") is None
    elsewhere(waiter, data)
    page.eval(_LOOK)
    page.wait(f"pbem.came && pbem.step && pbem.position.entries > {before}")
    page.wait(CALM)
    assert "What happened meanwhile" == page.text("#due")
    assert page.eval("[pbem.tab, document.getElementById('fall').hidden]") == ["turn", False]
    page.click("#leave")
    page.wait("!pbem.came")
