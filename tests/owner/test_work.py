"""A module of a few hundred bytes costs what it is large, whatever it repeats, nests or hides; the home stays open."""

import io
import struct
import zipfile
from collections import Counter

import pytest

from pbem.bytes.errors import DataError
from pbem.home.owner.pictures import album, ours, taking
from pbem.home.owner.pictures.album import Album
from pbem.home.owner.vassal import archive, grids, module, saves, traits
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.archive import Archive
from pbem.home.owner.vassal.work import Work
from pbem.store.home import Home

from . import modules

MAP, BOARD = "VASSAL.build.module.Map", "VASSAL.build.module.map.boardPicker.Board"


def opened(plan: str, **parts: bytes) -> Archive:
    """A module of a plan, open."""
    return archive.opened(io.BytesIO(modules.vmod(plan, parts)), "x.vmod", Work())


def test_each_board_is_listed_once_however_deep_its_map_lies_in_others() -> None:
    """It was once for each map around it: 900 in 900 were 810,000, a few thousand the whole memory."""
    boards = "".join(f"<{BOARD} name='b{n}' image='x.png'/>" for n in range(90))
    plan = f"<{MAP} mapName='outer'>" + f"<{MAP} mapName='m'>" * 59 + boards + f"</{MAP}>" * 60
    found = module.read(opened(plan)).boards
    assert (90, {"m"}) == (len(found), {each.map for each in found})


def test_a_save_is_read_once_however_many_beginnings_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[int] = Counter()
    honest = saves.pieces_in
    monkeypatch.setattr(
        saves, "pieces_in", lambda data, work: (read.update([len(data)]), honest(data, work))[1]
    )
    plan = "".join(modules.beginning(f"b{n}", "a.vsav") for n in range(5_000))
    found = module.read(opened(plan, **{"a.vsav": modules.saved([("1", "Main", 5, 6)])}))
    assert ([1], 1) == ([*read.values()], len(found.setups))


def test_a_prototype_is_taken_apart_once_however_many_counters_name_it() -> None:
    one, many = Work(), Work()
    text = "piece;;;a.png;A" + ";x" * 100_000
    for work, count in ((one, 1), (many, 500)):
        known = traits.Prototypes({"big": text}, work)
        for n in range(count):
            assert traits.piece_of("+/null/prototype;big/null/", str(n), "", known) is not None
    assert many.spent(costs.STEPS) < 2 * one.spent(costs.STEPS)


def test_a_list_of_parts_that_the_end_of_the_zip_hides_is_refused() -> None:
    """A zip64 end, in which the library finds more parts than the plain one says; and a plain one that says too few."""
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as made:
        for n in range(archive.MOST_PARTS + 1):
            made.writestr(str(n), b"")
    data = bytearray(many.getvalue())
    data[-14:-10] = struct.pack("<HH", 1, 1)
    size, start = struct.unpack("<LL", data[-10:-2])
    end64 = struct.pack("<4sQHHLLQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, size, start)
    where = struct.pack("<4sLQL", b"PK\x06\x07", 0, len(data) - 22, 1)
    for bad in (bytes(data), bytes(data[:-22]) + end64 + where + modules.vmod("", {})[-22:-18] + b"\0" * 18):
        with pytest.raises(DataError) as error:
            archive.opened(io.BytesIO(bad), "x.vmod", Work())
        assert "no-module" == error.value.code


@pytest.mark.parametrize(
    ("plan", "kind"),
    [
        ("<a/>" * 300_001, costs.ELEMENTS),
        (("<a " + " ".join(f"x{n}=''" for n in range(100_000)) + "/>") * 13, costs.ELEMENTS),
        (f"<{MAP}>" + f"<{BOARD} image='x'/>" * 501 + f"</{MAP}>", costs.BOARDS),
        ("".join(modules.beginning("x", f"{n}") for n in range(101)), costs.SAVES),
        ("".join(modules.beginning("x", f"{n}.vsav") for n in range(2)), costs.STEPS),
    ],
    ids=["elements", "attributes", "boards", "saves", "signs"],
)
def test_more_than_any_game_holds_is_refused_in_one_sentence(plan: str, kind: int) -> None:
    escapes = modules.saved_text("\x1b" * 60_000)
    found = opened(plan, **{f"{n}": b"x" for n in range(101)}, **{f"{n}.vsav": escapes for n in range(2)})
    found.work.spend(costs.STEPS, 14_000_000)
    with pytest.raises(DataError) as error:
        module.read(found)
    assert ("module-work", True) == (error.value.code, found.work.left(kind) < 0)


def test_a_tag_without_end_and_a_plan_without_bottom_are_no_plan() -> None:
    for plan in ("<a " + "x=''" + " " * 5_000_000 + "/>", "<a>" * 101 + "</a>" * 101):
        with pytest.raises(DataError) as error:
            module.read(opened(plan))
        assert "module-plan" == error.value.code


def test_pictures_hexes_and_saved_games_are_paid_from_the_same_work() -> None:
    zone = "<a.Zone name='z' path='{}'/>".format(";".join(f"{n},{9000 * (n % 2)}" for n in range(2_000)))
    plan = modules.board("M", "x", f"<a.ZonedGrid>{modules.grid(60, 60, 0, 0)}{zone * 200}</a.ZonedGrid>")
    found = opened(plan)
    (board,) = module.read(found).boards
    found.work.spend(costs.STEPS, 14_000_000)
    with pytest.raises(DataError):
        grids.places_of(board.element, 9_000, 9_000, found.work)
    work = Work()
    list(saves.pieces_in(modules.saved([("1", "M", 1, 1)]), work))
    assert min(work.spent(costs.BYTES), work.spent(costs.PIECES), work.spent(costs.STEPS)) > 0


def test_the_home_is_open_to_others_while_a_module_is_read(tmp_path, monkeypatch):
    """Whoever writes to the home meanwhile is not undone: what the module brings is laid over what stands then."""
    home, file = Home(tmp_path / "home"), tmp_path / "x.vmod"
    file.write_bytes(modules.june6())
    honest = module.read

    def beside(of: Archive) -> module.Module:
        with Home(home.path).lock():  # another process
            album.write(
                home,
                "june6",
                Album(charts=(), source="beside", matches={"325/82": album.Match("", sure=True)}),
            )
        return honest(of)

    monkeypatch.setattr(module, "read", beside)
    found = taking.take(home, "june6", file, "x.vmod")
    assert (album.Match("", sure=True), found) == (found.matches["325/82"], album.read(home, "june6"))
    assert {album.NAME, *found.pictures} == {each.name for each in album.folder(home, "june6").iterdir()}


def test_counters_that_share_a_word_are_not_held_each_against_each(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Counter[str]()
    honest = ours._alike
    monkeypatch.setattr(ours, "_alike", lambda *of: (held.update(["n"]), honest(*of))[1])
    theirs = {str(n): f"infantry {n}x" for n in range(6_000)}
    ours.matched([f"infantry {letter} a" for letter in "bcdefghij"], theirs)
    assert held["n"] < 10_000
