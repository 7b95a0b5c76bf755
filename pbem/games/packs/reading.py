"""Reading a data pack: a TOML file, a folder of them, or the file that travels."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import cast

from attrs import field, frozen

from pbem.bytes import toml_lines
from pbem.bytes.canon import Json
from pbem.bytes.container import MAGIC
from pbem.bytes.errors import DataError, FormatError
from pbem.games.packs.file import FILE_NAME, MAX_BYTES, MAX_FILES, is_pack, read_file
from pbem.port.messages import Message, Series

MAX_PACK = MAX_BYTES
HEADER = "pack"
_MAX_DEPTH = 32
_MAX_WORDS = 120
_MAX_DOTS = 16
# A part of a dotted key, between two dots or in quotes. Reading such a key takes the square of its parts.
_DOTTED = re.compile(r"""\.[ \t]*[A-Za-z0-9_-]+[ \t]*(?=\.)|["'][ \t]*\.""")
# Text in quotes, of one line or several, and comments: dots in them make no key. What is not closed goes to the end.
_QUOTED = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"|#[^\n]*|'''
    r"""'''.*?(?:'''|\Z)|'[^'\n]*'""",
    re.DOTALL,
)
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_HEADER_KEYS = ("name", "game", "by", "source")


@frozen(kw_only=True)
class PackFile:
    """One file of a pack: its name, its bytes, its tables by name, and the line of each path in it.

    ``several``: it holds tables under their names, as ``pack.toml`` does, and not the one that it is named after.
    """

    name: str
    data: bytes = field(repr=False)
    tables: Mapping[str, Json] = field(repr=False, eq=False)
    lines: Mapping[toml_lines.Path, int] = field(repr=False, eq=False)
    several: bool = True

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


def read_pack(place: Path) -> Pack:
    """The pack in a ``.toml`` file, in a folder of them, or in a pack file.

    One file holds the header ``[pack]`` and any of the game's tables; in a folder ``pack.toml`` is that file, and
    every other one is a table of the game: ``units.toml``, or ``units-german.toml`` for a part of it. Raises DataError
    naming the file, and the line where there is one.
    """
    if place.is_dir():
        return _made(_folder(place), place.name)
    data = read_limited(place)
    if data.startswith(MAGIC) or is_pack(data):
        try:
            return from_files(read_file(data))
        except FormatError as error:
            raise DataError(error.code, f"{place.name}: {error.message}", hint=error.hint) from error
    return _made((_parsed(place.name, data, alone=True),), place.stem)


def from_files(files: Mapping[str, bytes]) -> Pack:
    """The pack with these files, by name. Raises DataError as :func:`read_pack` does."""
    return _made(tuple(_parsed(name, data) for name, data in files.items()), "pack")


def _made(files: tuple[PackFile, ...], place: str) -> Pack:
    whole = [each for each in files if each.several]
    if len(whole) > 1:
        names = " and ".join(each.name for each in whole)
        raise DataError(
            "pack-header", Message("{names} both are the file with [pack]; one is enough.", names=names)
        )
    header = next((each for each in whole if HEADER in each.tables), None)
    default = re.sub(r"[^a-z0-9-]+", "-", place.lower()).strip("-")[:32]
    words = _header(header) if header is not None else {}
    if header is not None and "name" not in words:  # its name is part of the data that it makes
        raise DataError(
            "pack-header",
            Message("{at}: the pack has no name.", at=header.at((HEADER,))),
            hint=Message('Write name = "my-copy" under [pack].'),
        )
    return Pack(
        name=words.get("name", default if _NAME.fullmatch(default) else "pack"),
        game=words.get("game", ""),
        by=words.get("by", ""),
        source=words.get("source", ""),
        files=files,
    )


def code_of(digest: str) -> str:
    """The short code of the data that a pack makes, for people to compare: ``3f2a-91c0-77de``."""
    return "-".join((digest[:4], digest[4:8], digest[8:12]))


def _folder(place: Path) -> tuple[PackFile, ...]:
    found = sorted(place.glob("*.toml"))
    if not found:
        raise DataError("empty-pack", Message("{shown} holds no TOML file.", shown=_shown(place)))
    if len(found) > MAX_FILES:
        raise DataError(
            "pack-size",
            Message(
                "{shown} holds more than {max_files} TOML files.", shown=_shown(place), max_files=MAX_FILES
            ),
        )
    files: list[PackFile] = []
    size = 0
    for each in found:
        if each.is_symlink():  # what it leads to would be passed on with the pack
            raise DataError(
                "pack-link",
                Message("{shown} is a link.", shown=_shown(each)),
                hint=Message("Put the file itself there."),
            )
        data = read_limited(each)
        size += len(data)
        if size > MAX_PACK:
            raise DataError(
                "pack-size",
                Message("{shown} is larger than {max_pack} bytes.", shown=_shown(place), max_pack=MAX_PACK),
            )
        files.append(_parsed(each.name, data))
    return tuple(files)


