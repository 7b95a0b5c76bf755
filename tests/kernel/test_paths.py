"""Paths: the cheapest is the cheapest, and always the same one."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.paths import flood, reach

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=5, places=5)
NEAR = GRID.adjacent

terrains = st.dictionaries(
    st.sampled_from(GRID.hexes), st.one_of(st.none(), st.integers(0, 4)), min_size=0, max_size=25
)
starts = st.sampled_from(GRID.hexes)
hex_sets = st.frozensets(starts, max_size=6)


def brute(start: str, terrain: dict[str, int | None], budget: int, stops: frozenset[str]) -> dict[str, int]:
    """Bellman-Ford: relax every step until nothing improves."""
    best = {start: 0}
    improved = True
    while improved:
        improved = False
        for here in sorted(best):
            if here in stops and here != start:
                continue
            for there in NEAR[here]:
                cost = terrain.get(there, 1)
                if cost is None or best[here] + cost > min(budget, best.get(there, budget + 1) - 1):
                    continue
                best[there] = best[here] + cost
                improved = True
    return best


@given(starts, terrains, st.integers(0, 9), hex_sets)
def test_reach_finds_every_hex_in_budget_at_its_least_cost(start, terrain, budget, stops):
    found = reach(start, NEAR, lambda _, to, __, ___: terrain.get(to, 1), budget, stops.__contains__)
    assert brute(start, terrain, budget, stops) == dict(found.costs)


@given(starts, terrains, st.integers(0, 9), hex_sets)
def test_the_path_found_is_legal_and_costs_what_was_said(start, terrain, budget, stops):
    def step(_: str, to: str, __: int, ___: str | None) -> int | None:
        return terrain.get(to, 1)

    found = reach(start, NEAR, step, budget, stops.__contains__)
    for to, cost in found.costs.items():
        path = found.path(to)
        assert (start, to) == (path[0], path[-1])
        assert all(there in NEAR[here] for here, there in pairwise(path))
        assert not stops & set(path[1:-1])
        assert cost == sum(terrain.get(each, 1) or 0 for each in path[1:])
        assert None not in [terrain.get(each, 1) for each in path[1:]]


@given(starts)
def test_among_equals_the_path_comes_through_the_cheaper_then_the_lower_hex(start: str) -> None:
    found = reach(start, NEAR, lambda *_: 1, 6)
    for to, before in found.came_from.items():
        if before is not None:
            candidates = [name for name in NEAR[to] if found.costs[name] == found.costs[to] - 1]
            assert min(candidates) == before


def test_a_search_over_states_can_remember_what_happened_on_the_way() -> None:
    """States are (hex, crossings); the river runs between places 2 and 3 and may be crossed once."""

    def edges(state, _, __):
        here, crossed = state
        steps = [(to, crossed + ({here[2:], to[2:]} == {"02", "03"})) for to in NEAR[here]]
        return [((to, total), 1) for to, total in steps if total <= 1]

    found = flood(("0301", 0), edges, 6)
    assert ("0305", 1) in found
    assert ("0301", 1) not in found
    path = found.path(("0305", 1))
    assert sum(b - a for (_, a), (_, b) in pairwise(path)) == 1


@given(starts, terrains, st.integers(0, 9), hex_sets, starts)
def test_a_search_that_stops_at_its_goal_goes_there_as_the_whole_search_does(
    start: str, terrain: dict[str, int | None], budget: int, stops: frozenset[str], goal: str
) -> None:
    def step(_: str, to: str, __: int, ___: str | None) -> int | None:
        return terrain.get(to, 1)

    whole = reach(start, NEAR, step, budget, stops.__contains__)
    found = reach(start, NEAR, step, budget, stops.__contains__, goal.__eq__)
    assert (goal in whole) == (goal in found)
    if goal in whole:
        assert (whole.costs[goal], whole.path(goal)) == (found.costs[goal], found.path(goal))
