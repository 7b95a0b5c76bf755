"""A player of a world, with a home of their own; and what happens in one of their steps."""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

from pbem.home import games
from pbem.home.identity import Identity, unlock
from pbem.home.turns.import_notes import Note
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.store.home import Home

from .kept import Kept
from .post import Letter
from .said import Said
from .script import Step


@define
class Seat:
    """Who plays where. ``name`` is of the person, ``who`` the seat; keys follow from ``seed``."""

    who: str
    name: str
    path: Path
    seed: str
    _identity: Identity | None = None

    @property
    def address(self) -> str:
        """Their mail address."""
        return f"{self.name.lower()}@example.org"

    @property
    def home(self) -> Home:
        """Their home, as another process opens it."""
        return Home(self.path)

    @property
    def identity(self) -> Identity | None:
        """Their keys; None before there are any."""
        if self._identity is None and self.home.identity() is not None:
            self._identity = unlock(self.home, "")
        return self._identity

    def forgets(self) -> None:
        """Their machine was switched off."""
        self._identity = None

    def game(self) -> tuple[GameFolder, Identity, Session]:
        """Their game, opened."""
        identity = self.identity
        assert identity is not None
        folder = games.choose(self.home)
        return folder, identity, games.open_session(folder, identity)


@define
class Doing:
    """What happens in a step: all that left the home, the turn ``files`` in it, what was printed, what was read, and how it
    ended.

    ``died``: the machine stopped on the way. ``error``: what was raised instead of an end, if anything. ``typed``: the
    commands; ``chains``: those that ended with a no, each with the printed steps that were typed after it. ``touched``:
    the files that a look has changed. ``copy``: it happened in a copy; ``moved_in``: a copy became the home. ``stranger``:
    a mail of somebody who does not play; ``acted``: a program did it.
    """

    step: Step
    before: Kept
    after: Kept = field(factory=Kept)
    out: list[bytes] = field(factory=list)
    files: list[bytes] = field(factory=list)
    printed: list[str] = field(factory=list)
    letters: list[Letter] = field(factory=list)
    notes: list[Note] = field(factory=list)
    said: str = ""
    died: bool = False
    left_open: tuple[str, ...] = ()
    error: BaseException | None = None
    typed: list[Said] = field(factory=list)
    chains: list[tuple[Said, ...]] = field(factory=list)
    touched: tuple[str, ...] = ()
    copy: bool = False
    moved_in: bool = False
    stranger: bool = False
    acted: bool = False
