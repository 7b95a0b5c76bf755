"""The requests of one's own pictures: a file in parts, a sheet laid, counters told, shown in play; nothing of a stranger."""

import base64
from pathlib import Path

import pytest
from owner import modules
from werkzeug.test import TestResponse

from pbem.bytes.canon import Json
from pbem.home.owner.pictures import album
from pbem.store.home import Home
from pbem.table.guard import TOKEN
from tests.lists import tried_with

from .seats import HOST, Seat


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Somebody who has never played: no key, no game."""
    return Seat("Ann", Home(tmp_path))


def part(seat: Seat, data: bytes, game: str = "june6") -> TestResponse:
    """A part of a file, as the page sends it."""
    headers = {"Host": HOST, "Origin": f"http://{HOST}", TOKEN: "key1", "X-Pbem-Name": game}
    return seat.client.post("/api/own-part", data=data, headers=headers)


def bring(seat: Seat, data: bytes, name: str, game: str = "june6") -> dict[str, Json]:
    """A file in parts."""
    seat.ask("own-begin", game=game)
    for at in range(0, len(data), 5000):
        assert 200 == part(seat, data[at : at + 5000], game).status_code
    return seat.ask("own-end", game=game, file=name)


def test_a_module_comes_in_parts_and_is_told(seat: Seat) -> None:
    assert {"sheets": [], "faces": []} == {
        k: v for k, v in seat.ask("own", game="june6").items() if k in ("sheets", "faces")
    }
    found = bring(seat, modules.june6(), "mine.vmod")
    assert [0] == [each["off"] for each in found["sheets"]]
    assert [["", [["505/82", "W3224"]]], ["Landings", [["507/82", "W3224"]]]] == found["starts"]
    assert found == seat.ask("own", game="june6")
    assert not (album.folder(seat.home, "june6") / "arriving").exists()
    for sha in album.read(seat.home, "june6").pictures:
        response = seat.post("own-picture", {"game": "june6", "picture": sha})
        assert (200, "image/png", True) == (
            response.status_code,
            response.content_type,
            modules.MARK in response.data,
        )


def test_a_sheet_is_laid_by_clicks_and_its_places_are_ours(seat: Seat) -> None:
    sha = bring(seat, modules.png(1920, 2660), "scan.png")["sheets"][0]["picture"]
    about: dict[str, Json] = {"game": "june6", "picture": sha}
    assert {"outlines": "", "names": []} == seat.ask("own-grid", **about)
    places: list[Json] = [
        ["W5003", 170, 40],
        ["W5030", 1790, 40],
        ["W0203", 170, 2534],
        ["W0230", 1790, 2534],
        ["W3225", 1490, 975],
    ]
    for n in range(1, 6):
        (sheet,) = seat.ask("own-lay", anchors=places[:n], **about)["sheets"]
        assert (n > 1) is (sheet["off"] is not None)
    assert 1 >= sheet["off"]
    (sheet,) = seat.ask("own-lay", anchors=[*places[:4], ["W3225", 1550, 975]], **about)["sheets"]
    assert 4 <= sheet["off"]
    for wrong in (
        [["moon", 1, 1]],
        [["W3225", -1, 1]],
        [["W3225", 1, 10**9]],
        [["W3225", 1]],
        "x",
        [["W3225", True, "1"]],
    ):
        assert seat.error("own-lay", anchors=wrong, **about)["message"]
    assert [] == seat.ask("own-away", **about)["sheets"]
    assert {album.NAME} == {each.name for each in album.folder(seat.home, "june6").iterdir()}


def test_a_counter_is_told_changed_and_told_to_have_none(seat: Seat) -> None:
    found = bring(seat, modules.june6(), "mine.vmod")
    keys = {str(name): key for key, name, *_ in found["faces"]}
    said = seat.ask("own-match", game="june6", unit="507/82", face=keys["505/82"])["matches"]
    assert {"507/82": [keys["505/82"], True]} == said, "one picture is of one counter"
    said = seat.ask("own-match", game="june6", unit="507/82", face="")["matches"]
    assert [["", True], [keys["505/82"], False]] == [said["507/82"], said["505/82"]]
    assert seat.error("own-match", game="june6", unit="507/82", face="module 99")["message"]
    assert seat.error("own-match", game="june6", unit="nobody", face="")["message"]
    assert {"sheets": [], "faces": [], "matches": {}} == {
        k: v for k, v in seat.ask("own-away", game="june6").items() if k in ("sheets", "faces", "matches")
    }


HOSTILE: tuple[tuple[str, dict[str, Json]], ...] = (
    ("own", {"game": "../june6"}),
    ("own-begin", {"game": ""}),
    ("own-end", {"game": "june6", "file": "x"}),
    ("own-grid", {"game": "june6", "picture": "0" * 64}),
    ("own-lay", {"game": "june6", "picture": "../album", "anchors": []}),
    ("own-away", {"game": "june6", "picture": "0" * 64}),
    ("own-picture", {"game": "june6", "picture": "album"}),
    ("own-picture", {"game": "june6", "picture": "../../../home.toml"}),
    ("own-picture", {"game": "moon", "picture": "0" * 64}),
)


@tried_with(("name", "given"), HOSTILE)
def test_what_no_page_sends_is_refused(name: str, given: dict[str, Json], seat: Seat) -> None:
    assert 409 == seat.post(name, given).status_code
    assert not (seat.home.path / "owner" / "june6" / "pictures" / "album").exists()


def test_a_part_needs_its_beginning_its_game_and_the_key(seat: Seat) -> None:
    assert 409 == part(seat, b"x").status_code
    assert 409 == part(seat, b"x", "../../etc").status_code
    seat.ask("own-begin", game="june6")
    assert (
        401
        == seat.client.post(
            "/api/own-part", data=b"x", headers={"Host": HOST, "Origin": f"http://{HOST}"}
        ).status_code
    )
    assert (
        401
        == seat.client.post(
            "/api/own-picture", json={}, headers={"Host": HOST, "Origin": f"http://{HOST}"}
        ).status_code
    )


def test_a_file_that_is_nothing_goes_again(seat: Seat) -> None:
    seat.ask("own-begin", game="june6")
    part(seat, b"no picture")
    assert "no picture" in str(seat.error("own-end", game="june6", file="a\u202e.png")["message"])
    assert not (album.folder(seat.home, "june6") / "arriving").exists()


DROP = "scenarios.scenarios.landings.drop.units"


def test_what_a_module_says_of_a_scenario_is_taken_over_and_taken_back(seat: Seat) -> None:
    bring(seat, modules.june6(), "mine.vmod")
    assert [DROP, 1] in seat.ask("own-proposals", game="june6", start="Landings")["tables"]
    about: dict[str, Json] = {"game": "june6", "start": "Landings", "table": DROP}
    (row,) = seat.ask("own-proposals", **about)["rows"]
    assert [f"{DROP}/507/82/hex", "507/82", "W3224"] == [row[0], row[1], row[3]]
    assert "W3224" != row[2]
    seat.ask("copy-type", game="june6", cells=[[row[0], row[3]]])
    (after,) = seat.ask("own-proposals", **about)["rows"]
    assert ["W3224", "W3224", "typed"] == after[2:]
    seat.ask("copy-undo", game="june6")
    assert [row] == seat.ask("own-proposals", **about)["rows"]
    for nowhere in ("", "map.terrain", "__proto__"):
        assert [] == seat.ask("own-proposals", game="june6", start="Landings", table=nowhere)["rows"]
    assert {"tables": [], "rows": []} == seat.ask("own-proposals", game="june6", start="moon", table=DROP)


def compared(seat: Seat, data: bytes, game: str = "june6") -> TestResponse:
    """Somebody's digests, as the page sends them."""
    headers = {"Host": HOST, "Origin": f"http://{HOST}", TOKEN: "key1", "X-Pbem-Name": game}
    return seat.client.post("/api/copy-compare", data=data, headers=headers)


