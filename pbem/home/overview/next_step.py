"""The command to type next in a game, by what is owed and what lies beside the log."""

from __future__ import annotations

from pbem.home import sentences
from pbem.home.games import Seen, home_of
from pbem.home.turns import versions
from pbem.port.messages import Message
from pbem.protocol.session import unsent
from pbem.replay.table import DECISIONS
from pbem.store.game import GameFolder


def next_step(folder: GameFolder, view: Seen) -> str:
    """The command to type next, where no paper has ended the game."""
    return next_of(folder, view, beside(folder, view)[2])


def next_of(folder: GameFolder, view: Seen, step: str) -> str:
    """The command to type next; ``step`` is that about what lies beside the log."""
    due = view.owed
    if home_of(folder).is_copy():
        return Message(
            "pbem import --all (or pbem import PATH...), then pbem backup moved: this folder is a copy of your home"
        )
    if step:
        return step
    if due.what == "reply" and due.seat == view.seat:
        return sentences.reply_command(due)
    if due.what and due.seat == view.seat:
        if due.what not in DECISIONS:
            return "pbem send"
        if folder.standing_counts()[1]:
            return Message("pbem standing go (orders of yours wait), or pbem orders")
        # What a line answers is locked; only how many there are is not.
        stand = folder.standing_counts()[0]
        return (
            Message("pbem orders, or pbem standing go (your orders in advance)") if stand else "pbem orders"
        )
    if view.draft:
        return "pbem send"
    if not due.what:
        return "pbem verify"
    if view.position.table.ended is not None:
        return Message("pbem end result; the ruling stands, whether the other vault is opened or not")
    again = (
        Message(" (or pbem send, which sends your last turn again)") if unsent(view.log, view.seat) else ""
    )
    return Message("pbem import FILE, when their turn has come{again}", again=again)


def beside(folder: GameFolder, view: Seen) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Of turn files beside the log: what is said of rulings, what keeps the game from going on, and what to type."""
    lying = versions.held(folder)
    if not lying:
        return (), (), ""
    from pbem.home.overview import lying_beside as told  # noqa: PLC0415  # of most games there is none

    return tuple(told.rulings(folder, view, lying)), told.standstill(view, lying), told.step(view, lying)
