"""The player of June 6 before divisions had aims: every unit goes where the places worth having pull it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import AttrsInstance, evolve, frozen

from pbem.port.game import Secrets
from pbem.port.player import SOUND
from pbem_rules.june6.model import Play, State, View
from pbem_rules.june6.player import advice
from pbem_rules.june6.player.sense import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.shared.game import Game


@frozen(kw_only=True, slots=False)
class Former(Mind):
    """One side's view: what is worth having is so for all."""

    def wanted(self, group: str) -> Mapping[str, float]:
        """The hexes worth having, and how much."""
        return self.worth


def advise(
    rules: Game[State, Data, View, Play], state: State, side: str, secrets: Secrets, salt: int
) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    player = evolve(
        advice.player(rules.data, salt), field=lambda now, whose: Former.of(rules.data, now, whose, salt)
    )
    return player.think(rules, state, side, secrets, salt, SOUND).order
