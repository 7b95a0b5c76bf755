"""Three levels of detail: what is shown can be read, stacks stay where they are, and colours can be told apart."""

import re
import xml.etree.ElementTree as ET
from collections import Counter as Count
from collections.abc import Iterator
from functools import cache

import pytest

from pbem.games import registry
from pbem.port.scene import Counter, Pile, Scene
from pbem.view.map import counters, detail, labels, palette
from pbem.view.map.frame import HEX, view
from pbem.view.map.ground import plan
from pbem.view.map.svg import draw, draw_board, levels
from pbem.view.markup import contrast
from tests.lists import tried_with
from tests.sampling import small_and_tried
from tests.view import demo

SVG = "{http://www.w3.org/2000/svg}"
LETTERS, LARGE = 4.5, 3.0
"""Contrast that letters need, and large ones (WCAG 2.2, 1.4.3)."""


@cache
def june6() -> Scene:
    rules = registry.load("june6").rules
    return rules.scene(rules.setup("landings", {}), None)


@cache
def pegasus() -> Scene:
    rules = registry.load("pegasus").rules
    return rules.scene(rules.place("empty", {"chits": ["B1", "B3"], "squads_left": 1}), None)


SCENES = {"june6": june6, "pegasus": pegasus, "every style": demo.scene}


def _letters(element: ET.Element, scale: float, font: float) -> Iterator[tuple[str, float]]:
    """Every text with the height of its letters on the screen; signs that are drawn by reference are no texts."""
    if element.tag == f"{SVG}defs":
        return
    font = float(element.attrib.get("font-size", font))
    for found in re.findall(r"scale\(([0-9.]+)\)", element.attrib.get("transform", "")):
        scale *= float(found)
    if element.tag == f"{SVG}text":
        yield "".join(element.itertext()), font * scale
    for child in element:
        yield from _letters(child, scale, font)


@tried_with("name", SCENES)
@tried_with("size", [0.0, 0.2, 0.31, 0.5, 0.62, 0.8, 1.0, 1.6])
def test_no_letter_is_smaller_than_nine_pixels_where_it_is_shown(name: str, size: float) -> None:
    root = ET.fromstring(draw(SCENES[name](), title="A title", size=size))
    shown = float(root.attrib["width"]) / float(root.attrib["viewBox"].split()[2])
    small = {(text, round(high, 2)) for text, high in _letters(root, shown, 16.0) if high < 8.99}
    assert set() == small


def test_a_whole_map_is_as_wide_as_a_screen_and_a_few_hexes_are_drawn_large() -> None:
    x, y = demo.centre(6, 6)
    whole, part = (
        ET.fromstring(draw(june6())),
        ET.fromstring(draw(demo.scene(), frame=(x, y, x + 20, y + 20))),
    )
    assert float(whole.attrib["width"]) == pytest.approx(detail.SHOWN, rel=0.05)
    assert float(part.attrib["width"]) / float(part.attrib["viewBox"].split()[2]) == detail.LARGEST


def test_the_same_units_are_blocks_then_symbols_then_counters() -> None:
    unit = demo.counter("german", 1, name="1/726", values="4-5-3")
    scene = Scene(ground=demo.ground(8), piles=(Pile(cell="0202", counters=(unit,)),))
    far, middle, close = (draw(scene, size=size) for size in (0.3, 0.6, 1.2))
    assert 'class="block"' in far
    assert ("#n-" in far, ">4-5-3<" in far) == (True, False)
    assert (True, False) == ("#n-" in middle, ">4-5-3<" in middle)
    assert ">4</text>" in middle
    assert ">4-5-3</text>" in close


def _block(size: float, *units: Counter) -> str:
    picture = draw(Scene(ground=demo.ground(8), piles=(Pile(cell="0202", counters=units),)), size=size)
    return picture.split('class="block"', 1)[1].split('<g class="marks"', 1)[0]


@pytest.mark.parametrize("high", [14, 17, 20, 24])
def test_a_block_shows_symbol_size_and_one_factor_where_they_can_be_read(high: int) -> None:
    """From 14 pixels on the symbol, from 17 on one factor, from 20 on the size as strokes."""
    unit = demo.counter("german", 1, symbol="armour", size="III", values="(4)4-1-5")
    block = _block(high / (0.7 * HEX) + 0.004, unit)
    assert "#n-armour" in block
    assert (["4"] if high >= 17 else []) == re.findall(r">(\w+)</text>", block)
    assert (high >= 20) == ('fill="none"' in block)


def test_a_block_shows_further_units_as_edges_and_whose_they_are() -> None:
    own = tuple(demo.counter("german", n, values=f"{n + 3}-5") for n in range(4))
    assert [1, 2, 3, 3] == [_block(0.3, *own[: n + 1]).count("<rect") for n in range(4)]
    block = _block(0.45, *own[:2], demo.counter("allied", 5, values="7-4"))
    assert ["7", "3"] == re.findall(r">(\d+)</text>", block)
    looks = palette.side_looks(("allied", "german"))
    assert all(f'fill="{looks[side].fill}"' in block for side in looks)


