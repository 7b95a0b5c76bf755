"""A backup from outside: told by how it begins, and whose it is, without opening it."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.bytes.errors import KeyFileError, newer
from pbem.bytes.paths import typed
from pbem.home.identity import Card, card_of
from pbem.papers.paper import Finding
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.view.markup import clean

MAGIC = b"pbem-backup-1\n"
_ANY = b"pbem-backup-"
_NEWER = re.compile(rb"pbem-backup-([2-9]|[1-9][0-9]{1,3})\n")
MAX = 64 * 1024 * 1024
MAX_FILE = 64 * 1024


def finding(path: Path) -> Finding | None:
    """What a person is told that a file is, if it begins as a backup; None for any other. Nothing is opened."""
    try:
        with atomic.regular(path) as file:
            start = file.read(len(MAGIC))
            data = start + file.read(MAX + 1 - len(start)) if start.startswith(_ANY) else b""
    except OSError:
        return None
    if not data:
        return None
    try:
        name = clean(card_in(data).name, 64)
    except KeyFileError as error:
        said: tuple[str, ...] = (
            error.message,
            error.hint or Message("It was damaged on its way, or cut off: look for another copy."),
        )
        return Finding(paper="backup", proved=False, game="", lines=said, code=error.code)
    said = (
        Message(
            "It is the backup of a home of {name}: key, games and secrets, locked with its password.",
            name=name,
        ),
        Message("What is in it is checked when it is put back."),
        Message("Next: pbem --home DIR backup restore {file}", file=typed(path)),
    )
    return Finding(paper="backup", proved=False, game="", lines=said, code="locked")


def card_in(data: bytes) -> Card:
    """Whose backup it is, without opening it. KeyFileError ``backup``."""
    return taken_apart(data)[1]


def taken_apart(data: bytes) -> tuple[bytes, Card, bytes, bytes]:
    """The open lines of a backup, whose it is, their locked key, and what is sealed. KeyFileError ``backup``."""
    if (later := _NEWER.match(data)) is not None:
        raise KeyFileError("version", newer(int(later[1])).message, hint=newer(int(later[1])).hint)
    end = data.find(b"\n\n")
    if not data.startswith(MAGIC) or not 0 < end < MAX_FILE or len(data) > MAX:
        raise KeyFileError.of(
            "backup",
            "This file is not a backup that pbem wrote.",
            hint="Name the file that `pbem backup FILE` wrote.",
        )
    locked = data[len(MAGIC) : end + 1]
    return data[: end + 2], card_of(locked, "the backup"), locked, data[end + 2 :]
