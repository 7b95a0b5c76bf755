"""Turns out of a mailbox on a server: stored first, marked as read after that, and everything else left as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta

from pbem.bytes import container
from pbem.bytes.errors import FormatError, UsageError
from pbem.bytes.records import define, field, frozen
from pbem.home.arriving.receiving import Import, pieces_of, receive
from pbem.home.exchange.joining import Arrived
from pbem.home.games import begun
from pbem.home.identity import Identity
from pbem.home.turns.notes import Note, Piece
from pbem.log import Bundle, read_bundles, scan_log
from pbem.mail.extract import NO_TURN
from pbem.mail.imap import Box, Opener, opened
from pbem.mail.password import password
from pbem.mail.settings import MailSettings
from pbem.mail.sources import Letter
from pbem.papers.kinds import is_any
from pbem.port.messages import Message, counted
from pbem.store import atomic, machines
from pbem.store.cursors import Cursor, read_cursors, write_cursors
from pbem.store.game import content_hash
from pbem.store.home import Home

DAYS = 60
"""How far back a folder is read for the first time."""

_ARRIVED = "arrived"
_MAX_ARRIVED = 64
_ROUND_MAILS = 200
_ROUND_BYTES = 16 * 1024 * 1024
_GENESIS = b'{"data":'  # keys ascend on every line of a log, and an invitation stands first


@frozen(kw_only=True)
class Fetched:
    """What came of reading a mailbox: what an import says, and how many mails were looked at."""

    found: Import
    mails: int = 0


def fetch(
    home: Home,
    identity: Identity,
    settings: MailSettings,
    environ: Mapping[str, str],
    *,
    today: date,
    everything: bool = False,
    mark: bool = True,
    opener: Opener | None = None,
) -> Fetched:
    """Read what is new in the folders of mail.toml, store the turns in it, then mark their mails as read.

    Nothing is answered. ``everything`` reads the folders from their first mail; without ``mark`` no mail is marked.
    ``opener`` opens another mailbox than the server's.
    Raises MailError for the server, and UsageError ``mail-settings`` when there is none in mail.toml.
    """
    if settings.imap is None:
        raise UsageError.of(
            "mail-settings",
            "There is no mailbox in mail.toml to read.",
            hint="Type: pbem setup mail --address YOU@... --imap HOST --user NAME",
        )
    server = settings.imap
    total = _Total()
    with (opener or opened)(server, password(settings, server, environ)) as box:
        # A home that is put back needs what this player sent, too, and one on several machines what left from another.
        sent = (settings.sent,) if settings.sent and (everything or machines.several(home.path)) else ()
        for folder in dict.fromkeys((*settings.folders, *sent)):
            name = f"{server.account}/{folder}"
            validity = box.select(folder, writing=mark)
            cursor = read_cursors(home.path).get(name)
            known, held = (
                (0, ()) if cursor is None or cursor.validity != validity else (cursor.uid, cursor.held)
            )
            after = 0 if everything else known
            since = None if everything or known else today - timedelta(days=DAYS)
            waiting = set(held)
            uids = dict.fromkeys((*held, *box.uids(after=after, since=since)))
            for group in _groups(box, tuple(sorted(uids))):
                waiting -= {uid for uid, _ in group}
                waiting |= _take(home, identity, box if mark else None, group, total)
                known = max(known, group[-1][0])
                _advance(home, name, Cursor(validity=validity, uid=known, held=tuple(sorted(waiting))))
    if total.refused:
        total.notes.append(_no_room(home, total.refused))
    return total.fetched()


def fetch_before_signing(
    home: Home,
    identity: Identity,
    settings: MailSettings,
    environ: Mapping[str, str],
    *,
    today: date,
    opener: Opener | None = None,
) -> Import | None:
    """What the mailbox and the folder of sent mails bring before a turn is signed, or leaves once more, where the home lies
    on several machines: another may have sent one. None where nothing is to be read. Raises MailError.
    """
    if settings.imap is None or not machines.several(home.path):
        return None
    return fetch(home, identity, settings, environ, today=today, opener=opener).found


@define
class _Total:
    notes: list[Note] = field(factory=list)
    games: dict[str, Arrived] = field(factory=dict)
    stopped: list[str] = field(factory=list)
    refused: list[str] = field(factory=list)
    mails: int = 0

    def add(self, found: Import) -> None:
        self.notes += found.notes
        self.stopped += found.stopped
        for name, each in found.games.items():
            before = self.games.get(name)
            self.games[name] = each if before is None else before.then(each)

    def fetched(self) -> Fetched:
        found = Import(notes=tuple(dict.fromkeys(self.notes)), games=self.games, stopped=tuple(self.stopped))
        return Fetched(found=found, mails=self.mails)


def _groups(box: Box, uids: tuple[int, ...]) -> Iterator[list[tuple[int, Letter | None]]]:
    """Mails in groups of bounded size; None for one that is too large to hold a turn."""
    group: list[tuple[int, Letter | None]] = []
    size = 0
    for item in box.read(uids):
        letter = None
        if item.data is not None:
            letter = Letter(data=item.data, where=f"mail {item.uid}")
            size += len(item.data)
        group.append((item.uid, letter))
        if len(group) >= _ROUND_MAILS or size >= _ROUND_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _take(
    home: Home, identity: Identity, box: Box | None, group: list[tuple[int, Letter | None]], total: _Total
) -> set[int]:
    """Store the turns of a group and mark their mails (None: mark none).

    Gives the numbers of those that have to be read again: their game cannot be opened.
    """
    pieces: list[tuple[int, Piece]] = []
    for uid, letter in group:
        total.mails += 1
        if letter is None:
            continue
        found, note = pieces_of(letter, letter.where)
        if note is not None and note.code not in NO_TURN:
            total.notes.append(note)
        kept = [piece for each in found if (piece := _kept(home, each)) is not None]
        total.refused += [letter.where] * (len(found) - len(kept))
        pieces += [(uid, each) for each in kept]
    if not pieces:
        return set()
    came = receive(home, identity, (piece for _, piece in pieces))
    total.add(came)
    seen = {folder.name: folder.seen() for folder in begun(home)}
    done: set[int] = set()
    held: set[int] = set()
    for uid, piece in pieces:
        if content_hash(piece.data) in came.kept:
            done.add(uid)
        for bundle in bundles_in(piece):
            key, game = content_hash(bundle.encode()), bundle.header.gid.hex()[:16]
            if key in seen.get(game, ()):
                done.add(uid)
            elif game in came.stopped:
                held.add(uid)
    if box is not None:
        box.mark_seen(sorted(done - held))
    return held


def _advance(home: Home, name: str, cursor: Cursor) -> None:
    with home.lock():
        cursors = read_cursors(home.path)
        if cursors.get(name) != cursor:
            write_cursors(home.path, {**cursors, name: cursor})


def bundles_in(piece: Piece) -> Iterable[Bundle]:
    """The bundles in what was found in a mail; none when it is damaged."""
    try:
        if piece.data.startswith(_GENESIS):
            log, _ = scan_log(piece.data)
            return log.bundles if log is not None else ()
        return read_bundles(piece.data)
    except FormatError:
        return ()


def _kept(home: Home, piece: Piece) -> Piece | None:
    """What the next command reads (a first mail, a paper, a data pack) is kept as a file that the piece names.

    None where so many wait already that there is no room: nobody's mail takes the place of another's.
    """
    if not piece.data.startswith(_GENESIS) and not is_any(piece.data):
        return piece
    with home.lock():
        place = home.path / _ARRIVED
        atomic.make_folder(place)
        path = place / f"{content_hash(piece.data)[:16]}.pbem"
        if not path.exists():
            if sum(not atomic.is_leftover(each.name) for each in place.iterdir()) >= _MAX_ARRIVED:
                return None
            atomic.write_bytes(path, container.pack(piece.data))
    return Piece(data=piece.data, where=piece.where, path=str(path), mail_id=piece.mail_id)


def _no_room(home: Home, refused: list[str]) -> Note:
    return Note(
        kind="refused",
        code="arrived-full",
        text=counted(
            len(refused),
            "{where} was not taken in: {most} invitations, answers, papers and packs of others wait already.",
            "{n} mails, {where} and others, were not taken in: {most} invitations, answers, papers and packs of others wait "
            "already.",
            where=refused[0],
            most=_MAX_ARRIVED,
        ),
        hint=Message(
            "Remove those in {folder} that you do not want, then read the mailbox again: pbem import --all",
            folder=home.path / _ARRIVED,
        ),
    )
