"""Old games under the rules of today."""

import json
import shutil
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from pbem.bytes import container
from pbem.cli import main
from pbem.games import registry
from pbem.log import parse_log
from pbem.protocol.automatic import encode_turn
from pbem.replay.recheck import recheck
from pbem_rules.pegasus.game import Pegasus

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAME = EXAMPLES / "challenge" / "ben.pbem"


def test_a_game_under_its_own_rules_comes_out_the_same() -> None:
    found = recheck(GAME.read_bytes())
    assert ((), None) == (found.other, found.difference)
    assert parse_log(container.unpack(GAME.read_bytes())).bundles[-1].header.last + 1 == found.entries


def test_a_table_that_changed_is_named_by_its_first_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """With another small-arms table the game folds on to the first die that counts otherwise."""
    real = registry.load("pegasus")
    movement = evolve(real.rules.data.movement, british=real.rules.data.movement.british - 2)
    bent = evolve(real, rules=Pegasus(data=evolve(real.rules.data, movement=movement)), data_digest="0" * 64)
    monkeypatch.setattr(registry, "load", lambda name, pack=None: bent)
    found = recheck(GAME.read_bytes())
    assert found.difference is not None
    assert "data" in found.other
    assert 0 < (found.difference.entry or 0) < 340
    assert found.entries <= (found.difference.entry or 0) + 1


def test_every_game_of_a_folder_has_its_line_and_a_bent_one_sets_the_exit_code(tmp_path: Path) -> None:
    shutil.copy(GAME, tmp_path / "good.pbem")
    data = bytearray(GAME.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "bent.pbem").write_bytes(bytes(data))
    found = CliRunner().invoke(main, ["verify", "recheck", str(tmp_path), "--json"])
    lines = [json.loads(line) for line in found.output.splitlines() if line.startswith("{")]
    assert [("bent.pbem", False), ("good.pbem", True)] == [(Path(x["file"]).name, x["same"]) for x in lines]
    assert 3 == found.exit_code


def test_turns_papers_and_invitations_beside_the_games_are_passed_over(tmp_path: Path) -> None:
    """What is no game cannot come out otherwise; a game that is cut off after its invitation still counts as damaged."""
    log = parse_log(container.unpack(GAME.read_bytes()))
    (tmp_path / "game.pbem").write_bytes(GAME.read_bytes())
    (tmp_path / "turn.pbem").write_bytes(encode_turn(log.bundles[3:5]))
    (tmp_path / "invitation.pbem").write_bytes(evolve(log, accept=None, bundles=()).encode())
    found = CliRunner().invoke(main, ["verify", "recheck", str(tmp_path)])
    assert 0 == found.exit_code
    assert "1 game, 0 come out otherwise." in found.output
    assert "an invitation: 2 of the files" in found.output
    (tmp_path / "torn.pbem").write_bytes(GAME.read_bytes()[:900])
    assert 3 == CliRunner().invoke(main, ["verify", "recheck", str(tmp_path)]).exit_code


def test_a_folder_without_games_is_a_slip(tmp_path: Path) -> None:
    assert 2 == CliRunner().invoke(main, ["verify", "recheck", str(tmp_path)]).exit_code
