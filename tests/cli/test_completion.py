"""The Tab key in real shells: installed by a command, tried in a terminal, taken away again."""

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from home.table import pbem

pytestmark = pytest.mark.wider

_LAZY = Path("/usr/share/bash-completion/bash_completion")
_BASH = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's home, with pbem among their programs."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "games"))
    program = tmp_path / ".local/bin/pbem"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbem "$@"\n')
    program.chmod(0o755)
    paths = os.pathsep.join(path for path in sys.path if path)
    monkeypatch.setenv("PYTHONPATH", paths)
    monkeypatch.setenv("PATH", os.pathsep.join((str(program.parent), os.environ["PATH"])))
    return tmp_path


TYPED = [
    ("pbem invite withd\t", "pbem invite withdraw"), ("pbem standing us\t", "pbem standing usual"),
    ("pbem setup completion fi\t", "pbem setup completion fish"), ("pbem verify --js\t", "pbem verify --json"),
]  # fmt: skip


@_BASH
@pytest.mark.parametrize(("typed", "completed"), TYPED)
def test_the_tab_key_completes_a_command_at_a_prompt_of_bash(home: Path, typed: str, completed: str) -> None:
    said = pbem("setup", "completion", "bash", "--install")
    place = Path(said.out.strip())
    assert place == home / ".local/share/bash-completion/completions/pbem"
    assert f". {place}" in said.sentences
    assert completed in shown(("bash", "--norc", "--noprofile", "-i"), f". '{place}'", typed, completed)


@pytest.mark.skipif(not _LAZY.is_file(), reason="no bash-completion here")
def test_bash_completion_finds_the_file_where_it_was_put(home: Path) -> None:
    assert pbem("setup", "completion", "bash", "--install").code == 0
    assert TYPED[0][1] in shown(("bash", "--norc", "--noprofile", "-i"), f". {_LAZY}", *TYPED[0])


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
@pytest.mark.parametrize(("typed", "completed"), TYPED)
def test_the_tab_key_completes_a_command_at_a_prompt_of_zsh(home: Path, typed: str, completed: str) -> None:
    said = pbem("setup", "completion", "zsh", "--install")
    line = next(line.strip() for line in said.err.splitlines() if "fpath=" in line)
    assert completed in shown(("zsh", "-f", "-i"), f"{line} -u", typed, completed)


@_BASH
def test_the_tab_key_completes_orders_and_units_of_the_game_in_bash(home: Path) -> None:
    assert pbem("practice", "pegasus", "--name", "Ann").code == 0
    place = pbem("setup", "completion", "bash", "--install").out.strip()
    script = f". '{place}'; COMP_WORDS=(pbem do move 1P); COMP_CWORD=3; _pbem_completion pbem; echo \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", script], check=False, capture_output=True, text=True)
    assert "1Platoon" in done.stdout


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_completes_a_command(home: Path) -> None:
    assert pbem("setup", "completion", "fish", "--install").code == 0
    found = subprocess.run(
        ["fish", "-c", "complete -C 'pbem invi'"], check=True, capture_output=True, text=True
    )
    assert found.stdout.startswith("invite")


@pytest.mark.parametrize(
    ("shell", "place"),
    [
        ("bash", ".local/share/bash-completion/completions/pbem"),
        ("zsh", ".local/share/zsh/site-functions/_pbem"),
        ("fish", ".config/fish/completions/pbem.fish"),
    ],
)
def test_what_was_installed_for_a_shell_is_what_is_printed_and_is_taken_away_again(
    home: Path, shell: str, place: str
) -> None:
    assert pbem("setup", "completion", shell, "--install").code == 0
    assert pbem("setup", "completion", shell).out == (home / place).read_text()
    assert "is gone" in pbem("setup", "completion", shell, "--remove").sentences
    assert not (home / place).exists()
    assert "nothing to take back" in pbem("setup", "completion", shell, "--remove").sentences


def shown(shell: tuple[str, ...], first: str, typed: str, awaited: str) -> str:
    """What a terminal shows when somebody types in a shell, until ``awaited`` is there."""
    pty = pytest.importorskip("pty")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["PS1"] = "ready> "
        os.execlp(shell[0], *shell)
    try:
        _until(terminal, "ready> ")
        os.write(terminal, f"{first}; echo do''ne\n".encode())
        _until(terminal, "done")
        os.write(terminal, typed.encode())
        return _until(terminal, awaited)
    finally:
        os.write(terminal, b"\x03\nexit\n")
        os.close(terminal)
        os.waitpid(pid, 0)


def _until(terminal: int, awaited: str) -> str:
    """What the terminal shows until ``awaited`` is there; all of it after half a minute."""
    shown, end = b"", time.monotonic() + 30
    while awaited.encode() not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 4096)
    return shown.decode(errors="replace")
