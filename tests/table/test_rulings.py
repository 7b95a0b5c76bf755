"""A referee at the table: who they are, what the players are bound to, and what a ruling makes of the game."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home.overview import status
from pbem.home.people import remember
from pbem.log import Clause
from pbem.log.entries import Ruling
from pbem.papers.rulings import make_ruling, possibilities

from .browser import BROWSER, Page
from .seats import Seat, carry, now, sit_down
from .test_browser import opened

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
    assert isinstance(said, list)
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
    assert said.startswith("The referee has ended the game: "), said
    assert said.endswith("wins, silent for 14 days. Nobody can refuse that or play on."), said
    page.click("#tab-game")
    assert page.eval("['end-ended', 'end-resign'].map((name) => Boolean(document.getElementById(name)))") == [
        True,
        False,
    ]
    page.choose("language", "es")
    page.wait(
        "document.getElementById('result').innerText.startsWith('El árbitro ha terminado la partida: gana ')"
    )
    assert [] == page.trouble
