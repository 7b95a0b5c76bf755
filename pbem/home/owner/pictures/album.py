"""The album: what an owner's pictures show, and the pictures themselves, by the SHA-256 of their bytes.

It lies in ``owner/GAME/pictures`` of the home, beside what was typed. Nothing else reads that folder: no pack, mail, page,
paper or backup has a picture of it, or its name.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import imagesize

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import define, evolve, field, frozen
from pbem.home.owner.copies import FOLDER
from pbem.store import atomic
from pbem.store.home import Home

MOST_BYTES = 96 * 1024 * 1024
MOST_SIDE = 24_000
MOST_PIXELS = 250_000_000
_HEADS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"))


@frozen(kw_only=True)
class Image:
    """A picture: ``kind`` (png, jpeg, gif, webp), ``width`` and ``height`` in pixels."""

    kind: str
    width: int
    height: int


def kind_of(data: bytes) -> str:
    """The kind of a picture by its first bytes; "" for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for head, kind in _HEADS if data.startswith(head)), "")


def measured(data: bytes, name: str) -> Image:
    """The kind and size of a picture called ``name``. Raises DataError ``no-picture``, ``picture-size``."""
    kind = kind_of(data)
    width, height = _size(data) if kind else (-1, -1)
    if width < 1 or height < 1:
        raise DataError.of(
            "no-picture",
            "{name} is no picture that can be shown.",
            name=name[:80],
            hint="Take PNG, JPEG, GIF or WebP.",
        )
    if len(data) > MOST_BYTES or max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise DataError.of(
            "picture-size",
            "{name} is too large: {width} by {height} pixels.",
            name=name[:80],
            width=width,
            height=height,
            side=MOST_SIDE,
            pixels=MOST_PIXELS // 1_000_000,
            bytes=MOST_BYTES // 1024 // 1024,
            hint="At most {side} pixels a side, {pixels} million in all and {bytes} MB: scan it with fewer dots an inch.",
        )
    return Image(kind=kind, width=width, height=height)


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as the head says; -1 where it cannot be read."""
    try:
        width, height = imagesize.get(io.BytesIO(data))
    except (
        Exception
    ):  # a library of others reads what a stranger wrote: whatever goes wrong, it is no picture
        return -1, -1
    return int(width), int(height)


NAME, _COMING = "album", "coming"
_MOST_ALBUM = 16 * 1024 * 1024
MOST_IN_ALL = 2 * 1024 * 1024 * 1024
_SHA = re.compile(r"[0-9a-f]{64}")


@frozen
class Anchor:
    """A place of ours and where it lies on a picture, in pixels."""

    place: str
    x: int
    y: int


@frozen(kw_only=True)
class Sheet:
    """A picture of the map or a part of it; ``anchors`` are the places whose pixels are known."""

    picture: str
    name: str
    width: int
    height: int
    anchors: tuple[Anchor, ...] = ()


@frozen(kw_only=True)
class Face:
    """A counter as it was brought: its key, its name there, and the pictures of its front and back ("": none)."""

    key: str
    name: str
    front: str
    back: str = ""


@frozen
class Match:
    """A counter of ours is that one; ``sure`` when its owner has said so."""

    face: str
    sure: bool = False


@frozen(kw_only=True)
class Start:
    """Where counters begin, as a module has it: by key of each its sheet's picture and its pixels there."""

    name: str
    laid: Mapping[str, tuple[str, int, int]]


@frozen(kw_only=True)
class Album:
    """Everything that is known of an owner's pictures of a game. ``left`` are words for what a module had besides."""

    sheets: tuple[Sheet, ...] = ()
    faces: tuple[Face, ...] = ()
    matches: Mapping[str, Match] = {}
    charts: tuple[tuple[str, str], ...] = ()
    starts: tuple[Start, ...] = ()
    left: tuple[str, ...] = ()
    source: str = ""

    @property
    def pictures(self) -> frozenset[str]:
        """Every picture that it shows."""
        some = (*(each.picture for each in self.sheets), *(sha for _, sha in self.charts))
        return frozenset((*some, *(s for f in self.faces for s in (f.front, f.back) if s)))


def folder(home: Home, game: str) -> Path:
    """Where the pictures of a game lie."""
    return home.path / FOLDER / game / "pictures"


def read(home: Home, game: str) -> Album:
    """The album of a game; an empty one where there is none. Raises DataError ``album``."""
    place = folder(home, game) / NAME
    data = atomic.read_bytes(place, _MOST_ALBUM)
    if data is None:
        return Album()
    try:
        return decoded(data)
    except ValueError:
        raise DataError.of(
            "album",
            "What is written of your pictures is damaged: {file}",
            file=place,
            hint="Move that folder away and bring the pictures again; what you have typed is not in it.",
        ) from None


