"""Places that are looked at again and again: a Downloads folder, a Maildir. Only what is new or has changed is read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from pbem.bytes.errors import MailError
from pbem.bytes.records import define, field
from pbem.bytes.text import shown
from pbem.home.arriving.receiving import pieces_of
from pbem.home.turns.notes import Note, Piece
from pbem.mail import sources
from pbem.mail.extract import NO_TURN

_Mark: TypeAlias = tuple[int, int]


@define
class Watch:
    """The files of some places, each known by its size and time.

    What cannot be read may still be on its way: its note comes when a second look finds it unchanged.
    """

    places: tuple[Path, ...]
    _known: dict[Path, _Mark] = field(factory=dict, init=False)
    _doubtful: dict[Path, Note] = field(factory=dict, init=False)

    def look(self, *, patient: bool = True) -> tuple[tuple[Piece, ...], tuple[Note, ...]]:
        """The turns in what is new or has changed since the last look, and notes; ``patient`` holds notes back once.

        Raises MailError for a place that is not there.
        """
        pieces: list[Piece] = []
        notes: list[Note] = []
        for file in self._files():
            mark = _mark(file)
            if mark is None:
                continue
            if self._known.get(file) == mark:
                if (late := self._doubtful.pop(file, None)) is not None:
                    notes.append(late)
                continue
            self._known[file] = mark
            self._doubtful.pop(file, None)
            found, bad = _read(file)
            pieces += found
            if bad is not None and patient:
                self._doubtful[file] = bad
            elif bad is not None:
                notes.append(bad)
        return tuple(pieces), tuple(notes)

    def _files(self) -> Iterable[Path]:
        return dict.fromkeys(file for place in self.places for file in sources.files(place))


def _mark(file: Path) -> _Mark | None:
    try:
        found = file.stat()
    except OSError:
        return None  # moved by a mail program since it was listed; it is found under its new name
    return found.st_size, found.st_mtime_ns


def _read(file: Path) -> tuple[list[Piece], Note | None]:
    pieces: list[Piece] = []
    bad: Note | None = None
    try:
        for letter in sources.read(file):
            found, note = pieces_of(letter, shown(file))
            pieces += found
            if note is not None and note.code not in NO_TURN:
                bad = note
    except MailError:
        return pieces, bad  # gone between the list and the look
    return pieces, bad
