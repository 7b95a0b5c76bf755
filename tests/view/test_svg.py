"""The SVG picture: safe, the same every time, complete, well-formed, quick, and legible."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import partial

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.scene import Arrow, Counter, Ground, Pile, Scene, Spot, Stroke
from pbem.view.map import glyphs, svg
from pbem.view.map.counters import SIZE, slots
from pbem.view.map.frame import frame_around
from tests.lists import tried_with
from tests.view import demo

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


def test_a_frame_shows_only_its_part() -> None:
    x, y = demo.centre(6, 6)
    part = draw(demo.scene(), frame=(x - 30, y - 30, x + 30, y + 30))
    shown = set(re.findall(r'data-cell="(\d{4})"', part))

    assert demo.name(6, 6) in shown
    assert demo.name(19, 19) not in shown
    assert len(part) < len(draw(demo.scene()))


def test_a_frame_around_hexes_holds_them_with_a_margin() -> None:
    ground = demo.ground()
    box = frame_around(ground, ["0707", "0909"], margin=1)
    assert box is not None
    inside = {
        c.name for c in ground.cells if box[0] <= c.centre[0] <= box[2] and box[1] <= c.centre[1] <= box[3]
    }

    assert {"0707", "0909", "0606", "1010"} <= inside
    assert not {"0407", "1212"} & inside
    assert None is frame_around(ground, ["nowhere"])


def test_an_unknown_terrain_and_an_unknown_symbol_are_drawn_plainly() -> None:
    ground = evolve(demo.ground(2), cells=tuple(evolve(c, terrain="lava") for c in demo.ground(2).cells))
    picture = draw(
        Scene(ground=ground, piles=(Pile(cell="0101", counters=(demo.counter("a", 0, symbol="zeppelin"),)),))
    )

    assert "url(#t-unknown)" in picture
    assert 'href="#n-unknown"' in picture


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
