"""What a player leaves open who ends a phase of movement: the units that could still have moved in it."""

from __future__ import annotations

from itertools import islice

from pbem.home.play.orders import kinds_of, options_in_brief
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session

_MOVE = "move"
"""What every game calls it; other things that units do are seldom wanted of each."""
_NAMED = 4
"""So many units are named."""
AFTER_ALL = Message("To move them after all: pbem undo.")
"""What may be said beside it as long as the order is a draft."""


def left_open(before: Session, after: Session, line: str) -> str:
    """One sentence about the units that could still have moved when ``line``, a bare word such as done, ended movement.

    "" when there are none. Where moves are listed unit by unit, no more units are looked at than are named, and one.
    """
    over = _MOVE in kinds_of(before.owed) and not (after.is_my_turn and _MOVE in kinds_of(after.owed))
    if " " in line or not over:
        return ""
    actions = before.game.rules.actions
    listed, wide = options_in_brief(before)
    moves = (str(getattr(each, "unit", "")) for each in listed if actions.kind(each) == _MOVE)
    moved = _moved(before)
    able = [unit for unit in dict.fromkeys(filter(None, moves)) if unit not in moved]
    by_unit = wide.get(_MOVE, {})
    still = (unit for unit, orders in by_unit.items() if unit not in moved and any(True for _ in orders))
    able += islice(still, _NAMED + 1)
    named = Series(able[:_NAMED])
    if not able:
        return ""
    if len(able) <= _NAMED:
        return Message("Not moved: {units}.", units=named)
    if by_unit:
        return Message("Not moved: {units} and others.", units=named)
    n = len(able) - _NAMED
    return Message("Not moved: {units} and {n} more.", units=named, n=n)


def _moved(session: Session) -> frozenset[str]:
    """The units that the turn so far has moved: with points left they could move on, and it is nobody's oversight."""
    moves = (each.obj for each in session.happened if each.obj["k"] == _MOVE)
    return frozenset(str(each.get("unit", "")) for each in moves)
