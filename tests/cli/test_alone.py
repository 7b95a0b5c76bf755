"""``pbem play``: a game for one with one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import same

from pbem.cli import main

pytestmark = pytest.mark.wider


def test_one_command_begins_a_game_and_its_dice_are_called_unwitnessed(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["play", "pegasus", "--home", str(tmp_path / "home")], obj=same())
    assert (0, True) == (said.exit_code, "you play british" in said.output)
    verdict = CliRunner().invoke(main, ["verify", "--json", "--home", str(tmp_path / "home")])
    found = json.loads(verdict.stdout.splitlines()[0])
    assert ("incomplete", "pegasus", "unwitnessed") == (found["verdict"], found["game"], found["dice"])


def test_a_challenge_is_entered_from_its_file_alone(tmp_path: Path) -> None:
    home = ["--home", str(tmp_path / "home")]
    runner = CliRunner()
    assert 0 == runner.invoke(main, ["identity", "new", "Ref", "--no-password", *home]).exit_code
    assert "This home deals no challenge." in runner.invoke(main, ["challenge", *home]).stderr
    wrong = runner.invoke(main, ["invite", "pegasus", "--challenge", "ab" * 32, *home])
    assert wrong.exit_code != 0
