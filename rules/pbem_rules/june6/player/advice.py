"""A player of June 6 for demonstrations and tests: a sensible order for whatever is owed, the same for the same position.

It sees what a person sees: the position, the legal orders and the printed charts. What to do is decided in
:mod:`player_logistics`, :mod:`player_moves` and :mod:`player_combat`; this module only asks the right one and makes sure
that what comes back is owed and legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import AttrsInstance

from pbem.bytes.codec import kind_of
from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Conceal, Demand
from pbem_rules.june6.model import (
    Activation,
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    FreeOperation,
    Release,
    State,
)
from pbem_rules.june6.player import bombardments, combat, defences, logistics, moves
from pbem_rules.june6.player.sense import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.markers.drawing import Waive
from pbem_rules.june6.rules.turns import Done

_PLAIN = (Fight(), Done(), Halt(), Waive())


class Game(Protocol):
    """What the player needs of the game: see :class:`pbem.port.game.Ruleset`."""

    @property
    def data(self) -> Data:
        """Everything printed."""
        ...

    def demands(self, state: State) -> tuple[Demand, ...]:
        """What is owed."""
        ...

    def check(self, state: State, side: str, action: AttrsInstance) -> Sequence[Violation]:
        """Why an order is not legal."""
        ...

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        """The legal orders, in a pinned order."""
        ...


def advise(game: Game, state: State, side: str, salt: int) -> AttrsInstance:
    """An order for what ``side`` owes. ``salt`` varies the style. Raises ValueError when it owes no decision."""
    kinds = _owed(game, state, side)
    if not kinds:
        raise ValueError(f"{side} owes no decision")
    mind = Mind.of(game.data, state, side, salt)
    for order in _wanted(mind, kinds):
        if kind_of(type(order)) in kinds and not game.check(state, side, order):
            return order
    for order in _plain(game, state, side, kinds):
        return order
    raise ValueError(f"{side} owes {' or '.join(kinds)}, and no such order is legal")


def _wanted(mind: Mind, kinds: tuple[str, ...]) -> Iterator[AttrsInstance]:
    """The orders that the player would like to give, the best first."""
    frame = mind.state.frames[-1] if mind.state.frames else None
    if isinstance(frame, Combat):
        yield from combat.decide(mind)
    elif isinstance(frame, Activation):
        yield from moves.decide(mind, frame)
    elif isinstance(frame, Release):
        yield from logistics.release_orders(mind, frame)
    elif isinstance(frame, Attrition):
        yield from defences.attrition_orders(mind)
    elif isinstance(frame, CorpsActivation):
        yield from logistics.next_of_corps(mind, frame)
    elif isinstance(frame, FreeOperation):
        yield from logistics.free_operation(mind)
    elif isinstance(frame, Bombardment):
        yield from bombardments.choose(mind)
    elif "bombard" in kinds:
        yield from bombardments.declare(mind)
    else:
        yield from logistics.decide(mind, kinds)


def _owed(game: Game, state: State, side: str) -> tuple[str, ...]:
    """The kinds of orders that the first decision of the side may be answered with."""
    for demand in game.demands(state):
        if isinstance(demand, Choice) and demand.side == side:
            return demand.kinds
        if isinstance(demand, Conceal) and demand.side == side:
            return (demand.kind,)
    return ()


def _plain(game: Game, state: State, side: str, kinds: tuple[str, ...]) -> Iterator[AttrsInstance]:
    """What is always a way on: to stop, else the first legal order of a kind that is owed."""
    for order in _PLAIN:
        if kind_of(type(order)) in kinds and not game.check(state, side, order):
            yield order
    for option in game.options(state, side):
        if kind_of(type(option)) in kinds:
            yield option
