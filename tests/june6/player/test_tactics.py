"""What the demo player does on the ground: laws of sense that hold in whatever position it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve

from pbem.port.game import Choice, Conceal, Secrets
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, State, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.front import bars
from pbem_rules.june6.player.places import guards_beach
from pbem_rules.june6.player.reach import ways
from pbem_rules.june6.player.supply import Lifeline
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.lookup import activation, on_map
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.checks import members
from pbem_rules.june6.rules.movement.move import Move, Strategic
from tests.june6.build import rules
from tests.june6.player.playing import Played, a_game
from tests.june6.random_play import Game

pytestmark = pytest.mark.wider


@pytest.fixture(scope="module")
def game() -> Played:
    return a_game()


def _in_movement(game: Played) -> Iterator[tuple[State, str, Activation]]:
    """Every fourth position in which an activation moves."""
    for turn in game.orders[::4]:
        frame = activation(turn.before)
        if frame is not None and frame is turn.before.frames[-1] and frame.stage == "move":
            yield turn.before, turn.side, frame


def position(active: str, units: dict[str, str], **more: object) -> State:
    """Units in hexes of the campaign, a formation of theirs moving at full efficiency."""
    table = {
        "turn": 4,
        "units": {name: {"at": where} for name, where in units.items()},
        "active": [active],
        **more,
    }
    return rules().place("empty", table)  # type: ignore[arg-type]  # JSON values


# --- what it believes -------------------------------------------------------------------------------------------------


def test_the_hexes_it_thinks_in_reach_are_those_that_are(game: Played) -> None:
    """Without engineers and Delay Points its own search finds the hexes of the game's, at the same cost."""
    looked = 0
    for state, side, frame in list(_in_movement(game))[::6]:
        plain = evolve(state, delays=())
        for unit in members(View(data=rules().data, state=plain), frame)[:3]:
            if not on_map(rules().data, unit) or unit.pinned or unit.scattered:
                continue
            mind = Mind.of(rules().data, plain, side, 0)
            mine = ways(mind, unit, full=frame.full)
            real = move.reach(View(data=rules().data, state=plain), unit.id)
            if not real:
                continue
            for where, (cost, _) in real.items():
                if where in mine.costs:
                    looked += 1
                    assert cost == mine.costs[where], (unit.id, where)
    assert looked > 100


def test_its_paths_are_legal(game: Played) -> None:
    """A path that it finds to a hex with room is one that the game lets the unit go, or a Delay Point stands in the way."""
    refused = tried = 0
    for state, side, frame in list(_in_movement(game))[::6]:
        mind = Mind.of(rules().data, state, side, 0)
        for unit in members(View(data=rules().data, state=state), frame)[:3]:
            acted = unit.id in (*frame.moved, *frame.strategic, *frame.rallied)
            if not on_map(rules().data, unit) or acted or unit.pinned or unit.scattered:
                continue
            found = ways(mind, unit, full=frame.full)
            for goal in sorted(found.costs)[::9]:
                if goal in mind.friends:
                    continue
                tried += 1
                order = Move(unit=unit.id, path=found.path(goal))
                refused += bool(rules().check(state, side, order)) and not state.delays
    assert tried > 50
    assert refused == 0


