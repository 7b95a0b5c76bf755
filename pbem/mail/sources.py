"""Where mail lies: a file, a folder, an mbox, a Maildir, standard input. Nothing here writes, marks or locks.

A letter that cannot be read is passed on with its problem, so that one bad mail does not hide the others.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from pbem.bytes.container import MAGIC
from pbem.bytes.errors import MailError, NoFileError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.text import shown
from pbem.mail.extract import Found, turns_in
from pbem.mail.limits import MAX_MAIL
from pbem.port.messages import Message

MAX_FILES = 10_000
MAX_DEPTH = 4
"""So many folders within folders are gone into."""
_MAX_FOLDERS = 2_000
# After a blank line what mail programs write is believed; elsewhere only an address and a date in full.
_FROM = re.compile(rb"From (?:\s*|.*\d\d?:\d\d.*)\r?\n?")
_FROM_DATED = re.compile(
    rb"From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d\d? \d\d:\d\d:\d\d .{0,12}\d{4}.{0,12}\r?\n?"
)
# The head of a mail: header lines and their continuations, of bounded length.
_HEAD = re.compile(rb"(?:[!-9;-~]{1,80}:[^\n]{0,16384}\n(?:[ \t][^\n]{0,16384}\n){0,200}){1,500}")
_ID = re.compile(rb"(?im)^message-id:\s{0,8}(<[!-;=?-~]{1,180}@[!-;=?-~]{1,180}>)")
_SUFFIXES = frozenset({
    ".pbem", ".eml", ".emlx", ".txt", ".asc", ".rtf", ".mbox", ".mbx", ".msg", ".html", ".htm", ".mht", ".p7m",
})  # fmt: skip
_FIRST_BYTES = (MAGIC, b"PK\x03\x04", b"\x1f\x8b", b"From ")
"""How turn files, zips, gzips and mailboxes begin, whatever they are called."""
_OF_MAILDIR = ("cur", "new", "tmp")
_PARTIAL = frozenset({".part", ".crdownload", ".download", ".tmp"})


@frozen(kw_only=True)
class Letter:
    """One mail, turn file or text as it lies there; ``where`` is for people."""

    data: bytes = field(repr=False)
    where: str
    path: str = ""
    """The file in which it lies, "" for none."""
    problem: MailError | None = None

    @property
    def mail_id(self) -> str:
        """The Message-ID it came with, or "": a hint for threading, and never trusted for anything else."""
        head = _HEAD.match(self.data)
        found = _ID.search(head[0]) if head is not None else None
        return found[1].decode("ascii") if found is not None else ""

    def turns(self) -> tuple[Found, ...]:
        """The turns in it (:func:`pbem.mail.extract.turns_in`).

        Raises the problem when it could not be read.
        """
        if self.problem is not None:
            raise self.problem
        return turns_in(self.data)


def read(path: Path | str, *, stdin: BinaryIO | None = None) -> Iterator[Letter]:
    """The letters at ``path``, in a fixed order.

    A folder with ``cur`` and ``new`` is a Maildir: both, by file name. Of any folder the files whose first bytes or
    suffix fit are read, by name, then those of the folders in it (:data:`MAX_DEPTH` deep), without what is hidden or a
    link to a folder. A file that begins with a ``From`` line is an mbox. ``-`` is one letter, or an mbox, from ``stdin``.

    MailError: no-such-file, unreadable, too-many-files, no-stdin; the same stand in a letter's ``problem``
    inside a folder.
    """
    if str(path) == "-":
        if stdin is None:
            raise MailError.of("no-stdin", "There is no standard input to read from.")
        yield from letters(stdin, Message("standard input"))
        return
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        raise NoFileError.of(
            "no-such-file", "There is no file or folder {shown}.", shown=shown(path)
        ) from None
    if stat.S_ISDIR(mode):
        yield from _folder(path)
    elif stat.S_ISREG(mode):
        yield from _file(path)
    else:
        raise MailError.of("unreadable", "{shown} is neither a file nor a folder.", shown=shown(path))


def files(path: Path, *, deep: bool = False) -> list[Path]:
    """The files of mail in a folder or Maildir, in the order in which :func:`read` takes them; a file is its own list.
    ``deep``: with those of the folders in it.

    MailError ``no-such-file``, ``unreadable`` or ``too-many-files``.
    """
    try:
        if not path.exists():
            raise NoFileError.of("no-such-file", "There is no file or folder {shown}.", shown=shown(path))
        if not path.is_dir():
            return [path]
        chosen = [file for folder in _folders(path, deep=deep) for file in _chosen(folder)]
    except (OSError, ValueError):
        raise MailError.of("unreadable", "{shown} cannot be read.", shown=shown(path)) from None
    if len(chosen) > MAX_FILES:
        raise MailError.of(
            "too-many-files",
            "{shown} holds more than {max_files} files of mail.",
            shown=shown(path),
            max_files=MAX_FILES,
        )
    return chosen


def passed_over(path: Path) -> tuple[Path, ...]:
    """The files in a folder that :func:`read` leaves out, and the folders that lie too deep, hidden ones aside; none for a
    file.

    MailError as for :func:`files`.
    """
    if not path.is_dir():
        return ()
    taken, inside = set(files(path, deep=True)), _folders(path, deep=True)
    left = [file for folder in inside for file in _files(folder) if file not in taken]
    gone_into = {path, *inside}
    return (*left, *(each for folder in inside for each in _inner(folder) if each not in gone_into))


def _folders(path: Path, *, deep: bool) -> list[Path]:
    """A folder and, ``deep``, the folders in it, each behind the one it lies in."""
    found = level = [path]
    for _ in range(MAX_DEPTH if deep else 0):
        level = [inner for folder in level for inner in _inner(folder)][: _MAX_FOLDERS - len(found)]
        found = [*found, *level]
    return found


def _inner(folder: Path) -> list[Path]:
    """The folders in a folder, without those of a Maildir itself; links might lead round in a circle."""
    own = _OF_MAILDIR if _is_maildir(folder) else ()
    try:
        return sorted(
            each
            for each in folder.iterdir()
            if not each.name.startswith(".")
            and each.name not in own
            and each.is_dir()
            and not each.is_symlink()
        )
    except OSError:
        return []


def _is_maildir(folder: Path) -> bool:
    return (folder / "cur").is_dir() and (folder / "new").is_dir()


def _chosen(folder: Path) -> list[Path]:
    """The files of mail that lie in a folder or Maildir itself."""
    chosen = [file for file in _files(folder) if _is_candidate(file)]
    if not _is_maildir(folder):
        return chosen
    found = [file for part in ("cur", "new") for file in _files(folder / part)]
    return [*sorted(found, key=lambda file: (file.name.partition(":2,")[0], file.name)), *chosen]


def _folder(path: Path) -> Iterator[Letter]:
    for file in files(path, deep=True):
        try:
            yield from _file(file)
        except MailError as problem:
            yield Letter(data=b"", where=shown(file), path=str(file), problem=problem)


def _files(folder: Path) -> list[Path]:
    """Regular files, not hidden; a pipe in the folder would make a reader wait for ever."""
    return sorted(file for file in folder.iterdir() if not file.name.startswith(".") and file.is_file())


def _is_candidate(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix in _SUFFIXES or suffix in _PARTIAL:
        return suffix in _SUFFIXES
    try:
        with file.open("rb") as stream:
            return stream.read(len(MAGIC)).startswith(_FIRST_BYTES)
    except OSError:
        return False


def _file(path: Path) -> Iterator[Letter]:
    try:
        with path.open("rb") as stream:
            yield from (evolve(each, path=str(path)) for each in letters(stream, shown(path)))
    except OSError:
        raise MailError.of("unreadable", "{shown} cannot be read.", shown=shown(path)) from None


def letters(stream: IO[bytes], where: str) -> Iterator[Letter]:
    """The mails of an mbox, or the one letter that a stream is."""
    first = stream.readline(MAX_MAIL + 1)
    if _FROM.fullmatch(first):
        yield from _mbox(stream, where)
    else:
        yield _letter([first, stream.read(max(0, MAX_MAIL + 1 - len(first)))], where)


def _mbox(stream: IO[bytes], where: str) -> Iterator[Letter]:
    """The letters of an mbox whose first ``From`` line has been read. Only one letter is held at a time."""
    number, size = 1, 0
    lines: list[bytes] = []
    after_blank, at_start = False, True
    while line := stream.readline(64 * 1024):
        if at_start and (_FROM if after_blank else _FROM_DATED).fullmatch(line):
            yield _letter(lines, Message("{where}, mail {number}", where=where, number=number), size)
            number, size, lines, after_blank = number + 1, 0, [], False
            continue
        after_blank = at_start and line in (b"\n", b"\r\n")
        at_start = line.endswith(b"\n")
        size += len(line)
        if size <= MAX_MAIL:
            lines.append(line)
    yield _letter(lines, Message("{where}, mail {number}", where=where, number=number), size)


def _letter(pieces: list[bytes], where: str, size: int = 0) -> Letter:
    data = b"".join(pieces)
    if max(size, len(data)) > MAX_MAIL:
        problem = MailError.of(
            "mail-too-big",
            "{where} has more than {most} MB.",
            where=where,
            most=MAX_MAIL // 1024 // 1024,
            hint="Save the turn file from your mail program and import that file by itself.",
        )
        return Letter(data=b"", where=where, problem=problem)
    return Letter(data=data, where=where)
