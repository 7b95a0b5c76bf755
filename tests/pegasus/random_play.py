"""Random legal play of Pegasus Bridge through its game port, and the laws that hold in every position."""

from __future__ import annotations

import random

from attrs import AttrsInstance, define

from pbem.bytes.codec import kind_of
from pbem.port.game import Choice, Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import DEAD, ITEMS, State
from pbem_rules.pegasus.rules.turns import Done


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@define(kw_only=True)
class Game:
    """A game under way and every action so far."""

    rules: Pegasus
    state: State
    log: list[AttrsInstance]

    @classmethod
    def start(cls, rules: Pegasus, scenario: str, handful: int = 12) -> Game:
        return cls(rules=rules, state=rules.setup(scenario, {"handful": handful}), log=[])

    def act(self, action: AttrsInstance) -> None:
        found = self.rules.check(self.state, "british", action)
        if found:
            raise BrokenLawError(f"{kind_of(type(action))} {action} is refused: {found}")
        self.log.append(action)
        self.state = self.rules.apply(self.state, "british", action).state


def step(game: Game, chance: random.Random) -> bool:
    """Answer what is owed, at random; False when the game is over."""
    owed = next(iter(game.rules.demands(game.state)), None)
    match owed:
        case None:
            return False
        case Roll(why=why, dice=dice):
            faces = tuple(chance.randrange(die.low, die.low + die.sides) for die in dice)
            game.act(Rolled(why=why, faces=faces))
        case Choice(kinds=kinds):
            orders = list(game.rules.options(game.state, "british"))
            assert all(game.rules.actions.kind(each) in kinds for each in orders)
            game.act(Done() if chance.random() < 0.08 else chance.choice(orders))
        case _:
            raise BrokenLawError(f"{owed} is owed")
    return True


def laws(game: Game) -> None:
    """What holds in every position. Raises BrokenLawError."""
    rules, state = game.rules, game.state
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
    if rules.load(rules.dump(state)) != state:
        raise BrokenLawError("the state is not what its dump says")


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
