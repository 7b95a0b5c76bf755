"""The orders that concern some unit or some place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs
from attrs import AttrsInstance

from pbem.home.play.wording import OrderReader

Test = Callable[[AttrsInstance], bool]


def naming(reader: OrderReader, unit: str = "", place: str = "") -> Test:
    """Whether an order names this unit and this place; a name may be cut short, and "" asks nothing.

    Raises UsageError ``no-such-name`` with what may be meant, and ``several``.
    """
    wanted = [reader.called(text, what) for text, what in ((unit, "unit"), (place, "place")) if text]

    def test(action: AttrsInstance) -> bool:
        words = frozenset(_words(action))
        return all(words & names for names in wanted)

    return test


def aimed_at(reader: OrderReader, place: str) -> Test:
    """Whether an order aims at this place: the place is named before anything else that is on the map, or alone."""
    names = reader.called(place, "place")

    def test(action: AttrsInstance) -> bool:
        found = aim(action)
        return found in names if found is not None else bool(frozenset(_words(action)) & names)

    return test


def aim(action: AttrsInstance) -> str | None:
    """What an order is aimed at, as it names it; None where no field of it says so."""
    for field in ("target", "hex", "where", "area", "to"):
        if isinstance(found := getattr(action, field, None), str):
            return found
    return None


def _words(action: AttrsInstance) -> Iterator[str]:
    for each in attrs.fields(type(action)):
        value = getattr(action, each.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, str):
                yield item
                yield from item.split(":")
