"""What one's own dice bring is shown at once, where they fell: no Close, no other tab, never as the other side's turn."""

from pathlib import Path

import pytest

from pbem.table.app import App
from tests.sampling import games_tried, one_by_turns

from .axe import AXE, violations
from .browser import BROWSER, Page
from .seats import Seat
from .test_browser import CALM, READY, opened
from .test_clicks import FIRES, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

_OPEN = "!document.getElementById('fall').hidden"


def to_the_die(page: Page, seat: Seat) -> None:
    """Ordered as its own player would, up to what is about to be sent; the page shows it."""
    page.goto("about:blank")
    while seat.ask("position")["step"] == "decide":
        seat.ask("do", order=seat.advised())


def rolled(page: Page, seat: Seat, app: App) -> None:
    """Sent by the page again and again, until a roll of one's own has fallen."""
    for _ in range(12):
        to_the_die(page, seat)
        page.goto(app.guard.address())
        page.wait(READY)
        page.wait(CALM)
        had = page.eval("pbem.position.entries")
        # On a narrow window the button at its foot lies over the other one.
        page.click(
            "#quick-send" if page.eval("document.getElementById('quick').offsetHeight > 0") else "#send"
        )
        page.wait(f"pbem.came || pbem.position.entries > {had}")
        page.wait(CALM)
        # A playback stands there, too: with a chance it is one's own roll.
        own = f"{_OPEN} && document.querySelector('#fall .odds') !== null"
        if page.eval(f"{own} || document.getElementById('said').textContent.length > 0 && !pbem.came"):
            return
        seat.ask("drop")
    raise AssertionError("no dice ever fall")


@pytest.mark.parametrize("game", games_tried())
@pytest.mark.parametrize(("language", "width", "height"), one_by_turns([("en", 1440, 900), ("es", 390, 844)]))
def test_one_s_own_roll_is_told_at_its_place_and_asks_for_nothing(
    page: Page, tmp_path: Path, game: str, language: str, width: int, height: int
) -> None:
    seat = practised(tmp_path, game, FIRES[game])
    page.size(width, height, phone=width < 600)
    app = opened(page, seat.home)
    page.choose("language", language)
    page.wait(CALM)
    page.eval("localStorage.removeItem('pbem-dice')")
    rolled(page, seat, app)
    page.wait(_OPEN)
    assert page.eval("document.querySelectorAll('#fall .die').length") != 0
    assert page.text("#fall .odds")
    assert ("So " if language == "en" else "Así de ") in page.text("#fall .odds")
    frame = (
        "(() => { const a = document.getElementById('fall').getBoundingClientRect();"
        " const b = document.getElementById('map').getBoundingClientRect();"
        " return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom; })()"
    )
    assert page.eval(frame) is True
    if page.eval("Boolean(pbem.came)") is not True:
        assert page.eval("pbem.tab") != "mail"
        assert page.eval("document.querySelector('#leave') === null") is True
        page.click("#tab-turn")
        heads = page.eval("[...document.querySelectorAll('#panel-turn h3')].map((e) => e.textContent)")
        own = page.eval("pbem.position.last.some((each) => each.own)")
        assert own is (("Your rolls" if language == "en" else "Tus tiradas") in heads)
    if AXE is not None:
        assert [] == violations(page)
    page.key("Escape")
    page.wait(f"!({_OPEN})")
    page.choose("language", "en")


def test_it_can_be_set_off_for_good_and_on_again_in_the_help(page: Page, tmp_path: Path) -> None:
    seat = practised(tmp_path, "june44", "attack")
    app = opened(page, seat.home)
    page.eval("localStorage.removeItem('pbem-dice')")
    rolled(page, seat, app)
    page.wait(_OPEN)
    page.click("#fall-off")
    page.wait(f"!({_OPEN})")
    rolled(page, seat, app)
    assert page.eval(_OPEN) is False
    assert page.text("#said")
    page.click("#tab-help")
    assert page.eval("document.getElementById('show-rolls').checked") is False
    page.click("#show-rolls")
    assert page.eval("localStorage.getItem('pbem-dice')") == "on"