def test_its_lines_are_those_of_the_rules(game: Played) -> None:
    """Who is in communication, in all but a few of the cases, is what the rules say."""
    agreed = asked = 0
    for turn in game.orders[:: max(1, len(game.orders) // 30)]:
        data, state = rules().data, turn.before
        troops = [u for u in state.board if on_map(data, u) and data.unit(u.id).side == turn.side]
        lines = Lifeline(Mind.of(data, state, turn.side, 0))
        real = line_of_communication.supplied(View(data=data, state=state), troops)
        asked += len(troops)
        agreed += sum(lines.reaches(unit, unit.where) == real[unit.id] for unit in troops)
    assert agreed > 0.97 * asked > 0


def test_the_way_to_a_place_is_barred_between_it_and_the_enemy() -> None:
    """Bars lie nearer to the place than the enemy does, and the first is worth most."""
    far = rules().data.ground.grid.distance
    found = bars(rules().data, ("E2526",), (("E1514", 10.0),))
    assert found
    assert all(far(where, "E1514") < far("E2526", "E1514") for where in found)
    assert all(far(where, "E2526") <= 6 for where in found)


# --- what it does -----------------------------------------------------------------------------------------------------


def test_no_beach_is_left_alone_with_an_enemy_next_to_it(game: Played) -> None:
    """The last Allied fighting unit in a landing beach never moves off while Germans stand next to it."""
    moves = 0
    for turn in game.orders:
        if isinstance(turn.order, Move) and turn.side == ALLIED:
            unit = turn.before.board[turn.order.unit]
            moves += 1
            assert not guards_beach(Mind.of(rules().data, turn.before, ALLIED, 0), unit, 1)
    assert moves > 50


def test_hardly_a_unit_is_cut_off(game: Played) -> None:
    """At the end of the game nine of ten Allied fighting units are in communication."""
    assert game.state is not None
    data = rules().data
    troops = [u for u in game.state.board if on_map(data, u) and data.unit(u.id).side == ALLIED]
    assert sum(unit.isolated for unit in troops) <= len(troops) / 10


@cache
def _middles() -> tuple[State, ...]:
    """Positions in the middle of games in which both sides play at random, four of each of five scenarios."""
    found = []
    for scenario in rules().scenarios[:5]:
        wild = Game.start(rules(), scenario, 31)
        for n in range(400):
            if not wild.step():
                break
            if n % 100 == 99:
                found.append(wild.state)
    return tuple(found)


def test_advice_never_fails_in_wild_positions() -> None:
    """In twenty positions that random play leads to, whoever owes a decision gets a legal order."""
    asked = 0
    for state in _middles():
        owed = rules().demands(state)
        if owed and isinstance(owed[0], Choice | Conceal):
            order = rules().advise(state, owed[0].side, Secrets(), 3)
            assert () == tuple(rules().check(state, owed[0].side, order))
        asked += 1
    assert asked >= 16


def test_germans_do_not_stand_where_they_would_be_cut_off(game: Played) -> None:
    """Few German moves end without a line of communication when they began with one."""
    astray = moves = 0
    for turn in game.orders:
        if isinstance(turn.order, Move) and turn.side == GERMAN:
            unit = turn.before.board[turn.order.unit]
            lines = Lifeline(Mind.of(rules().data, turn.before, GERMAN, 0))
            if on_map(rules().data, unit) and lines.reaches(unit, unit.where):
                moves += 1
                astray += not lines.reaches(unit, turn.order.path[-1])
    assert moves > 20
    assert astray <= moves / 20


# --- headquarters that wait -------------------------------------------------------------------------------------------


def _moved(state: State, side: str = GERMAN) -> list[str]:
    """Who moves in the activation under way, in order."""
    found = []
    while activation(state) is not None:
        order = rules().advise(state, side, Secrets(), 1)
        if not isinstance(order, Move | Strategic):
            break
        found.append(order.unit)
        state = rules().apply(state, side, order).state
    return found


def test_a_headquarters_for_which_units_on_the_map_wait_enters_first() -> None:
    """They act at full efficiency once it is there (7.24b), so they move after it, and only then."""
    state = position(
        "12 SS",
        {"HQ/12 SS": "entry:C", "26/12 SS": "entry:C", "25/12 SS": "E0444", "HQ/4": "E2733", "8/4": "E2733"},
    )
    board = state.board.put(evolve(state.board["25/12 SS"], efficiency=False))
    moved = _moved(evolve(state, board=board))
    assert "HQ/12 SS" == moved[0]
    assert {"HQ/12 SS", "26/12 SS", "25/12 SS"} == set(moved)


def test_a_headquarters_enters_however_far_its_division_is() -> None:
    """No hex is so far behind its troops that it stays at the edge turn after turn."""
    places = {"1049/77": "E1328", "1050/77": "E1930"}
    state = position("77", {"HQ/77": "entry:F", **places, "HQ/4": "E1048", "8/4": "E1048"})
    assert "HQ/77" in _moved(state)
