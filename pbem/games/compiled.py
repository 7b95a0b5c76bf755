"""The tables of a game's data in JSON beside its TOML files: the library reads them twenty times as fast.

A game may keep them in ``tables.json``, written by ``python -m tests.tools.summaries``. They hold for the very bytes of the
files that they were made of; without them, and for other files, the TOML is read. Nothing but plain values is in there, and
the digest that pins a game's data in a log is made of them as ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.resources.abc import Traversable

from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED

FILE = "tables.json"


def tables(game: Traversable) -> Mapping[str, Json] | None:
    """The tables of the folder of a game, by file name without ``.toml``; None where the TOML has to be read."""
    place = game / FILE
    if not place.is_file():
        return None
    try:
        of, _, rest = place.read_bytes().partition(b"\n")
        if of.decode() != source(game):
            return None
        found: dict[str, Json] = json.loads(rest)
        return found if all(isinstance(each, dict) for each in found.values()) else None
    except CONFUSED:
        return None  # written by hand: the TOML says it


def source(game: Traversable) -> str:
    """The digest of what the tables are made of (64 hex digits): the name and the bytes of every file of data."""
    found = hashlib.sha256()
    folder = game / "data"
    places = sorted(folder.iterdir(), key=lambda each: each.name) if folder.is_dir() else []
    for place in places:
        if place.name.endswith(".toml"):
            found.update(hashlib.sha256(place.name.encode() + b"\0" + place.read_bytes()).digest())
    return found.hexdigest()


def written(game: Traversable, read: Mapping[str, Json]) -> str:
    """The file of a game whose TOML says this."""
    text = json.dumps(dict(read), ensure_ascii=False, separators=(",", ":"))
    return f"{source(game)}\n{text}\n"
