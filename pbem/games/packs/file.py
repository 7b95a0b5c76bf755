"""A data pack as one file that travels (``schemas/pack.md``): a line that names its files, then their bytes, packed.

It needs no signature: the invitation, which is signed, pins the digest of the data that the pack makes, and a pack that
makes other data is not used. Its reader knows every size before anything of it is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from pbem.games.packs.pack import PAPER, is_pack
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
