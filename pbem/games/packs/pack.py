"""A data pack as it is read: its header, and its tables by file. Reading one is in :mod:`pbem.games.packs.reading`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.port.messages import Message, Series

if TYPE_CHECKING:
    from pbem.bytes.toml_lines import Path

HEADER = "pack"
PAPER = "pack"
_HEAD = b'{"a":"pack",'


@frozen(kw_only=True)
class PackFile:
    """One file of a pack: its name, its bytes, its tables by name, and the line of each path in it.

    ``several``: it holds tables under their names, as ``pack.toml`` does, and not the one that it is named after.
    """

    name: str
    data: bytes = field(repr=False)
    tables: Mapping[str, Json] = field(repr=False, eq=False)
    lines: Mapping[Path, int] = field(repr=False, eq=False)
    several: bool = True

    def at(self, path: Path) -> str:
        """``charts.toml:12``: where a path of this file stands, or the nearest that encloses it."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.name}:{self.lines.get(path, 1)}"


@frozen(kw_only=True)
class Pack:
    """A data pack. ``by`` typed it, from ``source``; ``game`` is empty when the header does not say."""

    name: str
    game: str
    by: str
    source: str
    files: tuple[PackFile, ...]

    def stored(self) -> dict[str, bytes]:
        """The files under which it is kept: ``pack.toml`` with the header, and tables by name."""
        kept: dict[str, bytes] = {}
        for each in self.files:
            kept[f"{HEADER}.toml" if each.several else each.name] = each.data
        if not any(HEADER in each.tables for each in self.files):
            head = f'[{HEADER}]\nname = "{self.name}"\n\n'.encode()
            kept[f"{HEADER}.toml"] = head + kept.get(f"{HEADER}.toml", b"")
        return kept

    @property
    def origin(self) -> str:
        """The provenance of its entries, in words: ``my-copy: the player aid card, typed by Ann``."""
        return Series((self.name, self.typed_from), ": ")

    @property
    def typed_from(self) -> str:
        """From what it was typed, and by whom."""
        by = Message(", typed by {by}", by=self.by) if self.by else ""
        return Series((self.source or Message("the printed game"), by), "")


def code_of(digest: str) -> str:
    """The short code of the data that a pack makes, for people to compare: ``3f2a-91c0-77de``."""
    return "-".join((digest[:4], digest[4:8], digest[8:12]))


def is_pack(lines: bytes) -> bool:
    """Whether these unpacked bytes are a data pack."""
    return lines.startswith(_HEAD)
