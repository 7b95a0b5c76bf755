"""Debts with their day, reminders as drafts, and claims that a third person can check."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from home.table import Player, decide, pbem, play

from pbem.bytes import container
from pbem.home.disputes import silence
from pbem.mail.extract import turns_in

Two = tuple[Player, Player]


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """The clock of the commands stands so many days from now."""
    late = tonight() + timedelta(days=days)
    for command in ("waiting", "claim"):
        monkeypatch.setattr(f"pbem.cli.{command}.now", lambda: late)


def tonight() -> datetime:
    """The last second of today: after whatever a test has just sent, and still the same day."""
    return datetime.now(UTC).replace(hour=23, minute=59, second=59)


def moved(ann: Player, ben: Player) -> tuple[Player, Player]:
    """Somebody has just sent: who sent, and who owes."""
    play(ann, ben, 3)
    return (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)


def test_waiting_names_who_owes_what_after_which_entry_since_which_day(
    table: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender, owing = moved(*table)
    for player in (sender, owing):
        said = player("waiting").out
        assert f": {owing.name} (" in said
        assert f"since {datetime.now(UTC).date().isoformat()} (0 days)" in said
    found = json.loads(sender("waiting", "--json").out)
    assert (False, False, 14) == (found["mine"], found["overdue"], found["days"])
    later(monkeypatch, 8)
    assert "overdue" not in sender("waiting").out
    assert "(8 days); overdue after 7 days" in sender("waiting", "--days", 7).out


def test_the_day_is_that_of_the_last_turn_and_sending_again_does_not_move_it(
    table: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender, _ = moved(*table)
    since = json.loads(sender("waiting", "--json").out)["since"]
    monkeypatch.setattr("pbem.cli.send.now", lambda: tonight() + timedelta(days=3))
    sender.sent()
    assert since == json.loads(sender("waiting", "--json").out)["since"]


def test_a_reminder_brings_the_same_turn_under_an_id_of_its_own(table: Two, tmp_path: Path) -> None:
    sender, owing = moved(*table)
    addresses = ("--to", "you@example.org", "--from", "me@example.org")
    sender("send", "--eml", tmp_path / "first.eml", *addresses)
    assert 0 == sender("remind", "--eml", tmp_path / "again.eml", *addresses).code
    first, again = ((tmp_path / name).read_bytes() for name in ("first.eml", "again.eml"))
    assert turns_in(first)[0].data == turns_in(again)[0].data
    ids = [mail.partition(b"Message-ID: ")[2].partition(b"\r\n")[0] for mail in (first, again)]
    assert ids[0] != ids[1]
    assert b"In-Reply-To: " + ids[0] in again
    assert b"X-Unsent: 1" in again
    assert "here already" in owing("import", tmp_path / "again.eml").err
    assert 5 == owing("remind", *addresses).code


def test_a_claim_is_written_when_it_is_overdue_and_a_third_person_checks_it(
    table: Two, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender, owing = moved(*table)
    said = sender("claim")
    assert (2, True) == (said.code, "not overdue" in said.err)
    assert 5 == owing("claim").code
    later(monkeypatch, 20)
    file = tmp_path / "x.claim"
    assert 0 == sender("claim", "--out", file).code
    said = pbem("claim", "--check", file)
    assert (0, True) == (said.code, f"holds  {owing.name} (" in said.out), said
    assert f"says, on {(tonight() + timedelta(days=20)).date().isoformat()}" in said.out


def test_a_claim_that_was_changed_does_not_hold(
    table: Two, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender, _ = moved(*table)
    later(monkeypatch, 20)
    file = tmp_path / "x.claim"
    sender("claim", "--out", file)
    lines = container.unpack(file.read_bytes())
    assert silence.is_claim(lines)
    head, _, log = lines.partition(b"\n")
    other = b'"against":"B"' if b'"against":"A"' in head else b'"against":"A"'
    for bad in (
        lines.replace(b'"days":14', b'"days":15'),
        lines.replace(b'"against":"A"', other).replace(b'"against":"B"', other),
        b"\n".join((head, *log.split(b"\n")[:-4], b"")),
    ):
        (tmp_path / "bad.claim").write_bytes(container.pack(bad))
        assert 3 == pbem("claim", "--check", tmp_path / "bad.claim").code
    assert 2 == pbem("claim", "--check", sender.sent()).code
    assert 2 == pbem("claim", "--check", tmp_path / "nowhere").code


def test_nobody_claims_against_himself(table: Two) -> None:
    ann, _ = table
    assert 5 == ann("claim").code
    decide(ann)
    assert 5 == ann("remind").code
