"""Files that a command writes for the player: whole or not at all, and over nothing without asking."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.cli import output, questions
from pbem.port.messages import Message
from pbem.store import atomic


def free(path: Path, what: str = "another file", hint: str = "Name another file.") -> None:
    """Ask before a file is written over that is ``what``. Raises UsageError ``file-there`` where nobody can be asked."""
    if not path.exists():
        return
    said = Message("{shown} is there already, and {what}.", shown=shown(path), what=what)
    if not output.can_ask():
        raise UsageError("file-there", said, hint=hint)
    questions.agreed(Message("{said} Write over it?", said=said), abort=True)


_ROOM = 1 << 20
ANOTHER = Message("Name another place.")
"""So many bytes are tried before something is signed: more than a turn's mail has."""


def writable(path: Path, hint: str) -> None:
    """Try whether a file of a turn's size can be written at ``path``, and leave nothing. Raises PbemError ``unwritable``."""
    folder = path.parent
    while not folder.exists() and path.parent.name == "new" and folder != folder.parent:
        folder = folder.parent  # a Maildir is made with all that is above it
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=folder) as trial:
            try:
                os.posix_fallocate(trial.fileno(), 0, _ROOM)  # takes the room without writing a megabyte
            except (AttributeError, OSError):  # not on every system and disk: then writing says it
                trial.write(bytes(_ROOM))
    except OSError as error:
        raise _unwritable(path, error, hint) from error


def write(path: Path, data: bytes, hint: str = ANOTHER) -> None:
    """Write a file whole or not at all. Raises PbemError ``unwritable``."""
    try:
        atomic.write_bytes(path, data, 0o644)
    except OSError as error:
        raise _unwritable(path, error, hint) from error


def _unwritable(path: Path, error: OSError, hint: str) -> PbemError:
    what = Message("{shown} cannot be written: {what}.", shown=shown(path), what=system_says(error))
    return PbemError("unwritable", what, hint=hint)
