"""What would end a decision and is not legal yet says why, with its paragraphs: nobody looks for a button in vain."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .browser import BROWSER, Page
from .test_browser import CALM, opened
from .test_clicks import practised

pytestmark = [
    pytest.mark.wider,
    pytest.mark.skipif(BROWSER is None or shutil.which("node") is None, reason="no browser"),
]


def test_the_attacks_of_normandy_say_who_has_still_to_attack(page: Page, tmp_path: Path) -> None:
    seat = practised(tmp_path, "normandy", "attack")
    while "fight" in {each.kind for each in seat.app.room.stand().legal}:
        seat.ask("do", order=seat.advised())
        if not seat.play(lambda kinds: "attack" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
    page.goto("about:blank")
    opened(page, seat.home)
    page.wait(CALM)
    said = page.text("[data-blocked='fight']")
    assert said.startswith("Not yet: On to combat")
    assert "has to attack" in said
    assert "[11." in said
    page.click("[data-blocked='fight'] [data-rule]")
    assert [each for each in page.net if each.startswith("threw")] == []
