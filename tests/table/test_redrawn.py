"""What a press costs the browser: nothing of the map that does not change is styled or painted anew, in any game."""

import pytest

from tests.sampling import games_tried

from .browser import BROWSER, Page
from .test_browser import CALM, opened, spot
from .test_clicks import Mouse, one_unit, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]


def _styled(page: Page) -> float:
    """Seconds that went into matching styles so far."""
    metrics = page.send("Performance.getMetrics")["metrics"]
    (found,) = (each for each in metrics if isinstance(each, dict) and each["name"] == "RecalcStyleDuration")
    return float(str(found["value"]))


@pytest.mark.parametrize("game", games_tried())
def test_a_press_does_not_style_the_whole_map_anew_and_nothing_goes_on_moving(page, tmp_path, game):
    seat = practised(tmp_path, game, "move")
    app = opened(page, seat.home)
    stand = app.room.stand()
    order = one_unit(stand, "move")
    (unit,) = order.units & stand.own
    mouse = Mouse(page)
    mouse.unit(unit)
    page.wait(CALM)
    assert 0 == page.eval("document.getAnimations().length"), "each frame of it would paint the whole map"
    place = spot(page, order.target)
    page.send("Performance.enable")
    begin = _styled(page)
    page.eval(
        "(document.getElementById('plane').style.setProperty('--all', '1'), document.body.offsetHeight)"
    )
    page.eval("getComputedStyle(document.querySelector('#counters .counter')).opacity")
    whole = _styled(page) - begin
    begin = _styled(page)
    page.send(
        "Input.dispatchMouseEvent", type="mousePressed", x=place[0], y=place[1], button="left", clickCount=1
    )
    page.eval("getComputedStyle(document.querySelector('#counters .counter')).opacity")
    pressed = _styled(page) - begin
    page.send(
        "Input.dispatchMouseEvent", type="mouseReleased", x=place[0], y=place[1], button="left", clickCount=1
    )
    page.wait(CALM)
    assert pressed < whole / 3, f"a press {1000 * pressed:.1f} ms, all styles anew {1000 * whole:.1f} ms"
