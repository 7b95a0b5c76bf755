"""Turn files that lie beside the log of a game, in a status: what they keep from going on, and what to type about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.home import sentences
from pbem.home.games import Seen
from pbem.home.rulings import applied_ruling, two_rulings, waiting_rulings
from pbem.home.turns import versions
from pbem.home.turns.versions import Held
from pbem.port.messages import Message
from pbem.store.game import GameFolder


def rulings(folder: GameFolder, view: Seen, lying: Sequence[Held]) -> Iterator[str]:
    """Two rulings of which neither continues the other, and what stands behind another than the one in the log."""
    yield from two_rulings.lines(view.log, lying, applied_ruling.referee(folder, view))
    yield from two_rulings.lines_waiting(view.log, lying, lambda seat: sentences.who(view, seat))


def standstill(view: Seen, lying: Sequence[Held]) -> tuple[str, ...]:
    """What keeps the game from going on until the players settle it: nothing is signed before that."""
    if waits := waiting_rulings.waiting(view.log, lying):
        return (
            Message(
                "A ruling of the referee (turn file {n}) has come and is not in your game yet.",
                n=waits[0].header.n,
            ),
        )
    place = versions.unsettled(view.log, lying)
    if place is not None:
        return (
            Message(
                "Turn file {n} has {many} versions here, and nobody has decided.",
                n=place.n,
                many=len(place.versions),
            ),
        )
    return tuple(
        Message(
            "Turn file {n} of {who} continues another version of turn file {before} than yours.",
            n=each.header.n,
            who=sentences.who(view, each.header.by),
            before=each.header.n - 1,
        )
        for each in versions.strangers(view.log, lying)
        if not two_rulings.elsewhere(view.log, [each])
    )


def step(view: Seen, lying: Sequence[Held]) -> str:
    """The command to type next about what lies beside the log; "" when there is none."""
    if waiting_rulings.waiting(view.log, lying):
        first = Message("pbem undo --all, then ") if view.draft else ""
        return Message(
            "{first}pbem import FILE, with the referee's ruling and what it continues", first=first
        )
    if torn := two_rulings.following(view.log, lying):
        return torn
    return "pbem dispute settle" if standstill(view, lying) else ""
