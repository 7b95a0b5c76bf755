"""Data packs: what an owner of the printed game types, read from a TOML file or a folder of them.

A pack is data and nothing else: its files are named after the game's own tables, so that nothing a sender wrote ever
becomes a path, and their sizes are limited. How it is laid over the game's tables is in :mod:`pbem.overlay`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import cast

from attrs import field, frozen

from pbem import toml_lines
from pbem.canon import Json
from pbem.errors import DataError

MAX_PACK = 5_000_000
HEADER = "pack"
_MAX_DEPTH = 32
_MAX_FILES = 64
_MAX_WORDS = 120
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_HEADER_KEYS = ("name", "game", "by", "source")


@frozen(kw_only=True)
class PackFile:
    """One file of a pack: its name, its bytes, its tables by name, and the line of each path in it."""

    name: str
    data: bytes = field(repr=False)
    tables: Mapping[str, Json] = field(repr=False, eq=False)
    lines: Mapping[toml_lines.Path, int] = field(repr=False, eq=False)

    def at(self, path: toml_lines.Path) -> str:
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
            single = len(each.tables) == 1 and each.name.removesuffix(".toml") in each.tables
            kept[each.name if single and HEADER not in each.tables else f"{HEADER}.toml"] = each.data
        if not any(HEADER in each.tables for each in self.files):
            head = f'[{HEADER}]\nname = "{self.name}"\n\n'.encode()
            kept[f"{HEADER}.toml"] = head + kept.get(f"{HEADER}.toml", b"")
        return kept

    @property
    def origin(self) -> str:
        """The provenance of its entries, in words: ``my-copy: the player aid card, typed by Ann``."""
        by = f", typed by {self.by}" if self.by else ""
        return f"{self.name}: {self.source or 'the printed game'}{by}"


def read_pack(place: Path) -> Pack:
    """The pack in a ``.toml`` file or in a folder of them.

    One file holds the header ``[pack]`` and any of the game's tables; in a folder ``pack.toml`` is that file, and
    every other one is a table of the game. Raises DataError naming the file, and the line where there is one.
    """
    files = _folder(place) if place.is_dir() else (_file(place, alone=True),)
    headers = [each for each in files if HEADER in each.tables]
    if len(headers) > 1:
        names = " and ".join(each.name for each in headers)
        raise DataError("pack-header", f"{names} both have a [pack]; one is enough.")
    header = next(iter(headers), None)
    default = re.sub(r"[^a-z0-9-]+", "-", place.stem.lower()).strip("-")[:32]
    words = _header(header) if header is not None else {}
    name = words.get("name", default if _NAME.fullmatch(default) else "pack")
    return Pack(
        name=name,
        game=words.get("game", ""),
        by=words.get("by", ""),
        source=words.get("source", ""),
        files=files,
    )


def _folder(place: Path) -> tuple[PackFile, ...]:
    found = sorted(place.glob("*.toml"))
    if not found:
        raise DataError("empty-pack", f"{_shown(place)} holds no TOML file.")
    if len(found) > _MAX_FILES:
        raise DataError("pack-size", f"{_shown(place)} holds more than {_MAX_FILES} TOML files.")
    files: list[PackFile] = []
    for each in found:
        files.append(_file(each))
        if sum(len(file.data) for file in files) > MAX_PACK:
            raise DataError("pack-size", f"{_shown(place)} is larger than {MAX_PACK} bytes.")
    return tuple(files)


def _file(place: Path, *, alone: bool = False) -> PackFile:
    data = read_limited(place)
    table = parse_toml(data, place.name)
    lines = toml_lines.lines_of(data.decode())
    stem = place.stem
    if alone or stem == HEADER or HEADER in table:
        return PackFile(name=place.name, data=data, tables=table, lines=lines)
    return PackFile(name=place.name, data=data, tables={stem: table}, lines=_under(stem, lines))


def _under(stem: str, lines: Mapping[toml_lines.Path, int]) -> dict[toml_lines.Path, int]:
    return {(stem, *path): line for path, line in lines.items()}


def _header(file: PackFile) -> dict[str, str]:
    header = file.tables[HEADER]
    if not isinstance(header, dict):
        raise DataError("pack-header", f"{file.at((HEADER,))}: write a table [pack].")
    words: dict[str, str] = {}
    for key, value in header.items():
        at = file.at((HEADER, key))
        if key not in _HEADER_KEYS:
            raise DataError(
                "pack-header",
                f"{at}: [pack] has no {key!r}.",
                hint=f"It has {', '.join(_HEADER_KEYS)}.",
            )
        if not isinstance(value, str) or len(value) > _MAX_WORDS or not value.isprintable():
            raise DataError(
                "pack-header", f"{at}: {key} must be text of one line, at most {_MAX_WORDS} letters."
            )
        words[key] = value
    if "name" in words and not _NAME.fullmatch(words["name"]):
        raise DataError(
            "pack-header",
            f"{file.at((HEADER, 'name'))}: the name is of small letters, digits and '-', at most 32, a letter first.",
        )
    return words


def read_limited(place: Path) -> bytes:
    """The bytes of a file of a pack. Raises DataError when it is none, or too large."""
    try:
        if not place.is_file():
            raise DataError(
                "no-pack", f"{_shown(place)} is no file.", hint="A pack is a TOML file or a folder of them."
            )
        with place.open("rb") as file:
            data = file.read(MAX_PACK + 1)
    except OSError as error:
        raise DataError("no-pack", f"{_shown(place)} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_PACK:
        raise DataError("pack-size", f"{place.name} is larger than {MAX_PACK} bytes.")
    return data


def parse_toml(data: bytes, name: str, code: str = "bad-toml") -> dict[str, Json]:
    """A TOML file made of tables, lists, text, numbers and truth values. Raises DataError naming file and key."""
    try:
        table = cast("dict[str, Json]", tomllib.loads(data.decode()))
    except RecursionError:
        raise DataError(code, f"{name}: nested too deeply.") from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        raise DataError(code, f"{name}: {error}.") from error
    todo: list[tuple[str, object, int]] = [("", table, 1)]
    while todo:
        key, value, depth = todo.pop()
        if depth > _MAX_DEPTH:
            raise DataError(code, f"{name}: {key[:40]}... is nested too deeply.")
        if isinstance(value, dict):
            todo.extend((f"{key}.{each}" if key else each, value[each], depth + 1) for each in value)
        elif isinstance(value, list):
            todo.extend((key, each, depth + 1) for each in value)
        elif not isinstance(value, str | int | float) or (isinstance(value, float) and not isfinite(value)):
            raise DataError(code, f"{name}: {key} is {value}; write dates, times and the like as text.")
    return table


def _shown(place: Path) -> str:
    return "".join(char if char.isprintable() else "?" for char in str(place))
