"""An owner's pictures: laid on our grid, taken from modules, matched, kept where nothing else looks."""

import hashlib
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pbem.bytes.errors import DataError, PbemError
from pbem.home.owner.pictures import album, laying, ours, taking
from pbem.home.owner.pictures.album import Anchor, Match, Sheet
from pbem.home.owner.pictures.laying import Laid
from pbem.home.owner.vassal import saves, traits
from pbem.home.owner.vassal.work import Work
from pbem.store.home import Home
from tests.lists import tried_with

from . import modules


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with nothing in it."""
    return Home(tmp_path / "home")


def brought(home: Home, game: str, data: bytes, name: str) -> album.Album:
    """A file as an owner brings it."""
    file = home.path.parent / "file"
    file.write_bytes(data)
    return taking.take(home, game, file, name)


COORDINATE = some.floats(-2, 2)
CORNERS = ((10.0, 20.0), (3000.0, 40.0), (2900.0, 2100.0), (30.0, 2000.0), (1500.0, 900.0), (700.0, 1700.0))


@given(some.lists(COORDINATE, min_size=8, max_size=8), some.integers(2, 6))
def test_as_many_places_as_a_picture_needs_lay_it_exactly(n: list[float], places: int) -> None:
    """Two for a turned scan, three for one that is stretched, four or more for a photo."""
    a, b, c, d, e, f, g, h = n
    if places == 2:
        true = Laid(((1 + a * a, -b, c), (b, 1 + a * a, f), (0.0, 0.0, 1.0)))
    elif places == 3:
        true = Laid(((3 + a, b, c), (d, 3 + e, f), (0.0, 0.0, 1.0)))
    else:
        true = Laid(((3 + a, b, c), (d, 3 + e, f), (g / 20_000, h / 20_000, 1.0)))
    pairs = [(each, true.at(each)) for each in CORNERS]
    found = laying.laid(pairs[:places])
    assert 1e-4 > laying.worst(found, pairs)


@pytest.mark.parametrize("points", [(), (0,), (0, 0), (0, 0, 0), (0, 1, 2, 3)])
def test_places_on_one_line_lay_nothing_but_two_apart(points: tuple[int, ...]) -> None:
    pairs = [((float(x), float(2 * x)), (float(x), 0.0)) for x in points]
    assert laying.laid(pairs) is None


def test_a_matrix_goes_into_css_column_by_column() -> None:
    laid = Laid(((2.0, 3.0, 5.0), (7.0, 11.0, 13.0), (0.0, 0.0, 1.0)))
    assert "matrix3d(2,7,0,0,3,11,0,0,0,0,1,0,5,13,0,1)" == laid.css()
    twice = laying.joined(laid, laid)
    assert laid.at(laid.at((1.0, 2.0))) == twice.at((1.0, 2.0))


def test_a_picture_is_what_its_bytes_say(home: Home) -> None:
    assert album.Image(kind="png", width=7, height=9) == album.measured(modules.png(7, 9), "x")
    for data in (
        b"", b"<svg/>", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"RIFF0000WEBP", b"\xff\xd8\xff\xe0", b"BM000000",
    ):  # fmt: skip
        with pytest.raises(DataError) as found:
            album.measured(data, "x")
        assert "no-picture" == found.value.code


def test_a_giant_picture_is_refused_by_its_head() -> None:
    head = modules.png(1, 1)
    for width, height in ((24_001, 1), (20_000, 20_000), (0, 5)):
        giant = head[:16] + width.to_bytes(4, "big") + height.to_bytes(4, "big") + head[24:]
        with pytest.raises(DataError):
            album.measured(giant, "x")


def test_a_large_picture_is_a_map_and_a_small_one_a_counter_with_its_back(home: Home) -> None:
    found = brought(home, "june6", modules.png(2000, 900), "My scan.png")
    assert (("My scan", 2000, 900),) == tuple((s.name, s.width, s.height) for s in found.sheets)
    found = brought(home, "june6", modules.png(50, 50), "505-82.png")
    found = brought(home, "june6", modules.png(50, 50, (1, 2, 3)), "505-82 back.png")
    (face,) = found.faces
    assert "505-82" == face.name
    assert face.front != face.back
    assert Match(face.key) == found.matches["505/82"]
    again = brought(home, "june6", modules.png(50, 50, (9, 9, 9)), "505-82.png")
    assert (face.back, 1) == (again.faces[0].back, len(again.faces))
    assert face.front not in {each.name for each in album.folder(home, "june6").iterdir()}, (
        "nothing shows it any more"
    )


def test_what_is_neither_is_refused_and_leaves_nothing(home: Home) -> None:
    for data in (b"", b"hello", b"PK\x05\x06", b"PK\x03\x04" + b"x" * 100):
        with pytest.raises(PbemError):
            brought(home, "june6", data, "../../x.vmod")
    assert not album.folder(home, "june6").exists()


def test_an_album_reads_as_it_was_written_and_a_damaged_one_is_named(home: Home) -> None:
    found = brought(home, "june6", modules.june6(), "mine.vmod")
    assert found == album.read(home, "june6")
    file = album.folder(home, "june6") / album.NAME
    data = file.read_bytes()
    for cut in range(0, len(data), 97):
        file.write_bytes(data[:cut])
        with pytest.raises(DataError):
            album.read(home, "june6")
    for old, new in (
        (b'"v":1', b'"v":2'), (b'"left":[', b'"left":[7,'), (b'"sheets":[[', b'"sheets":[["x",'),
    ):  # fmt: skip
        file.write_bytes(data.replace(old, new))
        with pytest.raises(DataError):
            album.read(home, "june6")


def test_a_module_brings_map_grid_counters_charts_and_beginnings(home: Home) -> None:
    found = brought(home, "june6", modules.june6(), "mine.vmod")
    assert "Ours, printed 1.2" == found.source
    (sheet,) = found.sheets
    assert ("Map W", 1920, 2660) == (sheet.name, sheet.width, sheet.height)
    assert all(each.place.startswith("W") for each in sheet.anchors)
    assert 0.05 > ours.off("june6", sheet)
    assert ours.laid("june6", sheet) is not None
    # Row 32, column 25: from the top the 19th, which is even and not moved aside.
    x, y = 24 * 60 + 50, 18 * 51.96 + 40
    assert "W3225" == ours.place_at("june6", sheet, x, round(y))
    assert "" == ours.place_at("june6", sheet, 1919, 2659)
    assert {"505/82": "505/82", "507/82": "82 / 507"} == {
        unit: next(f.name for f in found.faces if f.key == each.face) for unit, each in found.matches.items()
    }
    assert [True, True, False] == [bool(each.back) for each in found.faces]
    assert ["Combat"] == [name for name, _ in found.charts]
    assert {"": {"505/82": "W3224"}, "Landings": {"507/82": "W3224"}} == ours.beginnings("june6", found)
    assert ("counters 1", "dice", "terrain", "ratings") == found.left
    shown = {each.name for each in album.folder(home, "june6").iterdir()}
    assert found.pictures | {album.NAME} == shown


def test_a_board_of_several_alike_is_told_by_its_name(home: Home) -> None:
    found = brought(home, "normandy", modules.normandy(), "mine.vmod")
    (sheet,) = found.sheets
    assert {"C"} == {each.place[0] for each in sheet.anchors}
    assert 0.05 > ours.off("normandy", sheet)
    assert "C2021" == ours.place_at("normandy", sheet, 20 * 52 + 10, 21 * 60 + 20)
    assert {"1 Eng/1", "Winnipeg/3 Cdn"} == {*found.matches}


def test_a_grid_with_the_other_parity_is_not_laid(home: Home) -> None:
    plan = modules.board("Sheet C", "c.png", modules.grid(52.0, 60.0, 10.0, 20.0, hOff="1"))
    found = brought(home, "normandy", modules.vmod(plan, {"images/c.png": modules.png(1800, 1500)}), "x.vmod")
    assert () == found.sheets[0].anchors


def test_what_the_owner_said_of_a_counter_outlives_another_module(home: Home) -> None:
    found = brought(home, "june6", modules.june6(), "mine.vmod")
    key = next(each.key for each in found.faces if "Marker" in each.name)
    said = ours.with_matches("june6", album.evolve(found, matches={"325/82": Match(key, sure=True)}))
    album.write(home, "june6", said)
    again = brought(home, "june6", modules.june6(), "mine.vmod")
    assert Match(key, sure=True) == again.matches["325/82"]
    assert 3 == len(again.matches)


@tried_with(
    "plan",
    [
        b"",
        b"<a>",
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
        b"\xff\xfe<\x00a\x00/\x00",
        b"<a>" * 200_000,
    ],
)
def test_a_plan_of_a_stranger_is_read_without_entities_or_refused(plan: bytes, home: Home) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("buildFile.xml", plan)
    with pytest.raises(DataError) as found:
        brought(home, "june6", packed.getvalue(), "x.vmod")
    assert "module-plan" == found.value.code


def test_bombs_paths_and_broken_pictures_of_a_module_are_left(home: Home) -> None:
    packed = io.BytesIO()
    plan = (
        '<VASSAL.build.GameModule name="x" version="1">'
        + modules.slot("1", "a", "../../../../outside.png")
        + modules.slot("2", "b", "bomb.png")
        + modules.slot("3", "c", "text.png")
        + modules.slot("4", "d", "good.png")
        + modules.board(
            "M", "bomb.png", modules.grid(1e-9, 1e-9, 0, 0) + modules.grid(float("nan"), 1e300, 0, 0)
        )
        + "</VASSAL.build.GameModule>"
    )
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile.xml", plan)
        made.writestr("images/../../../../outside.png", modules.png(9, 9))
        made.writestr("images/bomb.png", b"\0" * (album.MOST_BYTES + 1))
        made.writestr("images/text.png", b"<script>")
        made.writestr("images/good.png", modules.png(50, 50))
    found = brought(home, "june6", packed.getvalue(), "x.vmod")
    assert ["a", "d"] == [each.name for each in found.faces], (
        "a name is looked up in the module, and becomes no path"
    )
    assert "pictures 2" in found.left
    assert () == found.sheets
    inside = {each.relative_to(home.path).parts[0] for each in home.path.rglob("*")}
    assert inside <= {"owner", "lock", ".lock"}
    assert [] == list(home.path.parent.glob("*.png"))


def test_a_zip_that_says_too_much_is_no_module(home: Home) -> None:
    for end in (
        b"PK\x05\x06" + b"\0" * 6 + b"\xff\xff" + b"\0" * 10,
        b"PK\x05\x06" + b"\0" * 8 + b"\xff" * 4 + b"\0" * 6,
    ):
        with pytest.raises(DataError) as found:
            brought(home, "june6", b"PK\x03\x04" + end, "x.vmod")
        assert "no-module" == found.value.code


def test_texts_are_split_where_no_backslash_keeps_them() -> None:
    assert ["a", "b;c", "d"] == traits.split("a;b\\;c;d", ";", Work())
    assert ["a", "b;c;d"] == traits.split("a;b;c;d", ";", Work(), 2)
    assert ["a", "b\\\tc"] == traits.split("a\tb\\\\\tc", "\t", Work())
    assert ["it;s", ""] == traits.split("'it\\;s';", ";", Work())


def test_a_saved_game_is_read_whatever_its_key() -> None:
    for key in (0, 0x5A, 0xFF):
        found = list(saves.pieces_in(modules.saved([("11", "Main", 5, -6)], key), Work()))
        assert [saves.Laid(gpid="11", on="Main", x=5, y=-6)] == found
    for data in (b"", b"PK", modules.vmod("", {}), modules.vmod("", {"savedGame": b"!VCSKxx"})):
        assert [] == list(saves.pieces_in(data, Work()))


def test_counters_are_matched_one_to_one_where_it_is_clear() -> None:
    theirs = {
        "a": "De Salles / I Corps", "b": "Mitchell / V Corps", "c": "Michel / Guard", "d": "Quiot / I Corps",
    }  # fmt: skip
    names = ["Michel (Guard)", "Mitchell/V", "De Salles/I", "Nobody/IX"]
    assert {"Michel (Guard)": "c", "Mitchell/V": "b", "De Salles/I": "a"} == ours.matched(names, theirs)
    assert {} == ours.matched(["1/2", "2/1"], {"x": "1 2"}), "two of ours that cannot be told apart"
    assert {} == ours.matched([], {"x": "1 2"})


def test_a_digest_is_of_the_bytes(home: Home) -> None:
    data = modules.png(60, 60)
    sha = brought(home, "june6", data, "x.png").faces[0].front
    assert hashlib.sha256(data).hexdigest() == sha
    assert (data, "png") == album.picture(home, "june6", sha)
    assert None is album.picture(home, "june6", "../" + sha)
    assert None is album.picture(home, "june6", "0" * 64)


def test_a_sheet_without_places_is_not_laid() -> None:
    bare = Sheet(
        picture="0" * 64, name="x", width=10, height=10, anchors=(Anchor("W3225", 1, 1), Anchor("moon", 2, 2))
    )
    assert None is ours.laid("june6", bare)
    assert (0.0, "") == (ours.off("june6", bare), ours.place_at("june6", bare, 1, 1))
