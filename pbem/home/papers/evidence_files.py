"""The files of evidence: turn files beside a log and in what somebody names, and papers kept in a home."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.bytes.text import shown
from pbem.home.viewing import logs as looking
from pbem.log import Bundle, Log, read_bundles, scan_log
from pbem.store.atomic import make_folder, write_bytes
from pbem.store.game import GameFolder
from pbem.store.home import Home

_NAMES = 100
"""Papers of one name that a home keeps: games of which two versions of the same turn file came."""


def beside(folder: GameFolder) -> list[Bundle]:
    """Every turn file beside the log: refused, clashing, given up, waiting."""
    data = (*(kept.data for kept in folder.refused()), *folder.parked())
    return [bundle for one in data for bundle in read_bundles(one)]


def turn_files_in(path: Path) -> tuple[Log | None, tuple[Bundle, ...]]:
    """The log in a file, None for turn files alone, and the turn files in it.

    Raises FormatError, MailError and VerifyError.
    """
    lines = looking.lines_of(path)
    if lines.startswith(b'{"by":'):
        return None, read_bundles(lines)
    log, error = scan_log(lines)
    if log is None or log.accept is None:
        raise error or VerifyError.of("incomplete", "{name} is not a game that has begun.", name=path.name)
    return log, log.bundles


def keep(home: Home, called: tuple[str, str], lines: bytes, same: Callable[[bytes], bool]) -> Path:
    """A paper in the folder ``evidence`` of a home, unless the ``same`` is there; where it is.

    ``called``: the name, and what is added to it when another game has a paper of that name.
    """
    name, more = called
    with home.lock():
        make_folder(home.evidence)
        for ending in ("", f"-{more}", *(f"-{more}-{number}" for number in range(2, _NAMES))):
            path = home.evidence / f"{name}{ending}.pbem"
            if not path.exists():
                write_bytes(path, container.pack(lines), mode=0o644)
                return path
            if _holds(path, same):
                return path
    raise UsageError.of(
        "too-many-papers",
        "There are {n} papers of one name in {folder}.",
        n=_NAMES,
        folder=shown(home.evidence),
        hint="Put some of them elsewhere.",
    )


def _holds(path: Path, same: Callable[[bytes], bool]) -> bool:
    """Whether the file is a paper that is the same; what cannot be read is not."""
    try:
        return same(container.unpack(path.read_bytes()))
    except (PbemError, OSError):
        return False
