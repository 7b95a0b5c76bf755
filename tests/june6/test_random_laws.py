"""Whole random games under every law, and that the laws can be broken."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.bytes.values import evolve
from pbem_rules.june6.model import State
from tests.june6.random_laws import Watch, dear
from tests.june6.random_play import BrokenLawError, Game, replay, step
from tests.tools.random_campaigns import Task, digest_of, many, play, rules

ROOT = Path(__file__).resolve().parents[2]


def under_way(actions: int = 120) -> Game:
    """A game some way into its first turn."""
    game, chance = Game.start(rules(), 5), random.Random(5)
    for _ in range(actions):
        step(game, chance)
    return game


def test_a_random_game_to_its_end_breaks_no_law(tmp_path: Path) -> None:
    found = play(Task(scenario=rules().scenarios[0], seed=31, inspect=0.02, every=25, out=tmp_path))
    assert ("", True) == (found.broken, bool(found.level)), found.file


@pytest.mark.parametrize("scenario", rules().scenarios)
def test_the_beginning_of_a_random_game_of_every_scenario_breaks_no_law(
    scenario: str, tmp_path: Path
) -> None:
    found = play(Task(scenario=scenario, seed=7, inspect=0.02, every=50, out=tmp_path, stop=250))
    assert "" == found.broken, found.file


def test_a_unit_that_vanishes_is_found() -> None:
    game, watch = under_way(), Watch()
    watch.after(game)
    name = next(iter(game.state.board)).id
    game.state = evolve(game.state, board=game.state.board.remove(name))
    with pytest.raises(BrokenLawError, match="nowhere"):
        watch.after(game)


def test_a_unit_lost_and_in_play_is_found() -> None:
    game, watch = under_way(), Watch()
    game.state = evolve(game.state, lost=(*game.state.lost, next(iter(game.state.board)).id))
    with pytest.raises(BrokenLawError, match="on the board and lost"):
        watch.after(game)


def test_a_marker_that_is_lost_or_changed_is_found() -> None:
    for change in (_fewer_slots, _other_marker):
        game, watch = under_way(), Watch()
        watch.after(game)
        game.vault["cup/1/allied"] = tuple("29" for _ in range(_slots(game.state)))
        game.state = change(game.state)
        with pytest.raises(BrokenLawError, match="sealed"):
            watch.after(game)


def _slots(state: State) -> int:
    return len(state.allied_cup.left) + len(state.allied_cup.shown)


def _fewer_slots(state: State) -> State:
    return evolve(state, allied_cup=evolve(state.allied_cup, sealed=True, left=(), shown=()))


def _other_marker(state: State) -> State:
    slots = range(2, _slots(state) + 1)
    return evolve(
        state, allied_cup=evolve(state.allied_cup, sealed=True, left=tuple(slots), shown=((1, "none"),))
    )


def test_a_board_whose_index_is_wrong_is_found() -> None:
    game = under_way()
    board = game.state.board
    unit = next(iter(board))
    object.__setattr__(board, "_index", {**board._index, unit.where: ()})
    with pytest.raises(BrokenLawError):
        dear(game)


def test_a_game_that_breaks_is_saved_and_replays_to_the_same_position(tmp_path: Path) -> None:
    game = under_way(200)
    again = replay(rules(), game.save(tmp_path))
    assert (game.state, game.log) == (again.state, again.log)


def test_games_are_the_same_under_another_hash_seed(tmp_path: Path) -> None:
    tasks = [Task(scenario=rules().scenarios[0], seed=8, inspect=0.0, every=500, out=tmp_path)]
    words = (
        "-m",
        "tests.tools.random_campaigns",
        "--games",
        "1",
        "--seed",
        "8",
        "--inspect",
        "0",
        "--every",
        "500",
    )
    paths = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    said = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONHASHSEED": "4", "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert digest_of(list(many(tasks, 1))) == said.split()[-1]
