"""What the table shows: what a look costs, what is ahead, and what things are called."""

import re
from pathlib import Path

import pytest

from pbem.dev import practice
from pbem.games import registry
from pbem.home import games
from pbem.home.new_identity import create_identity
from pbem.port import insight
from pbem.port.messages import catalogue
from pbem.store.home import Home
from pbem.table import decision, lobby
from pbem.table.translated import spoken
from tests.sampling import games_tried

from .browser import BROWSER, Page
from .seats import Seat, alone, stream
from .test_browser import CALM, opened
from .test_clicks import GAMES, practised

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("game", games_tried())
def test_the_points_of_a_move_are_on_the_places_that_are_lit(game: str, tmp_path: Path) -> None:
    seat = practised(tmp_path, game, "move")
    stand = seat.app.room.stand()
    moves = [each for each in stand.of_kind("move") if each.target]
    assert moves
    said = [insight.toll(stand.game.rules, stand.state, stand.side, each.action) for each in moves]
    if (
        game == "normandy"
    ):  # its first moves are the landing's, in which nothing is counted; tests/normandy/test_toll.py has others
        assert {""} == set(said)
        return
    assert all(re.fullmatch(r"\d*[½⅓⅔]|\d+( \d+/30)?", words) for words in said), said
    unit = next(iter(moves[0].units & stand.own))
    lit = seat.ask("unit", units=[unit])["targets"]
    assert any(isinstance(each, dict) and each["words"] for each in lit.values())


MODES = ("units", "control", "supply", "terrain")
_COUNTERS = (
    "[...document.querySelectorAll('.counter, .block')].filter((c) => c.getBoundingClientRect().width).length"
)
_OVER = "document.querySelectorAll('#layers path').length"


def test_the_games_here_are_all_games() -> None:
    assert set(GAMES) == {each.name for each in registry.installed()}


@pytest.mark.parametrize("game", games_tried())
def test_control_is_drawn_in_every_game_and_terrain_is_the_ground_alone(tmp_path: Path, game: str) -> None:
    seat = practised(tmp_path, game, "move")
    drawn = {mode: str(seat.ask("look", mode=mode)["drawing"]) for mode in MODES}
    assert "<path" in drawn["control"]
    assert drawn["control"] != drawn["supply"]
    assert ("", "") == (drawn["units"], drawn["terrain"])
    assert "no-look" == seat.error("look", mode="everything")["code"]


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_a_player_looks_at_control_and_at_the_ground_and_back_at_the_units(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    before = int(str(page.eval(_COUNTERS)))
    assert before > 0 == page.eval(_OVER)
    page.choose("look", "control")
    page.wait(f"{_COUNTERS} === 0 && {_OVER} > 0")
    page.eval("document.getElementById('window').focus()")
    page.key("m")
    page.wait(f"pbem.look === 'supply' && {_COUNTERS} === {before}")
    page.wait(CALM)
    page.key("m")
    page.wait(f"{_COUNTERS} === 0 && {_OVER} === 0")
    page.wait(CALM)
    page.key("m")
    page.wait(f"document.getElementById('look').value === 'units' && {_COUNTERS} === {before}")


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_a_unit_is_ordered_by_keys_alone_while_no_counter_is_drawn(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    page.eval("document.getElementById('window').focus()")
    page.key("m")
    page.wait(f"pbem.look === 'control' && {_COUNTERS} === 0")
    page.key("n")
    page.wait("pbem.card && pbem.units.length === 1")
    page.wait(CALM)
    before = page.eval("pbem.position.orders")
    page.eval("pbem.map.point(Object.keys(pbem.card.targets)[0])")
    page.key("Enter")
    page.wait(f"pbem.position.orders > {before} || (pbem.choice && document.querySelector('#give, #give-0'))")
    assert page.eval(_COUNTERS) == 0


def test_the_end_of_a_phase_is_not_asked_together_with_the_order_before_it(tmp_path: Path) -> None:
    seat = alone(Home(tmp_path), "june6")
    for _ in range(60):
        if not seat.play(lambda kinds: "halt" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
            continue
        stand = seat.app.room.stand()
        halt = next(stand.of_kind("halt"))
        after = stand.game.rules.apply(stand.state, stand.side, halt.action).state
        left = {stand.codec.write(each) for each in stand.game.rules.options(after, stand.side)}
        if left == {"done"}:
            assert [] == decision.ahead(stand, halt.action)["then"]
            return
        seat.ask("do", order=seat.advised())
    raise AssertionError("the end of a phase never follows at once")


def test_the_computer_is_called_so_in_the_list_of_games_and_where_one_is_chosen(tmp_path: Path) -> None:
    home, spanish = Home(tmp_path / "home"), catalogue("es", "pbem")
    practice.begin(home, create_identity(home, "Ann", "", stream("n")), game="pegasus", entropy=stream("m"))
    (listed,) = lobby.begun(home)
    told = spoken(listed, spanish)
    assert "Ordenador" == told["opponent"]
    (folder,) = games.begun(home)
    assert games.label(folder.facts()).endswith(" against Computer")
    assert spanish.say(games.label(folder.facts())).endswith(" contra Ordenador")
