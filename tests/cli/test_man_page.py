"""The man page: every command in it, in both languages, and man itself reads it without a complaint."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from home.table import pbem

from cli.test_documented import ALL

pytestmark = pytest.mark.wider

_MAN = pytest.mark.skipif(
    shutil.which("man") is None or shutil.which("groff") is None, reason="no man and groff here"
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert pbem("setup", "desktop", "install", "--for", "linux").code == 0
    return tmp_path / "share"


def read_by_man(page: Path) -> str:
    environ = {**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", str(page)], check=True, capture_output=True, text=True,
        env=environ,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("page", ["man/man1/pbem.1", "man/es/man1/pbem.1"])
def test_every_command_stands_in_the_man_page(data: Path, page: str) -> None:
    text = (data / page).read_text(encoding="utf-8").replace("\\-", "-")
    assert [] == [name for name in ALL if f'.SS "pbem {name}' not in text]


@_MAN
def test_man_reads_both_pages_without_a_warning(data: Path) -> None:
    english, spanish = (read_by_man(data / page) for page in ("man/man1/pbem.1", "man/es/man1/pbem.1"))
    for said in ("EXIT CODES", 'pbem identity new "Ann"', "--password-file FILE", "pbem watch --act"):
        assert said in english
    for said in ("CÓDIGOS DE SALIDA", "Invita a alguien a JUEGO", "--password-file ARCHIVO"):
        assert said in spanish


@_MAN
def test_man_finds_the_page_of_somebody_whose_programs_are_in_their_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("MANPATH", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    programs = tmp_path / ".local/bin"
    programs.mkdir(parents=True)
    monkeypatch.setenv("PATH", os.pathsep.join((str(programs), os.environ["PATH"])))
    assert pbem("setup", "desktop", "install", "--for", "linux").code == 0
    found = subprocess.run(["man", "-w", "pbem"], check=True, capture_output=True, text=True).stdout.strip()
    assert found == str(tmp_path / ".local/share/man/man1/pbem.1")
