"""A destination becomes a path: the search that stops at it finds what a search of the whole map finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve

from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import read
from pbem_rules.june6.model import Activation, State, View
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.costs import Mover, allowance, landing_points
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.ways import next_to, ways
from tests.june6.build import rules

pytestmark = pytest.mark.wider

_FAR = 60
_LOG = Path(__file__).resolve().parents[3] / "examples" / "landings" / "campaign.pbem"


def moving() -> list[State]:
    """The positions of the recorded landings in which a formation moves."""
    states: list[State] = []

    def watch(happened: AppliedEntry[object]) -> None:
        state = happened.position.game
        if isinstance(state, State) and state.frames and isinstance(state.frames[-1], Activation):
            states.append(state)

    read(_LOG.read_bytes(), watch=watch)
    return states


def searched(state: State, order: Move | Strategic) -> Move | Strategic:
    """The order with the cheapest path of all: its points first, engineers last; as it is where no way leads there."""
    data, unit, goal = rules().on(state).data, state.board[order.unit], order.path[0]
    if goal in next_to(View(data=data, state=state), unit):
        return order
    frame = state.frames[-1]
    full = frame.full if isinstance(frame, Activation) and frame.side == data.unit(unit.id).side else True
    mover = Mover(data=data, state=state, unit=unit, full=full, strategic=isinstance(order, Strategic))
    for budget in (allowance(mover) - landing_points(mover), _FAR):
        for alone in (True, False):
            found = ways(evolve(mover, alone=alone), budget)
            if goal in found.costs and goal != unit.where:
                return evolve(order, path=found.path(goal)[1:])
    return order


def test_a_destination_gets_the_path_that_a_search_of_the_whole_map_gives_it() -> None:
    picked = random.Random(6)
    completed = 0
    for state in picked.sample(moving(), 4):
        data = rules().on(state).data
        unit = picked.choice([each.id for each in state.board if ":" not in each.where])
        near = data.ground.grid.within(state.board[unit].where, 9)
        for goal in picked.sample(sorted(near & data.ground.terrain.keys()), 2):
            for order in (Move(unit=unit, path=(goal,)), Strategic(unit=unit, path=(goal,))):
                expected = searched(state, order)
                completed += expected != order
                found = move.complete(View(data=data, state=state), order)
                assert expected in (found, order), (
                    "where the search finds none, the way with the least against it is given"
                )
    assert completed > 3
