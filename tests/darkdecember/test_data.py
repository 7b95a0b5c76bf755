"""Dark December's numbers and map: what the text prints is there as printed, and the ground holds together."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.printed.reading import read
from tests.lists import tried_with
from tests.tools.nets import components

FOLDER = Path(__file__).parents[2] / "rules" / "pbem_rules" / "darkdecember"
TABLES: dict[str, Any] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "data").glob("*.toml"))
}
DATA = read(TABLES)
GROUND, UNITS, CHARTS = DATA.ground, DATA.units, DATA.charts


def test_divisions_have_the_number_of_units_that_4_6_says() -> None:
    sizes = Counter(unit.formation for unit in UNITS.values() if unit.formation)
    others = {"3PzG": 2, "15PzG": 2, "17SS": 2, "82": 4, "101": 4, "FBB": 1}
    assert {name: others.get(name, 3) for name in sizes} == dict(sizes)


def test_restricted_units_are_those_of_3_6() -> None:
    restricted = {unit.id for unit in UNITS.values() if unit.restricted}
    assert restricted == {
        unit.id
        for unit in UNITS.values()
        if unit.nation in ("british", "french") or unit.engineer or unit.formation in ("11Arm", "17")
    }


def test_terrain_keeps_within_what_the_text_implies() -> None:
    """Woods at most a town (4.2); no fort in heavy woods (5.3); woods and marsh can thaw (S4.0); a river beats a bridge."""
    chart = CHARTS.terrain
    assert chart.woods.tdl <= 4 <= chart.heavy_woods.tdl <= CHARTS.numbers.tdl_most
    assert all(line.frost < line.foot for line in (chart.woods, chart.marsh, chart.heavy_woods))
    assert chart.river.foot > chart.bridge.foot
    assert chart.river.motor > chart.bridge.motor
    assert chart.westwall.tdl > chart.river.tdl
    assert 0 < chart.march.motor <= chart.march.foot <= chart.clear.foot


def test_strategic_movement_is_as_printed_and_carries_3_4_5_over_25_hexes() -> None:
    rates = CHARTS.strategic
    assert (PART // 3, PART // 2, PART // 5) == (rates.motorized, rates.german_foot, rates.allied_foot)
    assert 25 == UNITS["117/30"].front.move * PART // rates.allied_foot


def test_every_kind_of_result_of_4_3_occurs_and_no_other() -> None:
    found = {cell for row in CHARTS.combat.rows for cell in row.results}
    plain = {Result(defender=n) for n in range(1, 8)} | {Result(attacker=n) for n in range(1, 4)}
    split = {Result(defender=n, attacker=1) for n in range(3, 8)}
    forced = {Result(attacker=n, attacker_steps=n) for n in range(1, 4)} | {
        Result(defender=7, defender_steps=1)
    }
    assert plain | split | forced | {Result(exchange=True), Result(counter=True)} == found


ORDER = [
    Result(attacker=3, attacker_steps=3),
    Result(attacker=3),
    Result(attacker=2, attacker_steps=2),
    Result(attacker=2),
    Result(attacker=1, attacker_steps=1),
    Result(counter=True),
    Result(attacker=1),
    Result(exchange=True),
]
"""Results that do nothing to the defender, or as much to the attacker, the worst for the attacker first."""


def worth(cell: Result) -> tuple[int, int, int, int]:
    """How good a result is for the attacker."""
    if cell.defender:
        return len(ORDER), cell.defender, cell.defender_steps, -cell.attacker
    return ORDER.index(cell), 0, 0, 0


def test_a_lower_total_never_does_less_for_the_attacker() -> None:
    for column in range(len(CHARTS.combat.columns)):
        found = [worth(row.results[column]) for row in CHARTS.combat.rows]
        assert sorted(found, reverse=True) == found


def test_better_odds_never_do_less_for_the_attacker() -> None:
    for row in CHARTS.combat.rows:
        found = [worth(cell) for cell in row.results]
        assert sorted(found) == found


def test_tactical_advantage_is_never_worse_and_shifts_every_total() -> None:
    for row in CHARTS.combat.rows:
        assert row.dice.high is None or row.advantage.high == row.dice.high + 1
        assert row.dice.low is None or row.advantage.low == row.dice.low + 1


def test_low_odds_exchange_and_high_odds_do_not() -> None:
    exchanges = [sum(row.results[n].exchange for row in CHARTS.combat.rows) for n in range(11)]
    assert sum(exchanges[:6]) == sum(exchanges) > 0


@tried_with("name", list(DATA.scenarios))
def test_restricted_units_are_set_up_behind_their_river(name: str) -> None:
    """3.6: nobody has released them yet."""
    setup = DATA.scenarios[name].setup
    for unit, where in (setup.units if setup else {}).items():
        kind = UNITS[unit]
        behind = GROUND.behind_semois if kind.nation == "us" else GROUND.behind_meuse
        assert not kind.restricted or where in behind, unit


def test_herbstnebel_is_won_as_a_player_tells_it() -> None:
    victory = DATA.scenarios["herbstnebel"].victory
    assert ({"St. Vith", "Bastogne"}, 3, 22) == (
        {GROUND.towns[where] for where in victory.hexes},
        victory.armour,
        victory.west_of,
    )


def test_roads_are_one_network_that_reaches_every_exit_and_every_town() -> None:
    (network,) = components(GROUND.roads)
    assert set(GROUND.exits) <= set(network)
    assert set(GROUND.towns) <= set(network)


def test_bridges_are_where_roads_cross_rivers_and_nowhere_else() -> None:
    assert GROUND.roads & GROUND.rivers == GROUND.bridges
    assert not GROUND.fords & GROUND.bridges


def reached(start: str, closed: frozenset[str], rivers: tuple[str, ...] = ()) -> set[str]:
    """The hexes that can be walked to without entering ``closed`` or crossing one of ``rivers``."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in GROUND.grid.adjacent[here]:
            wet = any(GROUND.courses[name].has(here, there) for name in rivers)
            if there not in found and there not in closed and not wet:
                found.add(there)
                todo.append(there)
    return found


def test_the_westwall_is_closed_from_the_north_edge_to_the_mosel() -> None:
    east = reached("5015", GROUND.westwall, ("Mosel",))
    assert "3913" not in east
    assert "4733" not in east
    assert east == set().union(*(army.infantry for army in GROUND.armies.values()))


def test_the_ground_behind_the_meuse_is_its_left_bank() -> None:
    assert reached("0101", frozenset(), ("Meuse",)) == GROUND.behind_meuse
    assert {"0714", "0706"} & GROUND.behind_meuse
    assert "0813" not in GROUND.behind_meuse
    assert GROUND.behind_meuse < GROUND.behind_semois
    assert "1832" in GROUND.behind_semois or "1833" in GROUND.behind_semois
    assert "2128" not in GROUND.behind_semois
