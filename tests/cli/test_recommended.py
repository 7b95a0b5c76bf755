"""``pbem do recommended``: one order for a whole list of them, each judged, and taken back by one ``pbem undo``."""

from __future__ import annotations

from pathlib import Path

import pytest
from store.copies import copied

from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import recommended
from pbem.home.play.order_lines import is_recommended
from pbem.home.play.orders import undoable
from pbem.protocol.session import Session
from tests.home.table import Player

pytestmark = pytest.mark.wider

BEGUN = (
    ("darkdecember", "herbstnebel", "german", 54), ("june6", "landings", "allied", 1),
    ("june44", "june44", "german", 1), ("normandy", "omaha", "allied", 1), ("pegasus", "beginner", "british", 1),
)  # fmt: skip
"""Scenario, side, and how many orders come of one word at the first decision."""


def begun(place: Path, game: str, scenario: str, side: str) -> Player:
    player = Player("ann", place)
    player("practice", game, "--scenario", scenario, "--side", side).says(0)
    return player


@pytest.fixture(scope="module")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("begun")
    begun(place, "darkdecember", "herbstnebel", "german")
    return place


@pytest.fixture
def german(_begun: Path, tmp_path: Path) -> Player:
    """The German player of Dark December, who is to place their units."""
    copied(_begun, tmp_path, more=True)
    return Player("ann", tmp_path)


def session_of(player: Player) -> Session:
    return games.open_session(player.folder, unlock(player.home, ""))


@pytest.mark.parametrize(("game", "scenario", "side", "count"), BEGUN)
def test_one_word_gives_all_of_it_and_one_undo_takes_it_back(
    tmp_path: Path, game: str, scenario: str, side: str, count: int
) -> None:
    player = begun(tmp_path, game, scenario, side)
    before = session_of(player)
    said = player("do", "recommended").says(0)
    listed = count if count <= 12 else 3
    assert listed == said.sentences.count("Recommended: ")
    assert (f"{count - listed} more orders" in said.sentences) is (listed < count)
    assert count == undoable(session_of(player))[0] - undoable(before)[0]
    undone = player("undo")
    assert 0 == undone.code, undone.sentences
    assert before.draft == session_of(player).draft


def test_what_came_after_it_is_taken_back_first(german: Player) -> None:
    for words in (("do", "recommended"), ("do", "recommended"), ("undo",)):
        assert 0 == german(*words).code
    assert 54 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 0 == undoable(session_of(german))[0]


def test_what_a_person_has_placed_stays_and_the_rest_is_recommended(german: Player) -> None:
    assert 0 == german("do", "place", "1/1SS", "4601").code
    assert 0 == german("do", "recommended").code
    assert 54 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 1 == undoable(session_of(german))[0]


def test_nothing_is_offered_where_the_decision_is_one_order(german: Player, tmp_path: Path) -> None:
    player = begun(tmp_path / "other", "pegasus", "beginner", "british")
    assert "" == recommended.asked(session_of(player).automatic())
    assert "set-up" == recommended.asked(session_of(german))


def test_no_game_has_an_order_of_that_name() -> None:
    for info in registry.installed():
        assert not any(map(is_recommended, registry.load(info.name).rules.actions.kinds))


def test_a_count_takes_back_so_many_and_no_more(german: Player) -> None:
    assert 0 == german("do", "recommended").code
    assert 0 == german("undo", "1").code
    assert 53 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 52 == undoable(session_of(german))[0]


def test_a_player_that_fails_recommends_nothing_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = begun(tmp_path, "june44", "june44", "german")

    def fails(*_: object) -> None:
        raise ValueError("'Sword Beach' is not in tuple")

    monkeypatch.setattr(recommended, "think", fails)
    session = session_of(player)
    assert ("", "") == (recommended.asked(session), recommended.reason(session))
    player("orders").says(0)
    player("do", "recommended").says(2, "The game's own player knows no order here")
