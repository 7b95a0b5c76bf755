"""Since when the other side owes what it owes, and after how many days that is too long: what every status says.

Reminders and proofs are for :mod:`pbem.home.disputes.silence`, which brings the mail along.
"""

from __future__ import annotations

from datetime import datetime

from pbem.home.games import Facts, Seen
from pbem.home.rulings.agreed_days import days_of
from pbem.log import Log
from pbem.port.messages import Message, counted
from pbem.protocol.session import Session
from pbem.replay.table import owed
from pbem.store.game import GameFolder

DAYS = 14
"""After so many days a debt is overdue, when the players agreed on nothing else."""


def days(count: int) -> str:
    """So many days."""
    return counted(count, "{n} day", "{n} days")


def agreed_days(facts: Facts, log: Log) -> int:
    """After how many days a debt of this game is overdue: as both are bound (:func:`pbem.home.rulings.agreed_days.days_of`),
    else what its facts keep, else :data:`DAYS`.
    """
    if bound := days_of(log):
        return bound
    found = facts.get("days")
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else DAYS


def limit(folder: GameFolder, view: Seen | Session) -> int:
    """After how many days what is owed now is overdue: as both are bound, else by their pace, else as agreed."""
    if not days_of(view.log) and folder.papers():
        from pbem.home.kept_papers import pacing  # noqa: PLC0415  # few games have papers

        if (paced := pacing.limit(folder, view)) is not None:
            return paced
    return agreed_days(folder.facts(), view.log)


def since(folder: GameFolder, now: datetime) -> str:
    """Since which day what is owed is owed; "" when nobody knows."""
    if (begun := folder.since()) is None:
        return ""
    gone = (now.date() - begun.date()).days
    if gone < 1:
        return Message("That is so since today.")
    return Message("That is so since {day} ({age}).", day=begun.date().isoformat(), age=days(gone))


def delay(folder: GameFolder, view: Seen, now: datetime) -> str:
    """Since when the other side owes what it owes, and what to do; "" for less than a day, and for our own debts."""
    due, since = owed(view.base), folder.since()
    if not due.kind or due.seat == view.seat or since is None or (age := (now - since).days) < 1:
        return ""
    most, day = limit(folder, view), since.date().isoformat()
    if age >= most:
        said = Message(
            "That is so since {day} ({age}), overdue: pbem send --reminder, or pbem dispute claim.",
            day=day,
            age=days(age),
        )
    else:
        said = Message(
            "That is so since {day} ({age}), overdue after {limit}; pbem send --reminder.",
            day=day,
            age=days(age),
            limit=days(most),
        )
    return said
