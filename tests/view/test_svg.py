"""The SVG picture: safe, the same every time, complete, well-formed, legible; and what is written on a map and below it."""

import re
import xml.etree.ElementTree as ET
from functools import partial

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.scene import Arrow, Counter, Ground, Pile, Point, Scene, Spot, Stroke
from pbem.view.map import glyphs, svg
from pbem.view.map.counters import SIZE, slots
from pbem.view.map.frame import frame_around, view
from pbem.view.map.key import key
from pbem.view.map.labels import Taken
from tests.lists import tried_with
from tests.view import demo
from tests.view.goldens import FOLDER, POSITIONS

draw = partial(svg.draw, size=1.0)
SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(picture).iter(f"{SVG}title")]


def small(**more: object) -> Scene:
    """A scene of nine hexes with one counter, changed as asked."""
    made = Scene(
        ground=demo.ground(3), piles=(Pile(cell=demo.name(1, 1), counters=(demo.counter("allied", 0),)),)
    )
    return evolve(made, **more)


def test_every_counter_of_the_scene_is_named_in_a_title() -> None:
    scene = demo.scene()
    said = titles(draw(scene))
    assert [] == [c.name for p in scene.piles for c in p.counters if not any(c.name in t for t in said)]


def test_a_unit_named_like_a_script_stays_text() -> None:
    evil = '<script>alert(1)</script>"\' onload="x'
    picture = draw(
        small(piles=(Pile(cell="0202", counters=(demo.counter("allied", 0, name=evil, title=""),)),))
    )
    assert "<script" not in picture
    assert [] == [e for e in ET.fromstring(picture).iter() if any(k.startswith("on") for k in e.attrib)]
    assert any(evil in t for t in titles(picture))


_WILD = st.text(st.characters(exclude_categories=()), max_size=24)


@settings(max_examples=60, deadline=None)
@given(_WILD, _WILD)
def test_no_text_of_a_stranger_breaks_the_picture(word: str, other: str) -> None:
    """Any string in any field leaves well-formed XML of the same elements, without control or format characters."""
    scene = _said(word, other)
    picture = draw(scene, title=word)
    kinds = {e.tag for e in ET.fromstring(picture).iter()}
    assert set() == kinds - {SVG + t for t in ALLOWED}
    assert None is re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", picture
    )
    assert picture.encode("utf-8")


ALLOWED = [
    "svg", "g", "defs", "title", "text", "textPath", "path", "rect", "circle", "use", "symbol", "pattern", "clipPath",
]  # fmt: skip


def _said(word: str, other: str) -> Scene:
    ground = evolve(demo.ground(3), attribution=word, note=other)
    cells = tuple(
        evolve(c, title=other, rank="town", terrain="clear" if c.name != "0101" else word)
        for c in ground.cells
    )
    ground = evolve(
        ground,
        cells=cells,
        strokes=tuple(
            Stroke(style=style, points=(demo.centre(0, 0), demo.centre(30, 0)), title=word)
            for style in ("major-river", "primary-road", word)
        ),
        spots=tuple(
            Spot(style=style, at=demo.centre(1, 1), text=word, title=other)
            for style in (
                *("bridge", "entry", "landing-box", "objective", "label-city", "label-village"),
                *("label-region", "label-sea", "label-woods", word),
            )
        ),
    )
    unit = Counter(
        name=word, side=other, symbol=word, size=word, values=other, band=word, marks=(word, other), title=other,
    )  # fmt: skip
    return Scene(
        ground=ground, piles=(Pile(cell="0202", counters=(unit,)), Pile(cell=word, counters=(unit,), label=other)),
        arrows=(Arrow(style=word, points=(demo.centre(0, 0), demo.centre(1, 1)), title=word),), heading=other,
        panel=(word, other),
    )  # fmt: skip


@tried_with("sign", ["\u202e", "\u2066", "\u200f", "\x1b", "\x00", "\ufeff", "\ud800"])
def test_signs_that_turn_or_hide_text_are_removed(sign: str) -> None:
    picture = draw(
        small(piles=(Pile(cell="0202", counters=(demo.counter("allied", 0, name=f"5{sign}05"),)),))
    )
    assert sign not in picture
    assert any(t.startswith("505") for t in titles(picture))


def test_a_colour_that_is_no_colour_is_not_drawn() -> None:
    picture = draw(
        small(piles=(Pile(cell="0202", counters=(demo.counter("allied", 0, band="url(http://x)"),)),))
    )
    assert "http://x" not in picture


def test_nothing_is_loaded_from_outside_and_nothing_runs() -> None:
    picture = draw(demo.scene(), title="A")
    root = ET.fromstring(picture)
    links = [v for e in root.iter() for k, v in e.attrib.items() if k.rpartition("}")[2] == "href"]
    assert [] == [v for v in links if not v.startswith("#")]
    assert {"#"} == {u[4] for u in re.findall(r"url\([^)]", picture)}
    assert [] == [
        e.tag for e in root.iter() if e.tag.rpartition("}")[2] in ("script", "image", "foreignObject", "a")
    ]


def test_every_reference_in_the_picture_points_at_something() -> None:
    root = ET.fromstring(draw(demo.scene()))
    named = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    used = {e.attrib["href"][1:] for e in root.iter() if "href" in e.attrib}
    used |= {v[5:-1] for e in root.iter() for v in e.attrib.values() if v.startswith("url(#")}
    assert set() == used - named


