"""What lacks for a command is named with the one command that brings it, however pbem was installed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pbem.home.installation import adding

pytestmark = pytest.mark.wider


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
