"""Which data a pack makes with the versions of its game, and so under which digest it is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pbem.bytes.errors import DataError, PbemError
from pbem.games import editions, registry
from pbem.games.packs.pack import Pack
from pbem.games.packs.reading import from_files, read_pack
from pbem.games.registry import Game
from pbem.store.home import Home

_SHORT = 16


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
