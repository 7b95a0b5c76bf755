"""A double click on a turn file, as far as the desktop's own tools can show it."""

import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from home.table import Player, pbem

from pbem.bytes.paths import typed
from pbem.home import desktop

pytestmark = pytest.mark.wider

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


def test_files_for_windows_and_macos_say_what_they_are_and_that_they_were_not_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        ("/tmp/turn.pbem", "/tmp/turn.pbem"), ("a turn.pbem", '"a turn.pbem"'),
        ("Zug für Ann.pbem", '"Zug für Ann.pbem"'), ("50$.pbem", "'50$.pbem'"), ("a;b.pbem", '"a;b.pbem"'),
    ],
)  # fmt: skip
def test_a_path_in_a_command_can_be_copied_as_it_stands(path: str, command: str) -> None:
    assert typed(path) == command


def test_the_command_that_comes_next_names_a_file_with_a_space_so_that_it_can_be_typed(
    tmp_path: Path,
) -> None:
    file = shutil.copy(LOG, tmp_path / "a turn.pbem")
    assert f'pbem audit "{file}"' in Player("Ann", tmp_path)("open", file).sentences
