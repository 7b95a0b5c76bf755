"""Taking in a paper: read for this home, kept with its game, and the turn files in it joined to that game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.bytes.errors import PbemError
from pbem.bytes.records import frozen
from pbem.home.kept_papers import keeping
from pbem.home.kept_papers.kept import Kept
from pbem.home.kept_papers.reading import Reading, log_of
from pbem.home.papers import reader
from pbem.home.turns.notes import Note, Piece
from pbem.home.viewing import logs as looking
from pbem.log import Bundle
from pbem.port.messages import Message, Series
from pbem.store.game import GameFolder
from pbem.store.home import Home

Join = Callable[[GameFolder, tuple[Bundle, ...]], bool]
"""Joins turn files to a game; whether that could be done."""


@frozen(kw_only=True)
class Taken:
    """A paper that was read: what is said of it, and whether it is kept here."""

    reading: Reading
    note: Note
    kept: bool = False


def take(home: Home, piece: Piece, join: Join, *, store: bool) -> Taken:
    """Read a paper, join the turn files that it brings, and keep it; ``store=False`` leaves the disk alone."""
    ref = piece.path or "FILE"
    read = reader.read(piece.data, home, ref)
    folder = _folder(home, read)
    if folder is None or not read.holds:
        return Taken(reading=read, note=note(piece.where, read))
    new = _new(folder, read)
    joined = bool(new) and join(folder, new)
    found = keeping.keep(folder, piece.data) if store else None
    if joined or found is not None:
        ref = found.digits if found is not None else ref
        lines = (
            found.lines if found is not None else piece.data
        )  # a copy with more signatures was here before
        if joined or ref not in read.next or lines != piece.data:
            read = reader.read(lines, home, ref)
    return Taken(reading=read, note=note(piece.where, read, found), kept=found is not None)


def keep(home: Home, file: Path, read: Reading) -> None:
    """Keep the paper in a file, which was read, with its game."""
    folder = _folder(home, read)
    if folder is not None and read.holds:
        with home.lock():
            keeping.keep(folder, looking.lines_of(file))


def note(where: str, read: Reading, kept: Kept | None = None) -> Note:
    """What an import says of a paper: what it is, who has signed it, what it means, and what comes next."""
    stays = Message(" It is kept as {digits}.", digits=kept.digits) if kept is not None else ""
    return Note(
        kind="paper",
        text=Series((where, ": ", Series(read.lines, " "), stays), ""),
        hint=read.step,
        code=read.finding.code,
        exit_code=read.exit_code,
    )


def _folder(home: Home, read: Reading) -> GameFolder | None:
    try:
        return home.game(read.gid) if read.here else None
    except PbemError:
        return None


def _new(folder: GameFolder, read: Reading) -> tuple[Bundle, ...]:
    """The turn files in a paper that are not in the log here."""
    log = log_of(folder)
    known = {each.hash() for each in log.bundles} if log is not None else set()
    return tuple({each.hash(): each for each in read.bundles if each.hash() not in known}.values())