@pytest.mark.wider
def test_two_owners_find_the_row_in_which_they_differ_and_show_no_number(tmp_path: Path) -> None:
    ann, ben = Seat("Ann", Home(tmp_path / "ann")), Seat("Ben", Home(tmp_path / "ben"))
    made = ann.ask("copy-digests", game="june6")
    data = base64.b64decode(str(made["file"]))
    assert {"same": True, "forms": []} == compared(ben, data).json
    cell = "charts.turns.track/2/first_day"
    ben.ask("copy-type", game="june6", cells=[[cell, "9"]])
    found = compared(ben, data).json
    assert found["same"] is False
    (form,) = found["forms"]
    assert ("charts.turns", 1) == (form["id"], form["rows"])
    assert [["charts.turns.track/2", "charts.turns.track/2/turn"]] == form["first"]
    ann.ask("copy-type", game="june6", cells=[[cell, "9"]])
    again = base64.b64decode(str(ann.ask("copy-digests", game="june6")["file"]))
    assert {"same": True, "forms": []} == compared(ben, again).json
    assert again != base64.b64decode(str(ann.ask("copy-digests", game="june6")["file"])), (
        "each file has a salt of its own"
    )
    bad = (
        (b"", "june6"),
        (b"pbem pack digests 1\n", "june6"),
        (data, "pegasus"),
        (data, "../june6"),
        (data[:-5], "june6"),
    )
    for wrong, game in bad:
        assert 409 == compared(ben, wrong, game).status_code


@pytest.mark.parametrize(
    ("game", "scenario", "data", "place", "pixel"),
    [
        ("june6", "epsom", modules.june6(), "W3225", (1490, 975)),
        pytest.param("normandy", "epsom", modules.normandy(), "C1820", (946, 1220), marks=pytest.mark.wider),
    ],
)
def test_a_sheet_lies_right_on_the_part_of_the_map_that_a_scenario_has(
    game: str, scenario: str, data: bytes, place: str, pixel: tuple[int, int], seat: Seat
) -> None:
    """The smaller map of a scenario begins elsewhere than the whole one."""
    bring(seat, data, "mine.vmod", game)
    seat.ask("practice", game=game, scenario=scenario)
    (sheet,) = seat.ask("own-shown")["sheets"]
    a, d, _, g, b, e, _, h, *_, c, f, _, i = map(
        float, str(sheet["lies"]).removeprefix("matrix3d(")[:-1].split(",")
    )
    x, y = pixel
    w = g * x + h * y + i
    cells = {str(cell[0]): cell for cell in seat.ask("board")["cells"]}
    assert abs((a * x + b * y + c) / w - cells[place][1]) < 2
    assert abs((d * x + e * y + f) / w - cells[place][2]) < 2
