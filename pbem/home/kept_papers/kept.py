"""Papers are kept with their game, under names of our own, and found again by a few digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.store.game import GameFolder
from pbem.store.home import Home

P = TypeVar("P")
_SHOWN = 8
_DIGITS = re.compile(r"[0-9a-f]{6,64}")
_SERIAL = 8


@frozen(kw_only=True)
class Kept:
    """A paper that is kept: ``digits`` name it in commands, ``lines`` are unpacked, ``path`` is where it lies."""

    name: str
    lines: bytes
    path: Path

    @property
    def digits(self) -> str:
        """The digits that name it in commands."""
        return self.name[_SERIAL : _SERIAL + _SHOWN]


def kept(folder: GameFolder) -> tuple[Kept, ...]:
    """The papers of a game in the order in which they came; one that is damaged on the disk is passed over."""
    found = []
    for name, data in folder.papers():
        try:
            lines = container.unpack(data)
        except PbemError:
            continue
        found.append(Kept(name=name, lines=lines, path=folder.path / "papers" / f"{name}.pbem"))
    return tuple(found)


def of(folder: GameFolder, kind: str, read: Callable[[bytes], P]) -> Iterator[tuple[Kept, P]]:
    """The papers of one kind that are kept with a game, in that order; one that cannot be read is passed over."""
    for each in kept(folder):
        if each.lines.startswith(b'{"a":"%s"' % kind.encode()):
            try:
                yield each, read(each.lines)
            except PbemError:
                continue


def named(folder: GameFolder | None, given: Path) -> Path:
    """The file that somebody named: a file, or a paper kept with the game by its digits.

    Raises UsageError ``which-paper`` for digits that several begin with.
    """
    if folder is None or given.exists() or not _DIGITS.fullmatch(str(given)):
        return given
    found = [each for each in kept(folder) if each.name[_SERIAL:].startswith(str(given))]
    if len(found) > 1:
        raise UsageError.of(
            "which-paper", "Several papers begin with {given}.", given=given, hint="Give more of its digits."
        )
    return found[0].path if found else given


def anywhere(home: Home, given: Path) -> Path:
    """The same among the papers of every game of a home."""
    for folder in home.games() if home.path.is_dir() else ():
        place = named(folder, given)
        if place != given:
            return place
    return given