def test_a_stack_that_is_too_small_shows_its_first_counter_and_how_many_there_are() -> None:
    units = tuple(demo.counter("german", n) for n in range(7))
    picture = draw(Scene(ground=demo.ground(8), piles=(Pile(cell="0202", counters=units),)), size=0.8)
    assert 1 == picture.count('class="counter"')
    assert ">7</text>" in picture


@tried_with("count", range(1, 13))
def test_no_counter_of_a_stack_reaches_into_another_hex(count: int) -> None:
    layout = plan(june6().ground, view(june6().ground))
    n = next(i for i, cell in enumerate(layout.cells) if cell.terrain == "clear")
    outline, (cx, cy) = layout.outlines[n], layout.centres[n]
    for x, y, scale in counters.within(counters.slots(count, HEX), outline, (cx, cy)):
        half = counters.SIZE * scale / 2
        assert counters.SIZE * scale <= 0.8 * HEX
        for sx in (-1, 1):
            for sy in (-1, 1):
                assert _inside((cx + x + sx * half, cy + y + sy * half), outline)


def _inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Inside a convex outline, to a hundredth of a pixel."""
    x, y = point
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    ]
    return all(turn >= -1 for turn in turns) or all(turn <= 1 for turn in turns)


@pytest.mark.parametrize("name", small_and_tried())
def test_no_two_things_on_a_page_have_one_name_so_that_waters_bear_their_own(name: str) -> None:
    """The levels of detail lie in one document: a name that followed another level's line stood on another water."""
    rules = registry.load(name).rules
    scene = rules.scene(rules.setup(rules.scenarios[0], {}), None)
    ids = re.findall(
        r'\bid="([^"]+)"', draw_board(scene.ground, plan(scene.ground, view(scene.ground)), {}, frozenset())
    )
    assert len(ids) > 10
    assert [each for each, count in Count(ids).items() if count > 1] == []


def test_a_page_that_zooms_gets_every_level_once() -> None:
    drawn = levels(lambda size: f"<x s='{size:g}'/>" if size < 1 else "<y/>")
    assert len(detail.levels()) == len(set(re.findall(r"\bl\d\b", drawn)))
    assert 1 == drawn.count("<y/>")
    assert "<z/>" == levels(lambda size: "<z/>")


def test_a_map_has_nothing_that_a_renderer_chokes_on() -> None:
    """No tile is turned and no clip but that of the water is needed: each was seconds and a picture's memory."""
    picture = draw(june6())
    assert "patternTransform" not in picture
    assert 1 == picture.count("clip-path=")


def _over(colour: str, opacity: float, ground: str) -> str:
    parts = zip(*(bytes.fromhex(each[1:]) for each in (colour, ground)), strict=True)
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in parts)


GROUNDS = {**palette.TERRAIN, "deep": palette.DEEP, "sand": palette.SAND, "other": palette.UNKNOWN}


@tried_with("ground", GROUNDS)
def test_hex_numbers_regions_and_counters_stand_out_from_every_ground(ground: str) -> None:
    colour = GROUNDS[ground]
    assert contrast(palette.HEX_NUMBER, colour) >= LETTERS
    region = re.search(r'fill="(#\w+)" fill-opacity="([.0-9]+)"', labels.LOOKS["label-region"].look)
    assert contrast(_over(region[1], float(region[2]), colour), colour) >= LARGE
    for look in palette.side_looks(("allied", "german", "american", "british")).values():
        assert max(contrast(look.edge, colour), contrast(look.fill, colour)) >= LARGE


def test_what_is_written_on_counters_and_markers_can_be_read() -> None:
    for look in palette.side_looks(
        (*"abcd", "allied", "german", "american", "british", "us", "axis")
    ).values():
        assert contrast(look.ink, look.fill) >= LETTERS
    assert [] == [mark for mark, (ground, ink) in palette.MARKS.items() if contrast(ground, ink) < LETTERS]


def test_names_of_places_can_be_read_on_their_halo_and_seas_on_their_water() -> None:
    for look in (look for style, look in labels.LOOKS.items() if style not in labels.ACROSS):
        fill = re.search(r'fill="(#\w+)"', look.look)
        assert contrast(fill[1], "#fbf7e6") >= LETTERS
    fill = re.search(r'fill="(#\w+)"', labels.LOOKS["label-sea"].look)
    assert min(contrast(fill[1], water) for water in (palette.DEEP, palette.SEA, palette.SHALLOW)) >= LARGE


def test_paper_and_key_can_be_read() -> None:
    for ink in (palette.INK, palette.FAINT, palette.ROAD_EDGE, "#5a5443"):
        assert contrast(ink, palette.PAPER) >= LETTERS
