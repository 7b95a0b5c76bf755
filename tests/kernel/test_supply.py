"""Lines of communication: the shortest that is allowed, and always the same one."""

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.supply import Lines, flooded, shut

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=4, places=4)
NEAR = GRID.adjacent
PAIRS = sorted((a, b) for a in GRID.hexes for b in NEAR[a] if a < b)
hexes = st.sampled_from(GRID.hexes)
sets = st.frozensets(hexes, max_size=5)
edge_sets = st.frozensets(st.sampled_from(PAIRS), max_size=14).map(Edges.of)


def lines(roads: Edges, sources: frozenset[str], shut: frozenset[str], river: Edges, off_road: int) -> Lines:
    return Lines(
        adjacent=NEAR,
        roads=roads,
        sources=sources,
        passable=lambda name: name not in shut,
        crosses=lambda a, b: not river.has(a, b),
        off_road=off_road,
    )


def brute(lines: Lines, start: str) -> tuple[str, ...] | None:
    """Every line, one step longer each round, lowest first; a state is a path and if it is on the road."""
    layer: set[tuple[tuple[str, ...], bool]] = {((start,), False)}
    for _ in range(len(GRID.hexes) + 1):
        for path, _on_road in sorted(layer):
            if path[-1] in lines.sources and (len(path) == 1 or lines.passable(path[-1])):
                return path
        longer: set[tuple[tuple[str, ...], bool]] = set()
        for path, on_road in layer:
            here = path[-1]
            for there in NEAR[here]:
                if there in path or not lines.passable(there):
                    continue
                if lines.roads.has(here, there):
                    longer.add(((*path, there), True))
                if not on_road and len(path) <= lines.off_road and lines.crosses(here, there):
                    longer.add(((*path, there), False))
        ends: dict[tuple[str, bool], tuple[str, ...]] = {}
        for path, on_road in sorted(longer):
            ends.setdefault((path[-1], on_road), path)
        layer = {(path, on_road) for (_, on_road), path in ends.items()}
    return None


@given(edge_sets, sets, sets, edge_sets, st.integers(0, 2), hexes)
def test_the_line_is_the_lowest_of_the_shortest(roads, sources, shut, river, off_road, start):
    traced = lines(roads, sources, shut, river, off_road)
    assert brute(traced, start) == traced.trace(start)


@given(edge_sets, sets, sets, edge_sets, st.integers(0, 2), hexes)
def test_more_reach_overland_never_cuts_a_line(roads, sources, shut, river, off_road, start):
    if lines(roads, sources, shut, river, off_road).trace(start) is not None:
        assert lines(roads, sources, shut, river, off_road + 1).trace(start) is not None


@given(edge_sets, sets, sets, edge_sets, st.integers(0, 2), hexes)
def test_asking_whether_there_is_a_line_is_tracing_it_flooded_or_not(
    roads: Edges, sources: frozenset[str], shut: frozenset[str], river: Edges, off_road: int, start: str
) -> None:
    there_is = lines(roads, sources, shut, river, off_road).trace(start) is not None
    asked = lines(roads, sources, shut, river, off_road)
    assert there_is == asked.reaches(start)
    asked.flood()
    assert there_is == asked.reaches(start)


NOTHING = Edges.of(())
ROAD = Edges.of([("0101", "0102"), ("0102", "0103"), ("0103", "0104")])
SOURCE = frozenset({"0104"})


def test_two_hexes_overland_then_any_length_of_road() -> None:
    line = lines(ROAD, SOURCE, frozenset(), NOTHING, 2).trace("0301")
    assert line == ("0301", "0202", "0102", "0103", "0104")


def test_a_shut_hex_on_the_road_cuts_it_but_not_for_the_piece_that_stands_there() -> None:
    cut = lines(ROAD, SOURCE, frozenset({"0102"}), NOTHING, 0)
    assert cut.trace("0101") is None
    assert cut.trace("0102") == ("0102", "0103", "0104")


def test_a_road_crosses_a_river_where_a_line_overland_cannot() -> None:
    river = Edges.of(PAIRS)
    assert lines(ROAD, SOURCE, frozenset(), river, 2).trace("0101") == ("0101", "0102", "0103", "0104")
    assert lines(ROAD, SOURCE, frozenset(), river, 2).trace("0201") is None


@given(sets, sets, edge_sets)
def test_a_hex_is_flooded_exactly_when_a_line_over_any_ground_reaches_a_source(sources, closed, river):
    """The flood and the line traced from the hex agree about the number of steps, or that there is none."""

    def passable(name: str) -> bool:
        return name not in closed

    def crosses(a: str, b: str) -> bool:
        return not river.has(a, b)

    found = flooded(sources, NEAR, passable, crosses)
    traced = lines(Edges.of(()), sources, closed, river, off_road=len(GRID.hexes))
    for name in GRID.hexes:
        way = traced.trace(name) if passable(name) else None
        assert (None if way is None else len(way) - 1) == found.get(name)


def test_a_friend_opens_a_hex_in_a_zone_and_never_one_that_an_enemy_holds() -> None:
    """Enemy zones close empty hexes only."""
    assert shut({"0101"}, {"0102", "0103"}, {"0103", "0101"}) == {"0101", "0102"}
