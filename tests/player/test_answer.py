"""A look at what comes of an order: how far it goes, what it may know, and how dice fall in it."""

from __future__ import annotations

import pytest

from pbem.bytes.values import evolve
from pbem.games import registry
from pbem.games.playout import Hotseat
from pbem.port.game import Secrets
from pbem.port.player import QUICK, SOUND, STRONG, Advice, think
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import ALLIED, State
from pbem_rules.june6.player.advice import player as june6_player
from pbem_rules.june6.player.combat import good
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.shared.player.answer import looked_at

JUNE6 = registry.load("june6").rules
assert isinstance(JUNE6, June6)
GAME: June6 = JUNE6


def _attack() -> tuple[State, Attack]:
    """The first attack of a game of the landings, before it is ordered."""
    table = Hotseat.start(GAME, "landings", {}, 3)
    found: list[tuple[State, Attack]] = []

    def watched(now: Hotseat[State], due: object) -> object:
        order = think(GAME, now.state, due.side, now.secrets(due.side), now.salt, QUICK).order  # type: ignore[attr-defined]
        if isinstance(order, Attack):
            found.append((now.state, order))
        return order

    while not found:
        assert table.step(watched)  # type: ignore[arg-type]
    return found[0]


def test_what_is_tried_and_leaves_the_side_worse_off_is_not_ordered() -> None:
    state, _ = _attack()
    player = june6_player(GAME.printed(state), 3)
    case = player.case(GAME, state, ALLIED, Secrets(), 3, SOUND)
    found = [Advice(order=each) for each in good(case.field)]
    assert found
    worse = evolve(case, player=evolve(player, terms=lambda mind: {"score": -float(mind.state != state)}))
    kept = looked_at(worse, found)
    assert found[case.level.tried :] == kept
    better = evolve(case, player=evolve(player, terms=lambda mind: {"score": float(mind.state != state)}))
    assert set(found) == set(looked_at(better, found))


@pytest.mark.parametrize("level", [SOUND, STRONG])
def test_a_look_stops_where_a_card_is_shown_that_nobody_has_seen(level: str) -> None:
    """The first turns of June '44, cards and all: at no decision does looking stumble over a hand or a deck."""
    rules = registry.load("june44").rules
    table: Hotseat[object] = Hotseat.start(rules, "june44", {}, 2)
    for _ in range(220):
        assert table.step(
            lambda now, due: think(rules, now.state, due.side, now.secrets(due.side), now.salt, level).order
        )
