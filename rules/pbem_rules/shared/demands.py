"""What a game demands next, in words (``schemas/case.md``, facts)."""

from __future__ import annotations

from pbem.port.game import Choice, Conceal, Deal, Demand, Disclose, Mask, Roll


def owes(demands: tuple[Demand, ...]) -> str:
    """The first demand in words: ``german: defend``, ``allied: roll combat/1``; "" when nothing is owed."""
    match demands[0] if demands else None:
        case None:
            return ""
        case Choice(side=side, kinds=kinds):
            return f"{side}: {' '.join(kinds)}"
        case Conceal(side=side, kind=kind):
            return f"{side}: seal {kind}"
        case Roll(side=side, why=why):
            return f"{side}: roll {why}"
        case Disclose(side=side, at=at):
            return f"{side}: open {at}"
        case Mask(side=side, deck=deck) | Deal(side=side, deck=deck):
            return f"{side}: deck {deck}"
