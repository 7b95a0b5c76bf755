"""Reading a data pack: a TOML file, a folder of them, or the file that travels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pbem.bytes import toml_lines
from pbem.bytes.container import MAGIC
from pbem.bytes.errors import DataError, FormatError
from pbem.bytes.text import shown
from pbem.games.packs.file import FILE_NAME, MAX_BYTES, MAX_FILES, read_file
from pbem.games.packs.pack import HEADER, Pack, PackFile, is_pack
from pbem.games.toml import parse_toml

MAX_PACK = MAX_BYTES
_MAX_WORDS = 120
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_HEADER_KEYS = ("name", "game", "by", "source")


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
        raise DataError.of(
            "pack-header", "{names} both are the file with [pack]; one is enough.", names=names
        )
    header = next((each for each in whole if HEADER in each.tables), None)
    default = re.sub(r"[^a-z0-9-]+", "-", place.lower()).strip("-")[:32]
    words = _header(header) if header is not None else {}
    if header is not None and "name" not in words:  # its name is part of the data that it makes
        raise DataError.of(
            "pack-header",
            "{at}: the pack has no name.",
            at=header.at((HEADER,)),
            hint='Write name = "my-copy" under [pack].',
        )
    return Pack(
        name=words.get("name", default if _NAME.fullmatch(default) else "pack"),
        game=words.get("game", ""),
        by=words.get("by", ""),
        source=words.get("source", ""),
        files=files,
    )


def _folder(place: Path) -> tuple[PackFile, ...]:
    found = sorted(place.glob("*.toml"))
    if not found:
        raise DataError.of("empty-pack", "{shown} holds no TOML file.", shown=shown(place))
    if len(found) > MAX_FILES:
        raise DataError.of(
            "pack-size",
            "{shown} holds more than {max_files} TOML files.",
            shown=shown(place),
            max_files=MAX_FILES,
        )
    files: list[PackFile] = []
    size = 0
    for each in found:
        if each.is_symlink():  # what it leads to would be passed on with the pack
            raise DataError.of(
                "pack-link", "{shown} is a link.", shown=shown(each), hint="Put the file itself there."
            )
        data = read_limited(each)
        size += len(data)
        if size > MAX_PACK:
            raise DataError.of(
                "pack-size", "{shown} is larger than {max_pack} bytes.", shown=shown(place), max_pack=MAX_PACK
            )
        files.append(_parsed(each.name, data))
    return tuple(files)


def _parsed(name: str, data: bytes, *, alone: bool = False) -> PackFile:
    table = parse_toml(data, name)
    lines = toml_lines.lines_of(data.decode())
    stem = name.removesuffix(".toml").partition("-")[0]
    if alone or stem == HEADER or HEADER in table:
        return PackFile(name=name, data=data, tables=table, lines=lines)
    if not FILE_NAME.fullmatch(name):
        raise DataError.of(
            "pack-file",
            "{shown} is not named after a table.",
            shown=shown(Path(name)),
            hint="Such as: units.toml",
        )
    return PackFile(name=name, data=data, tables={stem: table}, lines=_under(stem, lines), several=False)


def _under(stem: str, lines: Mapping[toml_lines.Path, int]) -> dict[toml_lines.Path, int]:
    return {(stem, *path): line for path, line in lines.items()}


def _header(file: PackFile) -> dict[str, str]:
    header = file.tables[HEADER]
    if not isinstance(header, dict):
        raise DataError.of("pack-header", "{at}: write a table [pack].", at=file.at((HEADER,)))
    words: dict[str, str] = {}
    for key, value in header.items():
        at = file.at((HEADER, key))
        if key not in _HEADER_KEYS:
            raise DataError.of(
                "pack-header",
                "{at}: [pack] has no {key!r}.",
                at=at,
                key=key,
                header_keys=", ".join(_HEADER_KEYS),
                hint="It has {header_keys}.",
            )
        if not isinstance(value, str) or len(value) > _MAX_WORDS or not value.isprintable():
            raise DataError.of(
                "pack-header",
                "{at}: {key} must be text of one line, at most {max_words} letters.",
                at=at,
                key=key,
                max_words=_MAX_WORDS,
            )
        words[key] = value
    if "name" in words and not _NAME.fullmatch(words["name"]):
        raise DataError.of(
            "pack-header",
            "{at}: the name is of small letters, digits and '-', at most 32, a letter first.",
            at=file.at((HEADER, "name")),
        )
    return words


def read_limited(place: Path) -> bytes:
    """The bytes of a file of a pack. Raises DataError when it is none, or too large."""
    try:
        if not place.is_file():
            raise DataError.of(
                "no-pack",
                "{shown} is not a file.",
                shown=shown(place),
                hint="A pack is a TOML file, a folder of them, or a pack file.",
            )
        with place.open("rb") as file:
            data = file.read(MAX_PACK + 1)
    except OSError as error:
        raise DataError.of(
            "no-pack", "{shown} cannot be read: {strerror}.", shown=shown(place), strerror=error.strerror
        ) from error
    if len(data) > MAX_PACK:
        raise DataError.of(
            "pack-size", "{name} is larger than {max_pack} bytes.", name=place.name, max_pack=MAX_PACK
        )
    return data
