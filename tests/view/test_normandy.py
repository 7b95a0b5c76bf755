"""A real map: June 6's ground and first set-up, straight from the data files."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from pbem.port.scene import Scene
from pbem.view.map.svg import draw
from pbem.view.text import draw_text
from tests.view import normandy


@pytest.fixture(scope="module")
def scene() -> Scene:
    return normandy.scene()


@pytest.fixture(scope="module")
def picture(scene: Scene) -> str:
    return draw(scene, title="June 6", size=2.0)


def test_every_hex_and_every_counter_is_in_the_picture(scene: Scene, picture: str) -> None:
    assert {c.name for c in scene.ground.cells} == set(re.findall(r'data-cell="(\w\d{4})"(?=>)', picture)) | {
        p.cell for p in scene.piles
    }
    assert sum(len(p.counters) for p in scene.piles) == picture.count('class="counter"')


def test_the_great_places_are_named(picture: str) -> None:
    said = {
        (e.text or "").casefold() for e in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    }

    assert {"caen", "cherbourg", "bayeux", "carentan", "sainte-mère-église"} <= said


def test_the_whole_map_can_be_mailed(picture: str) -> None:
    assert len(picture.encode()) < 1_500_000


def test_the_whole_map_fits_a_terminal_of_eighty_columns(scene: Scene) -> None:
    assert max(map(len, draw_text(scene, width=80).splitlines())) <= 80