@define(kw_only=True)
class Coming:
    """Pictures that somebody brings: in a folder of their own until the album that shows them is written, each once."""

    home: Home
    game: str
    _images: dict[str, Image] = field(factory=dict, init=False)
    _bytes: int = field(init=False)

    @_bytes.default
    def _there(self) -> int:
        self.clear()
        place = folder(self.home, self.game)
        return sum(each.stat().st_size for each in place.iterdir()) if place.is_dir() else 0

    @property
    def place(self) -> Path:
        """Where they lie."""
        return folder(self.home, self.game) / _COMING

    def keep(self, data: bytes, name: str) -> tuple[str, Image]:
        """Take a picture in; gives its SHA-256 and its size.

        Raises DataError as :func:`image.measured` does, and ``pictures-full``.
        """
        found, sha = measured(data, name), hashlib.sha256(data).hexdigest()
        if sha not in self._images:
            self._bytes += len(data)
            if self._bytes > MOST_IN_ALL:
                raise _full()
            atomic.make_folder(self.place)
            atomic.write_bytes(self.place / sha, data)
            self._images[sha] = found
        return sha, found

    def clear(self) -> None:
        """Remove what no album has taken."""
        if self.place.is_dir():
            shutil.rmtree(self.place)


def write(home: Home, game: str, album: Album, coming: Coming | None = None) -> None:
    """Keep an album with what came for it, and remove the pictures that it shows no more. Hold the lock.

    Raises DataError ``pictures-full``.
    """
    place, data = folder(home, game), encoded(album)
    if len(data) > _MOST_ALBUM:
        raise _full()
    atomic.make_folder(place)
    for each in coming.place.iterdir() if coming is not None and coming.place.is_dir() else ():
        os.replace(each, place / each.name)
    atomic.write_bytes(place / NAME, data)
    for each in place.iterdir():
        if _SHA.fullmatch(each.name) and each.name not in album.pictures:
            atomic.remove(each)


def _full() -> DataError:
    return DataError.of(
        "pictures-full",
        "The pictures of a game may have {n} MB together.",
        n=MOST_IN_ALL // 1024 // 1024,
        hint="Take maps away that you do not use.",
    )


def picture(home: Home, game: str, sha: str) -> tuple[bytes, str] | None:
    """The bytes and the kind of a picture of the album; None when it is not there."""
    data = atomic.read_bytes(folder(home, game) / sha, MOST_BYTES) if _SHA.fullmatch(sha) else None
    kind = kind_of(data or b"")
    return (data, kind) if data and kind else None


def with_face(album: Album, face: Face) -> Album:
    """An album with one more counter; one of the same key takes the place of the old one."""
    return evolve(album, faces=tuple({each.key: each for each in (*album.faces, face)}.values()))


# --- as JSON ------------------------------------------------------------------------------------------------------------


def encoded(album: Album) -> bytes:
    """An album as its file has it."""
    return canon.encode_value(_written(album))


def decoded(data: bytes) -> Album:
    """The album in a file. Raises ValueError."""
    return _read(canon.parse_json(data))


def _written(album: Album) -> Json:
    return {
        "v": 1,
        "source": album.source,
        "left": [*album.left],
        "charts": [[name, sha] for name, sha in album.charts],
        "faces": [[each.key, each.name, each.front, each.back] for each in album.faces],
        "matches": {name: [each.face, each.sure] for name, each in album.matches.items()},
        "starts": [[each.name, {key: [*at] for key, at in each.laid.items()}] for each in album.starts],
        "sheets": [
            [s.picture, s.name, s.width, s.height, [[a.place, a.x, a.y] for a in s.anchors]]
            for s in album.sheets
        ],
    }


def _read(value: Json) -> Album:
    match value:
        case {
            "v": 1,
            "source": str(source),
            "left": list(left),
            "charts": list(charts),
            "faces": list(faces),
            "matches": dict(matches),
            "starts": list(starts),
            "sheets": list(sheets),
        }:
            return Album(
                source=source,
                left=tuple(map(_text, left)),
                charts=tuple((_text(name), _sha(sha)) for name, sha in map(_list, charts)),
                faces=tuple(_face(each) for each in map(_list, faces)),
                matches={name: _match(each) for name, each in matches.items()},
                starts=tuple(_start(each) for each in map(_list, starts)),
                sheets=tuple(_sheet(each) for each in map(_list, sheets)),
            )
    raise ValueError("no album")


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise ValueError(value)
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _number(value: Json) -> int:
    if type(value) is not int:
        raise ValueError(value)
    return value


def _sha(value: Json) -> str:
    if _SHA.fullmatch(_text(value)) is None:
        raise ValueError(value)
    return _text(value)


def _face(value: list[Json]) -> Face:
    key, name, front, back = value
    return Face(key=_text(key), name=_text(name), front=_sha(front), back=_sha(back) if back != "" else "")


def _match(value: Json) -> Match:
    face, sure = _list(value)
    if not isinstance(sure, bool):
        raise ValueError(value)
    return Match(_text(face), sure)


def _start(value: list[Json]) -> Start:
    name, laid = value
    if not isinstance(laid, dict):
        raise ValueError(value)
    found = {
        key: (_sha(sha), _number(x), _number(y))
        for key, (sha, x, y) in ((k, _list(v)) for k, v in laid.items())
    }
    return Start(name=_text(name), laid=found)


def _sheet(value: list[Json]) -> Sheet:
    picture, name, width, height, anchors = value
    return Sheet(
        picture=_sha(picture),
        name=_text(name),
        width=_number(width),
        height=_number(height),
        anchors=tuple(Anchor(_text(p), _number(x), _number(y)) for p, x, y in map(_list, _list(anchors))),
    )
