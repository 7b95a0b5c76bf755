"""When a player is needed again, once everything that was asked of them is decided and sent."""

from __future__ import annotations

from pbem.bytes.errors import PbemError
from pbem.home import sentences
from pbem.home.acting import acts
from pbem.home.games import Seen, home_of
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


def needed(folder: GameFolder, view: Seen | Session) -> str:
    """When that is, in a sentence or two; "" while they are needed now."""
    due = view.owed
    if not due.kind:
        return Message("Nothing more is asked of you in this game.")
    if due.seat == view.seat or view.draft:
        return ""
    when = Message("You are needed again when {who} has sent a turn.", who=sentences.who(view, due.seat))
    program = _program(folder)
    return Series((when, program), " ") if program else when


def _program(folder: GameFolder) -> str:
    """What needs nobody, where the player's own program acts; "" where it does not, or its files say nothing."""
    if not acts(home_of(folder).path):
        return ""
    from pbem.home.acting.state import read_state  # noqa: PLC0415  # loaded only where a program has acted

    try:
        if not read_state(home_of(folder).path).machine:
            return ""
        if not folder.standing_counts()[0]:
            return Message("While pbem watch --act runs, what decides nothing does not need you.")
    except PbemError:  # what is wrong with them is said where they are used
        return ""
    return Message(
        "While pbem watch --act runs, neither what decides nothing nor what your orders in advance answer needs you."
    )
