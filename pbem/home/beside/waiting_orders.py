"""Orders in advance of a game: how many there are, and what becomes of those that wait when a turn comes from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.home.beside.rooms import Case, Joining, Room, Said
from pbem.home.play.drafts import decided
from pbem.home.turns.notes import Note
from pbem.port.messages import Message, counted
from pbem.replay.table import DECISIONS


class _WaitingOrders(Room):
    def after(self, case: Joining) -> Joining:
        """A turn of this seat that was signed elsewhere has joined: what waits here may stand in it, and is dropped.

        One that lies in the outbox was signed here, and only comes back into a log that had lost it.
        """
        count = case.folder.standing_counts()[1]
        if not count or not any(
            each.header.by == case.session.seat
            and decided(each.lines)
            and case.folder.sent(each.header.n) is None
            for each in case.joined
        ):
            return case
        from pbem.home.standing.kept import without_waiting  # noqa: PLC0415  # few orders that wait are lost that way

        left = evolve(case, standing=without_waiting(case.folder.standing()))
        return left.told(
            Note(
                kind="warning",
                text=counted(
                    count,
                    "{n} order that waited is dropped: a turn of yours has come that was signed elsewhere.",
                    "{n} orders that waited are dropped: a turn of yours has come that was signed elsewhere.",
                ),
            )
        )

    def lines(self, case: Case) -> Iterator[Said]:
        lines, waiting = case.folder.standing_counts()
        if lines:
            said = counted(
                lines,
                "{n} line of orders in advance stands (pbem standing show).",
                "{n} lines of orders in advance stand (pbem standing show).",
            )
            yield Said("standing", said, lines)
        if waiting:
            said = counted(
                waiting, "{n} order waits (pbem standing show).", "{n} orders wait (pbem standing show)."
            )
            yield Said("waiting_orders", said, waiting)

    def step(self, case: Case) -> str:
        due = case.view.owed
        if due.seat != case.view.seat or due.kind not in DECISIONS or due.kind == "reply":
            return ""
        if case.folder.standing_counts()[1]:
            return Message("pbem standing go (orders of yours wait), or pbem orders")
        # What a line answers is locked; only how many there are is not.
        return Message("pbem orders, or pbem standing go (your orders in advance)")


ROOM = _WaitingOrders()
