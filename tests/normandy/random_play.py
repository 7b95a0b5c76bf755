"""What random play of The Battle for Normandy draws from, and the laws that hold in every position of it."""

from itertools import islice

from attrs import AttrsInstance, define

from pbem.games.driver import kinds
from pbem.port.game import Choice, Conceal
from pbem_rules.normandy.game import Normandy
from pbem_rules.normandy.model import State
from pbem_rules.normandy.rules.view import battalion
from tests import random_play
from tests.random_play import BrokenLawError

MOST = 60
"""So many legal orders of a kind are drawn from: a list of moves is longer, and its first part is as good as the rest."""


@define(kw_only=True)
class Game(random_play.Game[State]):
    """A game under way. ``hurry``: how often a phase is over though more could be done."""

    rules: Normandy
    hurry: float = 0.15

    def pick(self, due: Choice | Conceal) -> AttrsInstance:
        """A legal order of a kind drawn at random; ``done`` now and then, or when nothing else is legal."""
        draw, view, by_word = self.draw, self.rules.view(self.state, due.side), self.rules.parts.by_word
        owed = draw.sample(kinds(due), len(kinds(due)))
        if "done" in owed:
            owed.remove("done")
            owed = ["done", *owed] if draw.random() < self.hurry else [*owed, "done"]
        for word in owed:
            listed = list(islice(by_word[word].listed(view), draw.choice((1, MOST))))
            if listed:
                return draw.choice(listed)
        raise BrokenLawError(f"{due} is owed, and nothing is legal")

    def everybody(self) -> frozenset[str]:
        """Every battalion there is word of."""
        state = self.state
        return frozenset(battalion(name) for name in (*state.board.pieces, *state.gone, *state.removed))

    def laws(self) -> None:
        """Who stands where in which strength; no number below nothing."""
        super().laws()
        state, rules = self.state, self.rules
        view, ground = rules.view(state), rules.data.ground
        if min(state.points, state.air, state.flak, state.port) < 0:
            raise BrokenLawError(f"below nothing: {state.points}, {state.air}, {state.flak}, {state.port}")
        for name in {*state.gone, *state.removed} & set(state.board.pieces):
            raise BrokenLawError(f"{name} is lost and on the board")
        for unit in state.board:
            kind, _, place = unit.where.rpartition(":")
            if kind not in ("", "wave", "box", "drop", "fleet"):
                raise BrokenLawError(f"{unit.id} is in {unit.where}, which is no place")
            if not kind and unit.where not in rules.data.scenarios[state.scenario].hexes:
                raise BrokenLawError(f"{unit.id} is off the map in {place}")
            if not 0 <= unit.lost < view.type_of(unit.id).steps:
                raise BrokenLawError(f"{unit.id} has lost {unit.lost} steps")
            if not kind and not ground.is_land(unit.where) and view.type_of(unit.id).branch != "ship":
                raise BrokenLawError(f"{unit.id} swims in {unit.where}")
        for where in state.board.places():
            if len({view.side_of(name) for name in state.board.at(where)}) > 1:
                raise BrokenLawError(f"both sides stand in {where}")
