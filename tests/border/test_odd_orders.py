"""No odd order makes the rules of a game fall over, and none that is legal changes nothing or goes to and fro.

A few hundred in each game; ``python -m tests.tools.odd_orders`` tries as many as there is time for.
"""

from __future__ import annotations

import pytest

from pbem.bytes.errors import IllegalOrder
from pbem.games import boundary, registry
from pbem.port.game import Outcome, Step
from tests.border.faulty import Faulty, number
from tests.protocol.tiny import Go, State, Tiny
from tests.tools import odd_orders

pytestmark = pytest.mark.wider

BEGINNINGS = [
    ("darkdecember", "herbstnebel"),
    ("june44", "june44"),
    ("june6", "landings"),
    ("normandy", "omaha"),
    ("normandy", "epsom"),
    ("pegasus", "beginner"),
]


@pytest.mark.parametrize(("game", "scenario"), BEGINNINGS)
def test_odd_orders_are_refused_in_words(game: str, scenario: str) -> None:
    found = odd_orders.along(game, scenario, 1, positions=25, inputs=25)
    assert {} == found.findings
    assert found.inputs > 100
    assert found.legal > 0


def test_the_search_finds_a_game_that_falls_over_and_an_order_that_changes_nothing() -> None:
    found = odd_orders.Found()
    rules, state = Faulty(), State(stage="go")
    for name in ("KeyError", "ValueError"):
        odd_orders.judged(rules, state, "red", Go(to=number(name)), found)
    odd_orders.judged(Idle(), state, "red", Go(to=1), found)
    assert [
        "tiny go: apply raises ValueError",
        "tiny go: changes nothing",
        "tiny go: check raises KeyError",
    ] == sorted(found.findings)


class Idle(Tiny):
    """Steps lead nowhere."""

    def apply(self, state: State, side: str, action: object) -> Step[State]:
        return Step(state=state, outcomes=(Outcome(kind="moved", text="Red steps."),))


def test_an_order_that_changes_nothing_is_refused_in_every_game() -> None:
    with pytest.raises(IllegalOrder) as wrong:
        boundary.apply(Idle(), State(stage="go"), "red", Go(to=1))
    assert "this go changes nothing" in str(wrong.value)


def test_a_thousand_assignments_to_and_fro_are_one() -> None:
    """Normandy: each of them used to be a legal entry of play, after which everything that is counted began anew."""
    rules = registry.load("normandy").rules
    kind = odd_orders.random_play.of("normandy")
    game = kind.start(rules, "epsom", "assign")
    while "assign" not in odd_orders.kinds(game.now.due):
        assert game.step()
    due = game.now.due
    assert due is not None
    first = next(each for each in rules.options(game.state, due.side) if rules.actions.kind(each) == "assign")
    now = game.now.given(first, game.chance)
    back = rules.actions.load(
        {"k": "assign", "headquarters": rules.actions.dump(first)["headquarters"], "units": []}
    )
    for order in (first, back):
        assert rules.check(now.state, due.side, order)
