"""June '44's numbers: what the rules print is there as printed; of data that are replaced in one process nothing stays."""

import gc
import tomllib
from collections import Counter

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem_rules.june44.model import GERMAN, State
from pbem_rules.june44.picture.ground import chart
from pbem_rules.june44.player.scene import ways
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.play import View
from pbem_rules.kernel.board import Board
from rules.tools.build_june44_map import DATA as FOLDER

TABLES: dict[str, Json] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
}
DATA = read(TABLES)
CAMPAIGN = DATA.scenarios["june44"]


def test_a_better_column_or_die_never_does_less() -> None:
    chart = DATA.charts.combat
    assert all(list(row) == sorted(row) for row in chart.values())
    assert all(a <= b for n in range(-7, 7) for a, b in zip(chart[n], chart[n + 1], strict=True))


def test_the_better_the_weather_the_more_flies_and_the_slower_the_germans() -> None:
    order = [DATA.charts.weather[kind] for kind in ("clear", "overcast", "rain", "storm")]
    for key in ("air", "naval", "german_move"):
        values = [getattr(line, key) for line in order]
        assert sorted(values, reverse=True) == values
    assert [0, 0, 0, -2] == [line.supply_drm for line in order]
    assert 5 == DATA.charts.air_success + DATA.charts.air_abort == order[0].air


def test_there_are_24_cards_and_two_mulberries_that_leave_the_game() -> None:
    assert 24 == sum(card.copies for card in DATA.cards.values())
    mulberry = DATA.cards["mulberry"]
    assert (2, True, True) == (mulberry.copies, mulberry.removed, mulberry.reshuffles)
    assert {"mulberry", "major-storm"} == {name for name, card in DATA.cards.items() if card.reshuffles}


def test_the_chart_agrees_with_the_cells_that_the_rules_tell() -> None:
    charts = TABLES["charts"]
    steps = {"miss": 0, "hit": 1, "two": 2}
    told = [
        (int(column), int(face), steps[cell])
        for column, row in charts["combat"]["columns"].items()
        for face, cell in row.get("told", {}).items()
    ]
    assert 6 == len(told)
    assert all(DATA.charts.combat[column][face - 1] == cell for column, face, cell in told)


def test_every_unit_has_one_place_to_come_from() -> None:
    """On the map, off a beach, in the air, by the schedule, or made out of parachute regiments (8.2)."""
    found = Counter(
        [*CAMPAIGN.units, *CAMPAIGN.regiments, CAMPAIGN.stray, *(each.unit for each in CAMPAIGN.arrivals)]
    )
    made = {unit.id for unit in DATA.units.values() if unit.type == "airborne"}
    assert {1} == set(found.values())
    assert set(DATA.units) == {*found, *made}


def test_the_turn_track_has_the_dates_that_the_rules_name() -> None:
    """11.2: 29-30 June is the last with naval points; 15.0: Caen halves after 21-22 June; 1-2 July is a turn."""
    turns = CAMPAIGN.turns
    assert ("29-30 June", "21-22 June") == (turns[CAMPAIGN.naval_until - 1], turns[CAMPAIGN.caen_until - 1])
    assert (16, True) == (len(turns), "1-2 July" in turns)


def test_the_short_scenario_is_the_campaign_up_to_the_day_on_which_caen_halves() -> None:
    short = DATA.scenarios["to-22-june"]
    assert (CAMPAIGN.units, CAMPAIGN.turns[:9]) == (short.units, short.turns)
    assert "21-22 June" == short.turns[-1]
    assert {each for each in CAMPAIGN.arrivals if each.turn <= 9} == set(short.arrivals)


def test_a_full_stack_lies_off_every_beach_and_nothing_more() -> None:
    """6.3, 13.0: at most two divisions, a brigade besides; the two nations apart."""
    off: dict[str, list[str]] = {}
    for name, where in CAMPAIGN.units.items():
        if where.startswith("sea:"):
            off.setdefault(where.removeprefix("sea:"), []).append(name)
    assert set(DATA.ground.beaches) == set(off)
    for where, names in off.items():
        assert {DATA.ground.beaches[where].nation} == {DATA.units[name].nation for name in names}
        assert 1 == sum(DATA.units[name].size == "division" for name in names)


_EDGES = ("3010", "3020", "3015")


def empty() -> State:
    """Nobody on the map: a line of supply is that of the map alone."""
    first = registry.load("june44").rules.setup("june44", {})
    return evolve(first, turn=2, board=Board.of(()), defences=())


def _with_one_edge_hex(where: str) -> Data:
    """The printed data, with a south edge of one hex and no east edge."""
    return evolve(DATA, ground=evolve(DATA.ground, edges={"south": (where,)}))


def _sources(data: Data, state: State) -> list[str]:
    """The hexes of the south edge out of which the Germans are in supply."""
    found = supply.reach(View(data=data, state=state), GERMAN)
    return [where for where, away in found.items() if not away and where > "3000"]


def test_data_that_take_the_place_in_memory_of_others_get_lines_of_their_own() -> None:
    """When data are gone others may lie where they lay: what was kept by place alone would be theirs."""
    first, places, again = empty(), set[int](), 0
    for where in (*_EDGES, *_EDGES):
        packs = [_with_one_edge_hex(where) for _ in range(100)]
        again += sum(id(data) in places for data in packs)
        places |= {id(data) for data in packs}
        for n, data in enumerate(packs):
            assert [where] == _sources(data, evolve(first, rolls=n % 2))
        del packs, data
        gc.collect()
    assert again, "nothing has come to lie where something else lay: this tries nothing"


def test_other_data_have_ways_and_a_map_of_their_own() -> None:
    known = chart(DATA), ways(DATA, "3010")
    terrain = {**DATA.ground.terrain, "3011": ("swamp",)}
    data = evolve(DATA, ground=evolve(DATA.ground, terrain=terrain, roads=DATA.ground.rivers))
    assert ways(data, "3010") != known[1]
    assert chart(data).ground.cells != known[0].ground.cells
    assert known == (chart(DATA), ways(DATA, "3010"))
