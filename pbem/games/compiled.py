"""The tables of a game's data in JSON beside its TOML files: the library reads them twenty times as fast.

A game may keep them in ``tables.json``, written by ``python -m tests.tools.summaries``. They hold for the very bytes of the
files that they were made of; without them, and for other files, the TOML is read. Nothing but plain values is in there, and
the digest that pins these data in a log, which takes three times as long to make as the tables to read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED
from pbem.bytes.records import frozen

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FILE = "tables.json"


@frozen(kw_only=True)
class Tables:
    """The tables of a game by file name without ``.toml``, and the digest that pins them in a log (64 hex digits).

    Without a digest they were read from the TOML just now, and nobody has looked at them yet.
    """

    values: Mapping[str, Json]
    digest: str = ""


def tables(game: Traversable) -> Tables | None:
    """The tables of the folder of a game; None where the TOML has to be read."""
    place = game / FILE
    if not place.is_file():
        return None
    try:
        head, _, rest = place.read_bytes().partition(b"\n")
        of, digest = head.decode().split(" ")
        if of != source(game):
            return None
        found: dict[str, Json] = json.loads(rest)
        whole = all(isinstance(each, dict) for each in found.values())
        return Tables(values=found, digest=digest) if whole else None
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


def written(game: Traversable, read: Tables) -> str:
    """The file of a game whose TOML says this."""
    text = json.dumps(dict(read.values), ensure_ascii=False, separators=(",", ":"))
    return f"{source(game)} {read.digest}\n{text}\n"
