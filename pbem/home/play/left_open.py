"""What is left open by whoever ends a phase: the units that could still have been given an order in it."""

from __future__ import annotations

from itertools import islice

from pbem.home.play.orders import kinds_of, options_in_brief
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session

_NAMED = 4
"""So many units are named."""


def left_open(before: Session, after: Session, line: str) -> str:
    """One sentence about the units that had legal orders of a kind which ``line``, a bare word such as done, has ended.

    "" when there are none. Where a kind is listed unit by unit, no more units are looked at than are named, and one.
    """
    ended = set(kinds_of(before.owed)) - (set(kinds_of(after.owed)) if after.mine else set())
    if " " in line or not ended:
        return ""
    listed, wide = options_in_brief(before)
    able: dict[str, str] = {}
    for each in listed:
        unit, kind = getattr(each, "unit", ""), before.game.rules.actions.kind(each)
        if kind in ended and isinstance(unit, str) and unit:
            able.setdefault(unit, kind)
    whole = len(able)
    for kind, units in wide.items():
        more = (unit for unit, orders in units.items() if unit not in able and any(True for _ in orders))
        if kind in ended:
            able |= dict.fromkeys(islice(more, max(_NAMED + 1 - len(able), 0)), kind)
    if not able:
        return ""
    named, kinds = Series([*able][:_NAMED]), Series(dict.fromkeys(able.values()))
    take_back = Message("To take that back: pbem undo.")
    if len(able) <= _NAMED:
        said = Message("Left as they are: {units} ({kinds} was possible).", units=named, kinds=kinds)
    elif len(able) > whole:
        said = Message(
            "Left as they are: {units} and others ({kinds} was possible).", units=named, kinds=kinds
        )
    else:
        n = len(able) - _NAMED
        said = Message(
            "Left as they are: {units} and {n} more ({kinds} was possible).", units=named, n=n, kinds=kinds
        )
    return Series((said, take_back), " ")
