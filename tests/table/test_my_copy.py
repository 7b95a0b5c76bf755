"""The requests of one's own copy: every game answers them, and nothing that a page sends is believed."""

from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.home.owner import copies
from pbem.store.home import Home
from pbem.table import my_copy
from tests.lists import tried_with
from tests.sampling import small_and_tried

from .seats import Seat

TURN = "charts.turns.track/1/first_day"


@pytest.fixture
def seat(tmp_path: Path) -> Seat:
    """Somebody who has never played: no key, no game."""
    return Seat("Ann", Home(tmp_path))


def cells(page: dict[str, Json]) -> list[dict[str, Json]]:
    return [cell for row in page["rows"] for cell in row["cells"].values()]


@pytest.mark.parametrize("game", small_and_tried())
def test_every_form_of_every_game_is_shown_and_its_first_cell_typed_and_taken_back(game, seat):
    about = seat.ask("copy", game=game)
    assert about["left"] == about["facts"] == sum(form["facts"] for form in about["forms"])
    firsts: list[Json] = []
    for form in about["forms"]:
        page = seat.ask("copy-page", game=game, form=form["id"])
        assert (form["id"], True) == (page["form"], 0 < len(page["rows"]) <= my_copy.ROWS)
        first = cells(page)[0]
        firsts.append([first["at"], first["ours"]])
    done = seat.ask("copy-type", game=game, cells=firsts)
    assert [] == done["wrong"]
    assert {"as printed"} == {cell["state"] for cell in done["cells"].values()}
    back = seat.ask("copy-undo", game=game)
    assert (len(firsts), about["forms"][0]["id"]) == (back["n"], back["form"])
    assert about == seat.ask("copy", game=game)


def test_a_long_form_is_shown_in_parts_and_from_the_part_with_a_cell(seat: Seat) -> None:
    seen: list[object] = []
    start, of = 0, 1
    while start < of:
        page = seat.ask("copy-page", game="june6", form="map.coast", **{"from": start})
        seen += [cell["at"] for cell in cells(page)]
        start, of = start + len(page["rows"]), int(str(page["of"]))
    assert of == len(seen) == len({*map(str, seen)})
    part = seat.ask("copy-page", game="june6", form="map.coast", at=seen[-1])
    assert seen[-1] in [cell["at"] for cell in cells(part)]


def test_next_goes_on_behind_a_cell_begins_again_and_ends_when_nothing_is_ours(seat: Seat) -> None:
    copy = copies.copy_of(seat.home, "pegasus")
    cells = [cell for form in copy.forms for cell in form.cells if cell.facts]
    first, middle, last = cells[0].address, cells[400].address, cells[-1].address
    assert first == seat.ask("copy-next", game="pegasus")["at"]
    assert middle == seat.ask("copy-next", game="pegasus", at=cells[399].address)["at"]
    assert first == seat.ask("copy-next", game="pegasus", at=last)["at"]
    for some in (cells[1:400], cells[400:]):
        seat.ask("copy-type", game="pegasus", cells=[[each.address, each.text] for each in some])
    assert first == seat.ask("copy-next", game="pegasus", at=middle)["at"]
    seat.ask("copy-type", game="pegasus", cells=[[first, cells[0].text]])
    assert {} == seat.ask("copy-next", game="pegasus", at=first)


def test_a_hex_that_ours_has_not_comes_and_goes(seat: Seat) -> None:
    """Ours again, it is a cell of ours that is not there, and no fault."""
    hill = "map.hills.hexes/1521"
    assert [["map.hills.hexes", False]] == seat.ask("copy-page", game="june44", form="map.hills")["lists"]
    assert [["map.terrain", True]] == seat.ask("copy-page", game="june44", form="map.terrain")["lists"]
    there = seat.ask("copy-type", game="june44", cells=[[hill, "sí"]])["cells"]
    gone = seat.ask("copy-type", game="june44", cells=[[hill, None]])["cells"]
    assert ("typed", "yes") == (there[hill]["state"], there[hill]["text"])
    assert ("ours", "no") == (gone[hill]["state"], gone[hill]["ours"])
    land = "map.terrain/0901"
    there = seat.ask("copy-type", game="june44", cells=[[land, "bocage"]])["cells"]
    assert ("typed", "", "bocage") == tuple(there[land][each] for each in ("state", "ours", "text"))
    assert [] == seat.ask("copy-check", game="june44")["faults"], "land where our map has sea"
    assert 3 == seat.ask("copy", game="june44")["undo"]


def test_a_text_that_ends_in_a_question_mark_is_in_doubt(seat: Seat) -> None:
    done = seat.ask("copy-type", game="june6", cells=[[TURN, "7 ?"]])
    assert ("7", "unsure") == (done["cells"][TURN]["text"], done["cells"][TURN]["state"])
    assert 1 == done["forms"][0]["unsure"]


