"""What an owner brings becomes part of their album: a scan, pictures of counters, a module of VASSAL."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field

from pbem.bytes.errors import DataError
from pbem.home.owner.pictures import album, image, ours
from pbem.home.owner.pictures.album import Album, Anchor, Face, Sheet, Start
from pbem.home.owner.vassal import archive, grids, module
from pbem.home.owner.vassal.archive import Archive
from pbem.home.owner.vassal.module import Board, Module, Setup
from pbem.store import atomic
from pbem.store.home import Home

COUNTER = 600
"""A picture whose longer side has no more pixels is one of a counter, not of a map."""
_SHEETS = 12
_HEAD = 16
_BACK = re.compile(r"(?i)[ _.-]+(?:back|reverse|reduced|reverso|dorso|b)$")


def take(home: Home, game: str, file: Path, name: str) -> Album:
    """Take in what lies in a file that was called ``name``. Hold the lock.

    Raises DataError for what is neither a picture nor a module, or too large.
    """
    before = album.read(home, game)
    with atomic.regular(file) as opened:
        head = opened.read(_HEAD)
        opened.seek(0)
        if head.startswith(b"PK"):
            after = _module(home, game, before, archive.opened(opened, name))
        else:
            after = _picture(home, game, before, opened.read(image.MOST_BYTES + 1), name)
    after = ours.with_matches(game, after)
    album.write(home, game, after)
    return after


def _picture(home: Home, game: str, before: Album, data: bytes, name: str) -> Album:
    sha, found = album.keep(home, game, data, name)
    plain = Path(name).stem[:120]
    if max(found.width, found.height) <= COUNTER:
        return _counter(before, sha, plain)
    sheet = Sheet(picture=sha, name=plain, width=found.width, height=found.height)
    return evolve(before, sheets=(*(s for s in before.sheets if s.picture != sha), sheet)[-_SHEETS:])


def _counter(before: Album, sha: str, name: str) -> Album:
    """A counter's picture; its name says whose it is, and ``-back`` behind it that it is the back."""
    plain = _BACK.sub("", name)
    key = f"file {plain}"
    known = next((each for each in before.faces if each.key == key), Face(key=key, name=plain, front=sha))
    return album.with_face(before, evolve(known, back=sha) if plain != name else evolve(known, front=sha))


# --- a module -----------------------------------------------------------------------------------------------------------


@define
class _Pictures:
    """The pictures of a module, each kept once."""

    home: Home
    game: str
    opened: Archive
    _kept: dict[str, str] = field(factory=dict, init=False)
    _bytes: int = field(default=0, init=False)

    def sha(self, name: str) -> str:
        """The SHA-256 of a picture; "" where there is none, it is none, or all are too large together."""
        if name and name not in self._kept:
            self._kept[name] = ""
            data = self.opened.read(f"images/{name}", image.MOST_BYTES) or b""
            self._bytes += len(data)
            if data and self._bytes <= album.MOST_IN_ALL // 2:
                try:
                    self._kept[name] = album.keep(self.home, self.game, data, name)[0]
                except DataError:
                    return ""
        return self._kept.get(name, "")


def _module(home: Home, game: str, before: Album, opened: Archive) -> Album:
    """All of a module that can be shown. What another one brought goes; scans and own pictures of counters stay."""
    found, pictures = module.read(opened), _Pictures(home, game, opened)
    sheets = {
        board.name: sheet
        for board in found.boards[:_SHEETS]
        if (sheet := _sheet(pictures, board)) is not None
    }
    faces = tuple(
        Face(key=_key(each.gpid), name=each.name, front=front, back=pictures.sha(each.back))
        for each in found.pieces
        if (front := pictures.sha(each.front))
    )
    starts = tuple(each for setup in found.setups if (each := _start(setup, found, sheets)) is not None)
    lacking = (f"pictures {len(found.pieces) - len(faces)}",) if len(found.pieces) > len(faces) else ()
    setups = (f"setups {len(found.setups) - len(starts)}",) if len(found.setups) > len(starts) else ()
    own = [each for each in before.sheets if each.picture not in {s.picture for s in sheets.values()}]
    return evolve(
        before,
        sheets=(*sheets.values(), *own)[:_SHEETS],
        faces=(*(each for each in before.faces if not each.key.startswith(_key(""))), *faces),
        charts=tuple((name, sha) for name, file in found.charts if (sha := pictures.sha(file))),
        starts=starts,
        left=(*found.left, *lacking, *setups),
        source=f"{found.name} {found.version}".strip(),
    )


def _key(gpid: str) -> str:
    return f"module {gpid}"


def _sheet(pictures: _Pictures, board: Board) -> Sheet | None:
    sha = pictures.sha(board.image)
    found = album.picture(pictures.home, pictures.game, sha)
    if found is None:
        return None
    size = image.measured(found[0], board.image)
    places = ours.named(pictures.game, grids.places_of(board.element, size.width, size.height), board.name)
    return Sheet(
        picture=sha,
        name=board.name or Path(board.image).stem[:120],
        width=size.width,
        height=size.height,
        anchors=tuple(Anchor(place, round(x), round(y)) for place, (x, y) in places),
    )


def _start(setup: Setup, found: Module, sheets: Mapping[str, Sheet]) -> Start | None:
    """A beginning on the pictures of its boards; None where nobody can tell where its map's boards lie."""
    boards: Sequence[Board] = found.boards
    laid: dict[str, tuple[str, int, int]] = {}
    for each in setup.laid:
        on = [b for b in boards if each.on in (("", b.name) if setup.boards else (b.map,))]
        if len({b.name for b in on}) != 1 or on[0].name not in sheets:
            continue
        left, top = (0, 0) if setup.boards else on[0].edge
        laid[_key(each.gpid)] = (sheets[on[0].name].picture, each.x - left, each.y - top)
    return Start(name=setup.name, laid=laid) if laid else None
