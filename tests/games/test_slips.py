"""Slips as an owner of a printed game makes them while typing: each is named with its line, in every game."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path as Place
from pbem.games import registry
from pbem.games.lint import Linted, lint
from pbem.games.overlay import Shape
from pbem.games.overlay.words import LABELS
from pbem.games.packs.reading import read_pack
from pbem.home.packs.template import new_pack
from tests.lists import tried_with

pytestmark = pytest.mark.wider

GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")


def checked(game: str, text: str, folder: Path) -> Linted:
    """The check of a pack with this text; its first line is the sixth of the file."""
    place = folder / "my.toml"
    place.write_text(
        f'[pack]\nname = "my"\ngame = "{game}"\nby = "Ann"\nsource = "a card"\n{text}\n', encoding="utf-8"
    )
    return lint(read_pack(place), game)


SLIPS = tomllib.loads(Path(__file__).with_name("slips.toml").read_text("utf-8"))


@tried_with(("game", "text", "at", "told"), [tuple(each.values()) for each in SLIPS["bad"]])
def test_what_cannot_be_printed_is_a_mistake(game, text, at, told, tmp_path):
    found = checked(game, text, tmp_path)
    assert found.game is None
    assert any(each.at == at and told in str(each) for each in found.faults), [*map(str, found.faults)]


def test_two_mistakes_that_break_other_tables_are_both_named_with_their_lines(tmp_path: Path) -> None:
    text = (
        '[units.us.1]\nfront = "6-4-4"\n[map.beaches.1818]\nname = "Uta"\n'
        '[units.us.2]\nfront = "4-4-4"\n[scenarios.june44]\nregiments = ["501"]\nvictory = 5'
    )
    found = checked("june44", text, tmp_path)
    assert ["my.toml:9", "my.toml:13"] == [each.at for each in found.faults]


@tried_with(("game", "text", "at", "told"), [tuple(each.values()) for each in SLIPS["look"]])
def test_what_is_seldom_printed_is_to_be_looked_at_and_prevents_nothing(game, text, at, told, tmp_path):
    found = checked(game, text, tmp_path)
    assert [] == [*map(str, found.faults)]
    assert found.game is not None
    assert any(each.at == at and told in str(each) for each in found.warnings), [*map(str, found.warnings)]


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_without_slips_is_told_of_none(game: str, tmp_path: Path) -> None:
    found = checked(game, "", tmp_path)
    assert ((), ()) == (found.faults, found.warnings)


@pytest.mark.parametrize("game", GAMES)
def test_every_list_in_which_something_repeats_goes_by_its_places(game: str) -> None:
    shape = Shape.of(registry.manifest_of(registry.info(game).package))
    fixed = {"map.grid.rows", "map.grid.columns"}
    for path, found in lists(dict(registry.load(game).tables)):
        names = all(isinstance(each, str) for each in found) and len(set(map(str, found))) == len(found)
        if found and not names and ".".join(map(str, path)) not in fixed:
            assert shape.is_ordered(path), path


def lists(value: Json, path: Place = ()) -> Iterator[tuple[Place, list[Json]]]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in LABELS and key != "besides":
                yield from lists(each, (*path, key))
    elif isinstance(value, list):
        if not any(isinstance(each, dict) for each in value):
            yield path, value
        for n, each in enumerate(value):
            yield from lists(each, (*path, n))


def test_one_hex_of_rows_of_letters_is_set_by_its_name(tmp_path: Path) -> None:
    found = checked("normandy", '[map.sheets.B.rows.set]\nB0533 = "."', tmp_path)
    own = registry.load("normandy").tables
    sheet = '[map.sheets.E]\nrows = {set = {E0109 = "o", 2 = "' + "." * 92 + '"}}'
    laid = registry.lay("normandy", read_pack(write(tmp_path, sheet)))
    assert () == laid.faults
    ours, theirs = (at(each, "map", "sheets", "E", "rows") for each in (own, laid.tables))
    row = str(ours[8])
    assert ["o" + row[1:], "." * 92] == [theirs[8], theirs[1]]
    assert [each for n, each in enumerate(ours) if n not in (1, 8)] == [
        each for n, each in enumerate(theirs) if n not in (1, 8)
    ]
    # Saint-Lô does not lie in the sea: what the game says of it is told with its line.
    assert any("B0533" in str(each) for each in found.faults)


def test_one_step_of_a_road_is_taken_out_and_put_in(tmp_path: Path) -> None:
    text = '[map.roads.main]\ncourses = {remove = ["A2133 A2132"], add = ["A2034 A2133 A2132"]}'
    laid = registry.lay("normandy", read_pack(write(tmp_path, text)))
    assert () == laid.faults
    courses = at(laid.tables, "map", "roads", "main", "courses")
    assert "A1935 A2035 A2034 A2133" in courses
    assert any(str(each).startswith("A2132 A2131 A2231") for each in courses)
    assert "A2034 A2133 A2132" == courses[-1]


def write(folder: Path, text: str) -> Path:
    place = folder / "my.toml"
    place.write_text(f'[pack]\nname = "my"\n{text}\n', encoding="utf-8")
    return place


def at(value: object, *keys: str) -> object:
    for key in keys:
        assert isinstance(value, dict) or hasattr(value, "keys")
        value = value[key]
    return value


@pytest.mark.parametrize(("game", "text"), [tuple(each.values()) for each in SLIPS["like"]])
def test_a_new_scenario_is_like_another(game: str, text: str, tmp_path: Path) -> None:
    found = checked(game, text, tmp_path)
    assert [] == [*map(str, found.faults)]
    assert found.game is not None
    assert "mine" in found.game.rules.scenarios


def test_one_counter_of_normandy_gets_ratings_of_its_own(tmp_path: Path) -> None:
    text = (
        '[units.types.mine]\nnew = true\nlike = "us-infantry"\nfaces = [[6, 5], [3, 3]]\n'
        '[units.formations.1.units]\nus-infantry = {remove = ["I/16"]}\nmine = ["I/16"]'
    )
    found = checked("normandy", text, tmp_path)
    assert [] == [*map(str, found.faults)]
    assert found.game is not None
    assert "6" in found.game.rules.show("I/16/1")


def test_the_template_advises_what_moves_no_row() -> None:
    found = new_pack("normandy", "my", "my", str)
    assert 'rows = {set = {E0101 = "x"}}' in found["map.toml"]
    rows = [line for line in found["map.toml"].splitlines() if line.startswith("# rows = [")]
    assert [False] * 5 == ["add" in line for line in rows]
