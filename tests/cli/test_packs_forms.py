"""How far a pack is typed, and where two differ: by the commands, as owners type them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from home.table import pbem

TYPED = '[terrain.clear]\nmove = 1\ndefence = 0  # ? smudged\n[weather.die]\nfaces.set.1 = "storm"\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pack of June '44 in which three values are typed, one with a doubt."""
    monkeypatch.chdir(tmp_path)
    assert 0 == pbem("packs", "new", "june44", "mine").code
    (tmp_path / "mine" / "charts.toml").write_text(TYPED, encoding="utf-8")
    return tmp_path


def rows(place: Path) -> dict[str, dict[str, int]]:
    said = pbem("packs", "progress", "mine", "--json").says(0)
    return {each["form"]: each for each in json.loads(said.out)["forms"]}


def test_progress_counts_facts_form_by_form_and_names_what_is_unsure(place: Path) -> None:
    said = pbem("packs", "progress", "mine").says(0)
    lines = [line.split() for line in said.out.splitlines()]
    assert ["form", "cells", "typed", "unsure", "still", "ours"] == lines[0]
    assert ["Terrain", "chart", "23", "2", "1", "21"] in lines
    assert ["Weather", "28", "1", "0", "27"] in lines
    assert "unsure: charts.terrain/clear/defence = 0" in said.out


def test_a_hexside_that_is_as_printed_counts_alone(place: Path) -> None:
    before = rows(place)["map.rivers"]
    (place / "mine" / "map.toml").write_text(
        '[rivers]\nsides = {same = ["1226/1326", "1325/1326"]}\n', encoding="utf-8"
    )
    assert (0, 2) == (before["typed"], rows(place)["map.rivers"]["typed"])
    assert 0 == pbem("packs", "check", "mine").code
    (place / "mine" / "map.toml").write_text('[rivers]\nsides = {same = ["0101/0102"]}\n', encoding="utf-8")
    pbem("packs", "check", "mine").says(2, "map.toml:2: map.rivers.sides.same[0]: is not in the list")
    assert "1 places do not fit the game" in pbem("packs", "progress", "mine").err


def test_digests_name_the_row_in_which_two_packs_differ_and_hold_no_value(place: Path) -> None:
    assert 0 == pbem("packs", "compare", "mine", "--out", "ann.digests").code
    text = (place / "ann.digests").read_text(encoding="utf-8")
    assert {3} == {line.count("\t") + 1 for line in text.splitlines()[4:]}
    assert all(len(line.split("\t")[2]) == 12 for line in text.splitlines()[4:])
    pbem("packs", "compare", "mine", "ann.digests").says(0, "equal in every form")
    (place / "mine" / "charts.toml").write_text(TYPED.replace("move = 1", "move = 2"), encoding="utf-8")
    said = pbem("packs", "compare", "mine", "ann.digests")
    assert (3, "Terrain chart: 1 of 7 rows differ. First: charts.terrain/clear\n") == (said.code, said.out)
    found = json.loads(pbem("packs", "compare", "mine", "ann.digests", "--json").out)
    assert ["charts.terrain"] == [each["form"] for each in found["forms"]]
    assert pbem("packs", "compare", "mine", "--out", "again.digests").code == 0
    assert text.splitlines()[3] != (place / "again.digests").read_text(encoding="utf-8").splitlines()[3]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[:-20], "not a whole file"),
        (lambda text: text.replace("game\tjune44", "game\t../x"), "Line 2 of the file"),
        (lambda text: text.replace("cards\t", "cards ", 1), "Line 5 of the file"),
        (lambda text: text.replace("june44", "june6", 1), "is for june6, not for june44"),
    ],
)
def test_a_spoilt_file_of_digests_is_refused_in_one_sentence(place: Path, change, told: str) -> None:  # type: ignore[no-untyped-def]
    pbem("packs", "compare", "mine", "--out", "ann.digests")
    file = place / "ann.digests"
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    said = pbem("packs", "compare", "mine", file)
    assert told in said.err, said
    assert said.code in (2, 3)
    assert 1 == len([line for line in said.err.splitlines() if told in line])


def test_what_a_check_calls_a_mistake_is_not_installed_and_a_doubt_is_told(place: Path) -> None:
    (place / "mine" / "map.toml").write_text('[labels]\n"Bessin" = {hex = "2412"}\n', encoding="utf-8")
    pbem("packs", "add", "mine").says(2, "no printed game corrects this")
    (place / "mine" / "map.toml").unlink()
    (place / "mine" / "units.toml").write_text('[us.1]\nback = "6-2-4"\n', encoding="utf-8")
    pbem("packs", "add", "mine").says(0, "LOOK  units.toml:2: units.us.1.back: the reduced side is stronger")
