"""The map in a browser: it fills every window, names lie free, odds are in sight, and a press draws nothing else anew."""

import re
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.store.home import Home
from tests.sampling import each_with_one, games_tried

from . import axe
from .browser import BROWSER, Page
from .seats import Seat, alone
from .test_browser import CALM, opened, spot
from .test_clicks import FIRES, Mouse, aside, one_unit, practised

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


_NAMES = Path(__file__).with_name("names_seen.js").read_text("utf-8").strip()


@pytest.mark.parametrize(("game", "width"), each_with_one(games_tried(), [1440, 390]))
def test_at_every_zoom_nothing_lies_under_a_counter_or_runs_across_an_edge(page, tmp_path, game, width):
    seat = practised(tmp_path, game, "move")
    page.size(width, 900, phone=width < 500)
    opened(page, seat.home)
    for scale in (0.3, 0.62, 1.0, 1.6):
        found = page.eval(f"{_NAMES}({scale})")
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
