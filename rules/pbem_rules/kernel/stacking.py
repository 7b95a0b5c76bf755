"""Stacking: how much of what may stand in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from attrs import field, frozen

from pbem.bytes.errors import Violation

U = TypeVar("U")


@frozen(kw_only=True)
class Limit(Generic[U]):
    """At most ``most`` of something in one place.

    ``counts(piece)`` is how much a piece counts towards it (0 when it does not); ``what`` names what is
    counted, in the plural, for the message.
    """

    paragraph: str
    what: str
    most: int
    counts: Callable[[U], int] = field(eq=False, repr=False)


def stacked(pieces: Iterable[U], limit: Limit[U]) -> int:
    """How much the pieces count towards a limit."""
    return sum(limit.counts(piece) for piece in pieces)


def overstacked(where: str, pieces: Iterable[U], limits: Iterable[Limit[U]]) -> tuple[Violation, ...]:
    """Every limit the pieces of one place exceed, in the order of the limits; empty if none."""
    held = tuple(pieces)
    found = []
    for limit in limits:
        count = stacked(held, limit)
        if count > limit.most:
            message = f"{count} {limit.what} in {where}, at most {limit.most} may stack"
            found.append(Violation(paragraph=limit.paragraph, message=message, subject=where))
    return tuple(found)
