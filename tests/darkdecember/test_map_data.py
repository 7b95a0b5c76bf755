"""Dark December's map: towns and edges where the printed numbers put them, and a ground that holds together."""

from tests.darkdecember.test_data import GROUND
from tests.tools.nets import components


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
