"""Searches for paths: one that stops at its end finds what the whole finds; Delay Points on the way (19.1)."""

import random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem_rules.june6.model import Activation, Play, State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.costs import Mover, allowance, landing_points
from pbem_rules.june6.rules.movement.move import MOVE, Move, Strategic
from pbem_rules.june6.rules.movement.ways import next_to, ways
from tests.june6.build import GRID, activated, at, game, rules, small
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


START = "0504"
NEAR = tuple(sorted(GRID.within(START, 2)))
EDGES = tuple(sorted({f"{min(a, b)}/{max(a, b)}" for a in NEAR for b in GRID.adjacent[a]}))


@st.composite
def fields(draw: st.DrawFn) -> tuple[Data, State]:
    """A unit on foot, Delay Points and cliffs about it."""
    cliffs = draw(st.lists(st.sampled_from(EDGES), max_size=12, unique=True))
    near = [where for where in NEAR if where != START]
    delays = draw(st.lists(st.sampled_from(near), min_size=1, max_size=5, unique=True))
    on = small(sides={"cliff": tuple(cliffs)})
    position = activated(on, ("1",), at("16/1", START, isolated=draw(st.booleans())))
    return on, evolve(position, delays=tuple(sorted(delays)))


def spent(on: Data, position: State, path: tuple[str, ...]) -> int | None:
    """What a path costs; None where it is refused."""
    order = Move(unit="16/1", path=path)
    if MOVE.verdict(View(data=on, state=position, side="allied"), order):
        return None
    play = Play(data=on, state=position)
    MOVE.perform(play, order)
    said = play.step().outcomes[0]
    assert said.total == sum(reason.value for reason in said.reasons)
    return said.total


def every_legal_end(on: Data, position: State) -> dict[str, int]:
    """The least cost of each hex over all legal paths, tried one by one: every part of a legal path is legal."""
    best: dict[str, int] = {}
    paths: list[tuple[str, ...]] = [(where,) for where in GRID.adjacent[START]]
    while paths:
        path = paths.pop()
        cost = spent(on, position, path)
        if cost is not None:
            best[path[-1]] = min(cost, best.get(path[-1], cost))
            paths.extend((*path, where) for where in GRID.adjacent[path[-1]])
    best.pop(START, None)
    return best


@settings(deadline=None, max_examples=2)
@given(fields())
def test_the_ways_found_are_legal_and_the_cheapest_of_all(field: tuple[Data, State]) -> None:
    on, position = field
    found = move.reach(View(data=on, state=position), "16/1")
    assert every_legal_end(on, position) == {where: cost for where, (cost, _) in found.items()}
    assert all(cost == spent(on, position, path) for cost, path in found.values())


def test_a_delay_point_removed_far_back_does_not_stop_a_vehicle_that_comes_round_to_it() -> None:
    """A causeway winds through marsh about the hex from which the vehicle has removed a Delay Point."""
    point = "0505"
    ring = GRID.adjacent[point]
    start, beside, further, last = ring[4], ring[0], ring[1], ring[2]
    end = next(where for where in GRID.adjacent[last] if where not in ring and where != point)
    causeway = (point, beside, further, last, end)
    marsh = {where: "marsh" for where in GRID.hexes if where not in (start, point)}
    on = small(marsh, secondary=(" ".join((start, *causeway)),))
    position = evolve(activated(on, ("V",), at("741/V", start)), delays=(point,))
    assert game(on).check(position, "allied", Move(unit="741/V", path=causeway)) == ()
    assert causeway == move.reach(View(data=on, state=position), "741/V")[end][1]
