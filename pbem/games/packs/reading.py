"""Reading a data pack: a TOML file, a folder of them, or the file that travels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pbem.bytes import canon, container, toml_lines
from pbem.bytes.canon import Json
from pbem.bytes.container import MAGIC
from pbem.bytes.errors import DataError, FormatError
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.games.packs.pack import HEADER, PAPER, Pack, PackFile, is_pack
from pbem.games.toml import parse_toml
from pbem.port.messages import Message

VERSION = 1
MAX_FILES = 64
MAX_BYTES = 5_000_000
FILE_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}\.toml")
"""A name of a file inside a pack: that of a table of the game, and never a path."""
_MAX_HEAD = 16_384


def write_file(files: Mapping[str, bytes]) -> bytes:
    """The unpacked bytes of the file with these files of a pack, by name: the same files give the same bytes."""
    named: list[Json] = [{"bytes": len(files[name]), "name": name} for name in sorted(files)]
    head = canon.encode({"a": PAPER, "files": named, "v": VERSION})
    lines = b"".join((head, b"\n", *(files[name] for name in sorted(files))))
    read_file(lines)
    return lines


def read_file(data: bytes) -> dict[str, bytes]:
    """The files of a pack by name, from the bytes of the file, packed or not.

    Raises FormatError: what :func:`pbem.bytes.container.unpack` raises, ``bad-pack`` for a first line or a name as none
    can be, ``truncated`` and ``trailing`` where the sizes it names and what follows differ.
    """
    lines = container.unpack(data, MAX_BYTES + _MAX_HEAD)
    head, newline, rest = lines[: _MAX_HEAD + 1].partition(b"\n")
    if not newline or not is_pack(lines):
        raise _bad(Message("This is not a data pack, or its first line is too long."))
    value = canon.decode(head)
    if set(value) != {"a", "files", "v"} or type(value["v"]) is not int or value["v"] != VERSION:
        raise _bad(
            Message("The data pack is of another kind than this program reads; a newer pbem may read it.")
        )
    sizes = _sizes(value["files"])
    rest = lines[len(head) + 1 :]
    total = sum(sizes.values())
    if len(rest) < total:
        raise FormatError.of("truncated", "The data pack is cut off at the end.")
    if len(rest) > total:
        raise FormatError.of("trailing", "{n} bytes follow the end of the data pack.", n=len(rest) - total)
    found, at = {}, 0
    for name, size in sizes.items():
        found[name] = rest[at : at + size]
        at += size
    return found


def _sizes(listed: Json) -> dict[str, int]:
    """The files that a first line names, with their sizes; each once, in the order of their names."""
    if not isinstance(listed, list) or not 0 < len(listed) <= MAX_FILES:
        raise _bad(Message("A data pack has 1 to {max_files} files.", max_files=MAX_FILES))
    sizes: dict[str, int] = {}
    last = ""
    for each in listed:
        if not isinstance(each, dict) or set(each) != {"bytes", "name"}:
            raise _bad(Message("A file of the data pack is not given by its name and size."))
        name, size = each["name"], each["bytes"]
        if not isinstance(name, str) or not FILE_NAME.fullmatch(name):
            raise _bad(Message("A file of the data pack is named as none can be."))
        if name <= last:
            raise _bad(
                Message("The files of the data pack are not in order, or {name} is there twice.", name=name)
            )
        if type(size) is not int or not 0 <= size <= MAX_BYTES:
            raise _bad(Message("{name} in the data pack has no size that can be.", name=name))
        sizes[name], last = size, name
    if sum(sizes.values()) > MAX_BYTES:
        raise FormatError.of(
            "too-large", "The data pack has more than {max_bytes} bytes.", max_bytes=MAX_BYTES
        )
    return sizes


def _bad(text: str) -> FormatError:
    return FormatError(
        "bad-pack", text, hint=Message("Ask for the file again; it is made with: pbem packs pack NAME")
    )


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
            "no-pack", "{shown} cannot be read: {strerror}.", shown=shown(place), strerror=system_says(error)
        ) from error
    if len(data) > MAX_PACK:
        raise DataError.of(
            "pack-size", "{name} is larger than {max_pack} bytes.", name=place.name, max_pack=MAX_PACK
        )
    return data
