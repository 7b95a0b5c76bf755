"""Bombardment as one organ of the game: its orders in the Allied phase and in activations, and the choices they leave.

Its rolls are asked for and applied by :mod:`sequence`, like every roll outside combat.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import Step, Table
from pbem_rules.june6 import barrage, bombardment, missions
from pbem_rules.june6.model import State
from pbem_rules.june6.orders import Barrage, Bombard, Interdict, Order, Suffer
from pbem_rules.june6.printed import Data
from pbem_rules.june6.turns import settle


def check(data: Data, state: State, side: str, action: AttrsInstance | Table) -> tuple[Violation, ...]:
    """Everything wrong with an order of this part; empty when it is legal."""
    match action:
        case Bombard():
            return missions.wrong_bombardment(data, state, side, action)
        case Interdict():
            return missions.wrong_interdiction(data, state, side, action)
        case Barrage():
            return barrage.wrong(data, state, side, action)
        case Suffer():
            return bombardment.wrong_choice(state, side, action)
        case _:
            return (Violation(paragraph="3.32", message="that is no order of bombardment"),)


def apply(data: Data, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
    """What a legal order does, and everything that follows of itself."""
    match action:
        case Bombard():
            return missions.bombard(state, action)
        case Interdict():
            return missions.interdict(state, action)
        case Barrage():
            return barrage.fire(data, state, action)
        case Suffer():
            step = bombardment.chosen(data, state, action)
        case _:
            raise TypeError(f"{action!r} is carried out by nobody here")
    after = settle(data, step.state)
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def options(data: Data, state: State, side: str) -> Iterator[Order]:
    """The legal orders of this part, in a pinned order."""
    yield from missions.options(data, state, side)
    yield from barrage.options(data, state, side)
    yield from bombardment.choices(state, side)
