"""What has happened, and what was ruled, as the table tells it."""

from hashlib import sha256
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home.arriving import receiving
from pbem.home.overview import status
from pbem.home.people import remember
from pbem.log import Clause
from pbem.log.entries import Ruling
from pbem.mail.sources import Letter
from pbem.papers.rulings import make_ruling, possibilities
from tests.lists import tried_with

from .browser import BROWSER, Page
from .seats import Seat, carry, now, sealed, sit_down
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
def test_a_page_that_asks_nonsense_is_told_that_nothing_has_grown(seats, entries):
    found = seats[0].ask("news", entries=entries)
    assert (found["grown"], found["came"]) == (False, None)


@pytest.mark.wider
@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_an_open_page_plays_back_what_came_and_tells_whose_turn_it_is(page, seats):
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


RITA = Keypair.from_seed(sha256(b"rita").digest())
CLAUSE = Clause(key=RITA.public, days=14, then="loses")
QUICK = "june44"
"""A game whose first turn is short."""


def begun(place: Path, game: str, referee: Clause | None = CLAUSE) -> tuple[Seat, Seat]:
    """Both have the game with its first turn."""
    ann, ben = sit_down(place, game=game, referee=referee)
    ann.play()
    carry(ann, ben)
    return ann, ben


def ruled(seat: Seat, ruling: Ruling, key: Keypair = RITA) -> bytes:
    """A ruling as a turn file, on the game of this seat."""
    session = seat.app.room.session()
    return container.pack(make_ruling(session.game, session.log, key, ruling).encode())


def over(seat: Seat, winner: str) -> Ruling:
    assert winner in ("", *seat.app.room.session().log.invite.sides)
    return Ruling(how="over", winner=winner, level="silent for 14 days", text="No turn has come.")


def taken(seat: Seat, data: bytes) -> dict[str, object]:
    seat.upload(data)
    seat.ask("accept")
    return dict(seat.ask("position"))


def test_the_table_says_who_the_referee_is_and_who_has_won_by_their_ruling(tmp_path: Path) -> None:
    ann, ben = begun(tmp_path, QUICK)
    remember(ben.home, "Rita", RITA.public, game="")
    code = fingerprint(RITA.public)
    loses = "After 14 days of silence the silent side loses, if {} rules so."
    assert [
        f"The referee is whoever has the key with the code {code}. {loses.format('the referee')}"
    ] == ann.ask("position")["referee"]
    assert [f"Rita (code {code}) is the referee. {loses.format('Rita')}"] == ben.ask("position")["referee"]
    winner = ben.app.room.session().side
    file = ruled(ann, over(ann, winner))
    for seat in (ann, ben):
        shown = taken(seat, file)
        assert f"{winner} wins, silent for 14 days (the referee's ruling)" == shown["result"]
        assert {"winner": winner, "level": "silent for 14 days"} == shown["ruled"]
        assert shown["result"] == status.status(seat.app.room.folder(), now()).result


def test_a_ruling_without_a_winner_and_a_game_without_a_referee_are_told_as_such(tmp_path: Path) -> None:
    ann, ben = begun(tmp_path / "one", QUICK)
    shown = taken(ben, ruled(ann, over(ann, "")))
    assert "nobody wins, silent for 14 days (the referee's ruling)" == shown["result"]
    other, _ = begun(tmp_path / "two", QUICK, None)
    plain = other.ask("position")
    assert ([], "", None) == (plain["referee"], plain["result"], plain["ruled"])


def test_two_rulings_are_told_at_the_table_as_long_as_the_game_goes_on(tmp_path: Path) -> None:
    ann, ben = begun(tmp_path, QUICK)
    session = ann.app.room.session()
    assert possibilities(session.game, session.log).why_not == ""
    one = ruled(ann, Ruling(how="stands", text="The turn is legal."))
    two = ruled(ann, over(ann, ""))
    taken(ben, one)
    said = taken(ben, two)["referee"]
    assert "has signed two rulings that cannot both stand" in said[1]
    assert "The turn is legal." in said[1]
    assert "nobody wins, silent for 14 days" in said[1]


@pytest.mark.wider
@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_the_page_shows_the_clause_and_the_winner_of_a_ruling(page: Page, tmp_path: Path) -> None:
    ann, ben = begun(tmp_path, QUICK)
    opened(page, ben.home)
    page.click("#tab-game")
    assert fingerprint(RITA.public) in page.text("#referee")
    assert page.eval("[document.getElementById('result'), Boolean(document.getElementById('end-resign'))]") == [
        None, True
    ]  # fmt: skip
    taken(ben, ruled(ann, over(ann, ben.app.room.session().side)))
    opened(page, ben.home)
    said = page.text("#result")
    assert said.startswith("The referee has ended the game: victory for "), said
    assert said.endswith(", silent for 14 days. Nobody can refuse that or play on."), said
    page.click("#tab-game")
    assert page.eval("['end-ended', 'end-resign'].map((name) => Boolean(document.getElementById(name)))") == [
        True,
        False,
    ]
    page.choose("language", "es")
    page.wait(
        "document.getElementById('result').innerText.startsWith('El árbitro ha terminado la partida: victoria para ')"
    )
    assert [] == page.trouble
