"""How much of the map is drawn again for one order, and how long a click takes to its picture: printed, never judged."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from sampling import games_tried

from .browser import BROWSER, Page
from .test_browser import CALM, opened
from .test_clicks import one_unit, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

_PAINTED = "await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));"
_CLICKS = 5


@pytest.mark.parametrize("game", games_tried())
def test_one_move_draws_again_only_the_stacks_that_changed(page: Page, tmp_path: Path, game: str) -> None:
    seat = practised(tmp_path, game, "move")
    app = opened(page, seat.home)
    stand = app.room.stand()
    order = one_unit(stand.legal, stand.own, "move", set(stand.places.values()))
    page.eval("window.piles = [...document.querySelectorAll('#counters > .pile')]; 0")
    taken = page.eval(
        "(async () => { const { ask } = await import('/static/api.js'), { take } = await import('/static/state.js');"
        f" const floor = [], found = []; for (let n = 0; n < {_CLICKS}; n += 1) {{"
        f" let from = performance.now(); {_PAINTED} floor.push(performance.now() - from); from = performance.now();"
        f" const now = await ask('do', {{ order: {dict(order.obj)!r} }}), answered = performance.now();"
        f" await take(now); {_PAINTED} found.push([answered - from, performance.now() - answered]);"
        " if (n === 0) window.left = piles.filter((each) => each.isConnected).length;"
        " await take(await ask('undo', { count: 1 })); }"
        " return [floor, ...[0, 1].map((n) => found.map((each) => each[n]))]; })()"
    )
    page.wait(CALM)
    assert isinstance(taken, list)
    floor, answer, picture = (median(each) for each in taken if isinstance(each, list))
    print(
        f"\n{game}: nothing to paint {floor:.0f} ms; answer {answer:.0f} ms, then its picture {picture:.0f} ms"
    )
    assert int(str(page.eval("left"))) >= int(str(page.eval("piles.length"))) - 3
    assert page.eval("piles.length") == page.eval("document.querySelectorAll('#counters > .pile').length")
