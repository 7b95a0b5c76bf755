"""Why an order was chosen, in one sentence."""

from __future__ import annotations

from pbem.port.insight import Forecast
from pbem.port.messages import Message, Series
from pbem_rules.shared.player.game import Field

HOLD, TAKE = "hold", "take"


def purpose(field: Field, task: str, place: str) -> Message:
    """What a formation is about."""
    named = field.name(place)
    match task:
        case "take":
            return Message("To take {place}.", place=named)
        case _:
            return Message("To hold {place}.", place=named)


def attack(field: Field, targets: tuple[str, ...], found: Forecast | None) -> Message:
    """What an attack promises: odds, and how often the enemy is driven off and the attacker hurt, in 100."""
    places = Series([field.name(each) for each in targets])
    if found is None or not found.branches:
        return Message("To strike {places}.", places=places)
    branch = found.branches[0]
    return Message(
        "{odds} against {places}: the enemy gives way {beaten} times in 100, the attacker is hurt {hurt} times.",
        odds=" ".join(branch.when),
        places=places,
        beaten=round(100 * max(branch.share("retreat"), branch.share("defender hurt"))),
        hurt=round(100 * branch.share("attacker hurt")),
    )
