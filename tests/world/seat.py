"""A player of a world, with a home of their own; and what happens in one of their steps."""

import os
from pathlib import Path

from attrs import define, field

from pbem.home import games
from pbem.home.identity import Identity, unlock
from pbem.home.turns.notes import Note
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.store.home import Home

from .kept import Kept
from .post import Letter
from .said import Said
from .script import Step
from .shelf import Shelf, ShelfHome


@define
class Seat:
    """Who plays where. ``name`` is of the person, ``who`` the seat; keys follow from ``seed``.

    ``told`` are the codes of all that was said to them. ``copied``: their home was put back from an older copy of it.
    ``machine`` is the one that they sit at, ``desk`` another that keeps the same folder: where, and its name.
    """

    who: str
    name: str
    path: Path
    seed: str
    told: list[str] = field(factory=list)
    copied: bool = False
    machine: str = ""
    desk: tuple[Path, str] | None = None
    _identity: Identity | None = None
    _kept: ShelfHome | None = None
    _opened: tuple[int, Session] | None = None
    _known: dict[str, Session] = field(factory=dict)

    @property
    def address(self) -> str:
        """Their mail address."""
        return f"{self.name.lower()}@example.org"

    @property
    def home(self) -> Home:
        """Their home, as another process opens it on their machine; or the one in memory."""
        if self._kept is not None:
            return self._kept
        os.environ["XDG_STATE_HOME"] = str(self.path.parent / "machines" / (self.machine or self.who))
        return Home(self.path)

    @property
    def shelf(self) -> Shelf:
        """Their game, in a world that has no disk."""
        assert self._kept is not None
        return self._kept.shelf

    @property
    def changes(self) -> int:
        """How often something was stored in a game in memory."""
        return 0 if self._kept is None else self.shelf.changes

    def sits_at(self, shelf: Shelf, identity: Identity) -> None:
        """Their game lies in memory from here on."""
        self._kept, self._identity, self._opened = ShelfHome(shelf), identity, None

    @property
    def identity(self) -> Identity | None:
        """Their keys; None before there are any."""
        if self._identity is None and self.home.identity() is not None:
            self._identity = unlock(self.home, "")
        return self._identity

    def forgets(self) -> None:
        """Their machine was switched off."""
        self._known.clear()
        if self._kept is None:
            self._identity = None

    def knows(self, kept: Kept) -> None:
        """What the home holds after a step, which lies there as it is until the next."""
        self._known = {name: game.session for name, game in kept.games.items()}

    def game(self) -> tuple[GameFolder, Identity, Session]:
        """Their game, opened."""
        identity = self.identity
        folder = games.choose(self.home)
        return folder, identity, self.opened(folder, identity)

    def opened(self, folder: GameFolder, identity: Identity) -> Session:
        """A game as it is stored: opened anew after each change, and once if nothing has changed since the last step."""
        if not isinstance(folder, Shelf):
            return self._known.pop(folder.name, None) or games.open_session(folder, identity)
        if self._opened is None or self._opened[0] != folder.changes:
            self._opened = folder.changes, games.open_session(folder, identity)
        return self._opened[1]

    @property
    def session(self) -> Session:
        """Their game, with its draft."""
        return self.game()[2]

    def keep(self, session: Session) -> Session:
        """Store the session with its draft."""
        folder, identity, _ = self.game()
        games.save_session(folder, identity, session)
        return session


@define
class Doing:
    """What happens in a step: all that left the home, the turn ``files`` in it, what was printed, what was read, and how it
    ended.

    ``died``: the machine stopped on the way. ``error``: what was raised instead of an end, if anything. ``clears``: the
    player has thrown a draft away, or has put back an older copy. ``typed``: the commands; ``chains``: those that ended with
    a no, each with the printed steps that were typed after it. ``touched``: the files that a look has changed. ``copy``: it
    happened in a copy; ``moved_in``: a copy became the home. ``stranger``: a mail of somebody who does not play; ``acted``:
    a program did it.
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
    clears: str = ""
    left_open: tuple[str, ...] = ()
    error: BaseException | None = None
    typed: list[Said] = field(factory=list)
    chains: list[tuple[Said, ...]] = field(factory=list)
    touched: tuple[str, ...] = ()
    copy: bool = False
    moved_in: bool = False
    stranger: bool = False
    acted: bool = False

    @property
    def anything(self) -> bool:
        """Whether something has happened that a law could speak of."""
        moved = self.died or self.clears or self.after is not self.before
        return bool(moved or self.out or self.files or self.letters or self.notes or self.printed)
