"""Outlines, chains and curves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.port.scene import Point
from pbem.view.map.geometry import along, chains, length, loops, mesh, smooth, smooth_ring, stretch
from pbem.view.markup import path
from tests.view import demo

points = st.lists(
    st.tuples(st.integers(-400, 400), st.integers(-400, 400)).map(lambda p: (p[0] / 2, p[1] / 2)), min_size=2,
    max_size=12, unique=True,
)  # fmt: skip


def hexes(*places: tuple[int, int]) -> list[list[Point]]:
    return [[(x * 4, y * 4) for x, y in (demo.corner(c, r, k) for k in range(6))] for c, r in places]


def test_one_hex_has_one_loop_of_six_corners() -> None:
    assert [6] == [len(loop) for loop in loops(mesh(hexes((1, 1))), frozenset({0}))]


def test_two_neighbours_have_one_loop_of_ten_corners() -> None:
    assert [10] == [len(loop) for loop in loops(mesh(hexes((1, 1), (2, 1))), frozenset({0, 1}))]


def test_a_ring_of_hexes_has_an_inner_and_an_outer_loop() -> None:
    ring = [(1, 0), (2, 0), (0, 1), (2, 1), (1, 2), (2, 2)]

    assert [6, 18] == sorted(len(loop) for loop in loops(mesh(hexes(*ring)), frozenset(range(6))))


def test_islands_have_a_loop_each() -> None:
    assert [6, 6] == [len(loop) for loop in loops(mesh(hexes((0, 0), (5, 5))), frozenset({0, 1}))]


@given(points)
def test_a_line_cut_into_single_links_and_shuffled_is_joined_again_at_full_length(line: list[Point]) -> None:
    """Chaining loses and invents nothing: the length of all chains is the length of the distinct links."""
    links = [(line[i], line[i + 1]) for i in range(len(line) - 1)]

    assert abs(length(line) - sum(map(length, chains(links[::-1])))) < 1e-6
    assert 1 == len(chains(links[::2] + links[1::2]))


def test_a_junction_of_three_roads_gives_three_chains_that_end_there() -> None:
    star = [((0.0, 0.0), (10.0, 0.0)), ((0.0, 0.0), (0.0, 10.0)), ((0.0, 0.0), (-10.0, 0.0), (-20.0, 0.0))]

    assert 3 == len(chains(star))
    assert all((0.0, 0.0) in (chain[0], chain[-1]) for chain in chains(star))


@given(points)
def test_a_curve_keeps_its_ends(line: list[Point]) -> None:
    curve = smooth(line, rounds=2, calm=0.2)

    assert (line[0], line[-1]) == (curve[0], curve[-1])


@given(points)
def test_a_curve_never_leaves_the_box_of_its_line(line: list[Point]) -> None:
    curve = smooth(line, rounds=2, calm=0.25)

    for axis in (0, 1):
        assert min(p[axis] for p in line) - 1e-6 <= min(p[axis] for p in curve)
        assert max(p[axis] for p in line) + 1e-6 >= max(p[axis] for p in curve)


def test_fixed_corners_of_a_ring_stay() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    ring = smooth_ring(square, calm=0.2, fixed=lambda i: i in (0, 2))

    assert {(0.0, 0.0), (10.0, 10.0)} == set(square) & set(ring)


@given(points, st.floats(0.05, 0.45), st.floats(0.55, 0.95))
def test_a_stretch_of_a_line_has_its_share_of_the_length(line: list[Point], start: float, end: float) -> None:
    assert abs(length(line) * (end - start) - length(stretch(line, start, end))) < 1e-6 * length(line) + 1e-6


def test_positions_along_a_line_are_evenly_spaced() -> None:
    assert [(2.0, 0.0), (7.0, 0.0), (10.0, 2.0)] == [
        p for p, _ in along([(0, 0), (10, 0), (10, 5)], 5.0, start=2.0)
    ]


@given(points)
def test_path_data_return_to_the_same_points(line: list[Point]) -> None:
    """Relative steps between rounded positions: reading the path gives every point to a tenth of a pixel."""
    data = path(line)
    x, y = map(float, data[1 : data.index("l")].split())
    found = [(x, y)]
    steps = data[data.index("l") + 1 :].split()
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + float(dx), y + float(dy)
        found.append((x, y))

    assert [(round(a, 1), round(b, 1)) for a, b in line] == [(round(a, 1), round(b, 1)) for a, b in found]
