"""The demonstration player of The Battle for Normandy."""

from pbem.bytes.values import changed
from pbem.games import registry
from pbem_rules.normandy.game import Normandy
from pbem_rules.normandy.player.front import Front
from pbem_rules.shared.player.sectors import TAKE, assigned

RULES = registry.load("normandy").rules
assert isinstance(RULES, Normandy)
GAME: Normandy = RULES


def test_the_allied_player_goes_on_to_the_one_place_not_taken() -> None:
    state = GAME.setup("cobra", {})
    goals = {where for goal in GAME.data.scenarios["cobra"].goals for where in goal.hexes}
    for left in sorted(goals):
        front = Front(view=GAME.view(changed(state, held=tuple(sorted(goals - {left}))), "allied"))
        wanted = {left} if left not in front.mine else set()
        assert wanted == {each.goal for each in assigned(front).values() if each.task == TAKE}
