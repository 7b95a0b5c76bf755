"""What to do with a paper that has just been written: one line, with the name of its file in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from pbem.port.messages import Message

Step: TypeAlias = Callable[[str], str]
"""The line for a file of this name."""


def step(template: str) -> Step:
    """A step whose line has the name as ``{file}``."""
    return lambda file: Message(template, file=file)


countersign = step("send {file} to your opponent, who types: pbem end result FILE")
"""The result of a game that is over, signed by one."""
resign = step("send {file} to your opponent, who types: pbem end result FILE; then both vaults can be opened")
"""A resignation."""
agree = step("send {file} to your opponent, who types: pbem end agree FILE")
"""An offer to end the game."""
audit = step(
    "send {file} to your opponent; pbem audit --paper {file}. Do not play on: the secrets of both are open"
)
"""An end with both vaults open."""
laid_open = step("pbem audit --paper {file}: what both have sealed is open")
"""The end of a game against the computer."""
give_back = step("send {file} back: your opponent types pbem end result FILE, which opens their vault")
"""An end with one vault open."""
appoint = step("send {file} to your opponent: pbem referee appoint FILE")
"""An appointment signed by one."""
refer = step("send {file} to the referee")
"""An appointment signed by both."""
tell_both = step("send {file} to both players: pbem verify {file}")
"""A ruling."""
lay_beside = step("send {file} to both players: beside another log it shows where that parts")
"""A countersignature."""
hand_over = step("send {file} to who has the seat, who types: pbem seat give FILE")
"""An ask for a seat."""
carry = step("on the machine where you play now, type: pbem seat give {file}")
"""An ask for one's own seat, from another machine of one's own."""
let_agree = step(
    "send {file} to your opponent, who may agree (pbem seat agree FILE); then, or at once: pbem seat give"
)
"""A seat that is offered, for the opponent."""
agreed = step("send {file} back; it shows that you agreed")
"""An agreement to another player."""
take = step("send {file} to who asked, and to nobody else: pbem seat take FILE")
"""A box with the secrets of a seat."""
receive = step("send {file} back to who gave you the seat, who types: pbem import FILE")
"""The receipt for a box."""
let_sign = step("send {file} to your opponent, who types: pbem import FILE, then pbem offer pace --accept")
"""A pace that is offered."""
tell_opponent = step("send {file} to your opponent, who types: pbem import FILE")
"""A pace that both have signed, an absence, a gift."""
