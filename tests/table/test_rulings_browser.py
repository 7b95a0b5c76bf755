"""The referee and a ruling in a real browser: who they are in the game's papers, and the winner beside the next step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.crypto.keys import fingerprint

from .browser import BROWSER, Page
from .test_browser import opened
from .test_rulings import RITA, begun, over, ruled, taken

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]


@pytest.fixture
def page() -> Iterator[Page]:
    page = Page()
    page.size(1400, 900)
    yield page
    page.close()


def test_the_page_shows_the_clause_and_the_winner_of_a_ruling_in_both_languages(
    page: Page, tmp_path: Path
) -> None:
    ann, ben = begun(tmp_path, "june6")
    opened(page, ben.home)
    page.click("#tab-game")
    assert fingerprint(RITA.public) in page.text("#referee")
    assert "After 14 days of silence the silent side loses" in page.text("#referee")
    assert page.eval("document.getElementById('result')") is None
    assert page.eval("Boolean(document.getElementById('end-resign'))")
    taken(ben, ruled(ann, over(ann, ben.app.room.session().side)))
    opened(page, ben.home)
    won = page.eval("pbem.position.ruled.winner")
    assert ben.app.room.session().side == won
    said = page.text("#result")
    assert said.startswith("The referee has ended the game: "), said
    assert said.endswith("wins, silent for 14 days. Nobody can refuse that or play on."), said
    page.click("#tab-game")
    assert page.eval("Boolean(document.getElementById('end-ended'))")
    assert not page.eval("Boolean(document.getElementById('end-resign'))")
    page.eval(
        "(() => { const s = document.getElementById('language'); s.value = 'es'; s.dispatchEvent(new Event('change')); })()"
    )
    page.wait(
        "document.getElementById('result').innerText.startsWith('El árbitro ha terminado la partida: gana ')"
    )
    page.wait("document.getElementById('referee').innerText.includes('El árbitro')")
    assert [] == [line for line in page.net if line.startswith(("threw", "dialog"))]
