"""`pbem odds --from`: the chances of an attack as if its units had moved, in the movement phase."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from home.table import Player

from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home.games import Seen
from pbem.home.play import odds
from pbem.home.play.orders import RefusedOrdersError
from pbem.port.insight import forecast
from pbem.replay.table import NextStep

POSITION = {
    "phase": "allied-move", "supply": 1, "owners": {"1912": "allied"},
    "units": {"1": "2716", "2 Arm": "2717", "77": "2817", "KG 275": "2718"},
}  # fmt: skip


@pytest.fixture
def view() -> Seen:
    """The Allied side before St-Lô, with one division a hex behind the other."""
    game = registry.load("june44")
    state = game.rules.place("empty", POSITION)
    owed = NextStep(seat="A", kind="choice", demand=next(iter(game.rules.demands(state))))
    position = SimpleNamespace(game=state, rules=game.rules)
    return cast("Seen", SimpleNamespace(game=game, position=position, side="allied", seat="A", owed=owed))


def test_the_odds_are_those_of_the_attack_after_the_move(view: Seen) -> None:
    line, found = odds.forecast(view, "att 2817 1, 2 arm", "2717")
    rules = view.game.rules
    there = rules.place(
        "empty", {**POSITION, "phase": "allied-combat", "units": {**POSITION["units"], "1": "2717"}}
    )
    assert "attack 2817 1 '2 Arm'" == line
    assert found == forecast(rules, there, "allied", rules.actions.parse(line))


def test_without_from_it_is_said_that_attacks_come_later(view: Seen) -> None:
    with pytest.raises(UsageError, match="not what the game waits for now") as refused:
        odds.forecast(view, "attack 2817 '2 Arm'")
    assert "--from HEX" in refused.value.hint


def test_a_move_that_breaks_a_rule_is_refused_with_it(view: Seen) -> None:
    with pytest.raises(RefusedOrdersError) as refused:
        odds.forecast(view, "attack 2817 1 '2 Arm'", "1026")
    assert refused.value.violations


def test_nothing_is_supposed_where_units_do_not_move(june44: Player) -> None:
    june44("odds", "attack", "2103", "3 Br", "--from", "2204").says(2, "Units do not move now")
    june44("odds", "--from", "2103").says(2, "--from asks about one order.")
