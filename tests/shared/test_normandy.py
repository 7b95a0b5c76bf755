"""The games of Normandy against one table: a division has one arrival, a place one position, a road one course."""

from collections.abc import Mapping
from datetime import date
from itertools import chain, pairwise

import pytest

from rules.tools import build_june6_map, build_june44_map
from rules.tools.build_june6_map import Board
from rules.tools.map_plane import Hex, centre, distance, hexes_apart, neighbours
from tests.lists import tried_with
from tests.shared.normandy import Spot, days, exceptions, formations, kilometres, read, spots, turn_of

SIX, FORTY_FOUR = "june6", "june44"
GAMES = (SIX, FORTY_FOUR)
SPOTS = spots()
COUNTRY = build_june6_map.read_ground()
BOARDS = {
    SIX: build_june6_map.build(COUNTRY),
    FORTY_FOUR: build_june44_map.build(build_june44_map.read_own(), COUNTRY),
}
FAR = {SIX: 2.5, FORTY_FOUR: 4.1}
ONE_GAME = {"V Art", "VII Art", "XIX Art", "3 AGRA", "5 AGRA", "8 AGRA", "34 Tk Bde", "8", "35"}
"""Units of June '44's schedule that June 6 has not: guns that are points of a headquarters there, and what came in July."""

# ---------------------------------------------------------------- formations


def _arrivals(game: str) -> dict[str, int]:
    """The turn in which each unit of a game comes, 1 for what stands on the map on 6 June."""
    scenarios, schedule = read(f"{game}/data/scenarios.toml"), read(f"{game}/data/schedule.toml")
    rows = chain(schedule.table("allied").rows("arrivals"), schedule.table("german").rows("arrivals"))
    if game == SIX:
        landings = scenarios.table("scenarios").table("landings")
        standing = {
            unit: 1 for part in ("german", "drop") for unit in landings.table(part).table("units").values
        }
        return standing | {unit: row.integer("turn") for row in rows for unit in row.texts("units")}
    campaign = scenarios.table("june44")
    standing = {unit: 1 for side in ("allied", "german") for unit in campaign.table(side).values}
    dropped = dict.fromkeys(["82", "101"], 1)  # by their regiments (8.2)
    return standing | dropped | {row.text("unit"): row.integer("turn") for row in rows}


def _wrong_turns(game: str, comes: Mapping[str, int]) -> dict[str, int]:
    found = {}
    for row in formations():
        first, last = map(turn_of, days(row))
        turn = comes[row.text(game)]
        if not first <= turn <= last:
            found[row.text("name")] = turn
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_formation_comes_on_the_turn_of_its_day_or_the_table_says_why_not(game: str) -> None:
    allowed = {name: row.integer("turn") for name, row in exceptions("dates", game).items()}
    assert allowed == _wrong_turns(game, _arrivals(game))


def test_a_formation_that_comes_a_turn_late_is_found() -> None:
    late = {**_arrivals(SIX), "HQ/2": 3}
    assert {"2nd Infantry": 3} == _wrong_turns(SIX, late)


def test_the_calendars_of_the_games_are_the_one_of_the_table() -> None:
    turns = read("june6/data/charts.toml").table("turns").rows("rows")
    for row in turns:
        for day in (row.integer("first_day"), row.integer("last_day")):
            assert row.integer("turn") == turn_of(date(1944, 6, day)), row.at
    names = read("june44/data/scenarios.toml").table("turns").texts("names")
    for turn, name in enumerate(names, 1):
        numbers, month = name.split()
        for day in numbers.split("-"):
            assert turn == turn_of(date(1944, {"June": 6, "July": 7}[month], int(day))), name


def test_every_division_and_brigade_that_both_schedules_have_is_in_the_table() -> None:
    rows = list(formations())
    ours = {row.text(FORTY_FOUR) for row in rows}
    missing = {
        unit
        for unit in _arrivals(FORTY_FOUR)
        if unit not in ours and unit not in ONE_GAME and unit not in _pieces()
    }
    assert set() == missing
    units = read("june6/data/units.toml")
    divisions = {
        row.text("hq")
        for _, row in units.table("formations").tables()
        if row.text("kind") == "division" and row.text("hq") in _arrivals(SIX)
    }
    assert {"HQ/266", "HQ/6 AB"} == divisions - {
        row.text(SIX) for row in rows
    }  # one has no counter there, one has brigades


def _pieces() -> set[str]:
    """Counters of June '44 that are parts or commands of what the table has."""
    return {"KG Meyer", "Cherbourg", "LXXXIV Art"}


def test_every_line_says_where_it_is_from_and_how_sure_it_is() -> None:
    for row in formations():
        first, last = days(row)
        assert row.text("source"), row.at
        assert row.one_of("confidence", ("high", "medium", "low")), row.at
        assert 0 <= (last - first).days <= 8, row.at


# ---------------------------------------------------------------- places


def _spot(board: Board, cell: Hex) -> Spot:
    """The middle of a hex on the earth."""
    frame, (x, y) = board.frame, centre(cell)
    origin = frame.plane(SPOTS["Caen"][0], SPOTS["Caen"][1])
    east, north = (
        frame.plane(SPOTS["Caen"][0] + 1, SPOTS["Caen"][1]),
        frame.plane(SPOTS["Caen"][0], SPOTS["Caen"][1] + 1),
    )
    return (
        SPOTS["Caen"][0] + (x - origin[0]) / (east[0] - origin[0]),
        SPOTS["Caen"][1] + (y - origin[1]) / (north[1] - origin[1]),
    )


