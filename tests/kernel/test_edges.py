"""What lies between two hexes, what a data pack says of hexes and hexsides, and how far zones of control reach."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem_rules.kernel.control import exerted
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.ground import by_hex, hexes, sides
from pbem_rules.kernel.hexes import side_name
from pbem_rules.kernel.tables import root
from tests.lists import tried_with
from tests.tools.nets import components

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=6, places=6)
PAIRS = sorted((a, b) for a in GRID.hexes for b in GRID.adjacent[a] if a < b)
pairs = st.frozensets(st.sampled_from(PAIRS), max_size=30)


@given(pairs)
def test_an_edge_lies_between_its_hexes_both_ways_round_and_nowhere_else(chosen):
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


def test_hexes_and_hexsides_of_the_map_are_read() -> None:
    table = root({"sides": ["0101/0102", "0103/0102"], "hexes": ["0404"], "0202": "Caen"}, "map.toml")
    assert ("0404",) == hexes(GRID, table, "hexes")
    assert {"0202": "Caen"} == by_hex(GRID, table, ("0202",))
    assert [("0101", "0102"), ("0102", "0103")] == list(sides(GRID, table))


@given(st.frozensets(st.sampled_from(PAIRS)))
def test_reading_the_names_of_hexsides_gives_them_back(chosen: frozenset[tuple[str, str]]) -> None:
    table = root({"sides": [side_name(b, a) for a, b in chosen]}, "map.toml")
    assert Edges.of(chosen) == sides(GRID, table)


@tried_with("name", ["0101/0103", "0101/0909", "0909/0101", "0101", "", "0101/0101"])
def test_a_hexside_that_is_none_is_told_with_its_path(name: str) -> None:
    with pytest.raises(DataError, match=r"map\.toml: sides.*not two adjacent hexes"):
        sides(GRID, root({"sides": [name]}, "map.toml"))


def test_a_hex_beyond_the_map_is_told_with_its_path() -> None:
    table = root({"hexes": ["0101", "0909"], "0909": "Caen"}, "map.toml")
    with pytest.raises(DataError, match=r"map\.toml: hexes.*0909 is not on the map"):
        hexes(GRID, table, "hexes")
    with pytest.raises(DataError, match=r"map\.toml: 0909.*0909 is not on the map"):
        by_hex(GRID, table, ("0909",))


stands = st.frozensets(st.sampled_from(GRID.hexes), max_size=8)
rivers = st.frozensets(st.sampled_from(PAIRS), max_size=30)


@given(stands, rivers)
def test_a_zone_is_what_the_neighbours_of_each_hex_reach(sources, river):
    """``river`` holds hexsides that a zone crosses only from the lower hex to the higher."""
    edges = Edges.of(river)

    def crosses(frm: str, to: str) -> bool:
        return frm < to or not edges.has(frm, to)

    reached = {
        to for to in GRID.hexes if any(frm in sources and crosses(frm, to) for frm in GRID.adjacent[to])
    }
    assert reached == exerted(sources, GRID.adjacent, crosses)


def test_a_river_keeps_a_zone_on_its_own_bank() -> None:
    river = Edges.of([("0303", "0304")])
    zone = exerted(["0303"], GRID.adjacent, lambda a, b: not river.has(a, b))
    assert sorted(set(GRID.adjacent["0303"]) - {"0304"}) == sorted(zone)


def test_a_hexside_can_let_a_zone_out_and_not_in() -> None:
    def uphill(frm: str, to: str) -> bool:
        return (frm, to) != ("0304", "0303")

    assert "0304" in exerted(["0303"], GRID.adjacent, uphill)
    assert "0303" not in exerted(["0304"], GRID.adjacent, uphill)


def test_a_lone_stack_is_not_in_its_own_zone() -> None:
    assert "0303" not in exerted(["0303"], GRID.adjacent, lambda _, __: True)
