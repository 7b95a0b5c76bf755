"""What a data pack says of hexes and hexsides is on the map, or the path of what is not is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.ground import by_hex, hexes, sides
from pbem_rules.kernel.hexes import side_name
from pbem_rules.kernel.tables import root
from tests.lists import tried_with

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=4, places=4)
PAIRS = sorted((a, b) for a in GRID.hexes for b in GRID.adjacent[a] if a < b)


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
