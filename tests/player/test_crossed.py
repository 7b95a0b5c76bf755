"""Matches of all four pairs on the same seeds: how they are told."""

from __future__ import annotations

import pytest

from tests.tools.crossed import spread, told


def test_each_pair_is_told_apart_with_the_share_of_the_first_side_and_its_mean_score() -> None:
    found = {
        "former today 1": ("allied", -4),
        "former today 2": ("german", 2),
        "today former 1": ("", 0),
    }
    first, second = told(found, ("german", "allied")).split("\n")
    assert first.startswith("german former, allied today: games 2, german won 1, drawn 0, lost 1, share 0.50")
    assert "mean score -1.0 (± 6.0)" in first
    assert second.startswith("german today, allied former: games 1, german won 0, drawn 1, lost 0")


def test_bounds_of_a_mean_are_two_standard_errors_and_one_game_has_none() -> None:
    assert (3.0, pytest.approx(2.0)) == spread([2, 4])
    assert float("inf") == spread([5])[1]
