"""Why an order was chosen, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.port.insight import Forecast
from pbem.port.messages import Message, Series

HOLD, TAKE, BEFORE = "hold", "take", "before"


def purpose(task: str, place: str) -> Message:
    """What a unit or its formation is about; ``place`` as a person calls it."""
    if task == HOLD:
        return Message("To hold {place}.", place=place)
    before = Message("To stand before {place}.", place=place)
    return Message("To take {place}.", place=place) if task == TAKE else before


def attack(places: Sequence[str], found: Forecast | None) -> Message:
    """What an attack promises: its odds where the chart goes by odds, and how often the enemy is driven off or hurt and the
    attacker hurt, in 100. What the enemy may answer counts for as much as any other answer of theirs."""
    named = Series(dict.fromkeys(places))
    if found is None or not found.branches:
        return Message("To strike {places}.", places=named)
    beaten = max(_average(found, "retreat"), _average(found, "defender hurt"))
    hurt = _average(found, "attacker hurt")
    if found.parts == ("odds",):
        return Message(
            "{odds} against {places}: the enemy gives way {beaten} times in 100, the attacker is hurt {hurt} times.",
            odds=" ".join(found.branches[0].when),
            places=named,
            beaten=beaten,
            hurt=hurt,
        )
    return Message(
        "Against {places}: the enemy is hurt or gives way {beaten} times in 100, the attacker is hurt {hurt} times.",
        places=named,
        beaten=beaten,
        hurt=hurt,
    )


def _average(found: Forecast, sign: str) -> int:
    shares: list[Fraction] = [branch.share(sign) for branch in found.branches]
    return round(100 * sum(shares, Fraction(0)) / len(shares))
