"""The parts of a module, which is a zip: each by its name, none larger than it may be."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.work import Work

MOST = 512 * 1024 * 1024
MOST_PARTS = 20_000
_MOST_LIST = 4 * 1024 * 1024
_END, _END_SIZE, _COMMENT = b"PK\x05\x06", 22, 65_535
_WHERE_64, _WHERE_64_SIZE = b"PK\x06\x07", 20
"""What stands before the end of a zip in the larger format: the library believes it, whatever the end says itself."""
# The library reads what a stranger wrote: it was found to raise all of these.
_BAD = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    ValueError,
    OSError,
)


@frozen(kw_only=True)
class Archive:
    """An open module: what it holds, by name; ``work`` is what reading it may still cost."""

    file: zipfile.ZipFile
    parts: Mapping[str, zipfile.ZipInfo]
    work: Work = field(repr=False)

    def read(self, name: str, most: int) -> bytes | None:
        """A part, or None when there is none, it is larger than ``most``, or it is damaged.

        Raises DataError ``module-work``.
        """
        part = self.parts.get(name)
        if part is None or part.file_size > most:
            return None
        self.work.spend(costs.BYTES, part.file_size + 1)
        try:
            with self.file.open(part) as opened:
                data = opened.read(most + 1)
        except _BAD:
            return None
        return data if len(data) <= most else None


def opened(file: BinaryIO, name: str, work: Work) -> Archive:
    """A module, or a saved game, in an open file. Raises DataError ``no-module`` and ``module-work``."""
    try:
        _bounded(file)
        found = zipfile.ZipFile(file)
        if len(found.infolist()) > MOST_PARTS:
            raise ValueError(name)
    except _BAD:
        raise DataError.of(
            "no-module",
            "{name} is no module of VASSAL that can be read.",
            name=Path(name).name[:80],
            hint="A module is a .vmod file; one of VASSAL 3.1 or later is read.",
        ) from None
    work.spend(costs.PARTS, len(found.infolist()))
    return Archive(
        file=found,
        parts={part.filename: part for part in found.infolist() if part.filename.rstrip("/")},
        work=work,
    )


def _bounded(file: BinaryIO) -> None:
    """The list at the end of a zip, looked at before it is read. Raises ValueError when it is none or too long."""
    size = file.seek(0, 2)
    if size > MOST:
        raise ValueError(size)
    file.seek(max(0, size - _END_SIZE - _COMMENT - _WHERE_64_SIZE))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise ValueError("no zip")
    parts, length = struct.unpack("<10xHL", tail[at : at + 16])
    larger = at >= _WHERE_64_SIZE and tail[at - _WHERE_64_SIZE :].startswith(_WHERE_64)
    if larger or parts > MOST_PARTS or length > _MOST_LIST:
        raise ValueError(length)
