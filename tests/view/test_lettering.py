"""Names, road numbers and the key: what is written on a map and below it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import partial

import pytest
from attrs import evolve

from pbem.port.scene import Ground, Point, Scene, Spot, Stroke
from pbem.view.map import svg
from pbem.view.map.frame import view
from pbem.view.map.key import key
from pbem.view.map.labels import Taken
from tests.lists import tried_with
from tests.view import demo

draw = partial(svg.draw, size=1.0)
SVG = "{http://www.w3.org/2000/svg}"
HERE = demo.centre(5, 7)


def _ground(*spots: Spot, strokes: tuple[Stroke, ...] = (), **more: object) -> Ground:
    return evolve(demo.ground(12), spots=spots, strokes=strokes, **more)


def _words(ground: Ground, frame: tuple[float, float, float, float] | None = None) -> list[str]:
    root = ET.fromstring(draw(Scene(ground=ground, piles=()), frame=frame))
    return [text for e in root.iter(f"{SVG}text") if (text := "".join(e.itertext()))]


def _name(style: str, text: str, at: Point = HERE) -> Spot:
    return Spot(style=f"label-{style}", at=at, text=text)


@tried_with(
    ("style", "written"),
    [
        ("city", "ORMONT"), ("town", "Ormont"), ("village", "Ormont"), ("exit", "Ormont"), ("woods", "Ormont"),
        ("marsh", "Ormont"), ("cape", "Ormont"), ("fort", "Ormont"), ("height", "Ormont"), ("bay", "Ormont"),
        ("sea", "Ormont"), ("region", "ORMONT"),
    ],
)  # fmt: skip
def test_a_name_of_every_kind_is_written_once(style: str, written: str) -> None:
    assert 1 == _words(_ground(_name(style, "Ormont"))).count(written)


def test_a_town_is_written_where_a_wood_must_give_way() -> None:
    """Eight towns leave no room around a point: the wood's name is left out, no town is."""
    crowd = [_name("town", f"Longville {i}") for i in range(8)]
    words = _words(_ground(*crowd, _name("woods", "Silva")))
    assert "Silva" not in words
    assert 8 == sum(word.startswith("Longville") for word in words)


def test_a_name_stays_inside_the_window() -> None:
    ground = _ground(_name("town", "Sainte-Marie-du-Marais"))
    x, y = HERE
    root = ET.fromstring(draw(Scene(ground=ground, piles=()), frame=(x - 70, y - 40, x + 1, y + 40)))
    [name] = [e for e in root.iter(f"{SVG}text") if e.text == "Sainte-Marie-du-Marais"]
    half = len("Sainte-Marie-du-Marais") * float(name.attrib["font-size"]) * 0.56 / 2
    scale = view(ground).scale
    assert 22 + 71 * scale >= float(name.attrib["x"]) + half


def test_a_place_outside_the_window_is_not_named() -> None:
    x, y = HERE
    ground = _ground(_name("town", "Ormont"))
    assert "Ormont" not in _words(ground, (x + 20, y + 20, x + 90, y + 60))


def test_a_road_shows_its_number() -> None:
    road = Stroke(style="primary-road", points=(demo.centre(2, 6), demo.centre(8, 6)), title="N13")
    bare = evolve(road, title="")
    assert 1 == _words(_ground(strokes=(road,))).count("N13")
    assert 0 == _words(_ground(strokes=(bare,))).count("N13")


def test_two_boxes_that_touch_do_not_collide_but_overlap_does() -> None:
    taken = Taken([(0, 0, 10, 10)])
    assert taken.free((10, 0, 20, 10))
    assert not taken.free((9, 9, 20, 20))


def test_the_key_names_only_what_shows() -> None:
    """A river in the window stands in the key; outside of it the river does not."""
    river = Stroke(style="major-river", points=(demo.centre(1, 8), demo.centre(3, 8)))
    ground = _ground(strokes=(river,))
    assert "major river" in _words(ground)
    assert "major river" not in _words(ground, (150.0, 10.0, 200.0, 60.0))


def test_the_key_says_what_the_map_is_and_whom_to_credit() -> None:
    words = _words(_ground(note="A reconstruction", attribution="Names: Ann"))
    assert {"A reconstruction", "Names: Ann"} <= set(words)


def test_the_scale_bar_is_as_long_as_its_kilometres() -> None:
    """Ten map units to the kilometre: the bar of k km covers 10 k units."""
    ground = _ground(unit_km=0.1)
    window = view(ground)
    made = key(ground, window, frozenset(), 1.0)
    assert made.km > 0
    assert made.km * 10 * window.scale == pytest.approx(made.bar)
    assert f"{made.km} km" in _words(ground)


@pytest.mark.parametrize("unit", [0.0, -1.0, float("inf"), float("nan")])
def test_a_map_without_a_scale_has_no_bar(unit: float) -> None:
    assert not [word for word in _words(_ground(unit_km=unit)) if re.fullmatch(r"\d+ km", word)]


def test_a_long_heading_does_not_run_into_the_title() -> None:
    scene = Scene(
        ground=demo.ground(5), piles=(), heading="Turn 12, 27 and 28 June - Storm - Allied logistics"
    )
    root = ET.fromstring(draw(scene, title="A game with a fairly long name"))
    sizes = {
        e.text: (float(e.attrib["x"]), float(e.attrib["font-size"]))
        for e in root.iter(f"{SVG}text")
        if e.text in (scene.heading, "A game with a fairly long name")
    }
    (left, big), (right, small) = sizes["A game with a fairly long name"], sizes[scene.heading]
    assert right - left >= 30 * big * 0.6 + len(scene.heading) * small * 0.45
