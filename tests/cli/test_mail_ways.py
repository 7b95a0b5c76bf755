"""The ways in which a mail leaves, and folders that are watched, by commands."""

import os
import stat
import sys
import time
from pathlib import Path

import pytest
from home.table import Two, decide

from pbem.mail.imap import _quoted
from pbem.mail.programs import Draft, client_command
from tests.lists import tried_with

ADDRESSES = ("--to", "ben@example.org", "--from", "ann@example.org")


def program(place: Path, name: str, text: str) -> Path:
    """A shell script on the path of the test."""
    place.mkdir(exist_ok=True)
    file = place / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that comes first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return folder


def test_a_pipe_gets_the_whole_mail_with_lone_line_feeds(table: Two, path: Path, tmp_path: Path) -> None:
    ann, ben = table
    took = tmp_path / "took.eml"
    program(path, "msmtp", f'echo "$@" > {tmp_path}/words; cat > {took}')
    decide(ann)
    ann("setup", "mail", "--way", "pipe", "--program", "msmtp -t --read-envelope-from")
    said = ann("send", *ADDRESSES)
    assert (0, "Sent through msmtp.") == (said.code, said.err.splitlines()[-3])
    assert "-t --read-envelope-from\n" == (tmp_path / "words").read_text()
    mail = took.read_bytes()
    assert b"\r" not in mail
    assert b"X-Unsent" not in mail
    assert "verified" in ben("import", took).err


def test_a_pipe_that_refuses_is_exit_code_7_and_the_next_send_gives_the_same_mail(table, path, tmp_path):
    ann, _ = table
    decide(ann)
    program(path, "sendmail", f"cat > {tmp_path}/first; echo no route to you >&2; exit 75")
    ann("send", "--by", "pipe", *ADDRESSES).says(7, "exit 75): no route to you")
    program(path, "sendmail", f"cat > {tmp_path}/second")
    ann("send", "--by", "pipe").says(0, "the same bytes")
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_thunderbird_opens_with_subject_text_and_the_turn_file(table, path, tmp_path):
    ann, ben = table
    decide(ann)
    program(
        path, "thunderbird", f'printf "%s\\n" "$@" > {tmp_path}/words.new; mv {tmp_path}/words.new {tmp_path}/words',
    )  # fmt: skip
    ann("send", "--by", "client", *ADDRESSES).says(0, "thunderbird opens with the mail")
    words = wait(tmp_path / "words")
    assert words.startswith("-compose\nto='ben@example.org',subject='[pbem tiny T01 s0001]")
    file = Path(words.split("attachment='file://")[1].partition("'")[0])
    assert "verified" in ben("import", file).err


def wait(file: Path) -> str:
    """The text of a file that another process is about to write."""
    for _ in range(200):
        if file.exists():
            return file.read_text()
        time.sleep(0.02)
    raise AssertionError(f"{file} was not written")


def test_a_draft_command_keeps_apostrophes_from_ending_a_field(path: Path, tmp_path: Path) -> None:
    program(path, "thunderbird", "true")
    draft = Draft(
        recipient="ben@example.org", subject="Ben's turn',to='eve@example.org", body="a\nb",
        attachment=tmp_path / "x.pbem", eml=tmp_path / "x.eml",
    )  # fmt: skip
    command = client_command(draft)
    assert 10 == command[2].count("'")


def test_without_a_mail_program_the_draft_is_named(table, tmp_path, monkeypatch):
    ann, _ = table
    decide(ann)
    monkeypatch.setenv("PATH", str(tmp_path))
    said = ann("send", "--by", "client", *ADDRESSES).says(7, "No mail program was found")
    kept = next(word for word in said.err.split() if word.endswith(".eml:")).rstrip(":")
    assert b"X-Unsent: 1" in Path(kept).read_bytes()


def test_a_dry_run_shows_the_mail_without_the_turn_and_stores_nothing(table: Two) -> None:
    ann, _ = table
    decide(ann)
    before = ann("status").out
    said = ann("send", "--dry-run", *ADDRESSES)
    assert said.out.startswith(
        "From: Ann <ann@example.org>\nTo: Ben <ben@example.org>\nSubject: [pbem tiny T01"
    )
    assert "Head after entry 1" in said.out
    assert "PBEM TURN" not in said.out
    assert before == ann("status").out
    assert "to" not in ann.folder.facts()


@pytest.mark.parametrize(
    ("given", "code"), [((), "no-recipient"), (("--to", "ben@example.org"), "no-sender")]
)
def test_a_way_that_needs_an_address_asks_for_it(table: Two, given: tuple[str, ...], code: str) -> None:
    ann, _ = table
    decide(ann)
    said = ann("send", "--by", "smtp", *given)
    words = {"no-recipient": "Where does your opponent", "no-sender": "Your own address"}[code]
    assert (2, True) == (said.code, words in said.err)


