"""Odds where the window is small: beside the map at 1024 pixels, in the bar of a phone, and with the panel folded away."""

import pytest

from tests.sampling import games_tried

from . import axe
from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, opened
from .test_clicks import FIRES, aside, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

SEEN = """(selector => {
  const e = [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length);
  if (!e) return selector + ' is not there';
  const b = e.getBoundingClientRect();
  if (b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight) return selector + ' is out of sight';
  const over = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  return e.contains(over) ? '' : selector + ' lies under ' + over.outerHTML.slice(0, 80);
})"""


def looked_at(page: Page, seat: Seat, game: str) -> None:
    """An attack that the page looks at, chosen as units and a place are."""
    app = opened(page, seat.home)
    stand = app.room.stand()
    order = min(
        (each for each in stand.of_kind(FIRES[game]) if aside(stand, each) and each.units & stand.own),
        key=lambda each: len(each.units),
    )
    units = sorted(order.units & stand.own)
    page.eval(
        f"import('/static/unit.js').then(async (u) => {{ await u.choose({units!r});"
        f" await u.tap({{ cell: {order.target!r}, unit: '' }}); }})"
    )
    page.wait("pbem.choice && pbem.choice.preview")
    page.wait(CALM)


@pytest.mark.parametrize("game", games_tried())
def test_the_odds_of_an_attack_are_in_sight_in_a_small_window_and_on_a_phone(page, tmp_path, game):
    seat = practised(tmp_path, game, FIRES[game])
    page.size(1024, 768)
    looked_at(page, seat, game)
    assert "" == page.eval(f"{SEEN}('#panel-unit .brief-odds')")
    assert page.eval("document.getElementById('map').offsetWidth / innerWidth") > 0.62
    page.click("#fold")
    assert page.eval("document.getElementById('side').offsetWidth") == 0
    assert "" == page.eval(f"{SEEN}('#quick .brief-odds')")
    assert page.eval("document.getElementById('fold').getAttribute('aria-expanded')") == "false"
    page.click("#fold")
    page.size(390, 844, phone=True)
    page.wait("document.getElementById('quick').getClientRects().length")
    assert "" == page.eval(f"{SEEN}('#quick .brief-odds .bar')")
    assert page.eval("document.documentElement.scrollWidth") == 390
    if axe.AXE is not None:
        assert [] == axe.violations(page)
