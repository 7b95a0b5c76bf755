"""What stands in turn files that are no part of the game any more: refused, or given up for another version."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.log import Bundle, refusal_of
from pbem.port.messages import Message
from pbem.view.markup import clean

_MOST_SHOWN = 16


def refused_by(refusal: Bundle, versions: Iterable[Bundle]) -> Bundle | None:
    """The one of these turn files that a refusal refuses; None when it is not among them, or this is no refusal."""
    found = refusal_of(refusal)
    return next((each for each in versions if found is not None and each.hash() == found.hash), None)


def exposed(bundles: Iterable[Bundle], seat: str, other: str) -> tuple[str, ...]:
    """What a seat has shown in turn files that are given up, and what to do about it, a sentence each.

    ``other`` is the other player's name. A seed that was disclosed is no loss: its roll is never asked for again.
    """
    mine = [entry for each in bundles if each.header.by == seat for entry in each.entries]
    told: list[str] = []
    if any(entry["k"] == "audit" for entry in mine):
        told.append(
            Message(
                "The key of your vault stands in what is given up, and {other} may have read it: they "
                "could open whatever you seal from now on. Renew your keys first: pbem seat renew",
                other=other,
            )
        )
    shown = [f"{entry.get('at')}/{entry.get('n')}" for entry in mine if entry["k"] in ("show", "deck-show")]
    if shown:
        names = ", ".join(clean(each, 64) for each in shown[:_MOST_SHOWN])
        told.append(
            Message(
                "{other} may have seen what you opened there, and it stays known: {names}.",
                other=other,
                names=names,
            )
        )
    if any(entry["k"] == "deck-key" for entry in mine):
        told.append(Message("{other} may know the cards that you handed over there.", other=other))
    return tuple(told)
