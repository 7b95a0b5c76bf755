"""What random play of Pegasus Bridge draws from, and the laws that hold in every position of it."""

from attrs import AttrsInstance, define

from pbem.port.game import Choice, Conceal
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import DEAD, ITEMS, State
from pbem_rules.pegasus.rules.turns import Done
from tests import random_play
from tests.random_play import BrokenLawError


@define(kw_only=True)
class Game(random_play.Game[State]):
    """A game under way."""

    rules: Pegasus

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """Now and then it is done early."""
        if self.draw.random() < 0.08 and not self.rules.check(self.state, due.side, Done()):
            return Done()
        return super().pick(due)

    def laws(self) -> None:
        """Who stands where with what, who holds what, what is under the chits."""
        super().laws()
        rules, state = self.rules, self.state
        areas = rules.data.terrain.areas
        for unit in state.board:
            known = unit.where in areas or unit.where in ("", DEAD) or unit.where.startswith("queue:")
            if not known or unit.strength < 0 or unit.shots < 0 or unit.grenades > 4:
                raise BrokenLawError(f"{unit} cannot be")
            if unit.where == DEAD and unit.strength:
                raise BrokenLawError(f"{unit.id} is dead and has strength")
            bearer = state.board.get(unit.bearer)
            if unit.kind in ITEMS and bearer is not None and bearer.where != unit.where:
                raise BrokenLawError(f"{unit.id} is not with {unit.bearer}")
            if unit.where == rules.data.terrain.pegasus and state.pegasus == "destroyed":
                raise BrokenLawError(f"{unit.id} stands on a bridge that is gone")
        _held(rules, state)
        if state.plan and len(state.chits) != state.squads_left + state.decoys_left:
            raise BrokenLawError("chits and what is under them do not agree")


def _held(rules: Pegasus, state: State) -> None:
    """Who is alone in an area holds it, and nobody pays more points than there are."""
    for where in rules.data.terrain.areas:
        british, german = _there(rules, state, where, "british"), _there(rules, state, where, "german")
        if british and not german and where not in state.held:
            raise BrokenLawError(f"{where} is not held by the British, who are alone in it")
        if german and not british and where in state.held:
            raise BrokenLawError(f"{where} is held by the British, and Germans are alone in it")
    for unit in state.board:
        if unit.spent > rules.data.movement.british and rules.data.forces.kinds[unit.kind].side == "british":
            raise BrokenLawError(f"{unit.id} has paid {unit.spent} points")


def _there(rules: Pegasus, state: State, where: str, side: str) -> bool:
    """Whether troops of a side, or any German, stand in an area."""
    return any(
        unit.where == where
        and unit.kind not in ITEMS
        and rules.data.forces.kinds[unit.kind].side == side
        and (unit.strength > 0 or side == "german")
        for unit in state.board
    )
