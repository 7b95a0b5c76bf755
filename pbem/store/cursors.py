"""How far each folder of a mailbox has been read: ``mailbox.json`` in the home.

Losing it costs reading the folder once more, and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import CONFUSED
from pbem.bytes.records import frozen
from pbem.store import atomic

_FILE = "mailbox.json"
_LIMIT = 256 * 1024
_MAX_FOLDERS = 200
MAX_HELD = 100
"""So many mails of a folder are read again; of more the oldest are, and the others come with the whole log."""


@frozen(kw_only=True)
class Cursor:
    """The number of the last mail that was read, and the UIDVALIDITY under which it means that mail.

    ``held`` are numbers up to it that are read again: their game could not be opened.
    """

    validity: int
    uid: int
    held: tuple[int, ...] = ()


def read_cursors(home: Path) -> dict[str, Cursor]:
    """By ``user@host/folder``; empty when there are none, or when the file is damaged."""
    try:
        value = cast("dict[str, list[int]]", parse_json(atomic.read_bytes(home / _FILE, _LIMIT) or b"{}"))
        return {
            str(name): Cursor(
                validity=int(row[0]), uid=int(row[1]), held=tuple(map(int, row[2 : 2 + MAX_HELD]))
            )
            for name, row in value.items()
        }
    except (OSError, *CONFUSED):
        return {}


def write_cursors(home: Path, cursors: dict[str, Cursor]) -> None:
    """Store them. Hold the lock of the home."""
    kept = dict(sorted(cursors.items())[:_MAX_FOLDERS])
    value = {name: [cursor.validity, cursor.uid, *cursor.held[:MAX_HELD]] for name, cursor in kept.items()}
    atomic.write_bytes(home / _FILE, json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n")
