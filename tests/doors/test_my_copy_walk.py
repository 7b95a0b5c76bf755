"""The walk of one's own printed copy: its page says what was measured, and every picture is there."""

from __future__ import annotations

import json

from tests.tools.my_copy_page import CAPTIONS, FOLDER, readme


def test_the_page_of_the_walk_is_what_its_figures_say() -> None:
    figures = json.loads((FOLDER / "figures.json").read_text("utf-8"))
    assert readme(figures) == (FOLDER / "README.md").read_text("utf-8")
    assert {f"{name}.png" for name in CAPTIONS} | {"README.md", "figures.json"} == {
        each.name for each in FOLDER.iterdir()
    }