def test_what_is_printed_as_nothing_can_be_said(seat: Seat) -> None:
    blank, full = "charts.crt.row/9/probe_retreat.attacker", "charts.turns.track/2/dates"
    done = seat.ask("copy-type", game="june6", cells=[[blank, ""], [full, "-"]])
    assert [] == done["wrong"]
    assert ("as printed", "typed") == tuple(done["cells"][each]["state"] for each in (blank, full))
    assert 2 == done["facts"] - done["left"]
    (wrong,) = seat.ask("copy-type", game="june6", cells=[[TURN, "-"]])["wrong"]
    assert "Type a whole number." == wrong["why"]


def test_a_pack_is_checked_looked_at_again_and_saved(seat: Seat) -> None:
    seat.ask("copy-type", game="june6", cells=[[TURN, "6"]])
    found = seat.ask("copy-check", game="june6")
    assert ([], True) == (found["faults"], found["usable"])
    (cell,) = seat.ask("copy-look", game="june6")["cells"]
    assert {"at", "title", "row", "column"} == {*cell}
    told = seat.ask("copy-told", game="june6", cells=[[TURN, "9"]])
    assert ([{"at": TURN, "typed": "6", "again": "9"}], 1) == (told["wrong"], told["n"])
    about: Json = {"game": "june6", "name": "ann", "by": "Ann", "source": "the rulebook"}
    saved = seat.post("copy-save", about).json
    assert ("ann", 14) == (saved["name"], len(saved["code"]))
    offered = {card["name"]: card["packs"] for card in seat.post("cards", {}).json}
    assert [[saved["code"], "ann"]] == offered.pop("june6")
    assert not any(offered.values())
    assert 409 == seat.post("practice", {"game": "june44", "pack": saved["code"]}).status_code
    seat.ask("practice", game="june6", pack=saved["code"])
    assert saved["code"] in str(seat.ask("position")["pack"])


def test_a_slip_is_told_with_the_cell_it_is_about(seat: Seat) -> None:
    seat.ask("copy-type", game="june6", cells=[["map.terrain/E0114", "moon"]])
    (fault, *_) = seat.ask("copy-check", game="june6")["faults"]
    assert ("map.terrain/E0114", "map.terrain") == (fault["at"], fault["form"])


HOSTILE: tuple[tuple[str, dict[str, Json]], ...] = (
    ("copy", {}),
    ("copy", {"game": "../june6"}),
    ("copy", {"game": 7}),
    ("copy-page", {"game": "june6", "form": "nowhere"}),
    ("copy-page", {"game": "june6", "form": None}),
    ("copy-type", {"game": "june6"}),
    ("copy-type", {"game": "june6", "cells": "x"}),
    ("copy-type", {"game": "june6", "cells": [[TURN]]}),
    ("copy-type", {"game": "june6", "cells": [[TURN, 7]]}),
    ("copy-type", {"game": "june6", "cells": [["../../typed", "7"]]}),
    ("copy-type", {"game": "june6", "cells": [[TURN, "7"]] * 501}),
    ("copy-undo", {"game": "june6"}),
    ("copy-told", {"game": "june6", "cells": [[TURN, {}]]}),
    ("copy-save", {"game": "june6", "name": "my-copy"}),
)


@tried_with(("name", "given"), HOSTILE)
def test_what_no_page_sends_is_refused_and_writes_nothing(name, given, seat):
    response = seat.post(name, given)
    assert 409 == response.status_code, response.text
    assert response.json["error"]["message"]
    assert not (seat.home.path / "owner").exists()


@tried_with("place", [-7, 10**9, "1", None, True, [1]])
def test_a_page_from_nowhere_begins_at_the_beginning(place: Json, seat: Seat) -> None:
    assert 0 == seat.ask("copy-page", game="june6", form="charts.turns", **{"from": place})["from"]


@pytest.mark.parametrize(
    ("game", "form", "words"),
    [
        pytest.param("june6", "map.terrain", 6, marks=pytest.mark.wider),
        ("june44", "map.terrain", 4),
        pytest.param("darkdecember", "map.terrain", 4, marks=pytest.mark.wider),
        pytest.param("normandy", "map.sheets", 6, marks=pytest.mark.wider),
        ("june44", "map.hills", 1),
    ],
)
def test_a_form_of_hexes_is_a_map_on_which_every_cell_has_its_brush(game, form, words, seat):
    assert seat.ask("copy-page", game=game, form=form)["map"] is True
    found = seat.ask("copy-map", game=game, form=form)
    hexes = {str(each[0]) for each in found["hexes"]}
    assert words == len(found["brushes"])
    cells = found["cells"]
    assert {*cells} <= hexes
    laid = [cell for each in cells.values() for cell in each]
    assert seat.ask("copy-page", game=game, form=form)["of"] == len(laid)
    assert all(0 <= cell[1] < words for cell in laid)


def test_a_form_of_other_things_is_no_map(seat: Seat) -> None:
    assert seat.ask("copy-page", game="june6", form="charts.turns")["map"] is False
    assert "no map" in str(seat.error("copy-map", game="june6", form="charts.turns")["message"])
