"""Where the mail of a program that acts comes from and goes to: the servers of mail.toml, or Maildirs on this machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from pbem.bytes.errors import MailError, UsageError
from pbem.bytes.records import field, frozen
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.home.acting.interface import Came
from pbem.home.arriving.fetching import fetch
from pbem.home.arriving.receiving import Import, pieces_of, receive
from pbem.home.exchange.delivery import deliver as hand_over
from pbem.home.exchange.delivery import ready
from pbem.home.identity import Identity
from pbem.home.turns.notes import Note, Piece
from pbem.mail import maildir, sources
from pbem.mail.extract import NO_TURN
from pbem.mail.imap import Opener, opened
from pbem.mail.settings import MailSettings
from pbem.mail.smtp import Sender, send
from pbem.port.messages import Message
from pbem.store.home import Home


@frozen(kw_only=True)
class Servers:
    """The mailbox and the way out of mail.toml; ``mark``: the mails of turns that are stored are marked as read.

    ``opener`` and ``send`` may be given instead of the servers.
    """

    settings: MailSettings
    environ: Mapping[str, str] = field(repr=False)
    mark: bool = False
    opener: Opener = opened
    send: Sender = send

    @property
    def address(self) -> str:
        """Our own address."""
        return self.settings.address

    @property
    def local(self) -> bool:
        """No: the mails leave."""
        return False

    def fetch(self, home: Home, identity: Identity, now: datetime, *, read: frozenset[str]) -> Came:
        """See :class:`pbem.home.acting.interface.Post`."""
        del read  # a mailbox on a server has numbers, and how far it was read stands in the home
        done = fetch(
            home, identity, self.settings, self.environ, today=now.date(), mark=self.mark, opener=self.opener
        )
        return Came(found=done.found)

    def ready(self) -> None:
        """See :class:`pbem.home.acting.interface.Post`. Raises UsageError ``mail-settings`` too."""
        if self.settings.way not in ("pipe", "smtp"):
            raise UsageError.of(
                "mail-settings",
                "A program sends by smtp or pipe; mail.toml names neither.",
                hint="Type: pbem --home DIR setup mail --way smtp --smtp HOST --user NAME",
            )
        ready(self.settings, self.settings.way, self.environ)

    def deliver(self, mail: bytes) -> None:
        """See :class:`pbem.home.acting.interface.Post`."""
        hand_over(self.settings, self.settings.way, mail, self.environ, send=self.send, opener=self.opener)


@frozen(kw_only=True)
class Maildirs:
    """Folders of mail: those that are read, and those into which each mail is put."""

    address: str
    places: tuple[Path, ...]
    into: tuple[Path, ...] = ()

    @property
    def local(self) -> bool:
        """Yes: the mails are files."""
        return True

    def fetch(self, home: Home, identity: Identity, now: datetime, *, read: frozenset[str]) -> Came:
        """See :class:`pbem.home.acting.interface.Post`. Nothing is moved or marked."""
        del now
        names: list[str] = []
        pieces: list[Piece] = []
        notes: list[Note] = []
        for place in self.places:
            for file in sources.files(place):
                name = _mark(file)
                if name in read:
                    continue
                names.append(name)
                found, bad = _pieces(file)
                pieces += found
                notes += bad
        came = receive(home, identity, pieces)
        return Came(
            found=Import(notes=(*notes, *came.notes), games=came.games, stopped=came.stopped),
            # What could not be taken in is read again.
            read=() if came.stopped else tuple(names),
        )

    def ready(self) -> None:
        """See :class:`pbem.home.acting.interface.Post`."""
        if not self.into:
            raise MailError.of(
                "no-maildir", "There is no Maildir to deliver into.", hint="Name one: --maildir DIR"
            )

    def deliver(self, mail: bytes) -> None:
        """See :class:`pbem.home.acting.interface.Post`. The same mail gets the same name, and is there once."""
        self.ready()
        for place in self.into:
            try:
                maildir.deliver(place, mail, f"{sha256(mail).hexdigest()[:24]}.eml")
            except OSError as error:
                what = Message("{shown} takes no mail: {what}.", shown=shown(place), what=system_says(error))
                raise MailError("maildir", what) from error


def _mark(file: Path) -> str:
    """What a file that was read is known by: in a Maildir, where it comes whole, its name; elsewhere its size and time, too,
    for it may have been read before it was saved to its end, or a better one has taken its place."""
    mark = os.fsencode(file.name.partition(":2,")[0])
    if file.parent.name not in ("cur", "new"):
        with suppress(OSError):
            found = file.stat()
            mark += b"\0%d %d" % (found.st_size, found.st_mtime_ns)
    return sha256(mark).hexdigest()[:24]


def _pieces(file: Path) -> tuple[list[Piece], list[Note]]:
    pieces: list[Piece] = []
    notes: list[Note] = []
    try:
        for letter in sources.read(file):
            found, note = pieces_of(letter, shown(file))
            pieces += found
            if note is not None and note.code not in NO_TURN:
                notes.append(note)
    except MailError:
        return pieces, notes  # moved by a mail program since it was listed
    return pieces, notes
