"""The data packs of a home: found here for a log. Installed, as forms, and as a template: in the modules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.bytes import canon
from pbem.bytes.errors import DataError, FormatError, UsageError
from pbem.games import editions
from pbem.games.packs.pack import Pack
from pbem.games.registry import Finder
from pbem.store.home import Home

_HEX = 64


def finder(home: Home | None, named: Path | Pack | None = None) -> Finder:
    """Finds versions of a game on their own data, on the pack that was ``named``, or on any pack of the home."""

    def packs(digest: str) -> Iterator[Path | Pack]:
        if named is not None:
            yield named
        if home is None:
            return
        # One under that digest comes first; any other may make this data with another version of the game.
        try:
            found = home.pack(digest)
        except UsageError:
            found = None
        if found is not None:
            yield found
        from pbem.games.packs.reading import read_pack  # noqa: PLC0415  # few games are played on a pack

        for _, place in home.packs():
            try:
                yield read_pack(place)
            except DataError:
                continue

    return editions.finder(packs)


def pack_for(home: Home | None, lines: bytes) -> Path | None:
    """The installed pack that makes the data which the invitation at the head of a log pins; None when there is none."""
    try:
        first = canon.decode(lines.partition(b"\n")[0])
    except FormatError:
        return None
    digest = first.get("data")
    if home is None or not isinstance(digest, str) or len(digest) != _HEX:
        return None
    try:
        return home.pack(digest)
    except UsageError:
        return None
