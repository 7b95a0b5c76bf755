"""No player goes round in a circle: in a phase they do not give the same order again and again."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import AttrsInstance

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from pbem.port.player import think
from tests.sampling import games_tried

pytestmark = pytest.mark.wider

_FIRST = {
    "june6": "landings",
    "june44": "to-22-june",
    "darkdecember": "turning-point",
    "normandy": "epsom",
    "pegasus": "expert",
}


_OFTEN = 20
"""So often the same order may be given in a phase: steps of several combats, one shot after the other."""


def _played(game: str, scenario: str, seed: int, most: int) -> int:
    """So many actions of a game; the number of them, fewer when it ended before."""
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    given: Counter[str] = Counter()
    phase = None

    def decide(here: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
        order = think(rules, here.state, due.side, here.secrets(due.side), here.salt).order
        given[f"{due.side} {order}"] += 1
        return order

    for n in range(most):
        if rules.moment(table.state) != phase:
            phase = rules.moment(table.state)
            given.clear()
        if not table.step(decide):
            return n
        often = [each for each, count in given.items() if count > _OFTEN]
        assert not often, f"{game}, seed {seed}, action {n}: {often[0]} once more in {phase}"
    return most


@pytest.mark.parametrize("game", games_tried())
def test_no_order_comes_again_and_again(game: str) -> None:
    assert _played(game, _FIRST[game], 1, 300) > 50


@pytest.mark.night
@pytest.mark.parametrize("game", _FIRST)
def test_no_order_comes_again_and_again_in_a_whole_game(game: str) -> None:
    assert _played(game, _FIRST[game], 1, 20_000) < 20_000
