"""The layers show what the engine says of every hex and unit, and nothing else."""

from __future__ import annotations

import pytest

from pbem.port import insight
from pbem.port.scene import Layer
from pbem_rules.june6.model import State, View
from pbem_rules.june6.rules.ground import line_of_communication, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, on_map
from tests.june6.build import rules
from tests.june6.player.playing import a_game

pytestmark = pytest.mark.wider

SIDES = ("allied", "german")


@pytest.fixture(scope="module")
def states() -> tuple[State, ...]:
    """A game's first and last position."""
    last = a_game().state
    assert last is not None
    return (rules().setup("landings", {}), last)


def layer(state: State, side: str, name: str) -> Layer:
    found = insight.layer(rules(), state, side, name)
    assert found is not None
    return found


@pytest.mark.parametrize("side", SIDES)
def test_a_hex_is_hatched_just_where_the_engine_has_a_zone_of_control(
    states: tuple[State, ...], side: str
) -> None:
    """Hex by hex over the whole map, shared just where the enemy's zone lies too."""
    data = rules().data
    for state in states:
        tints = {tint.cell: tint.strength for tint in layer(state, side, "zoc").tints}
        for where in data.ground.terrain:
            mine = zones_of_control.in_zone(View(data=data, state=state), where, side)
            theirs = zones_of_control.in_zone(View(data=data, state=state), where, enemy_of(side))
            wanted = None if not mine else "shared" if theirs else "full"
            assert (where, wanted) == (where, tints.get(where))


@pytest.mark.parametrize("side", SIDES)
def test_a_hex_is_ringed_just_where_a_unit_has_no_line_of_communication(
    states: tuple[State, ...], side: str
) -> None:
    """The cut-off are those whom the end phase would isolate (5.34, 22.12)."""
    data = rules().data
    for state in states:
        units = [unit for unit in state.board if data.unit(unit.id).side == side and on_map(data, unit)]
        known = line_of_communication.supplied(View(data=data, state=state), units)
        wanted = {unit.where for unit in units if not known[unit.id]}
        found = layer(state, side, "supply")
        assert wanted == {tint.cell for tint in found.tints}
        assert all(unit.id in tint.why for unit in units for tint in found.tints if tint.cell == unit.where)
        assert bool(found.strokes) == any(len(line or ()) > 1 for line in traced(state, side))


def traced(state: State, side: str) -> list[tuple[str, ...] | None]:
    data = rules().data
    units = [unit for unit in state.board if data.unit(unit.id).side == side and on_map(data, unit)]
    return list(line_of_communication.traced(View(data=data, state=state), units).values())


def test_a_layer_that_the_game_does_not_have_is_none(states: tuple[State, ...]) -> None:
    """An unknown name or side is nothing, not an error."""
    assert insight.layer(rules(), states[0], "allied", "weather") is None
    assert insight.layer(rules(), states[0], "polish", "zoc") is None
    assert ("zoc", "supply") == tuple(name for name, _ in insight.layers(rules()))
