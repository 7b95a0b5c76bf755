"""The only clock of the command line, and what it says of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from pbem.bytes.errors import NotYourTurn
from pbem.home.disputes import overdue
from pbem.port.messages import Series
from pbem.store.game import GameFolder


def now() -> datetime:
    """The time, in whole seconds: for the head of a mail, and for what has been waited for."""
    return datetime.now(UTC).replace(microsecond=0)


@contextmanager
def dated(folder: GameFolder) -> Iterator[None]:
    """Add to a NotYourTurn error since when the other side has had to act."""
    try:
        yield
    except NotYourTurn as error:
        if error.code == "not-sent":  # nobody has to act before it is
            raise
        said = Series(filter(None, (error.message, overdue.since(folder, now()))), " ")
        raise NotYourTurn(error.code, said, hint=error.hint) from error
