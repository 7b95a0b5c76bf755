"""Targets: what an owner brings of their own game: a module of VASSAL, its saved games, pictures, and their album."""

import io
import zipfile
from collections.abc import Iterator

from pbem.home.owner.pictures import album
from pbem.home.owner.vassal import archive, grids, module, saves
from pbem.home.owner.vassal.work import Work
from tests.fuzz import mutators
from tests.fuzz.harness import Target, WrongError
from tests.fuzz.listed import target
from tests.owner import modules

_WORDS = [
    *("\t", "\\", "\\/", ";", ",", "/", "'", "&amp;", "<!DOCTYPE a>", "<a>", "</a>", "true", "false", "NaN",
        "1e999", "-1"),
    *("emb2;", "prototype;", "piece;", 'dx="0"', 'sideways="true"', 'hType="A"', 'hLeading="99"',
        'path="1,1;2,2"'),
]  # fmt: skip


def _plan(data: bytes) -> None:
    """A plan in a module: everything of it is read, and every place lies on its board."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("buildFile.xml", data)
        made.writestr("landings.vsav", modules.saved((("11", "Main", 7, 9),)))
    found = module.read(archive.opened(packed, "fuzz", Work()))
    for board in found.boards:
        places = grids.places_of(board.element, 900, 700, Work())
        if len(places) > 4 * grids.MOST_PLACES:
            raise WrongError("more places than a board may have")
    if any(not each.front for each in found.pieces) or len(found.pieces) > module.MOST_PIECES:
        raise WrongError("a counter without a picture, or too many")


def _plans() -> list[bytes]:
    return [
        archive.opened(io.BytesIO(each), "x", Work()).read("buildFile.xml", 10**6) or b""
        for each in (modules.june6(), modules.normandy())
    ]


def _zip(data: bytes) -> None:
    """A whole module, which is a zip."""
    found = archive.opened(io.BytesIO(data), "fuzz", Work())
    for name in [*found.parts][:20]:
        found.read(name, 100_000)
    module.read(found)


def _saved(data: bytes) -> None:
    """A saved game gives counters at whole pixels, or none."""
    for each in saves.pieces_in(data, Work()):
        if not each.gpid:
            raise WrongError("a counter without a number")


def _picture(data: bytes) -> None:
    """A picture has a size within bounds, or is refused."""
    found = album.measured(data, "fuzz")
    if not 0 < found.width * found.height <= album.MOST_PIXELS:
        raise WrongError("a size that cannot be")


def _album(data: bytes) -> None:
    """An album is written as it was read, or is refused."""
    try:
        found = album.decoded(data)
    except ValueError:
        return
    if album.decoded(album.encoded(found)) != found:
        raise WrongError("an album that is not written as it was read")


def _albums() -> list[bytes]:
    sha = "0" * 64
    sheet = album.Sheet(picture=sha, name="W", width=9, height=9, anchors=(album.Anchor("W3225", 1, 2),))
    face = album.Face(key="file x", name="x", front=sha, back=sha)
    start = album.Start(name="", laid={"file x": (sha, 3, 4)})
    matches = {"505/82": album.Match("file x", sure=True)}
    whole = album.Album(
        sheets=(sheet,), faces=(face,), matches=matches, starts=(start,), charts=(("c", sha),)
    )
    return [album.encoded(whole), album.encoded(album.Album())]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("module-plan", _plan, _plans, mutators.words(_WORDS), slowest=4.0)
    yield target("module-file", _zip, lambda: [modules.vmod("", {"images/a.png": modules.png(9, 9)})])
    yield target(
        "module-saved", _saved, lambda: [modules.saved((("11", "Main", 7, 9), ("12", "Main", -1, 0)))]
    )
    yield target(
        "own-picture",
        _picture,
        lambda: [
            modules.png(9, 9),
            b"GIF89a\x05\x00\x05\x00",
            b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0",
        ],
        tokens=(b"IHDR", b"\xff\xd8\xff\xe0", b"\xff\xc0", b"VP8 ", b"VP8X"),
    )
    yield target("own-album", _album, _albums, mutators.json_object)
