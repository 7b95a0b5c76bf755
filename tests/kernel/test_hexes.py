"""The grid: laws over every layout, then the examples of the June 6 rulebook."""

from collections import deque
from itertools import pairwise, product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem_rules.kernel.hexes import Grid, hexes_of_side, side_name
from pbem_rules.kernel.layout import Compass, Layout, Sheet
from tests.lists import tried_with

from .grids import full

PAIRS: list[tuple[Compass, Compass]] = [
    ("east", "north"),
    ("east", "south"),
    ("west", "south"),
    ("south", "east"),
    ("north", "west"),
]
SHIFTS: list[Literal["odd", "even"]] = ["odd", "even"]
LAYOUTS = [
    Layout(along=along, across=across, shifted=shifted, line_first=first)
    for (along, across), shifted, first in product(PAIRS, SHIFTS, (True, False))
]


GRIDS = [full(layout) for layout in LAYOUTS]
grids = st.sampled_from(GRIDS)


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, tuple[str, ...]]:
    grid = draw(grids)
    return grid, tuple(draw(st.sampled_from(grid.hexes)) for _ in range(count))


def walked(grid: Grid, start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.adjacent[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@given(grids)
def test_a_neighbour_has_me_as_its_neighbour_in_the_opposite_direction(grid: Grid) -> None:
    for name, around in grid.neighbours.items():
        assert len(around) == 6
        for i, other in enumerate(around):
            assert other is None or grid.neighbours[other][(i + 3) % 6] == name


@given(grid_and_hexes(2))
def test_distance_is_the_number_of_steps_on_a_full_map(pair: tuple[Grid, tuple[str, ...]]) -> None:
    grid, (a, b) = pair
    assert walked(grid, a)[b] == grid.distance(a, b)


@given(grid_and_hexes(3))
def test_no_detour_is_shorter(triple: tuple[Grid, tuple[str, ...]]) -> None:
    grid, (a, b, c) = triple
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1), st.integers(0, 5))
def test_a_hexside_has_one_name_and_one_segment_from_both_sides(one, i):
    grid, (a,) = one
    b = grid.neighbours[a][i]
    if b is None:
        return
    assert grid.side(a, b) == grid.side(b, a) == side_name(*hexes_of_side(grid.side(a, b)))
    mine, theirs = grid.corners(a), grid.corners(b)
    assert mine[i] == pytest.approx(theirs[(i + 4) % 6])
    assert mine[(i + 1) % 6] == pytest.approx(theirs[(i + 3) % 6])
    low, high = hexes_of_side(grid.side(a, b))
    k = grid.direction(low, high)
    assert (grid.corners(low)[k], grid.corners(low)[(k + 1) % 6]) == grid.segment(grid.side(a, b))


@given(grid_and_hexes(1))
def test_neighbouring_centres_are_one_unit_apart_and_bear_as_named(one: tuple[Grid, tuple[str, ...]]) -> None:
    grid, (a,) = one
    x, y = grid.centre(a)
    for direction, b in zip(grid.directions, grid.neighbours[a], strict=True):
        if b is None:
            continue
        dx, dy = grid.centre(b)[0] - x, grid.centre(b)[1] - y
        assert dx * dx + dy * dy == pytest.approx(1)
        assert ("N" in direction.name) == (dy < -0.1)
        assert ("S" in direction.name) == (dy > 0.1)
        assert ("E" in direction.name) == (dx > 0.1)
        assert ("W" in direction.name) == (dx < -0.1)


@given(grid_and_hexes(1), st.integers(0, 4))
def test_within_is_every_hex_that_near_and_rings_are_its_layers(one, radius):
    grid, (a,) = one
    assert tuple(b for b in grid.hexes if grid.distance(a, b) <= radius) == grid.within(a, radius)
    layers = [name for k in range(radius + 1) for name in grid.ring(a, k)]
    assert sorted(layers) == list(grid.within(a, radius))


@given(grid_and_hexes(2))
def test_a_line_steps_from_hex_to_hex_and_comes_back_the_same_way(pair: tuple[Grid, tuple[str, ...]]) -> None:
    grid, (a, b) = pair
    line = grid.line(a, b)
    assert (a, b) == (line[0], line[-1])
    assert line[::-1] == grid.line(b, a)
    gaps = [grid.distance(u, v) for u, v in pairwise(line)]
    assert all(1 <= gap <= 2 for gap in gaps)
    if len(line) == grid.distance(a, b) + 1:
        assert all(gap == 1 for gap in gaps)


def test_the_border_is_where_neighbours_are_missing() -> None:
    grid = full(LAYOUTS[0])
    missing = [(name, i) for name in grid.hexes for i in range(6) if grid.neighbours[name][i] is None]
    assert missing == list(grid.border())
    assert missing


# The printed grid of June 6: two sheets, rows northwards, odd rows half a hex east.
ROWS_NORTH = Layout(along="east", across="north", shifted="odd", line_first=True)
EAST, WEST = Sheet(prefix="E", places=17), Sheet(prefix="W")
JUNE6 = Grid(
    layout=ROWS_NORTH,
    sheets=(EAST, WEST),
    hexes=frozenset(
        EAST.rectangle(ROWS_NORTH, lines=range(1, 39), places=range(14, 53))
        + WEST.rectangle(ROWS_NORTH, lines=range(1, 51), places=range(1, 32))
    ),
)


def test_june6_sheets_overlap_in_one_column_that_has_one_name() -> None:
    assert JUNE6.named("W2031") == "E2014"
    assert len(JUNE6.hexes) == len(JUNE6.printed) - 38
    lone = Grid(layout=ROWS_NORTH, sheets=(EAST, WEST), hexes=frozenset({"E2014", "W2030"}))
    assert lone.named("W2031") == "E2014"
    assert "W2031" not in JUNE6
    assert JUNE6.distance("W2030", "E2014") == 1
    assert JUNE6.side("W2030", "E2014") == "E2014/W2030"


def test_flat_topped_columns_as_in_the_ardennes_run_southwards() -> None:
    layout = Layout(along="south", across="east", shifted="even", line_first=True)
    grid = full(layout)
    assert [direction.name for direction in grid.directions] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert grid.neighbours["0303"][3] == "0304"


@tried_with("wrong", ["", "E194", "E19400", "1940 E", "X1940", "E1940\n"])
def test_a_number_that_is_not_on_a_sheet_is_refused(wrong: str) -> None:
    with pytest.raises(DataError):
        Grid(layout=ROWS_NORTH, sheets=(EAST,), hexes=frozenset({wrong}))


def test_what_is_not_on_the_map_or_not_adjacent_is_refused_by_name() -> None:
    with pytest.raises(DataError, match="E9999"):
        JUNE6.distance("E9999", "E1940")
    with pytest.raises(DataError, match="not adjacent"):
        JUNE6.side("E1940", "E2540")
    with pytest.raises(DataError, match="E1940/E1840"):
        hexes_of_side("E1940/E1840")


def test_lines_that_do_not_cross_are_refused() -> None:
    with pytest.raises(DataError, match="east"):
        Layout(along="east", across="west")
