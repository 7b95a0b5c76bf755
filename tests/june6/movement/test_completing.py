"""A destination becomes a path: the search that stops at it finds what a search of the whole map finds."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

from pbem_rules.june6.model import Activation, State, View
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.costs import Mover, allowance, landing_points
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.ways import next_to, ways
from tests.june6.build import rules
from tests.june6.random_play import Game

pytestmark = pytest.mark.wider

_FAR, _ACTIONS = 60, 300


def moving() -> list[State]:
    """Positions of a random game in which a formation moves."""
    game, states = Game.start(rules(), "landings", "moving"), list[State]()
    while game.step() and len(game.log) < _ACTIONS:
        if game.state.frames and isinstance(game.state.frames[-1], Activation):
            states.append(game.state)
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
    completed = refused = 0
    for state in picked.sample(moving(), 4):
        data = rules().on(state).data
        unit = picked.choice([each.id for each in state.board if ":" not in each.where])
        near = data.ground.grid.within(state.board[unit].where, 9)
        for goal in picked.sample(sorted(near & data.ground.terrain.keys()), 2):
            for order in (Move(unit=unit, path=(goal,)), Strategic(unit=unit, path=(goal,))):
                expected, view = searched(state, order), View(data=data, state=state)
                found = move.complete(view, order)
                completed += expected != order
                refused += expected == order != found
                if expected != order or goal in next_to(view, state.board[unit]):
                    assert expected == found
                else:  # no way leads there: what is given in its place is refused, with what is against it
                    assert goal == found.path[-1]
                    assert rules().check(state, data.unit(unit).side, found)
    assert min(completed, refused) > 3
