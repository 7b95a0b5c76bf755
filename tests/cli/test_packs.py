"""A data pack from its first check to a game by mail on it, by commands alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from home.table import Player, pbem

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "packs" / "june6-example"


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Ann, who has the example pack under another folder's name, and Ben, who has nothing yet."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "mine")
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        assert 0 == player("identity", "new", player.name, "--no-password").code
    return ann, ben


def test_a_check_lists_every_value_with_its_line_and_what_stood_there() -> None:
    said = pbem("packs", "check", EXAMPLE)
    assert 0 == said.code
    assert "units.toml:3: units.units.16/1.cs: 6 -> 7" in said.out
    assert "usable for june6: 7 values typed; " in said.out


def test_a_bad_pack_is_code_2_and_names_every_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        '[pack]\nname = "bad"\ngame = "june6"\n[units.units."16/1"]\ncs = "6"\nsc = 6\n'
    )
    said = pbem("packs", "check", tmp_path / "bad.toml")
    assert (2, True, True) == (said.code, "bad.toml:5" in said.out, "bad.toml:6" in said.out)
    found = json.loads(pbem("packs", "check", tmp_path / "bad.toml", "--json").out)
    assert (False, 2) == (found["usable"], len(found["faults"]))
    assert (2, True) == (
        (said := pbem("new", "june6", "--pack", tmp_path / "bad.toml", "--home", tmp_path / "h")).code,
        bool(said.err),
    )


def test_a_game_on_a_pack_needs_its_path_once_and_both_sides_need_the_pack(
    two: tuple[Player, Player], tmp_path: Path
) -> None:
    ann, ben = two
    assert 0 == ann("new", "june6", "--pack", "mine", "--out", "invitation.pbem").code
    shutil.rmtree(tmp_path / "mine")
    said = ben("join", "invitation.pbem")
    assert (6, True) == (said.code, "the data pack june6-example (code " in said.err)
    assert "Ask Ann for the pack: it becomes a file with pbem packs pack june6-example." in said.err
    assert () == ben.home.games()
    assert 0 == ben("join", "invitation.pbem", "--pack", EXAMPLE, "--out", "acceptance.pbem").code
    assert 0 == ann("start", "acceptance.pbem").code
    assert "june6-example" in ann("packs").out
    assert ann("packs", "--json").out == ben("packs", "--json").out
    assert "Next: pbem orders" in ann("status").out
    said = ann("replay", "--report", "report.md")
    assert 0 == said.code
    assert "Played on the data pack june6-example" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "incomplete" in ann("verify").out


def test_a_log_on_a_pack_is_refused_by_name_until_the_pack_is_installed(
    two: tuple[Player, Player], tmp_path: Path
) -> None:
    ann, ben = two
    ann("new", "june6", "--pack", "mine", "--out", "invitation.pbem")
    ben("join", "invitation.pbem", "--pack", "mine", "--out", "acceptance.pbem")
    file = tmp_path / "acceptance.pbem"
    cleo = Player("Cleo", tmp_path)
    said = cleo("verify", file)
    assert (6, True) == (said.code, "the log was played on the data pack june6-example" in said.out)
    assert 0 == cleo("packs", "add", EXAMPLE).code
    assert 0 == cleo("verify", file).code
    (tmp_path / "other.toml").write_text(
        '[pack]\nname = "other"\ngame = "june6"\n[units.units."16/1"]\ncs = 9\n'
    )
    said = cleo("verify", file, "--pack", tmp_path / "other.toml")
    assert (6, True) == (said.code, "This is the data pack other (code " in said.out)


def test_an_installed_pack_is_known_by_its_name(two: tuple[Player, Player]) -> None:
    ann, _ = two
    assert 0 == ann("packs", "add", "mine").code
    assert 0 == ann("new", "june6", "--pack", "june6-example", "--stdout").code
    assert "typed [4]: cs" in ann("rules", "show", "june6", "16/1", "--pack", "june6-example").out
    said = ann("new", "june6", "--pack", "nothing", "--stdout")
    assert (2, True) == (said.code, "Installed: june6-example (code " in said.err)


def test_a_home_without_packs_says_how_to_get_one(two: tuple[Player, Player]) -> None:
    _, ben = two
    assert "There is no data pack in your home." in ben("packs").out


def test_what_a_file_says_of_its_labels_is_nothing_to_type(two: tuple[Player, Player]) -> None:
    ann, _ = two
    for game in ("june6", "june44"):
        assert 0 == ann("packs", "new", game, f"my-{game}").code
        for file in (ann.place / f"my-{game}").glob("*.toml"):
            assert "besides" not in file.read_text("utf-8")
