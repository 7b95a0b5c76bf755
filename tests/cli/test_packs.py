"""A data pack from its first check to a game by mail on it, by commands alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

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
