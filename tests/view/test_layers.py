"""Layers over the ground: told apart without colour, in the key, in tooltips, and gone when nobody asks."""

import re
import xml.etree.ElementTree as ET

from attrs import evolve

from pbem.port.scene import Layer, Scene, Spot, Stroke, Tint
from pbem.view.map import layers
from pbem.view.map.svg import draw
from pbem.view.text import draw_text
from tests.view import demo

ZOC = Layer(
    name="zoc",
    side="german",
    title="German zones",
    paragraph="11.1",
    tints=(
        Tint(cell="0808", why="zone of 914/352"),
        Tint(cell="0809", strength="shared", why="zone of 914/352"),
    ),
)
OURS = evolve(ZOC, side="allied", title="Allied zones")
LINES = Layer(
    name="supply", side="allied", title="Allied lines",
    tints=(Tint(cell="1010", strength="cut", why="<b>505/82</b> is cut off"),),
    strokes=(Stroke(style="supply-line", points=(demo.centre(4, 4), demo.centre(5, 4))),),
    signs=(Spot(style="supply", at=demo.centre(5, 4), title="a source"),),
)  # fmt: skip


def scene(*found: Layer) -> Scene:
    return evolve(demo.scene(), layers=found)


def test_without_layers_the_picture_is_what_it_was() -> None:
    assert draw(demo.scene()) == draw(scene())
    assert 'id="h' not in draw(scene())


def test_every_hatching_that_is_used_is_defined_once() -> None:
    picture = draw(scene(ZOC, OURS, LINES))
    ids = re.findall(r'id="([^"]+)"', picture)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#(h\d[fs])\)", picture)) <= set(ids)
    ET.fromstring(picture)


def test_two_sides_differ_in_the_direction_of_their_hatching() -> None:
    """In grey as in colour: one leans left, the other right, alone or together."""

    def turn(found: Layer) -> str:
        return re.findall(r"rotate\((-?45)\)", layers.definitions([found]))[0]

    assert {"45", "-45"} == {turn(ZOC), turn(OURS)}
    assert turn(ZOC) in re.findall(r"rotate\((-?45)\)", layers.definitions([OURS, ZOC]))


def test_the_key_names_every_layer_with_its_paragraph() -> None:
    picture = draw(scene(ZOC, LINES))
    for words in ("German zones [11.1]", "shared with the enemy", "Allied lines", "cut off"):
        assert words in picture


def test_a_layer_with_nothing_on_it_says_so() -> None:
    assert "German zones [11.1]: none" in draw(scene(evolve(ZOC, tints=())))


def test_a_cell_says_in_its_tooltip_why_it_is_tinted_and_markup_in_it_stays_text() -> None:
    """Words come from unit names, and those from an opponent's file."""
    root = ET.fromstring(draw(scene(ZOC, LINES)))
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any("zone of 914/352 [11.1]" in title for title in titles)
    assert any("<b>505/82</b> is cut off" in title for title in titles)


def test_a_cell_that_the_map_does_not_have_is_left_out() -> None:
    assert draw(scene(evolve(ZOC, tints=(Tint(cell="nowhere"),))))


def test_in_a_terminal_the_hexes_are_listed() -> None:
    said = draw_text(scene(ZOC, LINES))
    assert "German zones: 0808" in said
    assert "German zones, shared with the enemy's: 0809" in said
    assert "1010: <b>505/82</b> is cut off" in said
