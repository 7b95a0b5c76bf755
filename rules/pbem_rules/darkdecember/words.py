"""Words of the data as messages, so that a sentence is put into another language with them in it."""

from __future__ import annotations

from pbem.port.messages import Message


def turn(name: str) -> str:
    """The name of a turn: the day, its month and the half of the day, as in ``16 Dec AM``."""
    day, _, rest = name.partition(" ")
    month, _, half = rest.partition(" ")
    if month == "Dec":
        return Message("{day} Dec {half}", day=day, half=half)
    return Message("{day} Jan {half}", day=day, half=half) if month == "Jan" else name
