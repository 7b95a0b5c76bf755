"""The tool that plays thousands of random games, on a few."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.dev import balance
from tests.tools.random_games import Task, play

pytestmark = pytest.mark.night

TASK = Task(game="pegasus", scenario="expert", seed=1)


def test_a_game_ends_with_a_result_and_comes_out_the_same_again() -> None:
    first, again = play(TASK), play(TASK)
    assert ("", True) == (first.broken, bool(first.level))
    assert (first.state, first.actions) == (again.state, again.actions)


def test_two_seeds_give_two_games() -> None:
    assert play(TASK).state != play(evolve(TASK, seed=2)).state


def test_the_officer_of_a_car_that_a_burst_destroys_is_not_shot_at_once_more() -> None:
    """A game of the demonstration player in which a machine gun hits the Mercedes and everybody beside it."""
    found = balance.play(balance.Task(game="pegasus", scenario="advanced", seed=26))
    assert found.level
