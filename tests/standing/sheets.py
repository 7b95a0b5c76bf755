"""Sheets of standing orders for both sides of June 6, and games that are played with them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from attrs import AttrsInstance, define, field

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games.driver import Driven, Seeded
from pbem.games.playout import Hotseat
from pbem.port.game import Choice, Conceal, Demand, Outcome, Secrets
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import State
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.standing import answers
from pbem_rules.june6.standing.form import activation_name
from tests.june6.build import rules

FULL: Mapping[str, Mapping[str, Json]] = {
    "allied": {
        "modes": {"default": "stand"},
        "support": {"artillery": "all", "air": 1, "naval": 1, "keep_air": 1},
        "losses": {"rule": "weakest"},
        "retreat": {"rule": "safest"},
        "rout": {"policy": "never"},
        "release": {"enemy": "strongest"},
        "initiative": {
            "order": "first",
            "marker": ["1", "29", "4", "82", "101", "3 Br", "50 Br", "3 Cdn", "6 AB", "corps/us"],
        },
        "purchase": {
            "markers": ["1", "29", "4", "3 Br", "50 Br", "3 Cdn", "corps/us", "corps/commonwealth"] * 2
        },
    },
    "german": {
        "modes": {"default": "stand"},
        "support": {"artillery": "all"},
        "losses": {"rule": "weakest"},
        "retreat": {"rule": "safest"},
        "counterattack": {"policy": "odds", "odds": "1:1", "mode": "probe"},
        "rout": {"policy": "never"},
        "storm": {"claim": "never"},
        "release": {"failed": "wait"},
        "initiative": {"order": "first", "marker": ["352", "716", "709", "21 Pz", "91"]},
        "purchase": {"markers": ["352", "21 Pz", "716", "709", "12 SS", "91", "711", "corps/german"] * 2},
    },
}
"""Everything is answered."""

_MOST = 20_000
"""So many actions no game has."""


@define(kw_only=True)
class Answers:
    """A game: what was answered from the sheets (table, demand, side, order), what was left, and its end."""

    given: list[tuple[str, State, Demand, AttrsInstance]] = field(factory=list)
    left: list[tuple[State, Demand, str]] = field(factory=list)
    outcomes: list[Outcome] = field(factory=list)
    state: State | None = None

    def tables(self) -> Iterator[str]:
        """The table of every answer."""
        return (table for table, *_ in self.given)


def play(
    seed: int,
    sheets: Mapping[str, Mapping[str, Json]] = FULL,
    options: Mapping[str, Json] | None = None,
    *,
    together: bool = False,
) -> Answers:
    """The landings, answered from the sheets where they answer and by the demonstration player elsewhere.

    ``together``: attacks are declared together, those of an activation before its first.
    """
    sheets, found = dict(sheets), Answers()
    start = rules().setup("landings", dict(options or {}))
    table = Hotseat(now=Driven(rules=rules(), state=start), chance=Seeded(random.Random(seed)))

    def answered(at: Hotseat[State], owed: Choice | Conceal) -> AttrsInstance:
        action = _decided(rules(), at.state, owed, sheets, found)
        if together and isinstance(action, Attack):
            sheets[owed.side] = {**sheets[owed.side], **declared(rules(), at.state, owed.side, 1)}
        return action

    while table.step(answered):
        found.outcomes.extend(table.now.outcomes)
        assert table.actions < _MOST, f"the game of seed {seed} does not end"
    found.state = table.state
    return found


def declared(game: June6, state: State, side: str, salt: int) -> dict[str, Json]:
    """The sheet of a player who declares all his attacks of this activation before the first, with mode and advance."""
    rows: list[Json] = []
    name = activation_name(state)
    while isinstance(order := game.advise(state, side, Secrets(), salt), Attack):
        if any(isinstance(row, dict) and row["target"] == order.target for row in rows):
            break
        state = game.apply(state, side, order).state
        mode = game.advise(state, side, Secrets(), salt)
        assert isinstance(mode, Mode | Lean)
        row: dict[str, Json] = {"target": order.target, "units": list(order.units), "mode": mode.mode}
        row.update({"artillery": list(order.artillery), "air": order.air, "naval": order.naval})
        fighters = [each for each in order.units if not game.data.unit(each).hq]
        rows.append({**row, "advance": list(fighters[:1])})
        state = evolve(state, frames=state.frames[:-1])
    return {"activation": {"id": name, "done": True}, "attacks": rows}


def _decided(
    game: June6,
    state: State,
    owed: Choice | Conceal,
    sheets: Mapping[str, Mapping[str, Json]],
    found: Answers,
) -> AttrsInstance:
    answered = game.standing_answer(state, owed.side, sheets[owed.side], Secrets(), owed)
    if answered.action is not None:
        found.given.append((answers.topic(state, owed), state, owed, answered.action))
        return answered.action
    found.left.append((state, owed, answered.reason))
    return game.advise(state, owed.side, Secrets(), 1)
