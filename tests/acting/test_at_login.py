"""The program begins at login: as far as the system's own tools can show it."""

import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest
from home.table import Player

from pbem.bytes.errors import MailError
from pbem.home.acting import at_login, notices
from pbem.mail.extract import turns_in

from .desk import Desk

HARD = ("/opt/a b/pbem", "watch", "--home", '/home/ann/50% "of" $HOME\\x', "--act")


def _checked(*words: object) -> str:
    done = subprocess.run([*map(str, words)], check=False, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_reads_the_unit_with_every_word_as_it_is(tmp_path: Path) -> None:
    tool = tmp_path / "a b" / "pbem%x"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    path = tmp_path / at_login.UNIT
    path.write_text(at_login.unit((str(tool), *HARD[1:])))
    said = _checked("systemd-analyze", "verify", "--user", "--man=no", path)
    assert "not executable" not in said
    assert "pbem-watch.service:" not in said, said


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="no desktop tools")
def test_a_desktop_takes_the_entry_of_autostart(tmp_path: Path) -> None:
    path = tmp_path / at_login.ENTRY
    path.write_text(at_login.entry(HARD))
    assert "" == _checked("desktop-file-validate", path)


def test_a_mac_reads_every_word_of_the_agent_as_it_is() -> None:
    told = plistlib.loads(at_login.agent(HARD))
    assert [*HARD] == told["ProgramArguments"]
    assert told["RunAtLoad"] is True


def test_it_is_set_up_and_taken_away_again(desk, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    ann = desk.ann
    ann("watch", desk.box(ann), "--maildir", desk.box(desk.ben), "--install", "--notices").says(0)
    written = [path for path in (tmp_path / "config").rglob("*") if path.is_file()]
    assert 1 == len(written)
    text = written[0].read_text()
    assert str(ann.path) in text
    assert "--act" in text
    assert "--notices" in text
    assert ann("watch", "--remove").code == 0
    assert not [path for path in (tmp_path / "config").rglob("*") if path.is_file()]
    assert "Nothing of pbem" in ann("watch", "--remove").sentences


def test_without_a_way_to_send_it_says_what_is_missing(desk: Desk) -> None:
    said = desk.ann("watch", "--act", "--once")
    assert said.code != 0
    assert "setup mail" in said.sentences


def test_a_key_with_a_password_needs_a_keyring_and_no_file_has_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("PBEM_PASSWORD", "secret phrase")
    player = Player("Cas", tmp_path)
    assert player("identity", "new", "Cas").code == 0
    said = player("watch", tmp_path, "--maildir", tmp_path / "out", "--install")
    assert said.code != 0
    assert "keyring" in said.sentences
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"secret phrase" not in path.read_bytes()


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_notice_is_one_argument_of_its_own(platform: str) -> None:
    text = '"; rm -rf $HOME; `x` %s'
    assert text == notices.command(text, platform=platform)[-1]


def test_a_mail_to_oneself_has_no_turn_and_is_answered_by_nobody() -> None:
    from datetime import UTC, datetime  # noqa: PLC0415

    mail = notices.to_oneself("ann@example.org", "pbem", "waits", datetime(2026, 6, 6, tzinfo=UTC))
    assert b"Auto-Submitted: auto-generated" in mail
    with pytest.raises(MailError, match="no turn"):
        turns_in(mail)
