"""Slips as an owner of a printed game makes them while typing: each is named with its line, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path as Place
from pbem.games import registry
from pbem.games.lint import Linted, lint
from pbem.games.overlay import Shape
from pbem.games.overlay.words import LABELS
from pbem.games.packs import read_pack
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


BAD = [
    ("june6", '[units.units."16/1"]\ncs = 55', "my.toml:7", "is 55; it must lie between 0 and 20."),
    ("june6", '[units.units."2 Ranger/V".back]\ncs = 55', "my.toml:7",
        "is 55; it must lie between 0 and 20."),
    ("june6", '[map.terrain]\nW9940 = "bocage"', "my.toml:7", "is not a hex of this map. The map goes"),
    ("june6", '[map.names]\nE3301 = ["X", "village"]', "my.toml:7", ""),
    ("june6", "[map.grid]\nrows = [1, 51]", "my.toml:7", "no printed game corrects this"),
    ("june6", '[map.streams]\n"E0120/E0121" = "X"', "my.toml:7", "Take the line out."),
    ("june6", '[[schedule.allied.arrivals]]\nwhere = {turn = 1, formation = "82", how = "glider"}\nturn = 99',
        "my.toml:8", "is 99; it must lie between 1 and 50."),
    ("june6", '[charts.drops]\ndirections = {add = ["W"]}', "my.toml:7", "Set single ones by their place"),
    ("june44", '[units.us.1]\nfront = "55-4-4"', "my.toml:7", "is 55; it must lie between 0 and 20."),
    ("june44", '[map.terrain]\n9940 = "bocage"', "my.toml:7", "is not a hex of this map"),
    ("june44", '[map.sea]\nhexes = {add = ["1818"]}', "my.toml:7", "no printed game corrects this"),
    ("june44", '[charts.weather.die]\nfaces = {remove = ["storm"]}', "my.toml:7", "would move the others"),
    ("june44", '[[schedule.allied.arrivals]]\nwhere = {unit = "51 Br"}\nturn = 99', "my.toml:8",
        "is 99; it must lie between 1 and 50."),
    ("darkdecember", '[units.us."393/99"]\nfront = "3-55-5"', "my.toml:7",
        "is 55; it must lie between 0 and 20"),
    ("darkdecember", '[map.terrain]\n9940 = "clear"', "my.toml:7", ""),
    ("darkdecember", '[map.names]\n9940 = "X"', "my.toml:7", ""),
    ("darkdecember", '[map.bridges]\nsides = {add = ["0101/0102"]}', "my.toml:7", "has no river"),
    ("june44", '[[schedule.allied.arrivals]]\nwhere = {unit = "51 Br"}\nturn = 40', "my.toml:8",
        "from 2 to 16"),
    ("darkdecember", '[[charts.crt.row]]\nwhere = {dice = "3"}\nresults = {add = ["D7"]}', "my.toml:8",
        "Set single ones by their place: results = {set = {2 = ...}}"),
    ("normandy", "[units.types.us-infantry]\nfaces = [[55, 5], [3, 3]]", "my.toml:7", "is 55; it must lie"),
    ("normandy", '[map.village]\nA9940 = "X"', "my.toml:7", "A9940 is not a hex of land"),
    ("normandy", '[map.map]\ntitle = "X"', "my.toml:7", "no printed game corrects this"),
    ("normandy", '[map.sheets.E]\nrows = {remove = ["x"], add = ["y"]}', "my.toml:7",
        'Set single ones by their place: rows = {set = {E0101 = "x"}}'),
    ("normandy", '[map.sheets.E]\nrows = {set = {E0999 = "o"}}', "my.toml:7", "there is no hex E0999"),
    ("normandy", '[map.sheets.E]\nrows = {set = {D0109 = "o"}}', "my.toml:7", "there is no hex D0109"),
    ("normandy", '[[charts.combat.columns]]\nodds = "1:1"\nresults = {set = {17 = "DE"}}', "my.toml:8",
        "the list has no place 17: it has 1 to 16."),
    ("pegasus", "[forces.units.platoon]\nstrength = 55", "my.toml:7", "is 55; it must lie between 0 and 20."),
    ("pegasus", '[map.areas.W1]\nsingle = {add = ["Q9"]}', "my.toml:7", ""),
    ("pegasus", "[sheet]\nwidth = 1901", "my.toml:7", "no printed game corrects this"),
    ("pegasus", '[tables.fire.rows]\n"9-10" = {add = ["3"]}', "my.toml:7", "Set single ones by their place"),
]  # fmt: skip


@tried_with(("game", "text", "at", "told"), BAD)
def test_what_cannot_be_printed_is_a_mistake(
    game: str, text: str, at: str, told: str, tmp_path: Path
) -> None:
    found = checked(game, text, tmp_path)
    assert found.game is None
    assert any(each.at == at and told in str(each) for each in found.faults), [*map(str, found.faults)]


LOOK = [
    (
        "june6",
        '[units.units."2 Ranger/V".back]\ncs = 3',
        "my.toml:7",
        "is stronger than the full one: 3 against 2",
    ),
    ("june6", '[map.bridges]\n"E0114/E0115" = "X"', "my.toml:7", "there is nothing to cross."),
    (
        "june6",
        '[[charts.crt.row]]\ntotal = "<=0"\nassault_stand = {attacker = ""}\n'
        '[[charts.crt.row]]\ntotal = ">=15"\nassault_stand = {attacker = "A red"}',
        "my.toml:8",
        '"B dis1/D red" stands after ""',
    ),
    (
        "june6",
        '[[schedule.allied.arrivals]]\nwhere = {turn = 1, formation = "82", how = "glider"}\nturn = 49',
        "my.toml:8",
        "it would never come",
    ),
    ("june44", '[units.us.1]\nback = "6-2-4"', "my.toml:7", "is stronger than the full one: 6 against 5"),
    ("june44", '[map.bridges]\nsides = {add = ["0921/0922"]}', "my.toml:7", "there is nothing to cross."),
    (
        "darkdecember",
        '[units.us."393/99"]\nback = "4-2-5"',
        "my.toml:7",
        "stronger than the full one: 4 against 3",
    ),
    (
        "darkdecember",
        '[[charts.crt.row]]\nwhere = {dice = "3"}\nresults = ["D7[1]", "D7[1]", "D7", "D7", "D7", "D6", "D5", '
        '"D5", "D4", "D4", "D3"]',
        "my.toml:8",
        "the other way round than along the rest of the chart",
    ),
    ("normandy", "[units.types.us-infantry]\nfaces = [[3, 3], [5, 5]]", "my.toml:7", "5 against 3"),
    ("normandy", '[map.bridges]\nsides = {add = ["A2827/A2927"]}', "my.toml:7", "there is nothing to cross."),
    (
        "normandy",
        '[[charts.combat.columns]]\nodds = "1:1"\nresults = {set = {1 = "DE"}}',
        "my.toml:8",
        "the other way round than along the rest of the chart",
    ),
    (
        "pegasus",
        '[tables.fire.rows]\n"9-10" = ["2H", "1H", "1H", "S", "S", "", "", ""]',
        "my.toml:7",
        "the other way round than along the rest of the chart",
    ),
]


@tried_with(("game", "text", "at", "told"), LOOK)
def test_what_is_seldom_printed_is_to_be_looked_at_and_prevents_nothing(
    game: str, text: str, at: str, told: str, tmp_path: Path
) -> None:
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
    assert isinstance(ours, list)
    assert isinstance(theirs, list)
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
    assert isinstance(courses, list)
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
        value = value[key]  # type: ignore[index]
    return value


LIKE = [
    ("june6", '[scenarios.scenarios.mine]\nnew = true\nlike = "landings"\ntitle = "Mine"', "mine"),
    ("june44", '[scenarios.mine]\nnew = true\nlike = "june44"\nname = "Mine"', "mine"),
    ("darkdecember", '[scenarios.mine]\nnew = true\nlike = "herbstnebel"\nname = "Mine"', "mine"),
    (
        "normandy",
        '[scenarios.mine]\nnew = true\nlike = "omaha"\ntitle = "Mine"\n[schedule.mine]\nnew = true\nlike = "omaha"',
        "mine",
    ),
    ("pegasus", '[forces.scenarios.mine]\nnew = true\nlike = "beginner"', "mine"),
]


@pytest.mark.parametrize(("game", "text", "name"), LIKE)
def test_a_new_scenario_is_like_another(game: str, text: str, name: str, tmp_path: Path) -> None:
    found = checked(game, text, tmp_path)
    assert [] == [*map(str, found.faults)]
    assert found.game is not None
    assert name in found.game.rules.scenarios


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
