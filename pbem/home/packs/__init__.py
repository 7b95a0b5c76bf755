"""The data packs of a home: found here for a log. Installed, as forms, and as a template: in the modules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from pbem.bytes import canon
from pbem.bytes.errors import DataError, FormatError, PbemError, UsageError
from pbem.games import editions, registry
from pbem.games.packs import Pack, from_files, read_pack
from pbem.games.registry import Finder, Game
from pbem.store.home import Home

_HEX = 64
_SHORT = 16


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


def keep(home: Home, loaded: Game) -> bool:
    """Keep the pack of a game under the digest of its data; whether something that does not make that data lay there.

    A pack that makes the same data in other words stays.
    """
    assert loaded.pack is not None
    digest = loaded.data_digest
    there = home.pack(digest)
    wrong = there is not None and digest not in _made(there)
    home.install_pack(digest, loaded.pack.stored(), replace=wrong)
    return wrong


def place_of(files: Mapping[str, bytes], wanted: str) -> str:
    """Under which 16 digits the files of a pack belong: ``wanted`` when a version of its game makes that data of them.

    Else those of the data that they make, and those of the files themselves where no game can use them.
    """
    try:
        made = [digest[:_SHORT] for digest in _made(from_files(files))]
    except DataError:
        made = []
    text = json.dumps({name: sha256(data).hexdigest() for name, data in files.items()}, sort_keys=True)
    return wanted if wanted in made else next(iter(made), sha256(text.encode()).hexdigest()[:_SHORT])


def makes(pack: Pack, digest: str) -> bool:
    """Whether a version of its game, or of any where it names none, makes data of this digest of a pack."""
    return any(each.startswith(digest) for each in _made(pack))


def _made(pack: Path | Pack) -> tuple[str, ...]:
    """The digests of the data that the versions of its game make of a pack; none of one that cannot be read or used."""
    try:
        pack = read_pack(pack) if isinstance(pack, Path) else pack
    except DataError:
        return ()
    named = (pack.game,) if pack.game else tuple(each.name for each in registry.installed())
    found = []
    for version in (each for name in named for each in editions.versions(name)):
        try:
            found.append(editions.load(version, pack).data_digest)
        except PbemError:
            continue
    return tuple(found)