def test_setup_keeps_what_is_not_named_and_never_a_password(table: Two) -> None:
    ann, _ = table
    ann("setup", "mail", "--address", "ann@example.org", "--smtp", "mail.example.org", "--way", "smtp")
    ann("setup", "mail", "--imap", "mail.example.org", "--folder", "INBOX", "--folder", "Games")
    text = (ann.path / "mail.toml").read_text()
    for line in ('way = "smtp"', 'user = "ann@example.org"', 'folders = ["INBOX", "Games"]', "port = 993"):
        assert line in text
    assert 2 == ann("setup", "mail", "--imap", "mail.example.org", "--imap-tls", "none").code


def test_a_watched_folder_takes_each_turn_once_and_waits_for_unfinished_files(table, tmp_path, monkeypatch):
    ann, ben = table
    decide(ann)
    whole = ann.sent().read_bytes()
    box = tmp_path / "downloads"
    box.mkdir()
    (box / "turn.pbem").write_bytes(whole[:-9])
    (box / "note.txt").write_text("nothing of ours")
    rounds = iter(("still loading", "loaded", "again", "stop"))

    def next_round(_: float) -> None:
        match next(rounds):
            case "loaded":
                raise KeyboardInterrupt
            case "still loading":
                (box / "turn.pbem").write_bytes(whole)

    monkeypatch.setattr("time.sleep", next_round)
    said = ben("watch", box)
    assert 1 == said.err.count("entries 0-1, verified")
    assert "Not read" not in said.err
    assert "2 entries are signed" in ben("status").out


def test_a_file_that_stays_broken_is_named_at_the_second_look(table, tmp_path, monkeypatch):
    ann, ben = table
    decide(ann)
    box = tmp_path / "downloads"
    box.mkdir()
    (box / "turn.pbem").write_bytes(ann.sent().read_bytes()[:-9])
    rounds = iter((None, None, KeyboardInterrupt))

    def next_round(_: float) -> None:
        if stop := next(rounds):
            raise stop

    monkeypatch.setattr("time.sleep", next_round)
    assert 1 == ben("watch", box).err.count("cut off at the end")
    assert "cut off" in ben("watch", "--once", box).err


def test_watching_nothing_says_what_can_be_watched(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    assert (2, True) == ((said := ann("watch")).code, "pbem watch DIR" in said.err)
    assert 2 == ann("watch", tmp_path / "nowhere").code


def test_folders_beyond_ascii_are_named_as_servers_know_them() -> None:
    assert '"Entw&APw-rfe"' == _quoted("Entw\u00fcrfe")
    assert '"&U,BTFw-/x &- y"' == _quoted("\u53f0\u5317/x & y")


def test_text_goes_to_standard_output(table: Two) -> None:
    ann, ben = table
    decide(ann)
    said = ann("send", "--by", "text")
    assert said.out.startswith("-----BEGIN PBEM TURN-----")
    assert "verified" in ben("import", "-", given=said.out).err


@tried_with(
    "words",
    [
        ("--eml", "turn.eml", "--to", "ann..x@example.org"),
        ("--eml", "turn.eml", "--to", "ann@x.org."),
        ("--by", "smtp", *ADDRESSES),
        ("--by", "pipe", *ADDRESSES),
        ("--out", "no/such/folder.pbem"),
        ("--out", "."),
        ("--eml", "no/such/folder.eml", *ADDRESSES),
        ("--maildir", "a-file", *ADDRESSES),
        ("--by", "smtp", "--to", "ben@x.org, eve@x.org", "--from", "ann@example.org"),
    ],
)
def test_nothing_is_signed_when_the_turn_cannot_leave(table, path, monkeypatch, words):
    ann, _ = table
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.delenv("PBEM_MAIL_PASSWORD", raising=False)
    Path("a-file").write_text("in the way")
    ann("setup", "mail", "--program", "no-such-program", "--smtp", "mail.example.org", "--user", "ann")
    decide(ann)
    said = ann("send", *words)
    assert (False, False) == (said.code == 0, "unexpected" in said.sentences), said
    assert 0 == ann("undo").code, said


def test_what_fails_after_signing_says_that_the_turn_is_signed(table, path, monkeypatch):
    ann, _ = table
    decide(ann)
    ann("setup", "mail", "--smtp", "localhost:1", "--smtp-tls", "none")
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", "ñ€")
    ann("send", "--by", "smtp", *ADDRESSES).says(7, "could not be reached", "signed and stored: `pbem send`")


def test_a_draft_carries_the_address_that_the_game_knows_and_never_another(table: Two) -> None:
    ann, _ = table
    decide(ann)
    ann("send", "--eml", "nobody.eml").says(0, "No address is known")
    head = Path("nobody.eml").read_bytes().partition(b"\r\n\r\n")[0]
    assert (False, False) == (b"\nTo:" in head, b"\nFrom:" in head)
    ann("send", "--eml", "known.eml", "--to", "Ben <ben@bücher.example>", "--from", "ann@example.org").says(0)
    for words in (("--eml", "again.eml"), ("--maildir", "box")):
        ann("send", *words).says(0)
    mails = [Path("again.eml"), *Path("box/new").iterdir()]
    assert all(b"To: Ben <ben@xn--bcher-kva.example>" in mail.read_bytes() for mail in mails)
