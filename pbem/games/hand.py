"""What the cards in a hand allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import Disclose, Ruleset, Shown, Side
from pbem.port.messages import Message

S = TypeVar("S")

Hand: TypeAlias = Mapping[str, Mapping[int, str]]
"""The cards one side holds, by deck and slot."""


def wrong_card(
    rules: Ruleset[S], state: S, side: Side, action: AttrsInstance, hand: Hand
) -> tuple[Violation, ...]:
    """Why the card that an order makes its own side show does not allow the order; empty when it does.

    The rules see which slot is played and not what lies there: they refuse a wrong card only once it is shown, and a card
    that has been shown cannot be taken back. So code that knows the hand asks first. ``action`` is legal as far as the rules
    can tell.
    """
    if not any(hand.values()) or rules.actions.kind(action) in rules.secret:
        return ()
    after = rules.apply(state, side, action).state
    first = next(iter(rules.demands(after)), None)
    if not isinstance(first, Disclose) or first.side != side or first.at not in hand:
        return ()
    name = hand[first.at].get(first.ns[0])
    if name is None:
        message = Message("{deck}/{n} is not a card in your hand", deck=first.at, n=first.ns[0])
        return (Violation(paragraph=first.paragraph, message=message, subject=str(first.ns[0])),)
    return tuple(rules.check(after, side, Shown(side=side, at=first.at, n=first.ns[0], value=name)))
