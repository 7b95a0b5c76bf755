"""An owner's own map and counters at the table: brought, laid on our grid, told apart, and shown in play.

A file comes in parts, none larger than the door lets in, into one file that the home names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.games.forms import Cell
from pbem.games.forms.form import Codec, column_of
from pbem.home.owner import copies
from pbem.home.owner.copies import Copy
from pbem.home.owner.pictures import album, laying, ours, taking
from pbem.home.owner.pictures.album import Album, Anchor, Match, Sheet
from pbem.home.owner.pictures.laying import Laid
from pbem.home.owner.vassal import archive
from pbem.port.messages import Message
from pbem.port.scene import Point
from pbem.store import atomic
from pbem.table.open_home import Room
from pbem.table.picture import Board
from pbem.table.request_fields import Given, word
from pbem.view.markup import clean

_ARRIVING = "arriving"
_ANCHORS = 60
_FAR = 24_000


def _game(given: Given) -> str:
    return registry.info(word(given, "game")).name


def _album(room: Room, given: Given) -> Json:
    """Everything that the page of one's own pictures shows."""
    game = _game(given)
    return _told(game, album.read(room.home, game))


def _told(game: str, found: Album) -> dict[str, Json]:
    return {
        "game": game,
        "title": registry.info(game).title,
        "source": clean(found.source, 160),
        "left": [clean(each, 40) for each in found.left],
        "sheets": [_sheet(game, each) for each in found.sheets],
        "charts": [[clean(name, 120), sha] for name, sha in found.charts],
        "faces": [[each.key, clean(each.name, 120), each.front, each.back] for each in found.faces],
        "matches": {name: [each.face, each.sure] for name, each in found.matches.items()},
        "counters": [clean(each, 60) for each in ours.counters(game)],
        "starts": [
            [clean(name, 120), [[unit, place] for unit, place in places.items()]]
            for name, places in ours.beginnings(game, found).items()
        ],
    }


def _sheet(game: str, sheet: Sheet) -> dict[str, Json]:
    """A sheet with its known places; ``off``: tenths of a hex that the worst of them lies off (null: not laid)."""
    laid = ours.laid(game, sheet)
    return {
        "picture": sheet.picture,
        "name": clean(sheet.name, 120),
        "width": sheet.width,
        "height": sheet.height,
        "anchors": [[each.place, each.x, each.y] for each in sheet.anchors],
        "off": round(10 * ours.off(game, sheet)) if laid is not None else None,
    }


def _grid(room: Room, given: Given) -> Json:
    """Our grid over a sheet, in its pixels: ``outlines`` as one path, and ``names`` with where each is written."""
    game = _game(given)
    sheet = _chosen(album.read(room.home, game), given)
    seen, cells = ours.seen(game, sheet), ours.ground(game).cells
    if seen is None:
        return {"outlines": "", "names": []}
    on = [(cell, at) for cell in cells if _inside(at := seen.at(cell.centre), sheet)]
    path = "".join(_path(seen, cell.outline) for cell, _ in on)
    return {"outlines": path, "names": [[clean(cell.name, 12), round(x), round(y)] for cell, (x, y) in on]}


def _proposals(room: Room, given: Given) -> Json:
    """The scenarios' cells that say where a counter begins, beside what the beginning ``start`` of a module says."""
    game, table = _game(given), word(given, "table")
    copy, found = copies.copy_of(room.home, game), album.read(room.home, game)
    begins = ours.beginnings(game, found).get(word(given, "start"), {})
    tables = _begin_cells(copy)
    counts = {name: sum(unit in begins for unit in cells) for name, cells in tables.items()}
    return {
        "tables": [[name, n] for name, n in counts.items() if n],
        "rows": [
            [cell.address, clean(unit, 60), clean(cell.text, 20), begins[unit], cell.state.value]
            for unit, cell in tables.get(table, {}).items()
            if unit in begins
        ],
    }


def _inside(at: Point, sheet: Sheet) -> bool:
    return 0 <= at[0] <= sheet.width and 0 <= at[1] <= sheet.height


def _path(seen: Laid, outline: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(seen.at, outline)) + "z"


def _chosen(found: Album, given: Given) -> Sheet:
    sheet = next((each for each in found.sheets if each.picture == given.get("picture")), None)
    if sheet is None:
        raise UsageError.of("no-sheet", "There is no such map among your pictures.")
    return sheet


# --- changed ------------------------------------------------------------------------------------------------------------


def _lay(room: Room, given: Given) -> Json:
    """The known places of a sheet, all anew."""
    game, anchors = _game(given), list[Anchor]()
    found = album.read(room.home, game)
    sheet, listed = _chosen(found, given), given.get("anchors")
    for each in listed if isinstance(listed, list) else [None]:
        match each:
            case [str(place), int(x), int(y)] if 0 <= x <= _FAR and 0 <= y <= _FAR:
                if place not in ours.centres(game):
                    raise UsageError(
                        "no-place",
                        Message("There is no place {name!r} on this map.", name=place[:20]),
                        hint=Message(
                            "Type it as our map has it: {name}.", name=next(iter(ours.centres(game)))
                        ),
                    )
                anchors.append(Anchor(place, x, y))
            case _:
                raise UsageError.of("no-place", "A known place is its name and two pixels.")
    laid = evolve(sheet, anchors=tuple({each.place: each for each in anchors[:_ANCHORS]}.values()))
    return _kept(
        room, game, evolve(found, sheets=tuple(laid if each is sheet else each for each in found.sheets))
    )


