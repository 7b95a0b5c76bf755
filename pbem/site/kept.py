"""How a browser keeps a home: two places, each of which holds a whole home or nothing; the newest one counts.

A home is written over the older of the two, in full, and counts only when its digest at the end is there. Whenever the tab
dies, the other one is untouched. ::

    magic line, 8 bytes: which writing this is, 4 bytes: length of identity.json, identity.json, box, 32 bytes: SHA-256

The box is a zip of the home, sealed under a key that grows from the secret in ``identity.json``, which the password opens.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError
from pbem.bytes.records import field, frozen
from pbem.crypto import keys as crypto
from pbem.home import identity as identities
from pbem.home.identity import Card, Identity
from pbem.store import atomic, machines
from pbem.store.home import Home

PLACES = 2
_MAGIC = b"pbem home in a browser 1\n"
_NUMBERS = struct.Struct(">QI")
_SUM = 32
_MARKER = "copy.json"
# What belongs to one folder on one disk, and is made anew in the next.
_NOT_KEPT = frozenset({"lock", "here"})
_DAY = (1980, 1, 1, 0, 0, 0)
_MAX = 512 * 1024 * 1024


@frozen(kw_only=True)
class Kept:
    """A home as it was read from one of the places, still locked. ``count`` says which writing it is."""

    place: int
    count: int
    head: bytes = field(repr=False)
    locked: bytes = field(repr=False)
    box: bytes = field(repr=False)

    @property
    def card(self) -> Card:
        """Whose it is."""
        return identities.card_of(self.locked, "this browser")

    def open(self, password: str) -> tuple[Identity, dict[str, bytes]]:
        """The identity and the files by their paths. Raises KeyFileError ``password`` and ``kept``."""
        identity = identities.open_card(self.card, self.locked, password)
        try:
            return identity, _unzipped(crypto.open_box(_key(identity), self.box, self.head))
        except (KeyFileError, zipfile.BadZipFile, ValueError) as error:
            raise KeyFileError.of(
                "kept",
                "What this browser keeps was changed by another program.",
                hint="Put back your backup.",
            ) from error


def newest(places: Sequence[bytes]) -> Kept | None:
    """The last home that was written in full; None where there is none."""
    found = [kept for place, data in enumerate(places) if (kept := _read(place, data)) is not None]
    return max(found, key=lambda each: each.count, default=None)


def written(home: Home, identity: Identity, count: int) -> bytes:
    """The bytes to keep of a home."""
    locked = home.identity() or b""
    head = _MAGIC + _NUMBERS.pack(count, len(locked)) + locked
    body = head + crypto.seal_box(_key(identity), _zipped(home), head)
    return body + hashlib.sha256(body).digest()


def put(home: Home, files: Mapping[str, bytes]) -> None:
    """Lay the files of a kept home where there is none yet; it stays what it was: the home that was made, or a copy."""
    for name, data in files.items():
        if name != _MARKER:
            atomic.make_folder((home.path / name).parent)
            atomic.write_bytes(home.path / name, data)
    about = cast("dict[str, Json]", json.loads(files[_MARKER]))
    machines.be(str(about.get("machine")))
    machines.put(home.path, fits=about["copy"] is False)


def marks(home: Home) -> dict[str, tuple[int, int, int]]:
    """What tells whether a file of a home has changed: its number, its time, and its size."""
    return {
        name: ((found := path.stat()).st_ino, found.st_mtime_ns, found.st_size)
        for name, path in _files(home.path)
    }


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file() and path.name not in _NOT_KEPT and not atomic.is_leftover(path.name):
            yield path.relative_to(folder).as_posix(), path


def _read(place: int, data: bytes) -> Kept | None:
    body, start = data[:-_SUM], len(_MAGIC) + _NUMBERS.size
    if not data.startswith(_MAGIC) or len(body) < start or hashlib.sha256(body).digest() != data[-_SUM:]:
        return None
    count, length = _NUMBERS.unpack(body[len(_MAGIC) : start])
    end = start + length
    return Kept(place=place, count=count, head=body[:end], locked=body[start:end], box=body[end:])


def _key(identity: Identity) -> bytes:
    return crypto.subkey(identity.secret, "home in a browser")


def _zipped(home: Home) -> bytes:
    about = {"copy": home.is_copy(), "machine": machines.this()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr(zipfile.ZipInfo(_MARKER, _DAY), json.dumps(about))
        for name, path in _files(home.path):
            file.writestr(zipfile.ZipInfo(name, _DAY), path.read_bytes(), zipfile.ZIP_DEFLATED, 1)
    return packed.getvalue()


def _unzipped(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as file:
        if sum(each.file_size for each in file.infolist()) > _MAX:
            raise ValueError("too large")
        found = {each.filename: file.read(each) for each in file.infolist()}
    if any(PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts for name in found):
        raise ValueError("a path that leads out")
    return found
