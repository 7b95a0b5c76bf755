"""Whether a log names a referee, and how many days of silence both players have agreed on."""

from __future__ import annotations

from pbem.log import Log
from pbem.log.entries import PROTOCOL, Appoint, Ruling
from pbem.replay.table import OVER


def refereed(log: Log) -> bool:
    """Whether an invitation or, as far as can be seen without reading it, an appointment names a referee."""
    return log.invite.referee is not None or any(each.names("appoint") for each in log.bundles)


def appointed(log: Log) -> Appoint | None:
    """The last appointment of a referee on a log; None when there is none."""
    for bundle in reversed(log.bundles):
        for entry in bundle.entries if bundle.names("appoint") else ():
            if entry["k"] == "appoint" and isinstance(made := PROTOCOL.load(entry), Appoint):
                return made
    return None


def days_of(log: Log) -> int:
    """How many days of silence both have agreed on with a log that holds: those of a ruling that came last, those of the
    last appointment, or those of the clause; 0 when nothing is said of it.
    """
    if log.bundles:
        last = PROTOCOL.load(log.bundles[-1].entries[-1]) if _is_ruling(log) else None
        if isinstance(last, Ruling) and last.how != OVER and last.days:
            return last.days
    if (made := appointed(log)) is not None and made.days:
        return made.days
    return log.invite.referee.days if log.invite.referee is not None else 0


def _is_ruling(log: Log) -> bool:
    return bool(log.bundles[-1].entries) and log.bundles[-1].entries[-1]["k"] == "ruling"
