"""A program that acts for its player: what decides nothing goes by itself, nothing else does; and it begins at login."""

import json
import os
import plistlib
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, Two, decide
from home.test_settle import refused

from pbem.bytes.errors import MailError
from pbem.cli.clock import now
from pbem.home.acting import account, at_login, notices, state
from pbem.mail.extract import turns_in
from pbem.store import sittings

from .desk import Desk, play_out


def _automatic(desk: Desk, player: Player) -> list[bytes]:
    mails = [each.read_bytes() for each in sorted((desk.box(player) / "new").iterdir())]
    return [each for each in mails if b"Auto-Submitted: auto-replied" in each]


def test_a_mail_that_a_program_wrote_is_answered_by_a_program(desk: Desk) -> None:
    play_out(desk, 12)
    kinds = {str(entry["k"]) for entry in desk.lines(desk.ann)}
    assert "rsp" in kinds
    answered = [mail for player in (desk.ann, desk.ben) for mail in _automatic(desk, player)]
    assert answered
    for mail in answered:
        assert len(turns_in(mail)) == 1


def test_a_decision_waits_for_its_player_and_is_said_once(desk: Desk) -> None:
    desk.settle()
    mover = desk.mover()
    said = desk.act(mover)
    assert "yours to do" not in said.sentences  # it was said when the programs settled
    (mover.path / "acting.json").unlink()
    assert "yours to do" in desk.act(mover).sentences


def test_status_tells_what_was_written_since_the_last_own_turn(desk: Desk) -> None:
    play_out(desk, 12)
    told = [player for player in (desk.ann, desk.ben) if "your program has sent" in player("status").out]
    for player in told:
        decided = desk.mover()
        if decided is player:
            while decide(player):
                pass
            desk.send(player)
            assert "your program has sent" not in player("status").out
    notes = [player.folder.answers(account.NOTE) for player in (desk.ann, desk.ben)]
    assert any(notes)


def test_another_machine_only_looks(desk: Desk) -> None:
    assert desk.act(desk.ann).code == 0
    kept = state.read_state(desk.ann.path)
    state.write_state(desk.ann.path, evolve(kept, machine="another"))
    said = desk.act(desk.ann)
    assert said.code != 0
    assert "another" in said.sentences
    assert "--here" in said.sentences
    assert desk.act(desk.ann, "--here").code == 0


def test_a_copy_of_a_home_does_not_act(desk: Desk, tmp_path: Path) -> None:
    import shutil  # noqa: PLC0415

    assert desk.act(desk.ann).code == 0
    shutil.copytree(desk.ann.path, tmp_path / "copy" / "ann")
    copy = Player("Ann", tmp_path / "copy")
    said = copy("watch", desk.box(desk.ann), "--act", "--once", "--maildir", desk.box(desk.ben))
    assert said.code != 0
    assert "copy" in said.sentences


def _begun(desk: Desk, turns: int = 4) -> Two:
    """Who has the pen after a few turns, and who waits."""
    for _ in range(turns):
        desk.settle()
        mover = desk.mover()
        while decide(mover):
            pass
        desk.send(mover)
    desk.settle()
    mover = desk.mover()
    return mover, desk.other(mover)


def test_an_offer_to_take_back_waits_for_its_player(desk: Desk) -> None:
    mover, waiter = _begun(desk)
    assert any(mover("offer", "takeback", "--to", entry).code == 0 for entry in range(1, 40))
    desk.send(mover)
    said = desk.act(waiter)
    assert (0, "back") == (said.code, desk.lines(waiter)[-1]["k"])
    assert "pbem offer takeback --accept" in said.sentences
    assert "only you can write it" in said.sentences
    log, mails = waiter.folder.log(), desk.count()
    assert "" == desk.act(waiter).sentences, "it is said once"
    assert (log, mails) == (waiter.folder.log(), desk.count())
    assert waiter("offer", "takeback", "--decline").code == 0
    desk.send(waiter)
    desk.settle()
    assert mover.folder.log() == waiter.folder.log()


def test_a_refused_turn_is_not_answered(desk: Desk) -> None:
    mover, waiter = _begun(desk)
    while decide(mover):
        pass
    turn = mover.sent()
    assert 6 == mover("import", refused(waiter, turn)).code
    log, mails = mover.folder.log(), desk.count()
    for _ in range(2):
        said = desk.act(mover)
        assert (0, log, mails) == (said.code, mover.folder.log(), desk.count()), said
    assert "pbem dispute settle" in mover("status").out


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


def test_a_game_at_which_somebody_sits_on_another_machine_is_left_alone_for_half_an_hour(
    desk, monkeypatch, tmp_path
):
    desk.settle()
    player, here = desk.mover(), os.environ["XDG_STATE_HOME"]
    (player.path / "acting.json").unlink()
    desk.act(player)
    game, place = player.folder.name, player.path / "machines"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    player("backup", "moved", "--last", f"{game[:8]}=0", given="y\n")
    player("play", given="orders\n")
    assert [] == [row for each in place.glob("*.sitting") for row in json.loads(each.read_bytes())], (
        "it was left"
    )
    (player.path / "acting.json").unlink()
    for minutes, stops in ((0, True), (29, True), (31, False)):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
        sittings.note(player.path, game, now() - timedelta(minutes=minutes))
        monkeypatch.setenv("XDG_STATE_HOME", here)
        player.home.settle_down()
        said = [desk.act(player).sentences for _ in "ab"]
        assert ["left alone, for you sit at it on" in each for each in said] == [
            stops and not minutes,
            False,
        ], said
        assert ("yours to do" in said[0]) is not stops, said
        for each in place.glob("*.sitting"):
            each.unlink()
