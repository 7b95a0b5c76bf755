"""Random legal play of The Battle for Normandy through its game port, and the laws that hold in every position."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice

from attrs import AttrsInstance, define

from pbem.bytes.canon import Json, encode_value
from pbem.games.driver import Driven, Seeded
from pbem.port.game import Choice, Conceal
from pbem_rules.normandy.game import Normandy
from pbem_rules.normandy.model import State
from pbem_rules.normandy.rules.view import battalion

MOST = 60
"""So many legal orders of a kind are drawn from: a list of moves is longer, and its first part is as good as the rest."""


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@define(kw_only=True)
class Game:
    """A game under way. ``hurry``: how often a phase is over though more could be done."""

    rules: Normandy
    now: Driven[State]
    chance: Seeded
    hurry: float = 0.15

    @classmethod
    def start(
        cls, rules: Normandy, scenario: str, seed: str, options: Mapping[str, Json] | None = None
    ) -> Game:
        state = rules.setup(scenario, options or {})
        return cls(rules=rules, now=Driven(rules=rules, state=state), chance=Seeded(random.Random(seed)))

    @property
    def state(self) -> State:
        return self.now.state

    def step(self) -> bool:
        """Answer what is owed, at random; False when the game is over."""
        due = self.now.due
        if due is None:
            return False
        if not isinstance(due, Choice | Conceal):
            following = self.now.followed(self.chance)
            if following is None:
                raise BrokenLawError(f"nobody can answer {due}")
            self.now = following
            return True
        order = self._drawn(due)
        found = self.rules.check(self.state, due.side, order)
        if found:
            raise BrokenLawError(f"{order} is listed and refused: {found}")
        self.now = self.now.given(order, self.chance)
        return True

    def _drawn(self, due: Choice | Conceal) -> AttrsInstance:
        """A legal order of a kind drawn at random; ``done`` now and then, or when nothing else is legal."""
        draw, view, by_word = (
            self.chance.source,
            self.rules.view(self.state, due.side),
            self.rules.parts.by_word,
        )
        owed = due.kinds if isinstance(due, Choice) else (due.kind,)
        kinds = draw.sample(owed, len(owed))
        if "done" in kinds:
            kinds.remove("done")
            kinds = ["done", *kinds] if draw.random() < self.hurry else [*kinds, "done"]
        for word in kinds:
            listed = list(islice(by_word[word].listed(view), draw.choice((1, MOST))))
            if listed:
                return draw.choice(listed)
        raise BrokenLawError(f"{due} is owed, and nothing is legal")


def laws(game: Game) -> None:
    """What holds in every position. Raises BrokenLawError."""
    state, rules = game.state, game.rules
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


def counters(game: Game) -> frozenset[str]:
    """Every battalion there is word of."""
    state = game.state
    return frozenset(battalion(name) for name in (*state.board.pieces, *state.gone, *state.removed))


def round_trip(game: Game) -> None:
    """The state is what its dump says, and is written the same both ways."""
    rules, state = game.rules, game.state
    if rules.load(rules.dump(state)) != state:
        raise BrokenLawError("the state is not what its dump says")
    if rules.write(state) != encode_value(rules.dump(state)):
        raise BrokenLawError("the quick way of writing a state gives other bytes than its dump")
