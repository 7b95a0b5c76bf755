"""The layers on the map say what the rules say: zones of control, lines of supply."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.games import cases, registry
from pbem.port import insight
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.lookup import on_map
from pbem_rules.june44.rules.zones import crosses, front

NAMES = (
    "7.2-cut.toml", "7.2-german-edge.toml", "6.2-example.toml", "6.2-over-a-bridge.toml",
    "11.2.1-defence.toml",
)  # fmt: skip


@pytest.fixture(scope="module")
def states(rules: June44) -> list[State]:
    """Positions of printed examples and of cut lines, and the first position of the game."""
    parsed = [cases.parse(registry.cases("june44")[name], name) for name in NAMES]
    first = rules.setup(rules.scenarios[0], {})
    return [*(rules.place("empty", each.position) for each in parsed), first]


def test_the_zones_drawn_are_those_that_stop_a_unit(rules: June44, states: list[State]) -> None:
    """A hex of land is coloured exactly when it is in a zone of the side, and shared when the enemy's lies there too."""
    for state in states:
        at = front(rules.view(state))
        for side, other in ((ALLIED, GERMAN), (GERMAN, ALLIED)):
            drawn = insight.layer(rules, state, side, "zoc")
            assert drawn is not None
            land = {where for where in at.zone[side] if where in rules.data.ground.terrain}
            assert land == {tint.cell for tint in drawn.tints}
            assert land & at.zone[other] == {t.cell for t in drawn.tints if t.strength == "shared"}
            assert all(not tint.why.endswith("zone of ") for tint in drawn.tints)


def test_a_line_runs_from_the_unit_to_a_source_over_hexes_that_are_open(
    rules: June44, states: list[State]
) -> None:
    """Every unit in supply has a line of neighbours over passable hexsides; the others are coloured as cut off."""
    for state in states:
        for side in (ALLIED, GERMAN):
            closed, cut = supply.closed(rules.view(state), side), set()
            for unit in state.board:
                if rules.data.unit(unit.id).side != side or not on_map(unit):
                    continue
                path = supply.trace(rules.view(state), unit)
                assert (path is not None) == supply.supplied(rules.view(state), unit)
                if path is None:
                    cut.add(unit.where)
                    continue
                assert (unit.where, True) == (path[0], path[-1] in supply.sources(rules.view(state), side))
                assert not closed & set(path)
                for here, there in pairwise(path):
                    assert there in rules.data.ground.grid.adjacent[here]
                    assert crosses(rules.data.ground, here, there)
            drawn = insight.layer(rules, state, side, "supply")
            assert drawn is not None
            assert cut == {tint.cell for tint in drawn.tints}
