"""Moves: what a step costs, what forbids it, and what check, reach and options agree on."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem_rules.june6.model import Activation, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.checks import in_points
from pbem_rules.june6.rules.movement.costs import Mover
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from tests.june6.build_movement import GRID, activated, data, ground, moving, state
from tests.lists import tried_with

CLEAR = data()
PIECES = ("16/1", "18/1", "26/1", "HQ/1", "914/352", "915/352", "HQ/352", "SP 01")


def broken(printed: Data, position: State, order: Move | Strategic) -> tuple[str, ...]:
    side = printed.unit(order.unit).side
    return tuple(v.paragraph for v in moving(printed).check(position, side, order))


def cost(printed: Data, position: State, order: Move | Strategic) -> int | None:
    return moving(printed).apply(position, printed.unit(order.unit).side, order).outcomes[0].total


def go(unit: str, *path: str) -> Move:
    return Move(unit=unit, path=path)


def by_road(unit: str, *path: str) -> Strategic:
    return Strategic(unit=unit, path=path)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A few units of both sides, never both in one hex, with markers; one side's division active."""
    hexes = draw(st.lists(st.sampled_from(GRID.hexes), min_size=len(PIECES), max_size=len(PIECES)))
    placed: dict[str, str] = {}
    for name, where in zip(PIECES, hexes, strict=True):
        sides = {CLEAR.unit(other).side for other, at in placed.items() if at == where}
        if not sides - {CLEAR.unit(name).side}:
            placed[name] = where
    marked = [
        Unit(
            id=name,
            where=where,
            disorder=draw(st.sampled_from((0, 0, 1))),
            pinned=draw(st.sampled_from((False, False, True))),
            isolated=draw(st.sampled_from((False, False, True))),
        )
        for name, where in placed.items()
    ]
    active, full = draw(st.sampled_from(("1", "352"))), draw(st.booleans())
    return activated(CLEAR, state(placed, *marked), active, full=full)


@settings(deadline=None, max_examples=60)
@given(positions())
def test_every_option_passes_its_check(position: State) -> None:
    frame = position.frames[-1]
    assert isinstance(frame, Activation)
    for order in moving(CLEAR).options(position, frame.side):
        assert moving(CLEAR).check(position, frame.side, order) == (), order


