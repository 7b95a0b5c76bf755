"""What a ruling says, in words."""

from __future__ import annotations

from pbem.log.entries import Ruling
from pbem.port.messages import Message, counted
from pbem.replay.table import OVER


def told(name: str, entry: Ruling) -> Message:
    """A ruling in sentences: ``Rita (referee) ruled: REASON. The game goes on from entry 6.``"""
    reason = entry.text if entry.text[-1:] in ".!?" else f"{entry.text}."
    said = Message(
        "{who} ruled: {reason} {follows}", who=name_of(name), reason=reason, follows=_follows(entry)
    )
    if not entry.days or entry.how == OVER:
        return said
    return counted(
        entry.days,
        "{said} The player who owes the next step has {n} day.",
        "{said} The player who owes the next step has {n} days.",
        said=said,
    )


def name_of(name: str) -> Message:
    """How a referee is called: by name, where one is known."""
    return Message("{name} (referee)", name=name) if name else Message("The referee")


def _follows(entry: Ruling) -> Message:
    match entry.how:
        case "void":
            return Message("The game goes on from entry {entry}.", entry=entry.to)
        case "over" if entry.winner:
            return Message(
                "The game is over: {side} wins, {level}.", side=Message(entry.winner), level=entry.level
            )
        case "over":
            return Message("The game is over: nobody wins, {level}.", level=entry.level)
        case _:
            return Message("All of it stands, and the game goes on from there.")
