"""Only regular files are read: what waits for ever, or never ends, is refused with a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.store.atomic import regular


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    place = tmp_path / "turn.pbem"
    os.mkfifo(place)
    return place


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(
    "words", [["verify"], ["import"], ["replay"], ["open"], ["backup", "restore"], ["audit"]]
)
def test_a_pipe_without_a_writer_is_refused_at_once(words: list[str], pipe: Path, tmp_path: Path) -> None:
    home = ["--home", str(tmp_path / "home")]
    CliRunner().invoke(main, [*home, "identity", "new", "Ann", "--no-password"])
    found = CliRunner().invoke(main, [*home, *words, str(pipe)])
    assert found.exit_code not in (0, 1)
    assert 1 <= len(found.output.strip().splitlines()) <= 3


@pytest.mark.parametrize("place", [Path("/dev/zero"), Path("/dev/null"), Path("/")])
def test_no_device_and_no_folder_is_read(place: Path) -> None:
    with pytest.raises(OSError, match="no file"):
        regular(place)
