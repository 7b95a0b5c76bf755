"""The Tab key in real shells, and a double click on a turn file: installed by a command, tried, taken away."""

import os
import plistlib
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from home.table import Player, pbem

from pbem.bytes.paths import typed
from pbem.home import desktop

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
def test_what_was_installed_for_a_shell_is_what_is_printed_and_is_taken_away_again(home, shell, place):
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


ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "examples/pegasus/campaign.pbem"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv(
        "XDG_CURRENT_DESKTOP", "GNOME"
    )  # without a desktop xdg-mime asks `file`, which knows no added types
    (tmp_path / "config").mkdir()
    return tmp_path / "data"


def asked(*words: object) -> str:
    return subprocess.run([*map(str, words)], check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.skipif(
    not all(map(shutil.which, ("xdg-mime", "update-mime-database", "gio"))), reason="no desktop"
)
def test_a_linux_desktop_knows_turn_files_by_name_and_by_content_and_opens_them_with_pbem(data: Path) -> None:
    assert pbem("setup", "desktop", "install", "--for", "linux").code == 0
    bare = shutil.copy(LOG, data / "without-a-name")
    assert asked("xdg-mime", "query", "filetype", LOG) == desktop.MIME
    assert desktop.MIME in asked("gio", "info", "-a", "standard::content-type", bare)
    assert asked("xdg-mime", "query", "default", desktop.MIME) == "pbem.desktop"
    if shutil.which("desktop-file-validate"):
        assert asked("desktop-file-validate", data / "applications/pbem.desktop") == ""


def test_what_was_installed_is_taken_back_and_nothing_else(data: Path) -> None:
    other = data / "applications/other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("mine")
    said = pbem("setup", "desktop", "install", "--for", "linux")
    assert {*said.out.splitlines()} == {str(data / name) for name in desktop.files(())}
    assert pbem("setup", "desktop", "remove").out.count(" is gone") == 4
    assert other.read_text() == "mine"
    assert "nothing to take back" in pbem("setup", "desktop", "remove").sentences


def test_a_program_in_a_folder_with_odd_letters_is_quoted_for_the_desktop() -> None:
    entry = desktop.files(("/home/Ann B/100%/py$thon", "-m", "pbem"))["applications/pbem.desktop"]
    assert 'Exec="/home/Ann B/100%%/py\\\\$thon" -m pbem open --pause %f\n' in entry


def test_files_for_windows_and_macos_say_what_they_are_and_that_they_were_not_tried(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = pbem("setup", "desktop", "install", "--for", "windows")
    assert "was not tried on Windows" in said.sentences
    text = (tmp_path / "pbem.reg").read_bytes().decode("utf-16")
    assert text.startswith("Windows Registry Editor Version 5.00\r\n")
    assert r'@="\"' + sys.executable.replace("\\", "\\\\") in text
    assert "not tried on a Mac" in pbem("setup", "desktop", "install", "--for", "macos").sentences
    found = plistlib.loads((tmp_path / "pbem-types.plist").read_bytes())
    assert found["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == ["org.pbem.turn"]


def test_the_window_waits_after_an_error_too(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["PBEM_HOME"] = str(tmp_path / "home")
        os.execv(
            sys.executable, [sys.executable, "-m", "pbem", "open", "--pause", str(tmp_path / "gone.pbem")]
        )
    said = b""
    while b"Enter closes" not in said:
        said += os.read(terminal, 4096)
    os.write(terminal, b"\n")
    os.waitpid(pid, 0)
    assert said.index(b"There is no file") < said.index(b"Enter closes")


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/tmp/turn.pbem", "/tmp/turn.pbem"),
        ("a turn.pbem", '"a turn.pbem"'),
        ("Zug für Ann.pbem", '"Zug für Ann.pbem"'),
        ("50$.pbem", "'50$.pbem'"),
        ("a;b.pbem", '"a;b.pbem"'),
    ],
)
def test_a_path_in_a_command_can_be_copied_as_it_stands(path: str, command: str) -> None:
    assert typed(path) == command


def test_the_command_that_comes_next_names_a_file_with_a_space_so_that_it_can_be_typed(tmp_path):
    file = shutil.copy(LOG, tmp_path / "a turn.pbem")
    assert f'pbem audit "{file}"' in Player("Ann", tmp_path)("open", file).sentences
