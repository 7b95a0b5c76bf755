"""Whether a folder is where it was made, or a copy: ``cp -r``, a synchronised folder, a backup put back.

``here`` is a file that is made once and never written again; ``here.json`` says which number the file system gave it
(its inode). A copy of the folder has another one. Moving the folder within a file system keeps it; onto another disk it is
a copy like any other, because nobody can tell the two apart.
"""

from __future__ import annotations

import json
from pathlib import Path

from pbem.canon import parse_json
from pbem.store import atomic

_FILE, _NUMBER, _CAUGHT_UP = "here", "here.json", "caught-up.json"
_LIMIT = 4096


def put(home: Path, *, fits: bool = True) -> None:
    """Mark this folder as the one that was made; ``fits=False``: as a copy."""
    if not (home / _FILE).exists():
        atomic.write_bytes(home / _FILE, b"")
    if fits:
        _write(home / _NUMBER, _number(home))
        atomic.remove(home / _CAUGHT_UP)
    else:
        atomic.remove(home / _NUMBER)


def fits(home: Path) -> bool:
    """Whether the folder is where it was made."""
    number = _number(home)
    return number is not None and number == _read(home / _NUMBER)


def catch_up(home: Path) -> None:
    """Mark a copy as one into which mails were imported."""
    put(home, fits=fits(home))
    _write(home / _CAUGHT_UP, _number(home))


def caught_up(home: Path) -> bool:
    """Whether mails were imported into this very copy."""
    number = _number(home)
    return number is not None and number == _read(home / _CAUGHT_UP)


def _number(home: Path) -> int | None:
    try:
        return (home / _FILE).stat().st_ino
    except OSError:
        return None


def _write(path: Path, number: int | None) -> None:
    atomic.write_bytes(path, json.dumps({"inode": number}).encode() + b"\n")


def _read(path: Path) -> object:
    data = atomic.read_bytes(path, _LIMIT)
    try:
        value = parse_json(data or b"{}")
    except ValueError:
        return None
    return value.get("inode") if isinstance(value, dict) else None
