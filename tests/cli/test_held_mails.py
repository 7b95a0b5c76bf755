"""A game that cannot be opened keeps its mails waiting, and no other mail of the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest
from attrs import evolve, frozen
from home.table import Two, decide

from pbem.home.arriving.fetching import fetch
from pbem.home.exchange import joining
from pbem.home.identity import unlock
from pbem.log import parse_log
from pbem.mail.imap import Item
from pbem.mail.settings import MailSettings, make_server
from pbem.store.cursors import read_cursors
from pbem.store.game import content_hash

_SETTINGS = MailSettings(imap=make_server("imap", "x.org", tls="tls", user="ann"))


@frozen
class Box:
    """A mailbox in memory: mails by number, and what was asked for."""

    mails: Mapping[int, bytes]
    asked: list[int]

    def select(self, _folder: str, *, writing: bool = False) -> int:
        del writing
        return 7

    def uids(self, *, after: int = 0, since: date | None = None) -> tuple[int, ...]:
        del since
        return tuple(uid for uid in sorted(self.mails) if uid > after)

    def read(self, uids: Iterable[int]) -> Iterator[Item]:
        for uid in uids:
            self.asked.append(uid)
            yield Item(uid=uid, data=self.mails[uid])

    def mark_seen(self, uids: Iterable[int]) -> None:
        """Nobody looks."""

    def append(self, folder: str, mail: bytes) -> None:
        """Nobody looks."""


def test_mails_of_a_game_that_cannot_be_opened_wait_beside_the_cursor(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    ann("send", "--eml", tmp_path / "turn.eml", "--to", "ben@x.org", "--from", "ann@x.org").says(0)
    letter = b"Subject: news\r\n\r\nNothing of ours.\r\n"
    box = Box({1: (tmp_path / "turn.eml").read_bytes(), **dict.fromkeys(range(2, 230), letter)}, [])
    whole = ben.folder.log()

    @contextmanager
    def opener(_server: object, _password: str) -> Iterator[Box]:
        yield box

    def read() -> None:
        fetch(
            ben.home,
            unlock(ben.home, ""),
            _SETTINGS,
            {"PBEM_MAIL_PASSWORD": ""},
            today=date(2026, 1, 1),
            opener=opener,
        )

    log = next(ben.folder.path.glob("log*"))
    kept = log.read_bytes()
    log.write_bytes(kept[:-9])
    read()
    cursor = read_cursors(ben.path)["ann@x.org/INBOX"]
    assert (229, (1,)) == (cursor.uid, cursor.held)
    log.write_bytes(kept)
    box.asked.clear()
    read()
    assert [1] == box.asked
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
    near = joining._near(ahead, {}, (), ())
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
    ann("setup", "doctor").says(1, "no key can be made again")
