"""Names on the map of the table, as a browser lays them out: none under a counter, none across its edge."""

from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from tests.sampling import each_with_one, games_tried

from .browser import BROWSER, Page
from .test_browser import opened
from .test_clicks import one_unit, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

_SEEN = Path(__file__).with_name("names_seen.js").read_text("utf-8").strip()


@pytest.mark.parametrize(("game", "width"), each_with_one(games_tried(), [1440, 390]))
def test_at_every_zoom_nothing_lies_under_a_counter_or_runs_across_an_edge(page, tmp_path, game, width):
    seat = practised(tmp_path, game, "move")
    page.size(width, 900, phone=width < 500)
    opened(page, seat.home)
    for scale in (0.3, 0.62, 1.0, 1.6):
        found = page.eval(f"{_SEEN}({scale})")
        assert found == [True, [], [], []], scale


def test_a_name_moves_aside_for_a_counter_and_back(page: Page, tmp_path: Path) -> None:
    seat = practised(tmp_path, "darkdecember", "move")
    app = opened(page, seat.home)
    stand = app.room.stand()
    order = one_unit(stand, "move")
    names = "[...document.querySelectorAll('#board .covered')].map((each) => each.dataset.n).join(' ')"
    before = page.eval(names)
    moved: Json = page.eval(
        "(async () => { const { ask } = await import('/static/api.js'), { take } = await import('/static/state.js');"
        f" await take(await ask('do', {{ order: {dict(order.obj)!r} }})); const there = {names};"
        f" await take(await ask('undo', {{ count: 1 }})); return [there, {names}]; }})()"
    )
    assert before
    assert moved[1] == before
