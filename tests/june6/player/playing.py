"""Whole games of June 6 between two players of the engine, with dice from a seed."""

from functools import cache
from random import Random

from attrs import AttrsInstance, define, field, frozen

from pbem.bytes.canon import Json
from pbem.games.driver import Driven, Seeded
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal, Outcome, Secrets
from pbem_rules.june6.model import State
from tests.june6.build import rules

MOST = 20_000


@frozen(kw_only=True)
class Turn:
    """One order as it was given: what was owed, by whom, in which position."""

    before: State
    owed: Choice | Conceal
    side: str
    order: AttrsInstance


@define(kw_only=True)
class Played:
    """A finished game: every order, every outcome, and the last state."""

    state: State
    orders: list[Turn] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)


class Dice(Seeded):
    """Faces by the seed; markers lie in the cup as they were put there, so that the faces alone make a difference."""

    def shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        """As they were."""
        return values


def play(seed, salts, scenario="landings", options=None):
    """A game from the first decision to the end, every order legal. Fails when it does not end."""
    found = Played(state=rules().setup(scenario, dict(options or {})))
    table = Hotseat(now=Driven(rules=rules(), state=found.state), chance=Dice(Random(seed)))

    def advised(at: Hotseat[State], owed: Choice | Conceal) -> AttrsInstance:
        order = rules().advise(at.state, owed.side, Secrets(), salts[owed.side])
        found.orders.append(Turn(before=at.state, owed=owed, side=owed.side, order=order))
        return order

    while table.step(advised):
        found.outcomes.extend(table.now.outcomes)
        assert table.actions < MOST, f"the game of seed {seed} does not end"
    found.state = table.state
    return found


@cache
def a_game() -> Played:
    """One game for all who only look."""
    return play(7, {"allied": 3, "german": 4})
