"""Dark December's numbers and map: what the text prints is there as printed, and the ground holds together."""

import tomllib
from pathlib import Path
from typing import Any

from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.printed.reading import read
from tests.lists import tried_with
from tests.tools.nets import components

FOLDER = Path(__file__).parents[2] / "rules" / "pbem_rules" / "darkdecember"
TABLES: dict[str, Any] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "data").glob("*.toml"))
}
DATA = read(TABLES)
GROUND, UNITS, CHARTS = DATA.ground, DATA.units, DATA.charts


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


@tried_with("name", list(DATA.scenarios))
def test_restricted_units_are_set_up_behind_their_river(name: str) -> None:
    """3.6: nobody has released them yet."""
    setup = DATA.scenarios[name].setup
    for unit, where in (setup.units if setup else {}).items():
        kind = UNITS[unit]
        behind = GROUND.behind_semois if kind.nation == "us" else GROUND.behind_meuse
        assert not kind.restricted or where in behind, unit


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
