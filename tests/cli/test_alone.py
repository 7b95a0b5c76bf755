"""``pbem play``: a game for one with one command; and the one command that brings what another lacks."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import same

from pbem.cli import main
from pbem.home.installation import adding

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


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("/home/ann/.local/pipx/venvs/pbem", "pipx inject pbem werkzeug 'dask[distributed]'"),
        ("/home/ann/.local/share/uv/tools/pbem", "uv pip install --python PY werkzeug 'dask[distributed]'"),
        ("/home/ann/games/.venv", "PY -m pip install werkzeug 'dask[distributed]'"),
    ],
)
def test_the_command_fits_the_installation(place: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", place)
    monkeypatch.setattr(sys, "executable", "PY")
    assert adding("werkzeug", "dask[distributed]") == said


@pytest.mark.parametrize("line", [("table",), ("site", "build", "x")])
def test_the_table_and_the_site_say_what_they_lack(line: tuple[str, ...]) -> None:
    code = "import sys; sys.modules['werkzeug'] = None; from pbem.cli import main; main(sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"{sys.executable} -m pip install werkzeug" in done.stderr
