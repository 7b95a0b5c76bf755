"""What a program that acts for its player is given and gives back: its mail, and what a round did."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from pbem.bytes.records import field, frozen
from pbem.home.identity import Identity
from pbem.store.home import Home

if TYPE_CHECKING:  # a report of a round needs nothing that fetches mail
    from pbem.home.arriving.receiving import Import


@frozen(kw_only=True)
class Came:
    """What a look for mail brought: what an import says, and the names of files that are read now."""

    found: Import
    read: tuple[str, ...] = ()


class Post(Protocol):
    """Where a program's mail comes from and goes to."""

    @property
    def address(self) -> str:
        """Our own address; "" when it is not known."""

    @property
    def local(self) -> bool:
        """Whether mails stay on this machine, so that nobody needs an address."""

    def fetch(self, home: Home, identity: Identity, now: datetime, *, read: frozenset[str]) -> Came:
        """Store what is new (``read``: names of files that are not). Raises MailError."""

    def ready(self) -> None:
        """Look whether mails could leave, before anything is signed. Raises MailError and UsageError."""

    def deliver(self, mail: bytes) -> None:
        """Hand a mail over. Raises MailError."""


@frozen(kw_only=True)
class Done:
    """What a round did, in sentences; the exit code that goes with it; how many answers it made and mails it sent.

    ``waiting``: the games that wait for their player since this round, a sentence each; ``owed``: all that wait for a
    decision, by their names, with a mark of where each stands.
    """

    lines: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    owed: Mapping[str, str] = field(factory=dict)
    exit_code: int = 0
    answers: int = 0
    mails: int = 0
