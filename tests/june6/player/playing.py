"""Whole games of June 6 between two players of the engine, with dice from a seed."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from attrs import AttrsInstance, define, field, frozen

from pbem.bytes.canon import Json
from pbem.port.game import (
    Conceal,
    Demand,
    Disclose,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
)
from pbem_rules.june6.game import June6, create
from pbem_rules.june6.model import Combat, State
from pbem_rules.june6.printed.reading import FILES

MOST = 5000


@cache
def rules() -> June6:
    folder = files("pbem_rules.june6") / "data"
    return create(
        {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES}
    )


@frozen(kw_only=True)
class Turn:
    """One order as it was given: what was owed, by whom, in which position."""

    before: State
    owed: Demand
    side: str
    order: AttrsInstance


@define(kw_only=True)
class Played:
    """A finished game: every order, every outcome, and the last state."""

    orders: list[Turn] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)
    state: State | None = None


def play(
    seed: int,
    salts: dict[str, int],
    scenario: str = "landings",
    options: dict[str, Json] | None = None,
    most: int = MOST,
) -> Played:
    """A game from the first decision to the end. Fails when it does not end."""
    game, chance, found = rules(), random.Random(seed), Played()
    state, vault = game.setup(scenario, options or {}), dict[tuple[str, str], tuple[Json, ...]]()
    for _ in range(most):
        owed = next(iter(game.demands(state)), None)
        if owed is None:
            found.state = state
            return found
        if isinstance(owed, Roll | Disclose):
            action = rolled(state, owed, chance, vault)
        else:
            order = game.advise(state, owed.side, Secrets(), salts[owed.side])
            found.orders.append(Turn(before=state, owed=owed, side=owed.side, order=order))
            action = order
            if isinstance(owed, Conceal):
                label, values = game.conceal(state, order)
                vault[owed.side, label] = values
                action = Sealed(side=owed.side, at=label, count=len(values))
        assert not game.check(state, owed.side, action), (action, game.check(state, owed.side, action))
        step = game.apply(state, owed.side, action)
        state = step.state
        found.outcomes.extend(step.outcomes)
    raise AssertionError(f"the game of seed {seed} does not end")


def rolled(
    state: State, owed: Roll | Disclose, chance: random.Random, vault: dict[tuple[str, str], tuple[Json, ...]]
) -> AttrsInstance:
    if isinstance(owed, Disclose):
        n = owed.ns[0]
        return Shown(side=owed.side, at=owed.at, n=n, value=vault[owed.side, owed.at][n - 1])
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Combat) and frame.stage == "roll":
        return Requested(why=owed.why)
    return Rolled(why=owed.why, faces=tuple(chance.randrange(die.sides) + die.low for die in owed.dice))


@cache
def a_game() -> Played:
    """One game for all who only look."""
    return play(7, {"allied": 3, "german": 4})


def sides() -> Iterator[str]:
    yield from rules().sides
