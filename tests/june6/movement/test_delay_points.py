"""Delay Points on the way (19.1): the paths that are found are the cheapest of all that are legal."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem_rules.june6.model import State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.move import Move
from tests.june6.build_movement import GRID, activated, data, ground, moving, state

START = "0504"
NEAR = tuple(sorted(GRID.within(START, 2)))
EDGES = tuple(sorted({f"{min(a, b)}/{max(a, b)}" for a in NEAR for b in GRID.adjacent[a]}))


@st.composite
def fields(draw: st.DrawFn) -> tuple[Data, State]:
    """A unit on foot, Delay Points and cliffs about it."""
    cliffs = draw(st.lists(st.sampled_from(EDGES), max_size=12, unique=True))
    delays = draw(
        st.lists(st.sampled_from([h for h in NEAR if h != START]), min_size=1, max_size=5, unique=True)
    )
    printed = data(ground(sides={"cliff": tuple(cliffs)}))
    unit = Unit(id="16/1", where=START, isolated=draw(st.booleans()))
    position = evolve(state({}, unit), delays=tuple(sorted(delays)))
    return printed, activated(printed, position, "1")


def every_legal_end(printed: Data, position: State) -> dict[str, int]:
    """The least cost of each hex over all legal paths, tried one by one: every part of a legal path is legal."""
    best: dict[str, int] = {}
    paths: list[tuple[str, ...]] = [(where,) for where in GRID.adjacent[START]]
    while paths:
        path = paths.pop()
        order = Move(unit="16/1", path=path)
        if moving(printed).check(position, "allied", order):
            continue
        spent = moving(printed).apply(position, "allied", order).outcomes[0].total
        assert spent is not None
        best[path[-1]] = min(spent, best.get(path[-1], spent))
        paths.extend((*path, where) for where in GRID.adjacent[path[-1]])
    best.pop(START, None)
    return best


@settings(deadline=None, max_examples=8)
@given(fields())
def test_the_ways_found_are_the_cheapest_legal_ones(field: tuple[Data, State]) -> None:
    printed, position = field
    found = move.reach(View(data=printed, state=position), "16/1")
    assert every_legal_end(printed, position) == {where: cost for where, (cost, _) in found.items()}


@settings(deadline=None, max_examples=25)
@given(fields())
def test_every_way_found_is_legal_at_the_cost_told(field: tuple[Data, State]) -> None:
    printed, position = field
    for where, (cost, path) in move.reach(View(data=printed, state=position), "16/1").items():
        order = Move(unit="16/1", path=path)
        assert moving(printed).check(position, "allied", order) == (), where
        told = moving(printed).apply(position, "allied", order).outcomes[0]
        assert cost == told.total == sum(reason.value for reason in told.reasons)


def test_a_delay_point_removed_far_back_does_not_stop_a_vehicle_that_comes_round_to_it() -> None:
    """A causeway winds through marsh about the hex from which the vehicle has removed a Delay Point."""
    at = "0505"
    ring = GRID.adjacent[at]
    start, beside, further, last = ring[4], ring[0], ring[1], ring[2]
    end = next(where for where in GRID.adjacent[last] if where not in ring and where != at)
    causeway = (at, beside, further, last, end)
    marsh = {where: "marsh" for where in GRID.hexes if where not in (start, at)}
    printed = data(ground(marsh, secondary=(" ".join((start, *causeway)),)))
    position = evolve(state({"741/V": start}), delays=(at,))
    position = activated(printed, position, "V")
    assert moving(printed).check(position, "allied", Move(unit="741/V", path=causeway)) == ()
    assert move.reach(View(data=printed, state=position), "741/V")[end] == (7, causeway)
