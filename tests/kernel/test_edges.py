"""What lies between two hexes."""

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.edges import Edges
from tests.tools.nets import components

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=5, places=5)
PAIRS = sorted((a, b) for a in GRID.hexes for b in GRID.adjacent[a] if a < b)
pairs = st.frozensets(st.sampled_from(PAIRS), max_size=30)


@given(pairs)
def test_an_edge_lies_between_its_hexes_both_ways_round_and_nowhere_else(
    chosen: frozenset[tuple[str, str]],
) -> None:
    edges = Edges.of((b, a) for a, b in chosen)
    assert [pair for pair in PAIRS if pair in chosen] == [(a, b) for a, b in PAIRS if edges.has(a, b)]
    assert [pair for pair in PAIRS if pair in chosen] == [(a, b) for a, b in PAIRS if edges.has(b, a)]
    assert sorted(chosen) == list(edges)
    for name in GRID.hexes:
        assert tuple(other for other in sorted(GRID.adjacent[name]) if edges.has(name, other)) == edges.at(
            name
        )


@given(pairs, pairs)
def test_edges_combine_as_sets(a: frozenset[tuple[str, str]], b: frozenset[tuple[str, str]]) -> None:
    assert Edges.of(a | b) == Edges.of(a) | Edges.of(b)
    assert Edges.of(a - b) == Edges.of(a) - Edges.of(b)
    assert Edges.of(a & b) == Edges.of(a) & Edges.of(b)


@given(pairs)
def test_components_share_no_hex_and_no_edge_leaves_one(chosen: frozenset[tuple[str, str]]) -> None:
    edges = Edges.of(chosen)
    pieces = components(edges)
    assert sorted(edges.joined) == sorted(name for piece in pieces for name in piece)
    for a, b in chosen:
        assert [a in piece for piece in pieces] == [b in piece for piece in pieces]
    assert sorted(pieces) == list(pieces)
