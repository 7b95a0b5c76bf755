"""What an owner brings becomes part of their album: a scan, pictures of counters, a module of VASSAL."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.bytes.errors import DataError
from pbem.bytes.records import define, evolve, field
from pbem.home.owner.pictures import album, ours
from pbem.home.owner.pictures.album import Album, Anchor, Coming, Face, Image, Sheet, Start
from pbem.home.owner.vassal import archive, grids, module
from pbem.home.owner.vassal.archive import Archive
from pbem.home.owner.vassal.module import Board, Module
from pbem.home.owner.vassal.work import Work
from pbem.store import atomic
from pbem.store.home import Home

COUNTER = 600
"""A picture whose longer side has no more pixels is one of a counter, not of a map."""
_SHEETS, _CHARTS = 12, 200
_HEAD = 16
_BACK = re.compile(r"(?i)[ _.-]+(?:back|reverse|reduced|reverso|dorso|b)$")
Brought = Callable[[Album], Album]
"""What a file brings, laid over an album."""


def take(home: Home, game: str, file: Path, name: str) -> Album:
    """Take in what lies in a file that was called ``name``. The home is locked only for the last step, the writing.

    Raises DataError for what is neither a picture nor a module, or too large.
    """
    coming = Coming(home=home, game=game)
    try:
        with atomic.regular(file) as opened:
            head = opened.read(_HEAD)
            opened.seek(0)
            if head.startswith(b"PK"):
                brought = _module(coming, archive.opened(opened, name, Work()))
            else:
                brought = _picture(coming, opened.read(album.MOST_BYTES + 1), name)
        while True:
            before = album.read(home, game)
            after = ours.with_matches(game, brought(before))
            with home.lock():
                if album.read(home, game) == before:
                    album.write(home, game, after, coming)
                    return after
    finally:
        coming.clear()


def _picture(coming: Coming, data: bytes, name: str) -> Brought:
    sha, found = coming.keep(data, name)
    plain = Path(name).stem[:120]
    if max(found.width, found.height) <= COUNTER:
        return lambda before: _counter(before, sha, plain)
    sheet = Sheet(picture=sha, name=plain, width=found.width, height=found.height)
    return lambda before: evolve(
        before, sheets=(*(s for s in before.sheets if s.picture != sha), sheet)[-_SHEETS:]
    )


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

    coming: Coming
    opened: Archive
    _kept: dict[str, tuple[str, Image] | None] = field(factory=dict, init=False)

    def kept(self, name: str) -> tuple[str, Image] | None:
        """The SHA-256 and size of a picture; None where there is none, or it cannot be shown."""
        if name not in self._kept:
            data = self.opened.read(f"images/{name}", album.MOST_BYTES) if name else None
            self._kept[name] = self._taken(data, name) if data else None
        return self._kept[name]

    def _taken(self, data: bytes, name: str) -> tuple[str, Image] | None:
        try:
            return self.coming.keep(data, name)
        except DataError as error:
            if error.code == "pictures-full":
                raise
            return None

    def sha(self, name: str) -> str:
        """The SHA-256 of a picture, "" where there is none."""
        found = self.kept(name)
        return found[0] if found is not None else ""


def _module(coming: Coming, opened: Archive) -> Brought:
    """All of a module that can be shown. What another one brought goes; scans and own pictures of counters stay."""
    found, pictures = module.read(opened), _Pictures(coming, opened)
    sheets = {
        board.name: sheet
        for board in found.boards[:_SHEETS]
        if (sheet := _sheet(pictures, coming.game, board)) is not None
    }
    faces = tuple(
        Face(key=_key(each.gpid), name=each.name, front=front, back=pictures.sha(each.back))
        for each in found.pieces
        if (front := pictures.sha(each.front))
    )
    starts = _starts(found, sheets)
    lacking = (f"pictures {len(found.pieces) - len(faces)}",) if len(found.pieces) > len(faces) else ()
    setups = (f"setups {len(found.setups) - len(starts)}",) if len(found.setups) > len(starts) else ()
    charts = tuple((name, sha) for name, file in found.charts[:_CHARTS] if (sha := pictures.sha(file)))

    def laid_over(before: Album) -> Album:
        own = [each for each in before.sheets if each.picture not in {s.picture for s in sheets.values()}]
        return evolve(
            before,
            sheets=(*sheets.values(), *own)[:_SHEETS],
            faces=(*(each for each in before.faces if not each.key.startswith(_key(""))), *faces),
            charts=charts,
            starts=starts,
            left=(*found.left, *lacking, *setups),
            source=f"{found.name} {found.version}".strip(),
        )

    return laid_over


def _key(gpid: str) -> str:
    return f"module {gpid}"


def _sheet(pictures: _Pictures, game: str, board: Board) -> Sheet | None:
    kept = pictures.kept(board.image)
    if kept is None:
        return None
    sha, size = kept
    named = grids.places_of(board.element, size.width, size.height, pictures.opened.work)
    places = ours.named(game, named, board.name)
    return Sheet(
        picture=sha,
        name=board.name or Path(board.image).stem[:120],
        width=size.width,
        height=size.height,
        anchors=tuple(Anchor(place, round(x), round(y)) for place, (x, y) in places),
    )


def _starts(found: Module, sheets: Mapping[str, Sheet]) -> tuple[Start, ...]:
    """The beginnings on the pictures of their boards; none where nobody can tell where its map's boards lie."""
    by_map: dict[str, dict[str, Board]] = {}
    for board in found.boards:
        by_map.setdefault(board.map, {}).setdefault(board.name, board)
    alone = {name: next(iter(some.values())) for name, some in by_map.items() if len(some) == 1}
    by_name = {board.name: board for board in reversed(found.boards)}
    only = by_name if len(by_name) == 1 else {}
    starts = list[Start]()
    for setup in found.setups:
        laid: dict[str, tuple[str, int, int]] = {}
        for each in setup.laid:
            if setup.boards:
                on = by_name.get(each.on) if each.on else next(iter(only.values()), None)
            else:
                on = alone.get(each.on)
            if on is None or on.name not in sheets:
                continue
            left, top = (0, 0) if setup.boards else on.edge
            laid[_key(each.gpid)] = (sheets[on.name].picture, each.x - left, each.y - top)
        if laid:
            starts.append(Start(name=setup.name, laid=laid))
    return tuple(starts)
