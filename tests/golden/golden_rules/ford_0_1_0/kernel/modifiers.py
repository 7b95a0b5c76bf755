"""Modifiers, each written down with its paragraph and reason as it is added."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen(kw_only=True)
class Modifier:
    """A number added to a die or a total: the paragraph that says so, the reason here, the value."""

    paragraph: str
    reason: str
    value: int


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the values."""
    return sum(modifier.value for modifier in modifiers)


def capped(modifiers: Iterable[Modifier], *, low: int, high: int, paragraph: str) -> tuple[Modifier, ...]:
    """The modifiers, and one more that brings their total back between ``low`` and ``high`` if need be.

    The cap is written down like any other reason, so that the values listed still add up.
    """
    listed = tuple(modifiers)
    raw = total(listed)
    kept = min(max(raw, low), high)
    if kept == raw:
        return listed
    return (*listed, Modifier(paragraph=paragraph, reason=f"{raw:+d} counts as {kept:+d}", value=kept - raw))
