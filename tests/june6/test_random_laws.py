"""Whole random games under every law, and that the laws can be broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from attrs import evolve as copied

from pbem.bytes.values import evolve
from pbem.games import registry
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State
from tests.june6.random_play import Game
from tests.lists import tried_with
from tests.random_play import BrokenLawError, replay
from tests.tools.random_games import Task, digest_of, many, play

ROOT = Path(__file__).resolve().parents[2]
RULES = cast("June6", registry.load("june6").rules)


def under_way(actions: int = 120) -> Game:
    """A game some way into its first turn."""
    game = Game.start(RULES, "landings", 5)
    for _ in range(actions):
        game.step()
    return game


def test_a_random_game_to_its_end_breaks_no_law(tmp_path: Path) -> None:
    found = play(Task(game="june6", scenario="landings", seed=31, out=tmp_path))
    assert ("", True) == (found.broken, bool(found.level)), found.file


@tried_with("scenario", RULES.scenarios)
def test_the_beginning_of_a_random_game_of_every_scenario_breaks_no_law(
    scenario: str, tmp_path: Path
) -> None:
    found = play(Task(game="june6", scenario=scenario, seed=7, every=50, out=tmp_path, stop=250))
    assert "" == found.broken, found.file


def test_a_unit_that_vanishes_is_found() -> None:
    game = under_way()
    game.laws()
    name = next(iter(game.state.board)).id
    game.state = evolve(game.state, board=game.state.board.remove(name))
    with pytest.raises(BrokenLawError, match="nowhere"):
        game.laws()


def test_a_unit_lost_and_in_play_is_found() -> None:
    game = under_way()
    game.state = evolve(game.state, lost=(*game.state.lost, next(iter(game.state.board)).id))
    with pytest.raises(BrokenLawError, match="on the board and lost"):
        game.laws()


def test_a_marker_that_is_lost_or_changed_is_found() -> None:
    for change in (_fewer_slots, _other_marker):
        game = under_way()
        game.laws()
        markers = tuple("29" for _ in range(_slots(game.state)))
        game.now = copied(game.now, sealed={"allied": {"cup/1/allied": markers}})
        game.state = change(game.state)
        with pytest.raises(BrokenLawError, match="sealed"):
            game.laws()


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
        game.dear_laws()


def test_a_game_that_breaks_is_kept_and_replays_to_the_same_position(tmp_path: Path) -> None:
    game = under_way(200)
    again = replay(game.save(tmp_path))
    assert (game.state, game.log) == (again.state, again.log)


def test_games_are_the_same_under_another_hash_seed(tmp_path: Path) -> None:
    tasks = [Task(game="june6", scenario="landings", seed=8, every=500, inspect=0, out=tmp_path)]
    words = [
        "june6",
        "--scenario",
        "landings",
        "--games",
        "1",
        "--seed",
        "8",
        "--inspect",
        "0",
        "--every",
        "500",
    ]
    paths = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    said = subprocess.run(
        [sys.executable, "-m", "tests.tools.random_games", *words],
        env={**os.environ, "PYTHONHASHSEED": "4", "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert digest_of(list(many(tasks, 1))) == said.split()[-1]