def _match(room: Room, given: Given) -> Json:
    """Which brought counter is one of ours: ``face`` its key, or "" for none."""
    game, unit, face = _game(given), word(given, "unit"), word(given, "face")
    found = album.read(room.home, game)
    if unit not in ours.counters(game) or face not in {"", *(each.key for each in found.faces)}:
        raise UsageError.of("no-counter", "There is no such counter.")
    others = {name: each for name, each in found.matches.items() if each.face != face or not face}
    return _kept(
        room, game, ours.with_matches(game, evolve(found, matches={**others, unit: Match(face, sure=True)}))
    )


def _away(room: Room, given: Given) -> Json:
    """A sheet is taken away; without one, all pictures are."""
    game = _game(given)
    found = album.read(room.home, game)
    if not given.get("picture"):
        return _kept(room, game, Album())
    sheet = _chosen(found, given)
    return _kept(room, game, evolve(found, sheets=tuple(each for each in found.sheets if each is not sheet)))


def _kept(room: Room, game: str, changed: Album) -> Json:
    album.write(room.home, game, changed)
    return _told(game, changed)


# --- brought ------------------------------------------------------------------------------------------------------------


def _place(room: Room, game: str) -> Path:
    return album.folder(room.home, game) / _ARRIVING


def _begin(room: Room, given: Given) -> Json:
    """A file is about to come: what was left of another one goes."""
    place = _place(room, _game(given))
    atomic.make_folder(place.parent)
    atomic.remove(place)
    return {}


def part(room: Room, data: bytes, about: str) -> Json:
    """The next part of the file that comes for the game ``about``. Raises UsageError ``too-large``."""
    place = _place(room, registry.info(about).name)
    if not place.parent.is_dir():
        raise UsageError.of("no-file", "No file is about to come.")
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
    try:
        if os.fstat(handle).st_size + len(data) > archive.MOST:
            raise UsageError.of(
                "too-large", "The file is larger than {n} MB.", n=archive.MOST // 1024 // 1024
            )
        atomic.write_all(handle, data)
    finally:
        os.close(handle)
    return {}


def _end(room: Room, given: Given) -> Json:
    """All of it has come: what it is, becomes part of the album."""
    game = _game(given)
    place = _place(room, game)
    if not place.exists():
        raise UsageError.of("no-file", "The file is empty.", hint="Choose another one.")
    try:
        return _told(game, taking.take(room.home, game, place, word(given, "file")))
    finally:
        atomic.remove(place)


# --- in play ------------------------------------------------------------------------------------------------------------


def _shown(room: Room, _given: Given) -> Json:
    """The pictures for the game that is looked at: each sheet with its place, each counter with both faces."""
    game = room.session().game.info.name
    found = album.read(room.home, game)
    faces = {each.key: each for each in found.faces}
    if not (found.sheets or faces):
        return {"game": game, "sheets": [], "counters": {}}
    onto = _onto(game, room.board(room.stand().scene))
    return {
        "game": game,
        "sheets": [
            {
                "picture": each.picture,
                "width": each.width,
                "height": each.height,
                "lies": laying.joined(laid, onto).css(),
            }
            for each in found.sheets
            if (laid := ours.laid(game, each)) is not None and onto is not None
        ],
        "counters": {
            name: [faces[each.face].front, faces[each.face].back]
            for name, each in found.matches.items()
            if each.face in faces
        },
    }


def _onto(game: str, board: Board) -> Laid | None:
    """From map units, as the largest map has them, to the pixels of a board."""
    places, whole = list(board.centres.items()), ours.centres(game)
    far = [key(places, key=lambda each: each[1][n]) for n in (0, 1) for key in (min, max)]
    return laying.laid([(whole[name], at) for name, at in dict(far).items()][:3])


def picture(room: Room, given: Given) -> tuple[bytes, str]:
    """The bytes of a picture, and its type. Raises UsageError ``no-picture``."""
    found = album.picture(room.home, _game(given), word(given, "picture"))
    if found is None:
        raise UsageError.of("no-picture", "There is no such picture in your home.")
    return found[0], f"image/{found[1]}"


_FORMS = ("scenarios", "units.", "schedule")


def _begin_cells(copy: Copy) -> Mapping[str, Mapping[str, Cell]]:
    """By table of a scenario: by unit the cell that says on which hex it begins."""
    places, units = ours.centres(copy.game), frozenset(ours.counters(copy.game))
    found: dict[str, dict[str, Cell]] = {}
    for form in copy.forms:
        if not form.id.startswith(_FORMS):
            continue
        for cell in form.cells:
            unit = cell.row if cell.row in units else ""
            if unit and cell.codec is Codec.VALUE and cell.kind.name == "text" and cell.ours in places:
                found.setdefault(column_of(cell.table), {}).setdefault(unit, cell)
    return found


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "own": _album,
    "own-away": _away,
    "own-begin": _begin,
    "own-end": _end,
    "own-grid": _grid,
    "own-lay": _lay,
    "own-match": _match,
    "own-proposals": _proposals,
    "own-shown": _shown,
}