@settings(deadline=None, max_examples=60)
@given(positions(), st.sampled_from(PIECES), st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_a_legal_path_ends_where_reach_says_at_no_less_than_its_cost(
    position: State, name: str, turns: list[int]
) -> None:
    if name not in position.board:
        return
    where, path = position.board[name].where, []
    for turn in turns:
        near = GRID.adjacent[where]
        where = near[turn % len(near)]
        path.append(where)
    side, order = CLEAR.unit(name).side, go(name, *path)
    if moving(CLEAR).check(position, side, order) or where == position.board[name].where:
        return
    found = move.reach(View(data=CLEAR, state=position), name)
    spent = moving(CLEAR).apply(position, side, order).outcomes[0].total
    assert spent is not None
    assert found[where][0] <= spent


@settings(deadline=None, max_examples=60)
@given(positions())
def test_the_reasons_of_a_move_add_up_to_the_cost_that_reach_gives(position: State) -> None:
    frame = position.frames[-1]
    assert isinstance(frame, Activation)
    for unit in move.members(View(data=CLEAR, state=position), frame):
        for points, path in move.reach(View(data=CLEAR, state=position), unit.id).values():
            told = moving(CLEAR).apply(position, frame.side, go(unit.id, *path)).outcomes[0]
            assert points == told.total == sum(reason.value for reason in told.reasons)


@settings(deadline=None, max_examples=40)
@given(
    positions(),
    st.sampled_from((*PIECES, "nobody")),
    st.lists(st.sampled_from(("0101", "0504", "Z", "box:X"))),
)
def test_nonsense_is_answered_and_never_raises(position: State, name: str, path: list[str]) -> None:
    for order in (go(name, *path), by_road(name, *path), Rally(unit=name), Fight()):
        for side in ("allied", "german", "nobody"):
            moving(CLEAR).check(position, side, order)
            assert moving(CLEAR).check(evolve(position, frames=()), side, order)


def test_a_move_takes_the_unit_along_and_marks_it_moved() -> None:
    position = activated(CLEAR, state({"16/1": "0503"}), "1")
    step = moving(CLEAR).apply(position, "allied", go("16/1", "0504", "0505"))
    frame = step.state.frames[-1]
    assert isinstance(frame, Activation)
    assert ("0505", True) == (step.state.board["16/1"].where, step.state.board["16/1"].moved)
    assert ("16/1",) == frame.moved
    assert ("0503", "0504", "0505") == step.outcomes[0].hexes


def test_a_unit_moves_once_in_an_activation() -> None:
    position = activated(CLEAR, state({"16/1": "0503"}), "1")
    after = moving(CLEAR).apply(position, "allied", go("16/1", "0504")).state
    assert ("8.11",) == broken(CLEAR, after, go("16/1", "0505"))


def test_every_reason_is_told_at_once() -> None:
    pinned = Unit(id="16/1", where="0503", pinned=True, disorder=1)
    position = activated(CLEAR, state({"914/352": "0505"}, pinned), "2", stage="combat")
    assert ("7.3", "12.21", "8.22", "13.12") == broken(CLEAR, position, go("16/1", "0504"))


@pytest.mark.parametrize(
    ("kind", "name", "points"),
    [("clear", "16/1", 1), ("woods", "16/1", 2), ("woods", "HQ/1", 3), ("marsh", "16/1", 2)],
)
def test_terrain_costs_what_the_chart_says_for_the_class(kind: str, name: str, points: int) -> None:
    printed = data(ground({"0504": kind}))
    position = activated(printed, state({name: "0503"}), "1")
    assert points == cost(printed, position, go(name, "0504"))


def test_motorised_units_enter_marsh_by_road_only() -> None:
    wet = {"0504": "marsh"}
    position = activated(CLEAR, state({"HQ/1": "0503"}), "1")
    assert ("8.42",) == broken(data(ground(wet)), position, go("HQ/1", "0504"))
    assert () == broken(data(ground(wet, secondary=("0503 0504",))), position, go("HQ/1", "0504"))


def test_two_friendly_units_in_a_marsh_hex_close_its_road_to_motors() -> None:
    printed = data(ground({"0504": "marsh"}, primary=("0503 0504 0505",)))
    one = activated(printed, state({"HQ/1": "0503", "16/1": "0504"}), "1")
    two = activated(printed, state({"HQ/1": "0503", "16/1": "0504", "18/1": "0504"}), "1")
    assert () == broken(printed, one, go("HQ/1", "0504"))
    assert ("8.46",) == broken(printed, two, go("HQ/1", "0504", "0505"))


def test_a_friendly_unit_on_the_road_costs_a_point_unless_the_fields_are_cheaper() -> None:
    printed = data(ground({"0504": "bocage", "0602": "woods"}, primary=("0503 0504",)))
    alone = activated(printed, state({"HQ/1": "0503"}), "1")
    crowded = activated(printed, state({"HQ/1": "0503", "16/1": "0504"}), "1")
    assert 1 == move.reach(View(data=printed, state=alone), "HQ/1")["0504"][0]
    assert 2 == move.reach(View(data=printed, state=crowded), "HQ/1")["0504"][0]
    on_foot = activated(printed, state({"18/1": "0503", "16/1": "0504"}), "1")
    assert 1 == move.reach(View(data=printed, state=on_foot), "18/1")["0504"][0]


def test_a_major_river_is_crossed_at_bridges_and_by_rangers_for_two_points() -> None:
    river = {"major_river": ("0503/0504",)}
    dry, bridged = data(ground(sides=river)), data(ground(sides=river, bridges=("0503/0504",)))
    position = activated(dry, state({"16/1": "0503"}), "1")
    rangers = activated(dry, state({"2 Rng/V": "0503"}), "V")
    assert ("20.21",) == broken(dry, position, go("16/1", "0504"))
    assert () == broken(bridged, position, go("16/1", "0504"))
    assert 3 == cost(dry, rangers, go("2 Rng/V", "0504"))


def test_bluffs_are_for_units_on_foot_and_roads() -> None:
    bluff = {"bluff": ("0503/0504",)}
    bare, road = data(ground(sides=bluff)), data(ground(sides=bluff, secondary=("0503 0504",)))
    position = activated(bare, state({"16/1": "0503", "HQ/1": "0503"}), "1")
    assert 3 == cost(bare, position, go("16/1", "0504"))
    assert ("8.43",) == broken(bare, position, go("HQ/1", "0504"))
    assert () == broken(road, position, go("HQ/1", "0504"))


def test_overcast_adds_two_points_to_german_units_only() -> None:
    placed = {"914/352": "0504", "16/1": "0904"}
    heavy = state(placed, weather="heavy")
    german, allied = activated(CLEAR, heavy, "352"), activated(CLEAR, heavy, "1")
    assert 6 == max(points for points, _ in move.reach(View(data=CLEAR, state=german), "914/352").values())
    assert 5 == max(points for points, _ in move.reach(View(data=CLEAR, state=allied), "16/1").values())


def test_isolation_halves_the_allowance_downwards_after_the_weather_is_added() -> None:
    for name, weather, most in (("16/1", "clear", 2), ("914/352", "heavy", 3)):
        waiting = Unit(id=name, where="0504", isolated=True, efficiency=False)
        active = activated(CLEAR, state({}, waiting, weather=weather), CLEAR.unit(name).formation, full=False)
        assert most == max(points for points, _ in move.reach(View(data=CLEAR, state=active), name).values())


@tried_with(
    ("expected", "halves", "strategic"),
    [("½", 1, True), ("1½", 3, True), ("1", 2, True), ("0", 0, True), ("3", 3, False)],
)
def test_points_are_told_in_halves_for_strategic_movement_only(
    expected: str, halves: int, strategic: bool
) -> None:
    unit = Unit(id="16/1", where=GRID.hexes[0])
    mover = Mover(data=CLEAR, state=state({}, unit), unit=unit, full=True, strategic=strategic)
    assert expected == in_points(mover, halves)
