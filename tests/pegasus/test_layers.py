"""The layer of opportunity fire: what the engine would do to a unit that moves in, area by area."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port import insight
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import BRITISH, GERMAN, State
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.small_arms import opportunity
from pbem_rules.shared.straight import NeedDice
from tests.pegasus.random_play import Game


def fired_at(rules: Pegasus, state: State, mover: str, where: str) -> bool:
    """Whether a unit that has just come into an area is diced for."""
    play = Play(data=rules.data, state=evolve(state, pool=()))
    play.mark(mover, where=where, in_bunker=False)
    try:
        opportunity(play, mover)
    except NeedDice:
        return True
    return False


def test_an_area_is_tinted_just_where_a_unit_that_moves_in_is_fired_at(rules: Pegasus) -> None:
    """Every area, in positions out of random games, for movers of both sides."""
    seen = 0
    for seed in range(4):
        game = Game.start(rules, "beginner", seed)
        for n in range(120):
            if not game.step():
                break
            if n % 20 or game.state.need:
                continue
            for side, enemy in ((GERMAN, BRITISH), (BRITISH, GERMAN)):
                found = insight.layer(rules, game.state, side, "zoc")
                assert found is not None
                tinted = {tint.cell for tint in found.tints}
                movers = [u.id for u in rules.view(game.state).on_map(enemy) if u.strength]
                for where in rules.data.terrain.areas:
                    for mover in movers[:1]:
                        seen += 1
                        assert (where in tinted) == fired_at(rules, game.state, mover, where)
    assert seen > 300
