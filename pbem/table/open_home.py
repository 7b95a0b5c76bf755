"""One player's home while the table is open: the identity unlocked once, and the game that is looked at, read anew
whenever another program has written to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime

from pbem.bytes.errors import UsageError
from pbem.bytes.records import define, evolve, field, frozen
from pbem.home import games, identity
from pbem.home.identity import Identity
from pbem.home.play import orders as playing
from pbem.home.viewing import languages
from pbem.log import agreed_of, start_of
from pbem.port.game import Outcome
from pbem.port.messages import ENGLISH, Catalogue, catalogue
from pbem.port.scene import Scene
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry, Mark, fold_log
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home
from pbem.table import picture
from pbem.table.beside import Annals
from pbem.table.incoming import Incoming
from pbem.table.legal_orders import Stand
from pbem.table.picture import Board
from pbem.table.what_if import Trial

_RECENT = 400
_ARROWS = 40


@frozen(kw_only=True)
class Held:
    """The game as it was read or written last: its folder's name, the bytes of its log, and what happened lately.

    ``since`` is the first entry whose happenings have been folded; 0: all have, and ``annals`` hold them.
    """

    name: str
    log: bytes = field(repr=False)
    session: Session = field(repr=False)
    last: tuple[AppliedEntry[object], ...] = field(repr=False)
    since: int = 0
    annals: Annals = field(factory=Annals, repr=False)


@define(kw_only=True)
class Room:
    """What the page works on. ``password`` was given beforehand (None: the page asks)."""

    home: Home
    environ: Mapping[str, str] = field(repr=False)
    clock: Callable[[], datetime]
    wanted: str = ""
    password: str | None = field(default=None, repr=False)
    trial: Trial | None = None
    incoming: Incoming | None = None
    paper: bytes = field(default=b"", repr=False)
    brought: bytes = field(default=b"", repr=False)
    """The file that was opened on the first page."""
    reader: Catalogue = field(default=ENGLISH, init=False, repr=False)
    """The language of the page that asks."""
    turns: dict[str, tuple[object, str]] = field(factory=dict, init=False, repr=False)
    """Whose turn it was in each game, with the log for which that was found out (:mod:`pbem.table.news`)."""
    says: tuple[tuple[str, int], tuple[str, ...]] = field(default=(("", 0), ()), init=False, repr=False)
    """What the computer said when the turn before this one ended: of which game, in which turn."""
    _identity: Identity | None = field(default=None, init=False, repr=False)
    _held: Held | None = field(default=None, init=False, repr=False)
    _board: Board | None = field(default=None, init=False, repr=False)
    _stand: tuple[object, Stand] | None = field(default=None, init=False, repr=False)
    _tongues: dict[tuple[str, str], Catalogue] = field(factory=dict, init=False, repr=False)

    # --- who ----------------------------------------------------------------------------------------------------------

    @property
    def locked(self) -> bool:
        """Whether the page has to ask for a password first; where nobody has a key yet, there is nothing to unlock."""
        if self.home.identity() is None:
            return False
        if self._identity is None and (self.password is not None or not identity.card(self.home).password):
            self.unlock(self.password or "")
        return self._identity is None

    def unlock(self, password: str) -> None:
        """Unlock the key for this run. Raises KeyFileError ``password``."""
        self._identity = identity.unlock(self.home, password)
        self.password = None

    def let_in(self, identity: Identity) -> None:
        """An identity that was unlocked elsewhere is the one of this run."""
        self._identity = identity

    @property
    def player(self) -> Identity | None:
        """The unlocked identity; None where nobody has a key yet. Raises UsageError ``locked``."""
        return self.identity if self.home.identity() is not None else None

    @property
    def identity(self) -> Identity:
        """The unlocked identity. Raises UsageError ``locked`` and ``no-identity``."""
        if self.home.identity() is None:
            identity.card(self.home)
        if self.locked or self._identity is None:
            raise UsageError.of("locked", "Your key is locked.", hint="Give its password first.")
        return self._identity

    # --- which --------------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Look at another game of the home."""
        games.choose(self.home, name)
        self.wanted, self.trial, self.incoming, self.paper, self._board = name, None, None, b"", None

    def folder(self) -> GameFolder:
        """The game that is looked at. Raises UsageError ``which-game`` and ``no-game``."""
        return games.choose(self.home, self.wanted)

    def session(self) -> Session:
        """The game with its draft, as it is on the disk now."""
        return self._current().session

    def opened(self, folder: GameFolder, identity: Identity) -> Session:
        """Any game of the home as it is on the disk now; the one that is looked at is not folded again."""
        here = folder.name == self.folder().name
        return self.session() if here else games.open_session(folder, identity)

    def last(self, since: int = 0) -> tuple[AppliedEntry[object], ...]:
        """What happened from an entry on, and perhaps what was before it; newest last, and no more than the latest."""
        held = self._current()
        return (held if held.since <= since else self._whole(held)).last

    def annals(self) -> Annals:
        """What every unit has been through, from the first entry on."""
        held = self._current()
        return (held if not held.since else self._whole(held)).annals

    def _current(self) -> Held:
        identity, folder = self.identity, self.folder()
        with self.home.lock():
            log, held = folder.log(), self._held
            if held is not None and held.name == folder.name and held.log == log:
                if folder.draft(held.session.end.head.hex()) == held.session.draft:
                    return held
                self.trial = None
            session = games.open_session(folder, identity)
        # A page that is opened shows the latest turn file; the whole log is folded when somebody asks what was before.
        seen = list[AppliedEntry[object]]()
        if session.mark is not None:
            fold_log(session.game, session.log, start_of(session.log), seen.append, session.mark)
        since = session.mark.end.entries if session.mark is not None else 0
        annals = Annals()
        for each in seen:
            annals.add(each)
        self._held = Held(
            name=folder.name,
            log=log,
            session=session,
            last=tuple(seen)[-_RECENT:],
            since=since,
            annals=annals,
        )
        return self._held

    def _whole(self, held: Held) -> Held:
        """The same game with all that happened in it, from its first entry on."""
        annals, seen = Annals(), deque[AppliedEntry[object]](maxlen=_RECENT)

        def noted(each: AppliedEntry[object]) -> None:
            seen.append(each)
            annals.add(each)

        log = held.session.log
        fold_log(games.rules_of(log, self.folder()), log, start_of(log), noted)
        self._held = evolve(held, last=tuple(seen), since=0, annals=annals)
        return self._held

    def keep(self, session: Session, *, store: bool = True, change: Change | None = None) -> None:
        """Remember a session that has been stored, or store it with ``change``; what its log has more than the one held has
        happened."""
        folder, held = self.folder(), self._held
        same = held is not None and held.name == folder.name and held.session.log is session.log
        if store:
            games.save_session(folder, self.identity, session, change=change, grown=not same)
        if held is None or held.name != folder.name or not _goes_on(held.session, session):
            self._held = (
                None  # nothing of what happened before may stay: it is read from the disk when asked for
            )
            return
        if same:
            self._held = evolve(held, session=session)
            return
        joined = _joined(held.session, session)
        for each in joined:
            held.annals.add(each)
        trail = (*held.last, *joined)[-_RECENT:]
        self._held = evolve(held, log=session.log.encode(), session=session, last=trail)

    def tongue(self, code: str) -> Catalogue:
        """A language of the game that is looked at; the program's own words while nothing is open."""
        if self._identity is None:
            return catalogue(code, "pbem")
        game = self.session().game
        known = (game.info.name, code)
        if known not in self._tongues:
            self._tongues[known] = languages.tongue(game, code)
        return self._tongues[known]

    # --- what is seen -------------------------------------------------------------------------------------------------

    def stand(self) -> Stand:
        """The position orders are given in: the sandbox's when one is open, else the game's."""
        if self.trial is not None:
            return self.trial.stand()
        session = self.session()
        if self._stand is not None and self._stand[0] is session:
            return self._stand[1]
        self._stand = (session, stand_of(session, self._recent(session)))
        return self._stand[1]

    def _recent(self, session: Session) -> tuple[Outcome, ...]:
        """What is drawn as arrows: what the draft did, else what the latest turn file did."""
        if session.draft:
            happened: tuple[AppliedEntry[object], ...] = session.happened
        else:
            bundle = session.log.bundles[-1].header.first if session.log.bundles else 0
            latest = self.last(bundle)
            happened = tuple(each for each in latest if each.entry >= bundle)
        return tuple(outcome for each in happened for outcome in each.outcomes)[-_ARROWS:]

    def board(self, scene: Scene) -> Board:
        """A board on which a position of this game can be laid: the last one, or a new one."""
        if self._board is None or not self._board.fits(scene):
            session = self.session()
            first = session.game.rules.scene(
                session.game.rules.setup(session.log.invite.scenario, agreed_of(session.log.invite.options)),
                session.side,
            )
            number = self._board.number + 1 if self._board is not None else 1
            sides = (*session.game.rules.sides, *(self._board.looks if self._board is not None else ()))
            self._board = picture.board(number, (first, scene, session_scene(session)), sides)
        return self._board


def _goes_on(before: Session, now: Session) -> bool:
    """Whether the log of a session is that of the other one, or continues it."""
    had = before.log.bundles
    return before.log.invite == now.log.invite and now.log.bundles[: len(had)] == had


def _joined(before: Session, now: Session) -> tuple[AppliedEntry[object], ...]:
    """What happened in the turn files that have joined the log since, of either side."""
    found: list[AppliedEntry[object]] = []
    begin = Mark(position=before.base, end=before.end)
    fold_log(now.game, now.log, before.end, found.append, begin)
    return tuple(found)


def stand_of(session: Session, recent: tuple[Outcome, ...] = ()) -> Stand:
    """The position of a session, with the orders that its side may give."""
    due = session.owed
    mine = due.seat == session.seat and due.kind in playing.DECISIONS
    return Stand(
        game=session.game,
        state=session.position.game,
        side=session.side,
        viewer=session.side,
        kinds=playing.kinds_of(due) if mine else (),
        recent=recent,
        hand=session.secrets.hand,
    )


def session_scene(session: Session) -> Scene:
    """The present position as the player's side may see it."""
    return session.game.rules.scene(session.position.game, session.side)
