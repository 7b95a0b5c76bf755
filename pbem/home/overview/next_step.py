"""The command to type next in a game, by what is owed and what lies beside the log."""

from __future__ import annotations

from pbem.home import sentences
from pbem.home.games import Seen, home_of
from pbem.home.turns import versions
from pbem.port.game import Secrets
from pbem.port.messages import Message
from pbem.protocol.session import unsent
from pbem.replay.table import DECISIONS
from pbem.store.game import QUEUE, GameFolder


def next_step(folder: GameFolder, view: Seen) -> str:
    """The command to type next, where no paper has ended the game."""
    return next_of(folder, view, beside(folder, view)[2])


def next_of(folder: GameFolder, view: Seen, step: str) -> str:
    """The command to type next; ``step`` is that about what lies beside the log."""
    due = view.owed
    if home_of(folder).is_copy():
        return Message(
            "pbem fetch --all (or pbem import PATH...), then pbem moved: this folder is a copy of your home"
        )
    if step:
        return step
    if due.what == "reply" and due.seat == view.seat:
        return sentences.reply_command(due)
    if due.what and due.seat == view.seat:
        if due.what not in DECISIONS:
            return "pbem send"
        if waiting(folder):
            return Message("pbem queue go (orders of yours wait), or pbem orders")
        from pbem.home.play import standing_orders  # noqa: PLC0415  # only one's own decision asks for them

        # Whether there is an answer hangs on no secret; which one it is does, and is not said here.
        any_mix = Secrets(mix=bytes(32))
        answered = standing_orders.answer_kept(folder, view, any_mix).action is not None
        return (
            Message("pbem standing follow (your standing orders answer this), or pbem orders")
            if answered
            else "pbem orders"
        )
    if view.draft:
        return "pbem send"
    if not due.what:
        return "pbem verify"
    if view.position.table.ended is not None:
        return Message("pbem result; the ruling stands, whether the other vault is opened or not")
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


def waiting(folder: GameFolder) -> int:
    """How many orders wait for a roll or an answer."""
    if folder.answer(QUEUE) is None:
        return 0
    from pbem.home.play import queue  # noqa: PLC0415  # few games have orders that wait

    return queue.count(folder)
