"""The button of a card that shows how: a real mouse follows the guide, leaves it and takes it up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.home import Home
from tests.table.browser import BROWSER
from tests.table.test_browser import CALM, READY

from .hand import Hand
from .test_first_page import arrived, browser, mouse, press

__all__ = ["browser", "mouse"]
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
CASES = (("pegasus", "en", "2"), ("pegasus", "es", "2"), ("june44", "en", "2"))


@pytest.mark.parametrize(("game", "language", "step"), CASES)
def test_an_order_where_it_is_lit_finishes_a_step(
    mouse: Hand, tmp_path: Path, game: str, language: str, step: str
) -> None:
    page = mouse.page
    arrived(mouse, Home(tmp_path / "home"), language)
    press(mouse, f"#card-{game}-guide")
    page.wait(READY)
    page.wait("document.getElementById('guide-next')")
    page.wait(CALM)
    assert "null" not in page.text("#guide")
    press(mouse, "#guide-next")
    page.wait(CALM)
    assert f" {step} " in page.text("#guide")
    assert page.eval("document.body.classList.contains('guide-units')") is True
    mouse.decide()
    page.wait(CALM)
    after = page.text("#guide")
    assert f" {int(step) + 1} " in after
    press(mouse, "#guide-leave")
    page.wait("document.getElementById('guide-again')")
    press(mouse, "#guide-again")
    page.wait("document.getElementById('guide-next')")
    assert after == page.text("#guide")
