"""Several files changed as one: either all are as before, or all are as asked.

The new bytes of every file go into one journal, written whole or not at all. From then on the change has
happened: who opens the folder next carries out what the journal still holds, and carrying it out twice
does no harm.

Layout: the magic ``pbem-journal-2`` and a newline; the SHA-256 of the rest; a line of JSON listing ``[name,
length, at]`` (length -1 removes the file; ``at`` -1: these are all bytes of the file, else those behind its first
``at``); the bytes, one after the other. So a file that only grows costs what it grows by.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import PbemError
from pbem.bytes.records import frozen
from pbem.store import atomic

JOURNAL = "journal"
_MAGIC = b"pbem-journal-2\n"
_LIMIT = 64 * 1024 * 1024
_NAME = re.compile(r"(?:[a-z]+/)?[a-z0-9][a-z0-9-]{0,79}(?:\.[a-z]{2,5})?")


@frozen
class End:
    """New bytes of a file behind its first ``at`` bytes, which stay."""

    at: int
    data: bytes


New: TypeAlias = "bytes | End | None"
"""What becomes of a file: its new bytes, a new end, or None: it is removed."""


def change(folder: Path, files: Mapping[str, New]) -> None:
    """Give every file named in ``files`` (relative to ``folder``) its new bytes or its new end; None removes it.

    An OSError after the journal is written leaves the change to :func:`recover`.
    """
    for name in files:
        if not _NAME.fullmatch(name) or name == JOURNAL:
            raise ValueError(f"{name!r} is not a name of the store")
    if not files:
        return
    if len(files) > 1 or any(isinstance(new, End) for new in files.values()):
        data = _encode(files)
        if len(data) > _LIMIT:
            # Written, it could not be read again after an interruption.
            raise PbemError.of(
                "journal",
                "A change of {n} bytes is too much at once for {folder}.",
                n=len(data),
                folder=folder,
                hint="Import fewer files at a time.",
            )
        atomic.write_bytes(folder / JOURNAL, data)
    _carry_out(folder, files)
    atomic.remove(folder / JOURNAL)


def recover(folder: Path) -> bool:
    """Carry out what an interrupted :func:`change` left behind;

    True when there was something. Hold the lock.
    """
    data = atomic.read_bytes(folder / JOURNAL, _LIMIT)
    if data is None:
        return False
    _carry_out(folder, _decode(data, folder))
    atomic.remove(folder / JOURNAL)
    return True


def _carry_out(folder: Path, files: Mapping[str, New]) -> None:
    for name in sorted(files):
        path, data = folder / name, files[name]
        if data is None:
            path.unlink(missing_ok=True)
        elif isinstance(data, End):
            # A file that is gone meanwhile, or shorter, was damaged: who reads it next says so.
            with suppress(FileNotFoundError):
                atomic.write_end(path, data.at, data.data)
        else:
            atomic.make_folder(path.parent)
            atomic.put(path, data)
    for parent in {(folder / name).parent for name in files}:
        if parent.is_dir():
            atomic.sync_folder(parent)


def _encode(files: Mapping[str, New]) -> bytes:
    index, blobs = [], []
    for name in sorted(files):
        new = files[name]
        at, blob = (new.at, new.data) if isinstance(new, End) else (-1, new)
        index.append([name, -1 if blob is None else len(blob), at])
        blobs.append(blob or b"")
    body = json.dumps(index).encode() + b"\n" + b"".join(blobs)
    return _MAGIC + hashlib.sha256(body).digest() + body


def _decode(data: bytes, folder: Path) -> dict[str, New]:
    start = len(_MAGIC) + 32
    body = data[start:]
    if not data.startswith(_MAGIC) or hashlib.sha256(body).digest() != data[len(_MAGIC) : start]:
        raise _damaged(folder)
    line, _, rest = body.partition(b"\n")
    try:
        index = parse_json(line)
    except ValueError:
        raise _damaged(folder) from None
    files: dict[str, New] = {}
    for each in index if isinstance(index, list) else [None]:
        match each:
            # A folder that somebody hands over may hold a journal, and it is carried out: in this folder alone.
            case [str() as name, int() as length, int() as at] if name and {".", "..", ""}.isdisjoint(
                re.split(r"[/\\]", name)
            ):
                blob = rest[: max(length, 0)]
                files[name] = None if length < 0 else blob if at < 0 else End(at, blob)
                rest = rest[max(length, 0) :]
            case _:
                raise _damaged(folder)
    return files


def _damaged(folder: Path) -> PbemError:
    return PbemError.of(
        "journal",
        "The journal in {folder} is damaged.",
        folder=folder,
        hint="Keep a copy of the folder before removing it.",
    )