def _parsed(name: str, data: bytes, *, alone: bool = False) -> PackFile:
    table = parse_toml(data, name)
    lines = toml_lines.lines_of(data.decode())
    stem = _stem(name)
    if alone or stem == HEADER or HEADER in table:
        return PackFile(name=name, data=data, tables=table, lines=lines)
    if not FILE_NAME.fullmatch(name):
        raise DataError(
            "pack-file",
            Message("{shown} is not named after a table.", shown=_shown(Path(name))),
            hint=Message("Such as: units.toml"),
        )
    return PackFile(name=name, data=data, tables={stem: table}, lines=_under(stem, lines), several=False)


def _stem(name: str) -> str:
    """The table that a file of a folder is about: ``units`` for ``units-german.toml``."""
    return name.removesuffix(".toml").partition("-")[0]


def _under(stem: str, lines: Mapping[toml_lines.Path, int]) -> dict[toml_lines.Path, int]:
    return {(stem, *path): line for path, line in lines.items()}


def _header(file: PackFile) -> dict[str, str]:
    header = file.tables[HEADER]
    if not isinstance(header, dict):
        raise DataError("pack-header", Message("{at}: write a table [pack].", at=file.at((HEADER,))))
    words: dict[str, str] = {}
    for key, value in header.items():
        at = file.at((HEADER, key))
        if key not in _HEADER_KEYS:
            raise DataError(
                "pack-header",
                Message("{at}: [pack] has no {key!r}.", at=at, key=key),
                hint=Message("It has {header_keys}.", header_keys=", ".join(_HEADER_KEYS)),
            )
        if not isinstance(value, str) or len(value) > _MAX_WORDS or not value.isprintable():
            raise DataError(
                "pack-header",
                Message(
                    "{at}: {key} must be text of one line, at most {max_words} letters.",
                    at=at,
                    key=key,
                    max_words=_MAX_WORDS,
                ),
            )
        words[key] = value
    if "name" in words and not _NAME.fullmatch(words["name"]):
        raise DataError(
            "pack-header",
            Message(
                "{at}: the name is of small letters, digits and '-', at most 32, a letter first.",
                at=file.at((HEADER, "name")),
            ),
        )
    return words


def read_limited(place: Path) -> bytes:
    """The bytes of a file of a pack. Raises DataError when it is none, or too large."""
    try:
        if not place.is_file():
            raise DataError(
                "no-pack",
                Message("{shown} is not a file.", shown=_shown(place)),
                hint=Message("A pack is a TOML file, a folder of them, or a pack file."),
            )
        with place.open("rb") as file:
            data = file.read(MAX_PACK + 1)
    except OSError as error:
        raise DataError(
            "no-pack",
            Message("{shown} cannot be read: {strerror}.", shown=_shown(place), strerror=error.strerror),
        ) from error
    if len(data) > MAX_PACK:
        raise DataError(
            "pack-size",
            Message("{name} is larger than {max_pack} bytes.", name=place.name, max_pack=MAX_PACK),
        )
    return data


def parse_toml(data: bytes, name: str, code: str = "bad-toml") -> dict[str, Json]:
    """A TOML file made of tables, lists, text, numbers and truth values. Raises DataError naming file and key."""
    try:
        text = data.decode()
        n = _long_key(text) and _long_key(_QUOTED.sub(_blank, text))
        if n:
            raise DataError(
                code,
                Message(
                    "{name}:{n}: a key of more than {max_dots} parts.", name=name, n=n, max_dots=_MAX_DOTS
                ),
            )
        table = cast("dict[str, Json]", tomllib.loads(text))
    except RecursionError:
        raise DataError(code, Message("{name}: nested too deeply.", name=name)) from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        raise DataError(code, f"{name}: {error}.") from error
    todo: list[tuple[str, object, int]] = [("", table, 1)]
    while todo:
        key, value, depth = todo.pop()
        if depth > _MAX_DEPTH:
            raise DataError(code, Message("{name}: {key}... is nested too deeply.", name=name, key=key[:40]))
        if isinstance(value, dict):
            todo.extend((f"{key}.{each}" if key else each, value[each], depth + 1) for each in value)
        elif isinstance(value, list):
            todo.extend((key, each, depth + 1) for each in value)
        elif not isinstance(value, str | int | float) or (isinstance(value, float) and not isfinite(value)):
            raise DataError(
                code,
                Message(
                    "{name}: {key} is {value}; write dates, times and the like as text.",
                    name=name,
                    key=key,
                    value=value,
                ),
            )
    return table


def _long_key(text: str) -> int:
    """The first line with a dotted key of too many parts; 0 when there is none."""
    for n, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MAX_DOTS and sum(1 for _ in _DOTTED.finditer(line)) > _MAX_DOTS:
            return n
    return 0


def _blank(quoted: re.Match[str]) -> str:
    """What stands for quoted text or a comment: an empty quoted part of a key, and as many lines."""
    lines = "\n" * quoted[0].count("\n")
    return lines if quoted[0].startswith("#") else f"''{lines}"


def _shown(place: Path) -> str:
    return "".join(char if char.isprintable() else "?" for char in str(place))
