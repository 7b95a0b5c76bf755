"""The terminal map: inside its width, nothing hidden, nothing that a terminal would obey."""

import re

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games import registry
from pbem.port.scene import Cell, Ground, Pile, Scene, Stroke
from pbem.view.text import LETTERS, draw_text, side_letters
from tests.view import demo


@pytest.mark.parametrize("width", [20, 30, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert [] == [line for line in draw_text(demo.scene(), width=width).splitlines() if len(line) > width]


@pytest.mark.parametrize("game", [each.name for each in registry.installed()])
def test_every_ground_of_every_game_has_a_letter(game: str) -> None:
    rules = registry.load(game).rules
    for scenario in rules.scenarios:
        assert (
            "?" not in draw_text(rules.scene(rules.setup(scenario, {}), None), width=200).partition("Key:")[0]
        )


@pytest.mark.parametrize("width", [24, 80])
def test_every_counter_is_listed(width: int) -> None:
    told = " ".join(draw_text(demo.scene(), width=width).split())
    assert [] == [c.name for p in demo.scene().piles for c in p.counters if c.name not in told]


@pytest.mark.parametrize("width", [20, 26, 40, 60, 100])
def test_every_hex_is_drawn_once_whatever_the_width(width: int) -> None:
    """Without stacks the map holds exactly as many ground letters as there are hexes, in bands or not."""
    text = draw_text(Scene(ground=demo.ground(), piles=()), width=width)
    rows = [line[5:] for line in text.splitlines() if line[:4].isdigit()]
    assert 400 == sum(1 for row in rows for sign in row if sign in {*LETTERS.values(), "?"})


def test_a_stack_shows_its_side_and_its_count_where_it_stands() -> None:
    scene = Scene(
        ground=demo.ground(3), piles=(Pile(cell="0201", counters=(demo.counter("german", 0),) * 2),)
    )
    assert "0101  ~  G2~  ~" == draw_text(scene).splitlines()[0]


def test_rows_are_shifted_like_hexes() -> None:
    first, second = draw_text(Scene(ground=demo.ground(2), piles=())).splitlines()[:2]
    assert 2 == second.index("~") - first.index("~")


def test_lost_steps_and_markers_are_told() -> None:
    unit = demo.counter("german", 0, steps=1, marks=("PIN", "D2"))
    text = draw_text(Scene(ground=demo.ground(2), piles=(Pile(cell="0101", counters=(unit,)),)))
    assert "0101: 919/709 6-3-4 (1/2) [PIN D2]" in text


def test_a_frame_shows_only_its_part() -> None:
    x, y = demo.centre(5, 5)
    text = draw_text(demo.scene(), frame=(x - 40, y - 40, x + 40, y + 40))
    assert "0506: 16/1" in text
    assert "1818" not in text


def test_sides_with_one_initial_get_different_letters() -> None:
    assert {"r": "R", "rebels": "E", "red": "D"} == side_letters(["red", "rebels", "r"])


@given(st.sets(st.text(max_size=4), max_size=9))
def test_no_two_sides_share_a_letter(sides: set[str]) -> None:
    assert len(sides) == len(set(side_letters(sides).values()))


def test_areas_of_irregular_shape_are_listed_only() -> None:
    cells = tuple(
        Cell(
            name=f"Area {i}", outline=((0, i), (9, i + 1), (5, i + 7)), centre=(i * 3.1, i * i * 2.3),
            terrain="clear", joins=(f"Area {(i + 1) % 9}",),
        )
        for i in range(9)
    )  # fmt: skip
    ground = Ground(width=30, height=200, cells=cells, strokes=(), spots=())
    text = draw_text(
        Scene(ground=ground, piles=(Pile(cell="Area 3", counters=(demo.counter("allied", 0),)),))
    )
    assert text.startswith("Each area, and those that it joins: Area 0: Area 1; Area 1: Area 2;")
    assert "\nKey:" in text
    assert "Area 3: 505/82 6-7-5" in text


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_no_text_of_a_stranger_reaches_the_terminal_as_an_order(word: str) -> None:
    unit = demo.counter("allied", 0, name=word, values=word, marks=(word,))
    scene = Scene(
        ground=demo.ground(2),
        piles=(Pile(cell="0101", counters=(unit,)), Pile(cell=word, counters=(unit,), label=word)),
        heading=word,
        panel=(word,),
    )
    text = draw_text(evolve(scene, ground=evolve(scene.ground, attribution=word)))
    assert all(sign.isprintable() or sign == "\n" for sign in text)


def test_a_line_of_the_panel_keeps_its_place_under_the_one_before_whatever_letters_it_has() -> None:
    said = draw_text(evolve(demo.scene(), panel=("Score: 8", "  Caen +6", "  Évrecy +2"))).splitlines()
    assert ["Score: 8", "  Caen +6", "  Évrecy +2"] == [
        line for line in said if "+" in line or "Score" in line
    ]


def test_the_columns_have_a_ruler_and_rivers_run_between_the_hexes() -> None:
    scene = demo.scene()
    ground = scene.ground
    row = sorted(
        (c for c in ground.cells if c.centre[1] == ground.cells[0].centre[1]), key=lambda c: c.centre
    )
    one, two = row[2], row[3]
    middle = ((one.centre[0] + two.centre[0]) / 2, one.centre[1])
    bank = Stroke(style="stream", points=((middle[0], middle[1] - 8), (middle[0], middle[1] + 8)))
    dry = draw_text(Scene(ground=evolve(ground, strokes=()), piles=()), width=100)
    wet = draw_text(Scene(ground=evolve(ground, strokes=(bank,)), piles=()), width=100)
    assert ("|" in dry, dry.splitlines()[0].count("|"), wet.splitlines()[0].count("|")) == (False, 0, 1)
    first, ruler = (
        wet.splitlines()[0],
        next(line for line in wet.splitlines() if line.split()[:2] == ["01", "02"]),
    )
    assert len(first) >= ruler.index("05") > ruler.index("04"), "a number stands under each column"
    assert "river" in wet
    assert "river" not in dry


def test_colours_paint_the_same_letters() -> None:
    plain, painted = draw_text(demo.scene(), width=100), draw_text(demo.scene(), width=100, colour=True)
    assert plain == re.sub(r"\x1b\[[0-9;]+m", "", painted)
    assert plain != painted
