"""Attacks announced beforehand (14.23, N103): Germans that await one do not counterattack, and it has to be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import combat_options
from pbem_rules.june6.combat_orders import Right, right
from pbem_rules.june6.lookup import activation, top
from pbem_rules.june6.model import ALLIED, Activation, State, Unit
from pbem_rules.june6.orders import Announce, Attack
from pbem_rules.june6.printed import Data


def pending(data: Data, state: State) -> frozenset[str]:
    """The hexes whose announced attack has not been made and still can be."""
    frame = activation(state)
    return frozenset(_pending(data, state, frame)) if frame is not None and frame.announced else frozenset()


def _pending(data: Data, state: State, frame: Activation) -> dict[str, tuple[Unit, ...]]:
    open_ = combat_options.targets(data, state, Right(side=frame.side, frame=frame))
    return {where: units for where, units in open_.items() if where in frame.announced}


def _plain_right(state: State, side: str) -> Right | None:
    given = right(state)
    fits = given is not None and given.task is None and given.frame.stage == "combat"
    return given if given is not None and fits and given.side == side == ALLIED else None


def check(data: Data, state: State, side: str, order: Announce) -> tuple[Violation, ...]:
    """Every reason why the attack cannot be announced."""
    given = _plain_right(state, side)
    if given is None:
        said = "only an Allied formation at its combats announces attacks"
        return (_no(said, order.target),)
    if order.target in given.frame.announced:
        return (_no(f"the attack on {order.target} has been announced", order.target),)
    if order.target not in combat_options.targets(data, state, given):
        return (_no(f"no active unit can attack {order.target}", order.target),)
    return ()


def apply(state: State, order: Announce) -> Step[State]:
    """The state with the attack announced."""
    frame = state.frames[-1]
    if not isinstance(frame, Activation):
        raise TypeError("no formation is active")
    said = Outcome(
        kind="announced",
        text=f"An attack on {order.target} is announced.",
        paragraph="14.23",
        side=frame.side,
        hexes=(order.target,),
    )
    return Step(state=top(state, evolve(frame, announced=(*frame.announced, order.target))), outcomes=(said,))


def options(data: Data, state: State, side: str) -> Iterator[Announce]:
    """The attacks that can be announced, in hex order; none where there is nothing else to attack."""
    given = _plain_right(state, side)
    if given is None:
        return
    open_ = combat_options.targets(data, state, given)
    if len(open_) > 1:
        yield from (Announce(target=where) for where in open_ if where not in given.frame.announced)


# --- keeping one's word -----------------------------------------------------------------------------------------------


def unkept(data: Data, state: State) -> tuple[Violation, ...]:
    """Why the activation cannot end: announced attacks that can still be made."""
    return tuple(
        _no(f"{where} has yet to be attacked, as announced", where) for where in sorted(pending(data, state))
    )


def promised(data: Data, state: State) -> Mapping[str, tuple[Unit, ...]]:
    """The hexes of the announced attacks still to be made, each with the units that can make it."""
    frame = state.frames[-1] if state.frames else None
    return _pending(data, state, frame) if isinstance(frame, Activation) and frame.announced else {}


def given_away(due: Mapping[str, tuple[Unit, ...]], order: Attack) -> tuple[Violation, ...]:
    """Why an attack on a hex that was not announced takes the last unit from one that is ``due``."""
    if order.target in due:
        return ()
    return tuple(
        _no(f"somebody has to be left for the announced attack on {where}", where)
        for where, units in due.items()
        if all(unit.id in order.units for unit in units)
    )


def _no(message: str, subject: str) -> Violation:
    return Violation(paragraph="14.23", message=message, subject=subject)
