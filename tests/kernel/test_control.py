"""Zones of control reach as far as the two questions let them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.control import ZocMap, contested, exerted, in_zone, undisputed
from pbem_rules.kernel.edges import Edges

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=6, places=6)
PAIRS = sorted((a, b) for a in GRID.hexes for b in GRID.adjacent[a] if a < b)
stands = st.frozensets(st.sampled_from(GRID.hexes), max_size=8)
rivers = st.frozensets(st.sampled_from(PAIRS), max_size=30)


@given(stands, rivers)
def test_the_three_ways_to_ask_for_a_zone_agree(
    sources: frozenset[str], river: frozenset[tuple[str, str]]
) -> None:
    """``river`` holds hexsides that a zone crosses only from the lower hex to the higher."""
    edges = Edges.of(river)

    def crosses(frm: str, to: str) -> bool:
        return frm < to or not edges.has(frm, to)

    zone = exerted(sources, GRID.adjacent, crosses)
    zoc = ZocMap(adjacent=GRID.adjacent, exerts=sources.__contains__, crosses=crosses)
    assert sorted(zone) == [name for name in GRID.hexes if name in zoc]
    assert sorted(zone) == [
        name for name in GRID.hexes if in_zone(name, GRID.adjacent, sources.__contains__, crosses)
    ]


@given(stands)
def test_the_sources_of_a_zone_are_the_neighbours_that_exert_it(sources: frozenset[str]) -> None:
    zoc = ZocMap(adjacent=GRID.adjacent, exerts=sources.__contains__, crosses=lambda _, __: True)
    for name in GRID.hexes:
        assert sorted(sources.intersection(GRID.adjacent[name])) == sorted(zoc.sources(name))


@given(stands, stands)
def test_a_hex_of_my_zone_is_either_contested_or_undisputed(
    mine: frozenset[str], theirs: frozenset[str]
) -> None:
    assert sorted(mine) == sorted(contested(mine, theirs) + undisputed(mine, theirs))
    assert contested(mine, theirs) == contested(theirs, mine)


def test_a_river_keeps_a_zone_on_its_own_bank() -> None:
    river = Edges.parse(["0303/0304"], GRID)
    zone = exerted(["0303"], GRID.adjacent, lambda a, b: not river.has(a, b))
    assert sorted(set(GRID.adjacent["0303"]) - {"0304"}) == sorted(zone)


def test_a_hexside_can_let_a_zone_out_and_not_in() -> None:
    def uphill(frm: str, to: str) -> bool:
        return (frm, to) != ("0304", "0303")

    assert "0304" in exerted(["0303"], GRID.adjacent, uphill)
    assert "0303" not in exerted(["0304"], GRID.adjacent, uphill)


def test_a_lone_stack_is_not_in_its_own_zone() -> None:
    assert "0303" not in exerted(["0303"], GRID.adjacent, lambda _, __: True)


def test_asking_about_one_hex_looks_at_its_neighbours_once() -> None:
    asked: list[str] = []

    def exerts(name: str) -> bool:
        asked.append(name)
        return False

    zoc = ZocMap(adjacent=GRID.adjacent, exerts=exerts, crosses=lambda _, __: True)
    assert "0303" not in zoc
    assert "0303" not in zoc
    assert list(GRID.adjacent["0303"]) == asked
