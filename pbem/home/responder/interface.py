"""What a responder is given and gives back: its mail, its limits, standing orders, and what a round did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from attrs import frozen

from pbem.games import registry
from pbem.home.identity import Identity
from pbem.log import Log
from pbem.port.game import Answered
from pbem.port.messages import Message
from pbem.replay.table import Owed, Position, Seat
from pbem.store.game import GameFolder
from pbem.store.home import Home

if TYPE_CHECKING:  # whoever tells of a responder needs nothing that fetches mail
    from pbem.home.arriving.fetching import Stored
    from pbem.home.arriving.receiving import Import


@frozen(kw_only=True)
class Playing:
    """A decision that our side owes, for standing orders to look at: the log and position after what is written so far.

    ``folder`` is the game's folder in the responder's home, where a player's standing orders lie.
    """

    game: registry.Game
    log: Log
    seat: Seat
    side: str
    position: Position[object]
    owed: Owed
    folder: GameFolder


Answering: TypeAlias = Callable[[Playing], Answered]
"""Standing orders: the order to give, or why the decision is handed back to the player."""


def hands_back(_playing: Playing) -> Answered:
    """No standing orders: every decision is the player's."""
    return Answered(action=None, reason=Message("no orders stand in this game"))


@frozen(kw_only=True)
class Came:
    """What a look for mail brought: what an import says, the turn files with their mails, names of files now read."""

    found: Import
    stored: tuple[Stored, ...] = ()
    read: tuple[str, ...] = ()


class Post(Protocol):
    """Where a responder's mail comes from and goes to."""

    @property
    def address(self) -> str:
        """Our own address; "" when it is not known."""

    @property
    def local(self) -> bool:
        """Whether mails stay on this machine, so that nobody needs an address."""

    def fetch(
        self, home: Home, identity: Identity, now: datetime, *, read: frozenset[str], everything: bool
    ) -> Came:
        """Store what is new (``read``: names of files that are not), or all there is. Raises MailError."""

    def deliver(self, mail: bytes) -> None:
        """Hand a mail over. Raises MailError."""


@frozen(kw_only=True)
class Limits:
    """What a responder may do: refuse provably illegal turns, mails an hour, how often one answer is sent again."""

    reject: bool = False
    per_hour: int = 60
    again: int = 3


@frozen(kw_only=True)
class Done:
    """What a round did, in sentences; the exit code that goes with it; how many answers it made and mails it sent.

    ``waiting``: what was left to the player in earlier rounds and still is, a sentence for each game.
    """

    lines: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    exit_code: int = 0
    answers: int = 0
    mails: int = 0
