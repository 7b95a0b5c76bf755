"""What each term of a weighing was worth is found again in games made up with known worths, and in real ones."""

from __future__ import annotations

import pytest

from pbem.games import registry
from tests.tools.fit_weights import fitted, played, player_of, printed


def test_the_worth_of_a_term_is_found_whatever_the_turn_adds() -> None:
    rows = [
        {
            "turn": turn,
            "points": points,
            "steps": steps,
            "score at the end": 100 * turn + 2 * points - steps / 2,
        }
        for turn in (1.0, 2.0)
        for points in (0.0, 1.0, 3.0)
        for steps in (4.0, 5.0, 9.0)
    ]
    worth, share = fitted(rows)
    assert {"points": pytest.approx(2.0), "steps": pytest.approx(-0.5)} == worth
    assert 1 == pytest.approx(share)


def test_a_real_game_has_every_term_of_its_weighing() -> None:
    rows = played("pegasus", "beginner", 1, "british")
    rules = registry.load("pegasus").rules
    weights = player_of("pegasus", printed(rules, rules.setup("beginner", {}))).weights
    assert {*weights, "turn", "score at the end"} == {*rows[0]}
    assert 1 == len({row["score at the end"] for row in rows})
