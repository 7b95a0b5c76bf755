"""The pictures of the first hour are all there, small, and what their page says of them."""

from __future__ import annotations

import json
import re

from pbem.games import registry
from tests.tools import first_hour
from tests.tools.first_hour import CAPTIONS, FIGURES, FOLDER, films

WHOLE = 3_000_000
LARGEST = 150_000


def test_every_caption_has_its_picture_and_every_picture_its_caption() -> None:
    said = re.findall(r"!\[(.*)\]\((.*\.png)\)", (FOLDER / "README.md").read_text("utf-8"))
    there = {place.name for place in FOLDER.glob("*.png")}
    assert there == {name for _, name in said}
    assert len(said) == len(CAPTIONS["en"]) * len([*films()])
    assert {caption for caption, _ in said} == {each for told in CAPTIONS.values() for each in told.values()}


def test_the_pictures_are_small_and_have_a_palette() -> None:
    found = [place.read_bytes() for place in FOLDER.glob("*.png")]
    assert found
    assert {3} == {each[25] for each in found}, "colour type 3 is a palette"
    assert max(map(len, found)) < LARGEST
    assert sum(map(len, found)) < WHOLE


def test_the_table_has_the_clicks_of_every_game_in_both_languages() -> None:
    figures = json.loads((FOLDER / FIGURES).read_text("utf-8"))
    assert {info.name for info in registry.installed()} == set(figures)
    assert all(0 < each["presses"] and 0 < each["milliseconds"] for each in figures.values())
    assert first_hour.readme(figures) == (FOLDER / "README.md").read_text("utf-8")
