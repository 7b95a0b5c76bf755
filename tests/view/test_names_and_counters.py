"""Names of places, counters and boxes in all games: none lies under a counter, none is cut, each stands once."""

import copy
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.port.scene import Ground, Pile, Scene, Spot
from pbem.table import picture
from pbem.view.map import detail, face, palette, svg, trays
from pbem.view.map.frame import HEX, Box
from pbem.view.map.measure import ems, serif
from pbem.view.map.placing import box_of
from tests.lists import tried_with
from tests.sampling import small_and_tried
from tests.view import demo

SIZES = (0.35, 0.6, 1.2)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def scene(game: str) -> Scene:
    """A game at its beginning."""
    rules = registry.load(game).rules
    return rules.scene(rules.setup(rules.scenarios[0], {}), None)


@cache
def drawing(game: str, size: float) -> ET.Element:
    """The whole map as ``pbem map`` draws it."""
    return ET.fromstring(svg.draw(scene(game), size=size))


def _group(root: ET.Element, name: str) -> Iterator[ET.Element]:
    return (each for each in root.iter(f"{SVG}g") if each.attrib.get("class") == name)


def _names(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """Every name of a place or region with the box of its letters."""
    for group in _group(root, "names"):
        for text in group.iter(f"{SVG}text"):
            if "x" in text.attrib:
                words, size = "".join(text.itertext()), float(text.attrib["font-size"])
                spacing = float(text.attrib.get("letter-spacing", 0)) * len(words)
                wide = serif(words, bold="font-weight" in text.attrib) * size + spacing
                yield words, box_of((float(text.attrib["x"]), float(text.attrib["y"])), wide - 1, size)


def _numbers(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """The numbers of hexes, and those of roads with their plates."""
    for group in _group(root, "numbers"):
        for numbers in group.findall(f"{SVG}g"):
            size = float(numbers.attrib["font-size"])
            for text in numbers:
                x, foot, words = float(text.attrib["x"]), float(text.attrib["y"]), text.text or ""
                yield (
                    words,
                    (x - len(words) * size * 0.3, foot - size * 0.72, x + len(words) * size * 0.3, foot),
                )
        for plate in group.findall(f"{SVG}rect"):
            yield "road", _rectangle(plate)


def _boxes(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """The names of boxes."""
    for group in _group(root, "tray-name"):
        for text in group.iter(f"{SVG}text"):
            words, size = text.text or "", float(text.attrib["font-size"])
            wide = float(text.attrib.get("textLength", ems(words) * size))
            yield words, box_of((float(text.attrib["x"]), float(text.attrib["y"])), wide, size)


def _rectangle(rect: ET.Element) -> Box:
    x, y, wide, high = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def _counters(root: ET.Element) -> Iterator[Box]:
    """The box of every counter and block on the map."""
    for group in _group(root, "pieces"):
        for each in group.iter(f"{SVG}g"):
            if each.attrib.get("class") == "counter":
                x, y, scale = map(float, re.findall(r"-?[0-9.]+", each.attrib["transform"]))
                yield x - 25 * scale, y - 25 * scale, x + 25 * scale, y + 25 * scale
            elif each.attrib.get("class") == "block":
                for box in each.findall(f"{SVG}rect"):
                    yield _rectangle(box)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@tried_with("size", SIZES)
@pytest.mark.parametrize("game", small_and_tried())
def test_no_name_lies_under_a_counter(game: str, size: float) -> None:
    names, pieces = [*_names(drawing(game, size))], [*_counters(drawing(game, size))]
    assert pieces
    assert names or (game, size) == ("pegasus", 0.35), "on so small a picture its bridges have no room"
    assert [] == [words for words, box in names if any(_meet(box, each) for each in pieces)]


@tried_with("size", (0.0, *SIZES))
@pytest.mark.parametrize("game", small_and_tried())
def test_no_label_covers_another_or_leaves_the_map_and_no_town_lies_in_the_sea(game, size):
    """Names of places, regions and boxes, numbers of hexes and roads; size 0 is the whole map as it is first seen."""
    root = drawing(game, size)
    names, found = [*_names(root)], [*_names(root), *_numbers(root), *_boxes(root)]
    assert [] == [(a, b) for n, (a, one) in enumerate(found) for b, other in found[:n] if _meet(one, other)]
    [paper] = [_rectangle(each) for each in root.iter(f"{SVG}rect") if each.attrib.get("fill") == "#ece5d0"]
    assert [] == [words for words, box in names if not (paper[0] <= box[0] and box[2] <= paper[2])]
    assert [] == [words for words, box in names if not (paper[1] <= box[1] and box[3] <= paper[3])]
    ground = scene(game).ground
    at_sea = {cell.centre for cell in ground.cells if cell.terrain == "sea"}
    named = ("label-city", "label-town", "label-village")
    assert [] == [spot.text for spot in ground.spots if spot.style in named and spot.at in at_sea]
    towns = [cell for cell in ground.cells if cell.rank == "town" and cell.terrain != "city"]
    assert [] == [cell.title for cell in towns if cell.terrain == "sea"]
    houses = [each for each in root.iter(f"{SVG}use") if each.attrib.get("class") == "tint town"]
    assert len(houses) >= len(towns), "a name without houses seems to lie where its letters do"


@tried_with("size", SIZES)
@pytest.mark.parametrize("game", small_and_tried())
def test_the_name_of_a_box_is_whole(game: str, size: float) -> None:
    """Every box has its name; smaller than half its size perhaps only the names in it."""
    known = {cell.name for cell in scene(game).ground.cells}
    boxes = [pile for pile in scene(game).piles if pile.at is not None or pile.cell not in known]
    written = [
        " ".join("".join(line.itertext()) for line in group.iter(f"{SVG}text"))
        for group in _group(drawing(game, size), "tray-name")
    ]
    whole = [pile.label or pile.cell for pile in boxes]
    assert len(whole) == len(written), "a box without a name, or a name without a box"
    assert size < 0.5 or Counter(whole) == Counter(written)


@pytest.mark.parametrize("game", small_and_tried())
def test_what_is_printed_on_a_counter_stays_on_it(game: str) -> None:
    """Names end above or beside the strengths, strengths between the edges, and nothing on the step bar."""
    looks = palette.side_looks(c.side for p in scene(game).piles for c in p.counters)
    for counter in {each for pile in scene(game).piles for each in pile.counters}:
        for pixels in (36, 40, 50, 80):
            least = detail.letters(1) * 50 / pixels
            whole = "".join(face.full(counter, counter.name, looks[counter.side], least))
            small = "".join(face.plain(counter, looks[counter.side], min(least, 18.1)))
            for words, box in (*_printed(whole), *_printed(small)):
                assert -24.6 <= box[0] <= box[2] <= 24.6, (words, box)
                assert -24.6 <= box[1] <= box[3] <= 20.6, (words, box)
            written = [box for _, box in _printed(whole)]
            assert not any(_meet(one, other) for n, one in enumerate(written) for other in written[:n])


def _printed(drawing: str) -> Iterator[tuple[str, Box]]:
    """Every text of a counter with its box, as high as its capitals."""
    for text in ET.fromstring(f"<g>{drawing}</g>").iter("text"):
        words, size = "".join(text.itertext()), float(text.attrib["font-size"])
        wide = float(text.attrib.get("textLength", ems(words) * size))
        turned = re.match(r"translate\((\S+) (\S+)\) rotate\(-90\)", text.attrib.get("transform", ""))
        if turned:
            x, y = float(turned[1]), float(turned[2])
            yield words, (x - 0.72 * size, y - wide / 2, x, y + wide / 2)
        else:
            x, y = float(text.attrib["x"]), float(text.attrib["y"])
            yield words, (x - wide / 2, y - 0.72 * size, x + wide / 2, y)


def test_a_town_of_several_hexes_is_named_once_and_two_of_one_name_twice() -> None:
    ground = _towns({"0505": "Ormont", "0506": "Ormont", "0606": "Ormont", "1010": "Ormont", "0309": "Tilly"})
    found = Counter(
        words for words, _ in _names(ET.fromstring(svg.draw(Scene(ground=ground, piles=()), size=1.0)))
    )
    assert {"Ormont": 2, "Tilly": 1} == found


def _towns(titles: dict[str, str]) -> Ground:
    ground = demo.ground(12)
    cells = tuple(
        evolve(cell, title=titles.get(cell.name, ""), rank="town" if cell.name in titles else "")
        for cell in ground.cells
    )
    assert set(titles) <= {cell.name for cell in cells}
    return evolve(ground, cells=cells, spots=(), strokes=())


def test_a_region_moves_from_under_counters() -> None:
    at = demo.centre(5, 7)
    ground = evolve(demo.ground(12), spots=(Spot(style="label-region", at=at, text="Bessin"),))
    lying = Scene(ground=ground, piles=(Pile(cell=demo.name(5, 7), counters=(demo.counter("german", 1),)),))
    root = ET.fromstring(svg.draw(lying, size=1.0))
    [box] = [box for words, box in _names(root) if words == "BESSIN"]
    assert not any(_meet(box, each) for each in _counters(root))


def test_the_leaders_of_pegasus_are_people_with_names_and_its_bridges_are_named() -> None:
    rules = registry.load("pegasus").rules
    placed = rules.scene(rules.place("empty", {"units": {"Howard": "PB"}}), None)
    units = {c.name: c for pile in placed.piles for c in pile.counters}
    assert "leader" == units["Howard"].symbol
    root = ET.fromstring(svg.draw(placed, size=1.5))
    [howard] = [g for g in root.iter(f"{SVG}g") if g.attrib.get("data-name") == "Howard"]
    assert "Howard" in [text.text for text in howard.iter(f"{SVG}text")]
    assert {"Pegasus Bridge", "Ranville Bridge", "Pillbox"} <= {words for words, _ in _names(root)}


def test_a_box_is_as_broad_as_its_name_and_no_broader_than_it_needs() -> None:
    for label in ("wave B190/1", "off Omaha", "Juno landing box", "Arriving"):
        _, _, (left, _, right, _) = trays.tray(label, 1, (0.0, 0.0), HEX, 1.0)
        assert right - left <= max(HEX * 1.2, 10 * len(label))


@pytest.mark.parametrize("game", small_and_tried())
def test_names_stand_where_they_would_without_the_positions_before(game: str) -> None:
    """A board looks only at what has changed; what comes out is what a fresh board finds, after every third step."""
    now = scene(game)
    places = {cell.name for cell in now.ground.cells}
    named = sorted({cell.name for cell in now.ground.cells if cell.title or cell.rank} or places)
    lying = [n for n, pile in enumerate(now.piles) if pile.cell in places]
    kept, drawn = picture.board(1, [now], ()), set[str]()
    fresh = picture.board(2, [now], ())
    levels = copy.deepcopy(fresh.lettering.levels)
    chance = Random(game)
    for step in range(30):
        piles = list(now.piles)
        for n in chance.sample(lying, min(len(lying), 1 + step % 4)):
            piles[n] = evolve(piles[n], cell=chance.choice(named))
        now = evolve(now, piles=tuple(piles))
        again = picture.pieces(kept, now)
        if step % 3 == 2:
            fresh.lettering.levels = copy.deepcopy(levels)
            found = picture.pieces(fresh, now)
            assert (found["covered"], found["names"]) == (again["covered"], again["names"])
            drawn.add(str(found["names"]))
    assert len(drawn) > 1
