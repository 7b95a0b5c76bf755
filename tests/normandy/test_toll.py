"""What a move costs is said before it is made (8.1)."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.normandy.play import GAME, place


def test_a_move_is_told_with_its_points_and_a_further_one_costs_more() -> None:
    state = place("allied-move", {"I/115/29": "C3743"})
    tolls = {}
    for order in GAME.options(state, "allied"):
        if GAME.actions.kind(order) == "move":
            tolls[order.path] = GAME.toll(state, "allied", order)
    assert tolls
    assert all(re.fullmatch(r"\d+( \d/\d)?|\d/\d", words) for words in tolls.values())
    longest = max(tolls, key=len)
    first = next(path for path in tolls if len(path) == 1 and path[0] == longest[0])
    assert sum(map(Fraction, tolls[first].split())) < sum(map(Fraction, tolls[longest].split()))
