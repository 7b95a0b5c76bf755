"""What is drawn on a map is in its key, at the table, too; layers are told apart without colour, and gone unasked."""

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.home.viewing.languages import tongue
from pbem.port import insight
from pbem.port.scene import Layer, Scene, Spot, Stroke, Tint
from pbem.table import picture
from pbem.view.map import key as keys
from pbem.view.map import layers, palette
from pbem.view.map.detail import SIZES, TEXTURED
from pbem.view.map.svg import draw
from pbem.view.text import draw_text
from tests.lists import tried_with
from tests.sampling import small_and_tried
from tests.view import demo


@cache
def scene(game: str, scenario: str) -> Scene:
    """The first position of a scenario with every layer that the game has."""
    rules = registry.load(game).rules
    state = rules.setup(scenario, {})
    found = (
        insight.layer(rules, state, side, name) for name, _ in insight.layers(rules) for side in rules.sides
    )
    return evolve(rules.scene(state, None), layers=tuple(each for each in found if each is not None))


def drawn(svg: str) -> tuple[set[str], set[str]]:
    """The classes of tints and lines, the hatches and the signs: those of the map, and those of the key."""
    inside = re.sub(r"<defs>.*?</defs>", "", svg, flags=re.S)
    at = inside.index('class="key ')
    classes = (
        set(re.findall(r'class="((?:tint|line) [a-z-]+)"', inside)),
        {each.removeprefix("key ") for each in re.findall(r'class="(key (?:tint|line) [a-z-]+)"', inside)},
    )
    other = re.compile(r"url\(#h\w+\)|#s-[a-z-]+")
    return classes[0] | set(other.findall(inside[:at])), classes[1] | set(other.findall(inside[at:]))


@tried_with("size", [0.3, 1.0])
@pytest.mark.parametrize("game", small_and_tried())
def test_every_tint_hatch_line_and_sign_of_a_map_is_in_its_key(game: str, size: float) -> None:
    for scenario in (each for each in registry.load(game).rules.scenarios if each != "empty"):
        shown, told = drawn(draw(scene(game, scenario), size=size))
        assert len(shown) > 3
        assert shown <= told, scenario


def test_a_style_of_its_own_making_has_a_place_in_the_key_too() -> None:
    ground = demo.scene().ground
    strange = tuple(evolve(each, style="dotted") for each in ground.strokes)
    spots = tuple(evolve(each, style="odd") for each in ground.spots)
    svg = draw(Scene(ground=evolve(ground, strokes=strange, spots=spots), piles=()), size=1.0)
    shown, told = drawn(svg)
    assert {"line other", "#s-plain"} <= shown <= told


@pytest.mark.parametrize("game", small_and_tried())
def test_the_board_of_the_table_has_nothing_that_its_legend_leaves_out(game: str) -> None:
    rules = registry.load(game).rules
    first = rules.scene(rules.setup(rules.scenarios[0], {}), None)
    board = picture.board(1, (first,), rules.sides)
    found = keys.key(board.ground, board.layout.view, frozenset(), 1.0)
    shown, told = drawn(board.drawing + found.draw(0, 0, 300, s=1.0, sans="sans"))
    assert shown <= told


@pytest.mark.parametrize("game", small_and_tried())
def test_every_word_of_the_key_has_a_spanish_form(game: str) -> None:
    spanish = tongue(registry.load(game), "es")
    words = [*keys.LINES.values(), *keys.SIGNS.values(), *palette.GROUNDS.values()]
    assert [] == [each for each in words if spanish.find(each) is None]


def test_a_page_that_zooms_shows_textures_only_where_they_can_be_told_apart() -> None:
    board = picture.board(1, (scene("june6", "landings"),), ("allied", "german"))
    shown = re.findall(r'fill="url\(#t-[a-z]+\)" class="level ([l0-9 ]+)"', board.drawing)
    assert len(shown) >= 5
    wanted = " ".join(f"l{n}" for n, size in enumerate(SIZES) if size >= TEXTURED)
    assert {wanted} == set(shown)


def test_roads_are_thinner_near_than_far_off_and_never_too_thin_to_be_seen() -> None:
    widths = {}
    for size in (0.2, 0.66, 1.0):
        roads = draw(scene("june44", registry.load("june44").rules.scenarios[0]), size=size)
        widths[size] = max(
            float(each)
            for each in re.findall(r'#l-primary-road" stroke="#\w+" stroke-width="([\d.]+)"', roads)
        )
    assert widths[0.2] > widths[0.66] > widths[1.0]
    assert [round(size * wide, 1) for size, wide in widths.items() if not 1.0 <= size * wide <= 3.6] == []


def test_woods_have_one_natural_outline_the_same_in_every_window() -> None:
    """Its curves are those of the whole map wherever a window ends: none depends on what else is drawn."""
    whole = scene("darkdecember", "herbstnebel")
    middle = whole.ground.cells[len(whole.ground.cells) // 2].centre
    boxes = [(middle[0] - 9.0, middle[1] - 9.0, middle[0] + wide, middle[1] + 9.0) for wide in (9.0, 11.0)]
    small, large = (
        set(re.findall(r"Q[^QMLz]+", _outline(draw(whole, frame=box, size=1.0), "woods"))) for box in boxes
    )
    assert len(small & large) > 0.9 * len(small) > 50


def _outline(svg: str, style: str) -> str:
    found = re.search(rf'id="a-{style}" d="([^"]+)"', svg)
    return found[1]


def test_heavy_woods_lie_in_the_woods_around_them_as_one_forest() -> None:
    svg = draw(scene("darkdecember", "herbstnebel"), size=1.0)
    forest, heavy = (_outline(svg, style).count("M") for style in ("woods", "heavy-woods"))
    cells = [each.terrain for each in scene("darkdecember", "herbstnebel").ground.cells]
    assert 0 < heavy < cells.count("heavy-woods") / 3
    assert forest < cells.count("woods") / 3


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


def layered(*found: Layer) -> Scene:
    return evolve(demo.scene(), layers=found)


def test_without_layers_the_picture_is_what_it_was() -> None:
    assert draw(demo.scene()) == draw(layered())
    assert 'id="h' not in draw(layered())


def test_every_hatching_that_is_used_is_defined_once() -> None:
    picture = draw(layered(ZOC, OURS, LINES))
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


def test_a_layer_with_nothing_on_it_says_so() -> None:
    assert "German zones [11.1]: none" in draw(layered(evolve(ZOC, tints=())))


def test_a_cell_says_in_its_tooltip_why_it_is_tinted_and_markup_in_it_stays_text() -> None:
    """Words come from unit names, and those from an opponent's file."""
    root = ET.fromstring(draw(layered(ZOC, LINES)))
    titles = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert any("zone of 914/352 [11.1]" in title for title in titles)
    assert any("<b>505/82</b> is cut off" in title for title in titles)


def test_a_cell_that_the_map_does_not_have_is_left_out() -> None:
    assert draw(layered(evolve(ZOC, tints=(Tint(cell="nowhere"),))))


def test_in_a_terminal_the_hexes_are_listed() -> None:
    said = draw_text(layered(ZOC, LINES))
    assert "German zones: 0808" in said
    assert "German zones, shared with the enemy's: 0809" in said
    assert "1010: <b>505/82</b> is cut off" in said
