"""Attacks announced beforehand (14.23, N103): Germans that await one do not counterattack, and it has to be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.model import ALLIED, Activation, Play, Position, State, Unit, View
from pbem_rules.june6.rules.combat.right import Right, right, targets
from pbem_rules.june6.rules.lookup import activation
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Announce:
    """The active Allied formation will attack ``target`` too; Germans there do not counterattack before (14.23, N103)."""

    target: str


ANNOUNCE = Kind[Announce, View, Play](Announce, early="14.23", exact=True)


def pending(at: Position) -> frozenset[str]:
    """The hexes whose announced attack has not been made and still can be."""
    frame = activation(at.state)
    return frozenset(_pending(at, frame)) if frame is not None and frame.announced else frozenset()


def _pending(at: Position, frame: Activation) -> dict[str, tuple[Unit, ...]]:
    open_ = targets(at, Right(side=frame.side, frame=frame))
    return {where: units for where, units in open_.items() if where in frame.announced}


def _plain_right(state: State, side: str) -> Right | None:
    given = right(state)
    fits = given is not None and given.task is None and given.frame.stage == "combat"
    return given if given is not None and fits and given.side == side == ALLIED else None


@ANNOUNCE.wrong
def not_to_be_announced(view: View, order: Announce) -> Iterator[Violation]:
    """Why the attack cannot be announced."""
    given, where = _plain_right(view.state, view.side), order.target
    if given is None:
        yield broken("14.23", Message("only an Allied formation at its combats announces attacks"), where)
    elif where in given.frame.announced:
        yield broken("14.23", Message("the attack on {target} has been announced", target=where), where)
    elif where not in targets(view, given):
        yield broken("14.23", Message("no active unit can attack {target}", target=where), where)


@ANNOUNCE.carry_out
def announce(play: Play, order: Announce) -> None:
    """The attack is announced."""
    frame = play.activation
    assert frame is not None
    play.alter(announced=(*frame.announced, order.target))
    text = Message("An attack on {target} is announced.", target=order.target)
    play.say("announced", text, "14.23", side=frame.side, hexes=(order.target,))


@ANNOUNCE.legal
def orders(view: View) -> Iterator[Announce]:
    """The attacks that can be announced, in hex order; none where there is nothing else to attack."""
    given = _plain_right(view.state, view.side)
    open_ = targets(view, given) if given is not None else {}
    if given is not None and len(open_) > 1:
        yield from (Announce(target=where) for where in open_ if where not in given.frame.announced)


# --- attacks still to be made ------------------------------------------------------------------------------------------


def still_to_attack(at: Position) -> tuple[Violation, ...]:
    """Why the activation cannot end: announced attacks that can still be made."""
    return tuple(
        broken("14.23", Message("{where} has yet to be attacked, as announced", where=where), where)
        for where in sorted(pending(at))
    )


def promised(at: Position) -> Mapping[str, tuple[Unit, ...]]:
    """The hexes of the announced attacks still to be made, each with the units that can make it."""
    frame = at.state.frames[-1] if at.state.frames else None
    return _pending(at, frame) if isinstance(frame, Activation) and frame.announced else {}
