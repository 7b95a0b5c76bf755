"""What check, reach, options, zones and lines of communication agree on in strewn positions; and bridges."""

from itertools import pairwise

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem_rules.june6.model import Activation, Play, State, Unit, View
from pbem_rules.june6.rules.ground import line_of_communication, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.move import ASSIGN, MOVE, STRATEGIC, Move
from pbem_rules.june6.rules.movement.rallying import RALLY
from pbem_rules.june6.rules.movement.refitting import REFIT
from tests.june6.build import CLEAR, GRID, activated, at, data, game, rules, small

PIECES = ("16/1", "18/1", "26/1", "HQ/1", "914/352", "915/352", "HQ/352", "SP 01")
SIDES = ("allied", "german")
ROADS = small(primary=("0104 0204 0304 0404 0504", "0904 0804 0704"))
RULES = game(CLEAR)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A few units of both sides, never both in one hex, with markers; one side's division active."""
    hexes = draw(st.lists(st.sampled_from(GRID.hexes), min_size=len(PIECES), max_size=len(PIECES)))
    units: list[Unit] = []
    for name, where in zip(PIECES, hexes, strict=True):
        there = {CLEAR.unit(unit.id).side for unit in units if unit.where == where}
        if not there - {CLEAR.unit(name).side}:
            marks = {"disorder": (0, 0, 1), "pinned": (False, False, True), "isolated": (False, False, True)}
            drawn = {key: draw(st.sampled_from(values)) for key, values in marks.items()}
            units.append(at(name, where, **drawn))
    full = draw(st.booleans())
    standing = units if full else [evolve(unit, efficiency=False) for unit in units]
    return activated(CLEAR, (draw(st.sampled_from(("1", "352"))),), *standing, full=full)


def frame_of(position: State) -> Activation:
    return position.frames[-1]


def spent(position: State, order: Move) -> int:
    play = Play(data=CLEAR, state=position)
    MOVE.perform(play, order)
    said = play.step().outcomes[0]
    assert said.total == sum(reason.value for reason in said.reasons)
    assert said.total is not None
    return said.total


@settings(deadline=None, max_examples=40)
@given(positions())
def test_every_option_passes_its_check(position: State) -> None:
    view = View(data=CLEAR, state=position, side=frame_of(position).side)
    for kind in (MOVE, STRATEGIC, RALLY, REFIT, ASSIGN):
        for order in kind.listed(view):
            assert kind.verdict(view, order) == (), order


@settings(deadline=None, max_examples=40)
@given(positions(), st.sampled_from(PIECES), st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_a_legal_path_ends_where_reach_says_at_no_less_than_its_cost(position, name, turns):
    if name not in position.board:
        return
    where, path = position.board[name].where, []
    for turn in turns:
        near = GRID.adjacent[where]
        where = near[turn % len(near)]
        path.append(where)
    side, order = CLEAR.unit(name).side, Move(unit=name, path=tuple(path))
    if (
        MOVE.verdict(View(data=CLEAR, state=position, side=side), order)
        or where == position.board[name].where
    ):
        return
    found = move.reach(View(data=CLEAR, state=position), name)
    assert found[where][0] <= spent(position, order)


@settings(deadline=None, max_examples=40)
@given(positions())
def test_the_reasons_of_a_move_add_up_to_the_cost_that_reach_gives(position: State) -> None:
    frame, view = frame_of(position), View(data=CLEAR, state=position)
    for unit in move.members(view, frame):
        for points, path in move.reach(view, unit.id).values():
            assert points == spent(position, Move(unit=unit.id, path=path))


def test_every_reason_against_a_move_is_told_at_once() -> None:
    units = (at("914/352", "0505"), at("9/2", "0101"), at("16/1", "0503", pinned=True, disorder=1))
    position = activated(CLEAR, ("2",), *units, stage="combat")
    found = RULES.check(position, "allied", Move(unit="16/1", path=("0504",)))
    assert ["7.3", "12.21", "8.22", "13.12"] == [violation.paragraph for violation in found]


@settings(deadline=None, max_examples=40)
@given(positions())
def test_a_hex_is_in_a_zone_just_when_a_neighbour_holds_a_combat_unit(position: State) -> None:
    view = View(data=CLEAR, state=position)
    for side in SIDES:
        fighting = {
            u.where for u in position.board if CLEAR.unit(u.id).side == side and CLEAR.unit(u.id).combat
        }
        for where in GRID.hexes:
            near = bool(fighting & set(GRID.adjacent[where]))
            assert near == zones_of_control.in_zone(view, where, side)
    for where in GRID.hexes:
        assert not all(zones_of_control.undisputed(view, where, side) for side in SIDES)


@settings(deadline=None, max_examples=40)
@given(positions())
def test_a_line_of_communication_is_connected_open_and_ends_at_a_source(position: State) -> None:
    view = View(data=ROADS, state=position)
    for unit in position.board:
        found = line_of_communication.traced(view, (unit,))[unit.id]
        if found is None:
            continue
        side = ROADS.unit(unit.id).side
        assert unit.where == found[0]
        assert found[-1] in (("0104",) if side == "german" else ("0904", "0905"))
        for a, b in pairwise(found):
            there = position.board.at(b)
            assert b in ROADS.ground.grid.adjacent[a]
            assert all(ROADS.unit(name).side == side for name in there)
            assert there or not zones_of_control.in_zone(view, b, enemy_of(side))


def position(**keys: Json) -> State:
    return rules().place("empty", keys)


def test_engineers_are_called_on_only_for_what_cannot_be_reached_without() -> None:
    """The Orne below Caen: over Pegasus Bridge on foot, straight over the river with engineers."""
    state = position(active=["3 Br"], units={"HQ/3 Br": "E2339", "8/3 Br": "E2340", "9/3 Br": "E2040"})
    view = View(data=data(), state=state)
    assert ("E2241",) == move.reach(view, "8/3 Br")["E2241"][1]
    assert ("E2041",) == move.reach(view, "9/3 Br")["E2041"][1]
    spent = evolve(state, bridging=("HQ/3 Br",))
    assert "E2041" not in move.reach(View(data=data(), state=spent), "9/3 Br")


def test_a_blown_bridge_and_pontoons_are_drawn() -> None:
    state = position(blown=["E2241/E2340"], pontoons=["E1940/E2040"])
    before, after = (rules().scene(each, None).ground.spots for each in (position(), state))
    assert {"Pegasus and Horsa bridges, blown", "Pontoon, Orne"} <= {spot.title for spot in after}
    assert 0 == sum(spot.style == "blown-bridge" for spot in before)
    assert len(before) + 1 == len(after)
