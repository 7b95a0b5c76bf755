"""The page of a sitting in a browser, and one's own dice where they fall: what happened, what is decided, what is next."""

from pathlib import Path

import pytest

from pbem.table.app import App
from tests.sampling import games_tried, one_by_turns

from .axe import AXE, violations
from .browser import BROWSER, Page
from .seats import Seat, away, sit_down
from .test_browser import CALM, READY, opened
from .test_clicks import FIRES, practised

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

SHOWN = "!document.getElementById('sitting').hidden"
_MOST = 60


def _back(place: Path, game: str, turns: int) -> tuple[Seat, Seat]:
    """Who comes back to a game in which the pen is theirs, and the other; both have looked at its beginning."""
    ann, ben = sit_down(place, game=game)
    away(ann, ben, 1)
    for seat in (ann, ben):
        seat.ask("sitting")
    mover = away(ann, ben, turns)
    return (mover, ben) if mover is ann else (mover, ann)


def _calm(page: Page) -> None:
    page.wait(CALM)
    page.eval("new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)))")
    page.wait(CALM)


def _speak(page: Page, language: str) -> None:
    page.choose("language", language)
    _calm(page)


def _sit(page: Page) -> None:
    page.click("#tab-turn")
    page.click("#to-sitting")
    page.wait(SHOWN)
    _calm(page)


@pytest.mark.parametrize("game", games_tried())
def test_it_opens_with_one_press_in_every_game_and_speaks_both_languages(page, tmp_path, game):
    mover, _ = _back(tmp_path, game, 4)
    opened(page, mover.home)
    _sit(page)
    _speak(page, "en")
    page.wait("document.querySelector('#sitting .said').textContent.includes('since your last turn')")
    assert "Asked of you now" in page.text("#sitting")
    assert page.eval("document.querySelectorAll('#sitting [data-ask]').length") != 0
    _speak(page, "es")
    page.wait("document.querySelector('#sitting .said').textContent.includes('desde tu último turno')")
    assert "Lo que se te pide ahora" in page.text("#sitting")
    for size in ((1440, 900), (390, 844)):
        page.size(*size)
        assert page.eval("document.documentElement.scrollWidth <= innerWidth")
        assert [] == [each for each in ("undefined", "{") if each in page.text("#sitting")]
    page.size(1400, 900)
    _speak(page, "en")
    page.click("#sitting-close")
    page.wait("document.getElementById('sitting').hidden && !document.getElementById('map').inert")
    _sit(page)
    page.key("Escape")
    page.wait("document.getElementById('sitting').hidden")
    assert [] == page.trouble


def test_a_film_the_decisions_one_button_and_the_line_that_says_what_comes_next(page, tmp_path):
    mover, _ = _back(tmp_path, "darkdecember", 2)
    opened(page, mover.home)
    _sit(page)
    page.click("#sitting-film")
    page.wait("pbem.came && document.getElementById('sitting').hidden")
    assert page.eval("pbem.came.steps") != 0
    page.click("#leave")
    page.wait(f"!pbem.came && {SHOWN}")
    _calm(page)
    assert "since your last turn" in page.text("#sitting")
    for _ in range(_MOST):
        if page.eval("Boolean(document.getElementById('send'))") is True:
            break
        had = page.eval("pbem.position.orders")
        page.click("#sitting-recommended")
        page.wait(f"pbem.position.orders !== {had} || pbem.position.step !== 'decide'")
        _calm(page)
    before = len(mover.app.room.session().log.bundles)
    assert 1 == page.eval("document.querySelectorAll('#send').length")
    page.click("#send")
    page.wait("document.getElementById('sitting-sent') && document.getElementById('sitting-needed')")
    assert "You are needed again when" in page.text("#sitting-needed")
    assert before + 1 == len(mover.app.room.session().log.bundles)
    assert [] == page.trouble


def test_who_comes_back_to_nothing_new_sees_the_map(page: Page, tmp_path: Path) -> None:
    mover, _ = _back(tmp_path, "darkdecember", 2)
    mover.ask("sitting")
    mover.play()
    mover.ask("send", way="file")
    opened(page, mover.home)
    _calm(page)
    mark = mover.app.room.folder().looked()
    opened(page, mover.home)
    _calm(page)
    assert mark == mover.app.room.folder().looked()
    assert [] == page.trouble


_OPEN = "!document.getElementById('fall').hidden"


def to_the_die(page: Page, seat: Seat) -> None:
    """Ordered as its own player would, up to what is about to be sent; the page shows it."""
    page.goto("about:blank")
    while seat.ask("position")["step"] == "decide":
        seat.ask("do", order=seat.advised())


def rolled(page: Page, seat: Seat, app: App, more: str = "false") -> None:
    """Sent by the page again and again, until a roll of one's own has fallen, or more is true."""
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
        own = f"{more} || {_OPEN} && document.querySelector('#fall .odds') !== null"
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


def test_it_can_be_set_off_and_on_again_and_the_computer_is_heard_when_the_turn_ends(page, tmp_path):
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
    while page.eval(says := "Boolean(pbem.came?.says?.length)") is not True:
        rolled(page, seat, app, says)
    while page.eval("!document.querySelector('#fall p.said')"):
        page.click("#film-on")
        page.wait(CALM)
    said = page.text("#fall p.said")
    page.click("#leave")
    page.wait(f"!pbem.came && {CALM}")
    page.click("#tab-turn")
    page.wait(f"document.getElementById('computer-says').textContent.includes({said!r})")