@given(st.integers(1, 30))
def test_no_two_counters_of_a_pile_coincide_and_four_or_fewer_hide_no_strengths(count: int) -> None:
    """Middles lie at least a third of a counter apart; up to four, the band with the strengths stays uncovered."""
    places = slots(count, 72.0)
    assert count == len({(x, y) for x, y, _ in places})
    for i, (x, y, scale) in enumerate(places):
        half = SIZE * scale / 2
        for ox, oy, oscale in places[i + 1 :]:
            ohalf = SIZE * oscale / 2
            assert max(abs(x - ox), abs(y - oy)) > half * 2 / 3
            if count <= 4:
                strengths = (x - half * 0.8, y + half * 0.35, x + half * 0.8, y + half)
                apart = (
                    ox - ohalf >= strengths[2]
                    or ox + ohalf <= strengths[0]
                    or oy + ohalf <= strengths[1]
                    or oy - ohalf >= strengths[3]
                )
                assert apart


@given(st.integers(1, 12))
def test_a_stack_stays_within_its_hex(count: int) -> None:
    assert all(abs(x) + SIZE * s / 2 <= 37 and abs(y) + SIZE * s / 2 <= 41 for x, y, s in slots(count, 72.0))


def test_a_frame_around_hexes_holds_them_with_a_margin() -> None:
    ground = demo.ground()
    box = frame_around(ground, ["0707", "0909"], margin=1)
    inside = {
        c.name for c in ground.cells if box[0] <= c.centre[0] <= box[2] and box[1] <= c.centre[1] <= box[3]
    }
    assert {"0707", "0909", "0606", "1010"} <= inside
    assert not {"0407", "1212"} & inside
    assert None is frame_around(ground, ["nowhere"])


def test_an_empty_scene_is_a_picture_too() -> None:
    ground = Ground(width=0, height=0, cells=(), strokes=(), spots=())
    assert "svg" in ET.fromstring(draw(Scene(ground=ground, piles=()))).tag


def test_every_drawing_of_a_symbol_is_well_formed_and_unlike_the_others() -> None:
    for drawing in glyphs.DRAWINGS.values():
        ET.fromstring(f"<g>{drawing}</g>")
    assert 25 <= len(glyphs.DRAWINGS) == len(set(glyphs.DRAWINGS.values()))


def test_a_large_game_stays_small() -> None:
    """Two thousand hexes and two hundred counters: under 1.5 MB, so that it can be mailed."""
    ground = demo.ground(45)
    units = [
        demo.counter("allied" if i % 2 else "german", i, name=f"U{i}", marks=("D1",)) for i in range(200)
    ]
    piles = tuple(
        Pile(cell=demo.name(i % 20, 5 + i // 20), counters=(units[2 * i], units[2 * i + 1]))
        for i in range(100)
    )
    scene = Scene(ground=ground, piles=piles)
    picture = draw(scene)
    assert 200 == picture.count('class="counter"')
    assert len(picture.encode()) < 1_500_000


def test_what_is_remembered_of_a_map_is_never_shown_for_another() -> None:
    """The printed part is drawn once for the very same cells, strokes and window, and anew for any others."""
    drawn = demo.scene()
    first = draw(drawn)
    dry = evolve(drawn, ground=evolve(drawn.ground, strokes=()))
    assert draw(dry) != first
    assert draw(evolve(dry, ground=demo.ground())) == first
    assert draw(drawn, frame=frame_around(drawn.ground, ["0808"])) != first
    assert draw(drawn) == first


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
        ("city", "ORMONT"),
        ("town", "Ormont"),
        ("village", "Ormont"),
        ("exit", "Ormont"),
        ("woods", "Ormont"),
        ("marsh", "Ormont"),
        ("cape", "Ormont"),
        ("fort", "Ormont"),
        ("height", "Ormont"),
        ("bay", "Ormont"),
        ("sea", "Ormont"),
        ("region", "ORMONT"),
    ],
)
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


def test_two_boxes_that_touch_do_not_collide_but_overlap_does() -> None:
    taken = Taken([(0, 0, 10, 10)])
    assert taken.free((10, 0, 20, 10))
    assert not taken.free((9, 9, 20, 20))


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


HOW = "Renew it with `python -m tests.view.goldens` if the change is meant, and look at the picture first."


@tried_with("name", POSITIONS)
def test_a_position_is_drawn_as_it_is_kept(name: str) -> None:
    kept, drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8"), POSITIONS[name]()
    first = next((i for i, (a, b) in enumerate(zip(kept, drawn, strict=False)) if a != b), len(kept))
    about = f"{name}.svg differs from byte {first}: {drawn[max(0, first - 60) : first + 60]!r}"
    assert kept == drawn, f"{about}. {HOW}"


def test_there_is_no_picture_of_a_position_that_is_gone() -> None:
    assert sorted(f"{name}.svg" for name in POSITIONS) == sorted(each.name for each in FOLDER.iterdir())
    assert 10 == len(POSITIONS)
    assert {"june6", "pegasus"} <= {name.split("-")[0] for name in POSITIONS}
