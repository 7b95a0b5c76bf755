"""What random play of June '44 draws from, and the laws that hold in every position of it."""

from attrs import AttrsInstance, define

from pbem.port.game import Choice, Conceal, Secrets
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.cards import hands
from pbem_rules.june44.rules.movement.move import unit_moves
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.sequence import Done
from tests import random_play
from tests.random_play import BrokenLawError

_ONE_UNIT = 0.97
"""How often the moves of one unit are looked at instead of those of all: a game takes a tenth of the time."""


@define(kw_only=True)
class Game(random_play.Game[State]):
    """A game under way."""

    rules: June44
    variants = (
        {},
        {"random-cards": True, "own-replacements": True},
        {"naval-planning": True, "artillery-turns": True, "one-die": True},
        {"solitaire": True},
    )

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """Now and then it is done early."""
        if isinstance(due, Choice):
            kinds, early = due.kinds, "done" in due.kinds and self.draw.random() < 0.1
            if early and not self.rules.check(self.state, due.side, Done()):
                return Done()
            view = self.rules.view(self.state, due.side)
            if "move" in kinds and self.draw.random() < _ONE_UNIT:
                moves = list(unit_moves(view, self.draw.choice(view.units_of(due.side))))
                if moves:
                    return self.draw.choice(moves)
        return super().pick(due)

    def laws(self) -> None:
        """Nobody is twice, nothing stands where it cannot, no card is lost or doubled."""
        super().laws()
        rules, state = self.rules, self.state
        data = rules.data
        names = [unit.id for unit in state.board]
        if set(names) & {*state.lost, *state.gone} or {each.unit for each in state.due} & set(names):
            raise BrokenLawError("a unit is in two places")
        for unit in state.board:
            place = unit.where.partition(":")[2] or unit.where
            known = place in data.ground.terrain or place in data.ground.entries or place in data.ground.edges
            if not known or (unit.reduced and data.unit(unit.id).back is None):
                raise BrokenLawError(f"{unit} cannot be")
        for where in set(state.board.places()) & set(data.ground.terrain):
            if len({data.unit(each.id).side for each in state.board.stack(where)}) > 1:
                raise BrokenLawError(f"both sides are in {where}")
        counts = (state.supply, state.naval, state.air, *state.replacements, *state.air_drawn)
        success, abort = state.air_drawn
        if min(counts) < 0 or success > data.charts.air_success or abort > data.charts.air_abort:
            raise BrokenLawError(f"numbers that cannot be: {counts}")
        _cards(rules, state)

    def secrets(self, side: str) -> Secrets:
        """What a side alone knows."""
        return self.now.secrets(side)

    def crowded(self) -> bool:
        """Whether somebody stands overstacked, which no phase may end with."""
        return any(any(stacking.crowded(self.rules.view(self.state, side))) for side in (ALLIED, GERMAN))


def _cards(rules: June44, state: State) -> None:
    slots = [*state.undrawn, *state.mixing, *state.discards, *state.removed]
    for side in (ALLIED, GERMAN):
        slots += [each.slot for each in hands.hand(View(data=rules.data, state=state), side)]
    every = len(hands.deck_names(rules.data))
    if len(slots) != len(set(slots)) or (state.deck and state.pending is None and len(slots) != every):
        raise BrokenLawError(f"cards lost or doubled: {sorted(slots)}")
