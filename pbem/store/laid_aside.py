"""A home that is made as a whole: filled beside its place, on the same disk, and moved there in one step."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pbem.bytes.errors import ConflictError, PbemError
from pbem.bytes.system_words import system_says
from pbem.store import atomic, machines
from pbem.store.home import LOCK, Home

_OURS = frozenset({LOCK, *machines.FILES})
_SHOWN = 5


def check_room(home: Home) -> None:
    """Raises ConflictError ``identity`` for a home that is somebody's, and ``not-empty`` where anything lies in its folder.

    A lock, a marker and what an interrupted write left count as nothing: pbem makes them before there is a home.
    """
    if home.identity() is not None:
        raise ConflictError.of(
            "identity",
            "{path} has an identity already.",
            path=home.path,
            hint="Restore into another folder: --home DIR",
        )
    names = sorted(each.name for each in home.path.iterdir()) if home.path.is_dir() else []
    strange = [name for name in names if name not in _OURS and not atomic.is_leftover(name)]
    if strange:
        raise ConflictError.of(
            "not-empty",
            "{path} is not empty: {names} would become part of the home.",
            path=home.path,
            names=", ".join([*strange[:_SHOWN], *(["..."] if strange[_SHOWN:] else [])]),
            hint="Move it away first, or restore into a folder that is new: --home DIR",
        )


@contextmanager
def filled(home: Home) -> Iterator[Home]:
    """A folder beside an empty home, to be filled as a home; without an error it takes the place of the empty one.

    Whatever stops it, the home is as before or whole. Raises what :func:`check_room` raises, and PbemError ``unwritable``.
    """
    with ExitStack() as held:
        held.enter_context(home.lock())
        check_room(home)
        place = home.path.resolve()
        beside = place.with_name(f"{_beginning(place)}{secrets.token_hex(6)}")
        if os.name != "nt":  # there two may stand here at once, see below
            _sweep(place)
        try:
            with _said(home.path):
                beside.mkdir(mode=0o700)
            yield Home(beside)
            atomic.flush_all(beside)
            if os.name == "nt":  # an open file keeps its folder in its place
                held.close()
            with _said(home.path):
                _exchange(beside, place)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _exchange(beside: Path, place: Path) -> None:
    """The folder beside in the place of an empty one. Between the two steps there is no home, and no half of one."""
    for name in [each.name for each in place.iterdir()]:
        if name in _OURS or atomic.is_leftover(name):
            shutil.rmtree(place / name) if (place / name).is_dir() else (place / name).unlink()
    place.rmdir()
    beside.rename(place)
    atomic.sync_folder(place.parent)


def _sweep(place: Path) -> None:
    """Remove what was laid aside and never put in its place. Hold the lock of the home: nobody fills one meanwhile."""
    for path in place.parent.iterdir():
        if path.name.startswith(_beginning(place)) and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)


def _beginning(place: Path) -> str:
    return f".{place.name}.restoring-"


@contextmanager
def _said(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PbemError.of(
            "unwritable",
            "A whole home cannot be put in the place of {path}: {what}.",
            path=path,
            what=system_says(error),
            hint="Restore into a new folder in one of yours: --home DIR",
        ) from error
