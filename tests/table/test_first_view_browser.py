"""The first sight of a map: it fills its window at every size of screen, and its legend is folded up on it."""

import re
from pathlib import Path

import pytest

from pbem.store.home import Home
from tests.sampling import games_tried

from .browser import BROWSER, Page
from .seats import alone
from .test_browser import CALM, opened

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

SCREENS = ((1440, 900), (1024, 768), (390, 844))
# How far the paper of the map stays behind the edges of its window (left, top, right, bottom), and how many cells show, and
# units that may act: on a phone a box of them, each as large as a finger needs it, leaves little room for the map.
_SEEN = Path(__file__).with_name("first_view_seen.js").read_text("utf-8").strip()
_CLASSES = "[...document.querySelectorAll('{}')].map((each) => each.getAttribute('class'))"


@pytest.mark.parametrize("game", games_tried())
def test_the_first_view_has_no_blank_beyond_the_map_and_shows_its_legend(page, tmp_path, game):
    home = alone(Home(tmp_path), game).home
    for wide, high in SCREENS:
        page.size(wide, high, phone=wide < 600)
        opened(page, home)
        # Beside units that may act there is the rim that keeps them out from under the buttons; a map that is smaller than
        # the window when all of them are in sight stays so.
        kept = "gap < (pbem.position.able.length ? 58.6 : 0.6) || (pbem.position.able.length && !seen[5 + (n % 2)])"
        page.wait(f"((seen) => seen.slice(0, 4).every((gap, n) => {kept}))({_SEEN})")
        seen = page.eval(_SEEN)
        assert int(str(seen[4])) > 12, (wide, seen)
    page.size(*SCREENS[0])
    _legend(page, ("en", "Legend"), ("es", "Leyenda"))


def _legend(page: Page, *languages: tuple[str, str]) -> None:
    """Whatever has a class on the board is in the legend on the map; with the hatches of control, too."""
    words = list[str]()
    for code, word in languages:
        page.choose("language", code)
        page.wait(CALM)
        page.wait(f"document.querySelector('#map-legend summary').textContent === '{word}'")
        if page.eval("document.getElementById('map-legend').open") is False:
            page.click("#map-legend summary")
        page.wait("document.querySelector('#map-legend .key')")
        words.append(page.text("#map-legend .map-key"))
        drawn = page.eval(_CLASSES.format("#board :is(.tint, .line)"))
        told = page.eval(_CLASSES.format("#map-legend .key"))
        assert {f"key {each}" for each in drawn} <= {*told}
    assert words[0] != words[1]
    page.choose("look", "control")
    page.wait("document.querySelector('#map-legend .laid svg')")
    hatches = (
        set(
            re.findall(
                r"url\((?:&quot;)?(#h\w+)", str(page.eval(f"document.querySelector('{place}').innerHTML"))
            )
        )
        for place in ("#layers", "#map-legend .laid")
    )
    over, told_over = hatches
    assert over
    assert over <= told_over


def test_a_window_that_changes_is_filled_again_until_somebody_moves_the_map(page, tmp_path):
    page.size(1440, 900)
    opened(page, alone(Home(tmp_path), "june6").home)
    page.size(900, 1100)
    page.wait(f"({_SEEN}).slice(0, 4).every((gap) => gap < 0.6)")
    page.eval("pbem.map.stage.move(4000, 4000)")
    left, top, *_ = map(float, map(str, _listed(page)))
    # What lies at the edge can be brought out from under the buttons, and no farther.
    assert (left, top) == (58, 58)


def _listed(page: Page) -> list[object]:
    found = page.eval(_SEEN)
    return [*found]
