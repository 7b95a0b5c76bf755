"""The page of a sitting in a browser: who comes back sees what happened, decides, seals, and reads what comes next."""

from pathlib import Path

import pytest

from tests.sampling import games_tried

from .browser import BROWSER, Page
from .seats import Seat, away, sit_down
from .test_browser import CALM, opened

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
    page.wait("document.querySelector('#sitting .said').textContent.includes('since you last looked')")
    assert "Asked of you now" in page.text("#sitting")
    assert page.eval("document.querySelectorAll('#sitting [data-ask]').length") != 0
    _speak(page, "es")
    page.wait("document.querySelector('#sitting .said').textContent.includes('desde que miraste')")
    assert "Lo que se te pide ahora" in page.text("#sitting")
    for size in ((1440, 900), (390, 844)):
        page.size(*size)
        assert page.eval("document.documentElement.scrollWidth <= innerWidth")
        said = page.text("#sitting")
        assert "undefined" not in said
        assert "{" not in said
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
    assert "since you last looked" in page.text("#sitting")
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
