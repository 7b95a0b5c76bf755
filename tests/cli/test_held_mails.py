"""A game that cannot be opened keeps its mails waiting, and no other mail of the box."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from home.table import Player, Two, decide, newcomers
from world.post import Letter
from world.terminal import Mailbox

from pbem.bytes.container import armour, pack
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home.arriving.fetching import fetch
from pbem.home.arriving.receiving import Import
from pbem.home.exchange import joining
from pbem.home.identity import unlock
from pbem.log import Log, parse_log
from pbem.mail.settings import MailSettings, make_server
from pbem.protocol import genesis
from pbem.protocol.vault import Vault
from pbem.store.cursors import read_cursors
from pbem.store.game import content_hash

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


def test_of_more_early_turns_than_fit_the_farthest_ahead_go(
    table: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
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
