"""What went wrong is said as it is, looking needs no writing, and a game that cannot be opened keeps its mails waiting."""

import contextlib
import importlib
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from home.table import Player, Two, decide, newcomers, play
from store.copies import copied
from world.post import Letter
from world.terminal import Mailbox

from pbem import cli, home
from pbem.bytes.container import armour, pack
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home.arriving.fetching import fetch, fetch_before_signing
from pbem.home.arriving.receiving import Import
from pbem.home.exchange import joining
from pbem.home.identity import unlock
from pbem.log import Log, parse_log
from pbem.mail.settings import MailSettings, make_server
from pbem.protocol import genesis
from pbem.protocol.vault import Vault
from pbem.store.cursors import read_cursors
from pbem.store.game import content_hash

_NOBODY = 65534


@pytest.fixture
def read_only(table: Two) -> Iterator[Player]:
    """A home of Ann's that this process may read and not write."""
    ann, ben = table
    play(ann, ben, 3)
    place = Path(tempfile.mkdtemp(prefix="pbem-read-only-"))
    place.chmod(0o755)
    shutil.copytree(ann.path, place / "ann")
    for path in (place / "ann", *(place / "ann").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    looker = Player("Ann", place)
    for command in ("status", "orders", "games", "map --text", "odds", "verify"):  # reads what is read once
        ann(*command.split())
    for package in (cli, home):  # modules are loaded by who may read them
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            with contextlib.suppress(ModuleNotFoundError):  # of an extra that is not installed
                importlib.import_module(module.name)
    root = os.geteuid() == 0
    if root:
        os.seteuid(_NOBODY)
    yield looker
    if root:
        os.seteuid(0)
    for path in (place / "ann", *(place / "ann").rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(place)


def test_a_home_that_cannot_be_written_can_be_looked_at(read_only: Player) -> None:
    for command in ("status", "games", "map --text", "verify", "replay", "status waiting"):
        read_only(*command.split()).says(0)


def test_nothing_is_given_or_sent_in_a_home_that_cannot_be_written_and_that_is_said(read_only):
    for command in ("do go 2", "undo", "send"):
        said = read_only(*command.split())
        assert said.code in (1, 2, 5), (command, said)
        assert "something unexpected" not in said.err
    read_only("games", read_only.home.games()[0].name).says(
        1, "can be looked at (pbem status, pbem map), and no more."
    )


def test_a_picture_is_written_in_a_format_that_its_name_says(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    ann("map", "-o", tmp_path / "now.jpg").says(2, "Name it OUT.svg or OUT.png.")
    assert not (tmp_path / "now.jpg").exists()


def test_a_place_that_cannot_be_written_is_no_word_about_signing(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    for words in (("map", "-o"), ("backup",)):
        said = ann(*words, tmp_path / "no" / "such.svg")
        assert (1, True, False) == (said.code, "cannot be written" in said.err, "signed" in said.err), said
    decide(ann)
    before = ann.folder.log()
    ann("send", "--out", tmp_path / "no" / "such.pbem").says(1, "cannot be written", no="stored")
    assert ann.folder.log() == before


def test_a_take_back_to_nowhere_is_a_slip_and_one_that_is_offered_shows_where_it_leads(table: Two) -> None:
    mover, waiter = table
    play(mover, waiter, 2)
    said = mover("offer", "takeback", "--to", 9999)
    assert (2, "Error: ") == (said.code, said.err[:7]), said
    assert 0 == mover("offer", "takeback", "--to", 1).code
    offer = mover.sent()
    for door in ("verify", "open"):
        said = waiter(door, offer)
        assert "It offers to go back to where the game stood after entry 1" in said.sentences, said
        assert f"Next: pbem import {offer}" in said.sentences, said
    assert 0 == waiter("import", offer).code
    said = waiter("offer", "takeback")
    assert "offers to go back to entry 1: turn " in said.out
    assert said.out == mover("offer", "takeback").out, "who offers it sees the same"
    assert "pbem offer takeback --accept" in waiter("status").out
    waiter("offer", "takeback", "--decline")
    waiter("offer", "takeback").says(0, "The last places to go back to")


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("click", "Stopped. Nothing was changed.\n"),
        ("cattrs", "Stopped. Nothing was changed after the last message above.\n"),
    ],
)
def test_a_program_that_is_stopped_while_it_loads_shows_no_traceback(tmp_path, module, said):
    """In the middle of its imports, of the program or of a command: a module that is not there yet raises as Ctrl-C does."""
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt\n")
    root = Path(__file__).resolve().parents[2]
    found = subprocess.run(
        [sys.executable, "-m", "pbem", "status"],
        env={
            "PYTHONPATH": os.pathsep.join((str(tmp_path), str(root), str(root / "rules"))),
            "PBEM_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (130, said) == (found.returncode, found.stderr.lstrip("\n"))
    assert signal.SIGINT + 128 == found.returncode


def test_an_mbox_of_ordinary_mails_is_no_trouble(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    ann("send", "--eml", tmp_path / "turn.eml", "--to", "ben@example.org", "--from", "ann@example.org")
    plain = (
        "From x@example.org Mon Jan  1 00:00:00 2026\nFrom: x@example.org\nSubject: Hello\n\nJust a word.\n\n"
    )
    turn = (tmp_path / "turn.eml").read_text().replace("\r\n", "\n")
    box = tmp_path / "box.mbox"
    box.write_text(plain * 3 + "From a@example.org Mon Jan  1 00:00:00 2026\n" + turn + "\n")
    said = ben("import", box).says(0, "verified")
    assert "Not read" not in said.err
    box.write_text(plain * 3)
    ben("import", box).says(0, "There was no turn in it.")


_SETTINGS = MailSettings(imap=make_server("imap", "x.org", tls="tls", user="ann"))


def mailbox(*mails: bytes) -> Mailbox:
    """A mailbox in memory."""
    return Mailbox([Letter(file=mail) for mail in mails])


def fetched_from(player: Player, box: Mailbox) -> Import:
    """What a player takes in out of a mailbox."""

    @contextmanager
    def opener(_server: object, _password: str) -> Iterator[Mailbox]:
        yield box

    home, environ = player.home, {"PBEM_MAIL_PASSWORD": ""}
    return fetch(home, unlock(home, ""), _SETTINGS, environ, today=date(2026, 1, 1), opener=opener).found


def test_what_another_machine_has_sent_comes_before_a_turn_leaves(table: Two, tmp_path: Path) -> None:
    """Out of the folder of sent mails: in the place of a draft, and beside a turn of ours that has yet to leave."""
    ann, ben = table
    play(ann, ben, 2)
    desktop, laptop = (Player(name, tmp_path) for name in ("Desktop", "Laptop"))
    for desk, order in ((desktop, "go 1"), (laptop, "go 2")):
        copied(ann.path, desk.path)
        desk("do", order).says(0)
    mail = ("--eml", tmp_path / "sent.eml", "--to", "ben@x.org", "--from", "ann@x.org", "--partial")
    desktop("send", *mail).says(0)
    settings = evolve(_SETTINGS, sent="Sent")
    sent = (tmp_path / "sent.eml").read_bytes()

    @contextmanager
    def opener(_server: object, _password: str) -> Iterator[Mailbox]:
        yield mailbox(sent)

    def first(desk: Player) -> Import | None:
        return fetch_before_signing(
            desk.home,
            unlock(desk.home, ""),
            settings,
            {"PBEM_MAIL_PASSWORD": ""},
            today=date(2026, 1, 1),
            opener=opener,
        )

    assert first(laptop) is None, "a home on one machine reads no mail"
    for desk in (laptop, ann):
        folder = desk.path / "machines"
        (folder / f"{'ab' * 8}.json").write_bytes(next(folder.iterdir()).read_bytes())
    ann("do", "go 2").says(0)
    ann("send", "--partial", "--out", tmp_path / "other.pbem").says(0)
    first(laptop)
    laptop("send", "--partial", "--out", tmp_path / "same.pbem").says(0, "the same bytes")
    assert laptop.folder.log() == desktop.folder.log()
    first(ann)
    ann("send", "--partial", "--out", tmp_path / "again.pbem").says(6, "2 versions here")


def test_mails_of_a_game_that_cannot_be_opened_wait_beside_the_cursor(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    ann("send", "--eml", tmp_path / "turn.eml", "--to", "ben@x.org", "--from", "ann@x.org").says(0)
    letter = b"Subject: news\r\n\r\nNothing of ours.\r\n"
    box = mailbox((tmp_path / "turn.eml").read_bytes(), *[letter] * 228)
    whole = ben.folder.log()
    log = next(ben.folder.path.glob("log*"))
    kept = log.read_bytes()
    log.write_bytes(kept[:-9])
    fetched_from(ben, box)
    cursor = read_cursors(ben.path)["ann@x.org/INBOX"]
    assert (229, (1,)) == (cursor.uid, cursor.held)
    log.write_bytes(kept)
    box.seen.clear()
    fetched_from(ben, box)
    assert box.letters[:1] == box.seen
    assert whole != ben.folder.log()
    assert () == read_cursors(ben.path)["ann@x.org/INBOX"].held


def test_of_more_early_turns_than_fit_the_farthest_ahead_go(table, monkeypatch):
    monkeypatch.setattr(joining, "MAX_KEPT", 2)
    ann, _ = table
    decide(ann)
    ann.sent()
    bundle = parse_log(ann.folder.log()).bundles[0]
    ahead = [evolve(bundle, header=evolve(bundle.header, n=n)) for n in (9, 5, 7)]
    near = joining._near(ahead, {}, ())
    assert {content_hash(each.encode()) for each in ahead[1:]} == {
        content_hash(data) for data in near.values()
    }


def test_doctor_misses_a_vault_a_key_and_another_persons_vault(table: Two) -> None:
    ann, ben = table
    ann("setup", "doctor").says(
        1, "there is none of what cannot be made again: game", "your key", "pbem backup FILE"
    )
    assert ann("backup", ann.place / "a.backup").code == 0
    ann("setup", "doctor").says(0, "they open with your key", "has all that cannot be made again")
    box, key = ann.folder.path / "vault.box", ann.path / "identity.json"
    kept = box.read_bytes()
    box.unlink()
    ann("setup", "doctor").says(1, "vault.box is missing")
    box.write_bytes((ben.folder.path / "vault.box").read_bytes())
    ann("setup", "doctor").says(1, "do not open with the identity of Ann")
    box.write_bytes(kept)
    ours = key.read_bytes()
    key.write_bytes((ben.path / "identity.json").read_bytes())
    ann("setup", "doctor").says(1, "names a key with the code", "lacks what cannot be made again: your key")
    key.write_bytes(ours)
    assert ann("invite", "tiny", "--out", ann.place / "more.pbem").code == 0
    ann("setup", "doctor").says(
        1, "lacks what cannot be made again: invitation", "secrets of invitation", no="your key."
    )
    key.unlink()
    ann("setup", "doctor").says(1, "identity.json is gone", "pbem backup restore FILE")
    for command in (("identity", "new", "Eve"), ("import", ann.path), ("practice", "pegasus")):
        ann(*command).says(2, "identity.json is gone", "pbem backup restore FILE", no="identity new")
    assert not key.exists()


def test_where_many_first_mails_of_strangers_wait_the_next_is_refused_and_none_goes(tmp_path: Path) -> None:
    """Seventy of them pushed out an honest invitation, and what was said of it named a file that was gone."""
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    ann("invite", "pegasus", "--eml", tmp_path / "i.eml", "--to", "ben@x.org", "--from", "ann@x.org").says(0)
    entropy = Random(1).randbytes
    stranger = Keypair.from_seed(entropy(32))
    game = registry.load("pegasus")

    def first_mail() -> bytes:
        vault = Vault.fresh(entropy, 8)
        offer = genesis.invite(
            stranger,
            "Eve",
            vault,
            game,
            scenario=game.info.scenarios[0],
            side=game.rules.sides[0],
            options={},
        )
        return b"Subject: hello\r\n\r\n" + armour(pack(Log(invite=offer).encode()), {}).encode()

    mails = [(tmp_path / "i.eml").read_bytes(), *(first_mail() for _ in range(70))]
    found = fetched_from(ben, mailbox(*mails))
    named = [
        Path(note.hint.removeprefix("pbem accept ")) for note in found.notes if note.kind == "invitation"
    ]
    assert (64, True) == (len(named), all(each.is_file() for each in named))
    (full,) = [note for note in found.notes if note.code == "arrived-full"]
    assert full.text.startswith("7 mails, mail 65 and others, were not taken in")
