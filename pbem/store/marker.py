"""Whether a folder is where it was made, or a copy: ``cp -r``, a synchronised folder, a backup put back.

``here`` is a file that is made once and never written again; ``here.json`` says which number the file system gave it
(its inode), and when it was last touched there (its change time, which no program sets). A copy of the folder has others,
and so has a folder into which an old copy was written back. Moving the folder within a file system keeps both; onto another
disk it is a copy like any other, because nobody can tell the two apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from pbem.bytes.canon import parse_json
from pbem.store import atomic

FILES = _FILE, _NUMBER, _CAUGHT_UP = "here", "here.json", "caught-up.json"
_LIMIT = 64 * 1024


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
    return number is not None and number == _read(home / _NUMBER)[0]


def catch_up(home: Path, games: Iterable[str]) -> None:
    """Note the games for which mails were imported into a copy."""
    put(home, fits=fits(home))
    _write(home / _CAUGHT_UP, _number(home), sorted({*caught_up(home), *games}))


def caught_up(home: Path) -> frozenset[str]:
    """The games for which mails were imported into this very copy."""
    number, names = _read(home / _CAUGHT_UP)
    return frozenset(names) if number is not None and number == _number(home) else frozenset()


_Number: TypeAlias = tuple[int, int]


def _number(home: Path) -> _Number | None:
    try:
        found = (home / _FILE).stat()
    except OSError:
        return None
    return found.st_ino, found.st_ctime_ns


def _write(path: Path, number: _Number | None, games: Iterable[str] = ()) -> None:
    value = {"games": list(games), "here": list(number or ())}
    atomic.write_bytes(path, json.dumps(value).encode() + b"\n")


def _read(path: Path) -> tuple[_Number | None, tuple[str, ...]]:
    data = atomic.read_bytes(path, _LIMIT)
    try:
        value = parse_json(data or b"{}")
    except ValueError:
        return None, ()
    match value:
        case {"here": [int(inode), int(touched)], "games": list(games)}:
            return (inode, touched), tuple(map(str, games))
    return None, ()
