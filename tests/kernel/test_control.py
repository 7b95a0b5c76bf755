"""Zones of control reach as far as the two questions let them."""

from hypothesis import given
from hypothesis import strategies as st

from pbem_rules.kernel.control import exerted
from pbem_rules.kernel.edges import Edges

from .grids import EASTWARDS, full

GRID = full(EASTWARDS, lines=6, places=6)
PAIRS = sorted((a, b) for a in GRID.hexes for b in GRID.adjacent[a] if a < b)
stands = st.frozensets(st.sampled_from(GRID.hexes), max_size=8)
rivers = st.frozensets(st.sampled_from(PAIRS), max_size=30)


@given(stands, rivers)
def test_a_zone_is_what_the_neighbours_of_each_hex_reach(
    sources: frozenset[str], river: frozenset[tuple[str, str]]
) -> None:
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
