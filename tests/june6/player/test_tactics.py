"""What the demo player does on the ground: laws of sense that hold in whatever position it is asked."""

from collections.abc import Iterator

import pytest
from attrs import evolve

from pbem_rules.june6.model import Activation, State, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.reach import ways
from pbem_rules.june6.player.supply import Lifeline
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.lookup import activation, on_map
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.checks import members
from pbem_rules.june6.rules.movement.move import Move
from tests.june6.build import rules
from tests.june6.player.playing import Played, a_game

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
    return rules().place("empty", table)


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
