"""Other ways to look at the map at the table: control, supply, terrain only; in every game, with mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import registry
from tests.sampling import games_tried

from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, opened
from .test_clicks import GAMES, practised

pytestmark = pytest.mark.wider

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
