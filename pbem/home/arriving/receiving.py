"""What comes in: turn files in any form, any order and any number of times, to the right game or with the exact reason.

What becomes of those of one game is decided by :mod:`pbem.home.exchange.joining`.

Nothing is ever answered here: see :func:`pbem.home.play.orders.onward` and :mod:`pbem.home.exchange.sending`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeAlias

from pbem.bytes.errors import NOT_THE_OTHERS, PbemError, VerifyError, unexpected
from pbem.bytes.paths import typed
from pbem.bytes.records import define, evolve, field, frozen
from pbem.games.packs.pack import is_pack
from pbem.home.exchange import joining
from pbem.home.exchange.joining import Arrived, join_bundles
from pbem.home.games import WITHDRAWN, begun, called_now, open_session
from pbem.home.identity import Identity
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note, Piece
from pbem.log import Bundle, read_bundles
from pbem.mail import sources
from pbem.mail.extract import NO_TURN, PACKED
from pbem.mail.sources import Letter
from pbem.papers.kinds import is_any
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder, content_hash
from pbem.store.home import Home


@frozen(kw_only=True)
class Import:
    """What came of an import: notes that concern no game of this home, and what arrived for each game.

    ``stopped`` names games for which nothing could be taken in; ``kept`` are the content hashes of papers that are kept.
    """

    notes: tuple[Note, ...]
    games: Mapping[str, Arrived]
    stopped: tuple[str, ...] = ()
    kept: frozenset[str] = frozenset()

    @property
    def all_notes(self) -> tuple[Note, ...]:
        """Every note."""
        return (*self.notes, *(note for each in self.games.values() for note in each.notes))

    @property
    def exit_code(self) -> int:
        """The code of the worst note; what belongs to other homes counts only when nothing else came."""
        kinds = {note.kind for note in self.all_notes}
        if kinds == {"foreign"}:
            return VerifyError.exit_code
        return max((note.exit_code for note in self.all_notes), default=0)


def collect(
    paths: Iterable[str | Path], *, stdin: BinaryIO | None = None
) -> tuple[tuple[Piece, ...], tuple[Note, ...]]:
    """Everything with our magic or armour at these places, and a note for what cannot be read or holds no turn.

    Raises MailError for a place that does not exist.
    """
    pieces: dict[str, Piece] = {}
    notes: list[Note] = []
    for path in paths:
        strange: list[Note] = []
        left: list[Path] = []
        letters = 0
        for letter in sources.read(path, stdin=stdin):
            letters += 1
            found, note = pieces_of(letter, typed(Path(letter.path or path)))
            if note is not None:
                (strange if note.code in NO_TURN else notes).append(note)
                left += [Path(letter.path)] if note.code == PACKED else []
            for piece in found:
                pieces.setdefault(content_hash(piece.data), piece)
        # Among many letters those that have nothing to do with us are no trouble; one that was named by itself is.
        if letters == 1 and (str(path) == "-" or Path(path).is_file()):
            notes += strange
        elif str(path) != "-" and (left := [*left, *sources.passed_over(Path(path))]):
            notes.append(say.passed_over(Path(path), left))
    return tuple(pieces.values()), tuple(notes)


def pieces_of(letter: Letter, path: str) -> tuple[tuple[Piece, ...], Note | None]:
    """The turns in one letter, or the note that says why there is none (code in ``NO_TURN``: nothing to do with us)."""
    try:
        found = letter.turns()
    except PbemError as error:
        return (), say.unreadable(letter.where, error)
    return tuple(
        Piece(data=each.data, where=letter.where, path=path, mail_id=letter.mail_id) for each in found
    ), None


def receive(
    home: Home,
    identity: Identity,
    pieces: Iterable[Piece],
    *,
    store: bool = True,
    opener: Opener = open_session,
) -> Import:
    """Sort what was collected to the games of this home and join it to their logs.

    Bundles that come too early are parked; signed ones that do not hold are kept as evidence. Papers are read when the turns
    that came with them have joined, and kept with their games. ``store=False`` leaves the disk alone.
    """
    came = tuple(pieces)
    notes: list[Note] = []
    with home.lock():
        games = {str(folder.facts().get("gid")): folder for folder in begun(home, let_go=True)}
        arriving: dict[str, list[Bundle]] = {}
        mail_ids: dict[bytes, str] = {}
        for piece in came:
            if not _is_read(piece):
                _sort(piece, home, identity, games, arriving, mail_ids, notes)
        done: dict[str, Arrived] = {}
        stopped: list[str] = []
        mender = Mender(identity, opener, tuple(each.data for each in came if not _is_read(each)), store)

        def join(folder: GameFolder, bundles: Iterable[Bundle]) -> bool:
            before = done.get(folder.name)
            try:
                session, more = (before.session, ()) if before is not None else mender.opened(folder)
                bundles = (*more, *bundles)
                now = join_bundles(folder, identity, session, bundles, store=store, mail_ids=mail_ids)
            except NOT_THE_OTHERS as error:
                notes.append(say.stopped(folder.name, unexpected(error)))
                stopped.append(folder.name)
                return False
            done[folder.name] = now if before is None else before.then(now)
            return True

        for gid in mender.beginnings(games):
            arriving.setdefault(gid, [])
        for gid, those in arriving.items():
            if store and games[gid].facts().get(WITHDRAWN):
                games[gid].save(Change(facts={**games[gid].facts(), WITHDRAWN: None}))
            join(games[gid], those)
        kept: set[str] = set()
        for piece in came:
            if _is_read(piece):
                from pbem.home.papers import importing  # noqa: PLC0415  # papers of every kind: turn files need none

                try:
                    taken = importing.take(home, piece, join, store=store)
                except NOT_THE_OTHERS as error:
                    notes.append(say.unreadable(piece.where, unexpected(error)))
                    continue
                notes.append(taken.note)
                kept |= {content_hash(piece.data)} if taken.kept else set()
        notes += mender.told(done)
        done = {name: _named(home.game(name), now, store=store) for name, now in done.items()}
    return Import(notes=tuple(dict.fromkeys(notes)), games=done, stopped=tuple(stopped), kept=frozenset(kept))


def _named(folder: GameFolder, now: Arrived, *, store: bool) -> Arrived:
    """What came of a game, with its seats called by who has them now."""
    return evolve(now, session=called_now(folder, now.session, store=store))


def _sort(
    piece: Piece,
    home: Home,
    identity: Identity,
    games: Mapping[str, GameFolder],
    arriving: dict[str, list[Bundle]],
    mail_ids: dict[bytes, str],
    notes: list[Note],
) -> None:
    """Put the bundles in a piece to those of their games, and what is said of it to the notes."""
    try:
        bundles, said = _read(piece, home, identity)
    except NOT_THE_OTHERS as error:
        notes.append(say.unreadable(piece.where, unexpected(error)))
        return
    notes += said
    for bundle in bundles:
        gid = bundle.header.gid.hex()
        if gid in games:
            arriving.setdefault(gid, []).append(bundle)
            mail_ids.setdefault(bundle.hash(), piece.mail_id)
        else:
            notes.append(_not_here(home, piece, bundle))


def _not_here(home: Home, piece: Piece, bundle: Bundle) -> Note:
    """What is said of a turn whose game is not among those of this home that can be read."""
    from pbem.home import lost_facts  # noqa: PLC0415  # most turns belong to a game of this home

    why = lost_facts.of_game(home, bundle.header.gid.hex()[:16])
    return say.damaged(why) if why is not None else say.foreign(piece, bundle)


def _is_read(piece: Piece) -> bool:
    """Whether a piece is a paper that is read and kept; a data pack only waits for the command that installs it."""
    return is_any(piece.data) and not is_pack(piece.data)


def _read(piece: Piece, home: Home, identity: Identity) -> tuple[tuple[Bundle, ...], tuple[Note, ...]]:
    """The bundles in one piece, or the notes about an invitation or acceptance in it; a warning comes first."""
    if is_pack(piece.data):
        return (), (say.data_pack(piece),)
    if not piece.data.startswith(b"{") or b'"k":"hdr"' in piece.data.partition(b"\n")[0]:
        return read_bundles(piece.data), ()
    from pbem.home.arriving import letters  # noqa: PLC0415  # people, codes, terms: a game has two such letters

    return letters.read(piece, home, identity)


# --- games whose logs are damaged -------------------------------------------------------------------------------------


Opener: TypeAlias = Callable[[GameFolder, Identity], Session]
"""Gives a game of the home: read from the disk, or the one that the caller holds in memory."""


@define
class Mender:
    """What one import mends; ``logs`` are the lines that came, in which the beginning of a game may stand."""

    identity: Identity
    opener: Opener
    logs: tuple[bytes, ...]
    store: bool
    _mended: dict[str, tuple[GameFolder, Note]] = field(factory=dict)

    def beginnings(self, games: Mapping[str, GameFolder]) -> Iterator[str]:
        """Damaged games (ids in hex) whose first lines have come, maybe without any turn file."""
        logs = [each for each in self.logs if each.startswith(_GENESIS)]
        if not logs:
            return
        from pbem.home import mending  # noqa: PLC0415  # a log is damaged once in a hundred games

        for gid in dict.fromkeys(map(mending.starts_of, logs)):
            if gid in games and mending.damage(games[gid]) is not None:
                yield gid

    def opened(self, folder: GameFolder) -> tuple[Session, tuple[Bundle, ...]]:
        """The session of a game; of a damaged one as far as it holds, and turn files of this home that may continue it.

        Raises as :func:`pbem.home.games.open_session` and :func:`pbem.home.mending.mended`.
        """
        try:
            return self.opener(folder, self.identity), ()
        except VerifyError:
            from pbem.home import mending  # noqa: PLC0415  # as above
            from pbem.home.turns import mending_notes as say  # noqa: PLC0415  # as above

            if (damage := mending.damage(folder)) is None:
                raise
        found = mending.mended(folder, self.identity, damage, self.logs, store=self.store)
        self._mended[folder.name] = folder, say.mended(folder, found)
        return found.session, joining.check(found.session.log, found.more, ()).sound

    def told(self, done: Mapping[str, Arrived]) -> Iterator[Note]:
        """What is said of each game that was mended, when everything has joined."""
        if not self._mended:
            return
        from pbem.home.turns import mending_notes as say  # noqa: PLC0415  # as above

        for name, (folder, note) in self._mended.items():
            yield note
            if name in done:
                yield say.after_mending(folder, done[name].session)


_GENESIS = b'{"data":'
"""How the first line of an invitation begins, and so a log."""
