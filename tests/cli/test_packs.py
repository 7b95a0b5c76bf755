"""A data pack by commands alone: from its first check to a game by mail on it, how far it is typed, where two differ."""

import json
import shutil
from pathlib import Path

import pytest
from home.table import Player, pbem

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "packs" / "june6-example"


def test_a_check_lists_every_value_with_its_line_and_what_stood_there() -> None:
    pbem("packs", "check", EXAMPLE).says(
        0, "units.toml:3: units.units.16/1.cs: 6 -> 7", "usable for june6: 7 values typed; "
    )


def test_a_bad_pack_is_code_2_and_names_every_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        '[pack]\nname = "bad"\ngame = "june6"\n[units.units."16/1"]\ncs = "6"\nsc = 6\n'
    )
    pbem("packs", "check", tmp_path / "bad.toml").says(2, "bad.toml:5", "bad.toml:6")
    found = json.loads(pbem("packs", "check", tmp_path / "bad.toml", "--json").out)
    assert (False, 2) == (found["usable"], len(found["faults"]))
    assert (2, True) == (
        (said := pbem("invite", "june6", "--pack", tmp_path / "bad.toml", "--home", tmp_path / "h")).code,
        bool(said.err),
    )


def test_a_game_on_a_pack_needs_its_path_once_and_both_sides_need_the_pack(two: list[Player]) -> None:
    ann, ben = two
    assert 0 == ann("invite", "june6", "--pack", "mine", "--out", "invitation.pbem").code
    shutil.rmtree("mine")
    ben("accept", "invitation.pbem").says(
        6,
        "the data pack june6-example (code ",
        "Ask Ann for the pack: it becomes a file with pbem packs pack june6-example.",
    )
    assert () == ben.home.games()
    assert 0 == ben("accept", "invitation.pbem", "--pack", EXAMPLE, "--out", "acceptance.pbem").code
    assert 0 == ann("accept", "acceptance.pbem").code
    assert ann("packs", "--json").out == ben("packs", "--json").out
    Path("other.toml").write_text('[pack]\nname = "other"\ngame = "june6"\n[units.units."16/1"]\ncs = 9\n')
    ann("verify", "acceptance.pbem", "--pack", "other.toml").says(6, "This is the data pack other (code ")


def test_an_installed_pack_is_known_by_its_name(two: list[Player]) -> None:
    ann, _ = two
    assert 0 == ann("packs", "add", "mine").code
    assert 0 == ann("invite", "june6", "--pack", "june6-example", "--stdout").code
    assert "typed [4]: cs" in ann("rules", "show", "june6", "16/1", "--pack", "june6-example").out
    ann("invite", "june6", "--pack", "nothing", "--stdout").says(2, "Installed: june6-example (code ")


def test_what_a_file_says_of_its_labels_is_nothing_to_type(two: list[Player]) -> None:
    assert 0 == two[0]("packs", "new", "june44", "my-copy").code
    assert [] == [file for file in Path("my-copy").glob("*.toml") if "besides" in file.read_text("utf-8")]


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
def test_a_spoilt_file_of_digests_is_refused_in_one_sentence(place: Path, change, told: str) -> None:
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