def _named(game: str) -> list[tuple[str, str]]:
    """What a map, and the objectives of a game on one hex, call by a name of the table, with the hex."""
    if game == FORTY_FOUR:
        names = read("june44/data/map.toml").table("names")
        return [(names.text(at), at) for at in names.values if names.text(at) in SPOTS]
    table = read("june6/data/map.toml")
    found = [
        (names[0], at) for at in table.table("names").values if (names := table.table("names").texts(at))
    ]
    found += [(name, table.table("labels").texts(name)[0]) for name in table.table("labels").values]
    strong = table.table("strongpoints").table("names")
    found += [(strong.text(at).split(" and ")[0], at) for at in strong.values]
    for _, scenario in read("june6/data/scenarios.toml").table("scenarios").tables():
        goals = scenario.table("victory").rows("objectives")
        found += [
            (goal.text("name"), goal.texts("hexes")[0]) for goal in goals if len(goal.texts("hexes")) == 1
        ]
    return [(name, at) for name, at in found if name in SPOTS]


@pytest.mark.parametrize("game", GAMES)
def test_a_place_lies_where_it_is_on_the_earth_or_the_table_says_why_not(game: str) -> None:
    board, named = BOARDS[game], _named(game)
    assert len(named) > 40
    far = {
        name for name, at in named if kilometres(SPOTS[name], _spot(board, board.frame.hex(at))) > FAR[game]
    }
    assert set(exceptions("places", game)) == far


def test_the_ground_has_the_positions_of_the_table() -> None:
    ground = COUNTRY["places"]
    apart = {
        name for name in set(ground) & set(SPOTS) if kilometres(SPOTS[name], tuple(ground[name][:2])) > 0.5
    }
    assert set() == apart


def test_the_areas_of_pegasus_lie_by_their_places() -> None:
    bridge = SPOTS["Pegasus Bridge"]
    found = 0
    for _, area in read("pegasus/data/map.toml").table("areas").tables():
        place = next((name for name in ("Le Port", "Benouville") if area.text("name").startswith(name)), None)
        if place:
            here = (
                bridge[0] + area.integer("x") / 72_600,  # metres a degree of longitude, and of latitude
                bridge[1] + area.integer("y") / 111_200,
            )
            assert kilometres(here, SPOTS[place.replace("Ben", "Bén")]) < 1, area.at
            found += 1
    assert found > 6


# ---------------------------------------------------------------- roads


def _road(game: str, names: tuple[str, ...]) -> set[Hex]:
    """The hexes of a road under the names by which the ground of a game has it."""
    board = BOARDS[game]
    if game == FORTY_FOUR:
        links = [edge for edge, name in board.road_names.items() if name in names]
    else:
        numbers = read("june6/data/map.toml").table("road_names")
        links = [
            board.frame.side(link.replace("-", "/")) for link in numbers.values if numbers.text(link) in names
        ]
    return {cell for edge in links for cell in edge}


def _city(board: Board, cell: Hex) -> set[Hex]:
    """The hex of a place, with those of its city."""
    if "city" not in board.terrain[cell]:
        return {cell}
    return {cell, *(other for other in neighbours(cell) if "city" in board.terrain.get(other, ""))}


def _passed_by(game: str, number: str) -> dict[str, bool]:
    """Whether a road passes each of its places on the map, within one hex.

    Where two roads share a stretch the map gives it one number, so at its ends a road may run into another of the table.
    """
    board, course = BOARDS[game], ROADS[number].texts("course")
    drawn = {
        name: _road(game, each.table("drawn").texts(game))
        for name, each in ROADS.items()
        if game in each.table("drawn")
    }
    own = drawn[number]
    joined = own.union(*(hexes for hexes in drawn.values() if hexes & own))
    found = {}
    for name in course:
        cell = board.at.get(name, board.frame.at(board.frame.plane(*SPOTS[name])))
        if cell in board.land:
            near = joined if name in (course[0], course[-1]) else own
            found[name] = min(hexes_apart(each, other) for each in _city(board, cell) for other in near) <= 1
    return found


ROADS = dict(read("shared/normandy/roads.toml").table("roads").tables())


@pytest.mark.parametrize("game", GAMES)
@tried_with("number", ROADS)
def test_a_road_passes_its_places_or_the_table_says_why_not(number: str, game: str) -> None:
    road = ROADS[number]
    if game not in road.table("drawn"):
        return
    allowed = {each.split(", ")[1] for each in exceptions("roads", game) if each.startswith(f"{number}, ")}
    passed = _passed_by(game, number)
    assert len(passed) >= 2
    assert allowed == {name for name, near in passed.items() if not near}


def test_no_course_leaps_over_half_the_country() -> None:
    for number, road in ROADS.items():
        for one, other in pairwise(road.texts("course")):
            assert kilometres(SPOTS[one], SPOTS[other]) < 35, number


def test_a_place_in_the_wrong_hex_is_found() -> None:
    board = BOARDS[SIX]
    assert distance(centre(board.frame.hex("E1635")), board.frame.plane(*SPOTS["Hill 112"])) < 1
    assert kilometres(SPOTS["Hillman"], _spot(board, board.frame.hex("E2539"))) < FAR[SIX]
    assert kilometres(SPOTS["Hillman"], _spot(board, board.frame.hex("E2638"))) > FAR[SIX]
