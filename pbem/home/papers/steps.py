"""What to do with a paper that has just been written: one line, with the name of its file in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pbem.port.messages import Message

Step: TypeAlias = Callable[[str], str]
"""The line for a file of this name."""


def countersign(file: str) -> str:
    """The result of a game that is over, signed by one."""
    return Message("send {file} to your opponent, who types: pbem end result FILE", file=file)


def resign(file: str) -> str:
    """A resignation."""
    return Message(
        "send {file} to your opponent, who types: pbem end result FILE; then both vaults can be opened",
        file=file,
    )


def agree(file: str) -> str:
    """An offer to end the game."""
    return Message("send {file} to your opponent, who types: pbem end agree FILE", file=file)


def audit(file: str) -> str:
    """An end with both vaults open."""
    return Message(
        "send {file} to your opponent; pbem audit --paper {file}. Do not play on: the secrets of both are open",
        file=file,
    )


def laid_open(file: str) -> str:
    """The end of a game against the computer."""
    return Message("what both have sealed is open now: pbem audit --paper {file}", file=file)


def give_back(file: str) -> str:
    """An end with one vault open."""
    return Message(
        "send {file} back: your opponent types pbem end result FILE, which opens their vault", file=file
    )


def appoint(file: str) -> str:
    """An appointment signed by one."""
    return Message("send {file} to your opponent: pbem referee appoint FILE", file=file)


def refer(file: str) -> str:
    """An appointment signed by both."""
    return Message("send {file} to the referee", file=file)


def tell_both(file: str) -> str:
    """A ruling."""
    return Message("send {file} to both players: pbem verify {file}", file=file)


def lay_beside(file: str) -> str:
    """A countersignature."""
    return Message("send {file} to both players: beside another log it shows where that parts", file=file)


def hand_over(file: str) -> str:
    """An ask for a seat."""
    return Message("send {file} to who has the seat, who types: pbem seat give FILE", file=file)


def carry(file: str) -> str:
    """An ask for one's own seat, from another machine of one's own."""
    return Message("on the machine where you play now, type: pbem seat give {file}", file=file)


def let_agree(file: str) -> str:
    """A seat that is offered, for the opponent."""
    return Message(
        "send {file} to your opponent, who may agree (pbem seat agree FILE); then, or at once: pbem seat give",
        file=file,
    )


def agreed(file: str) -> str:
    """An agreement to another player."""
    return Message("send {file} back; it shows that you agreed", file=file)


def take(file: str) -> str:
    """A box with the secrets of a seat."""
    return Message("send {file} to who asked, and to nobody else: pbem seat take FILE", file=file)


def receive(file: str) -> str:
    """The receipt for a box."""
    return Message("send {file} back to who gave you the seat, who types: pbem import FILE", file=file)


def let_sign(file: str) -> str:
    """A pace that is offered."""
    return Message(
        "send {file} to your opponent, who types: pbem import FILE, then pbem offer pace --accept", file=file
    )


def tell_opponent(file: str) -> str:
    """A pace that both have signed, an absence, a gift."""
    return Message("send {file} to your opponent, who types: pbem import FILE", file=file)
