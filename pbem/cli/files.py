"""Files that a command writes for the player: whole or not at all, and over nothing without asking."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import PbemError, UsageError
from pbem.cli import output, questions
from pbem.home.games import shown
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


def write(path: Path, data: bytes, hint: str = "Name another place.") -> None:
    """Write a file whole or not at all. Raises PbemError ``unwritable``."""
    try:
        atomic.write_bytes(path, data, 0o644)
    except OSError as error:
        raise PbemError(
            "unwritable",
            Message("{shown} cannot be written: {what}.", shown=shown(path), what=error.strerror or error),
            hint=hint,
        ) from error
