"""Debts with their day, reminders, claims: the clock starts when it becomes somebody's turn; any stranger checks a claim."""

import json
from datetime import datetime, timedelta

import pytest
from home.table import Player, Two, decide, pbem, play

from pbem.bytes import container
from pbem.mail.extract import turns_in
from pbem.papers.kinds import is_claim

from .court import FIRST, Days
from .spoiling import forged, written

pytestmark = pytest.mark.usefixtures("clock")


def since(player: Player) -> int:
    """So many days after the beginning the clock of a player's game started."""
    return (
        datetime.fromisoformat(json.loads(player("status", "waiting", "--json").out)["since"]) - FIRST
    ).days


def claimed(player: Player, clock: Days, start: int) -> None:
    """Before its day no claim is made, and the day is named; from it on a claim holds for a stranger."""
    assert start == since(player)
    clock(start + 13)
    day = (FIRST + timedelta(days=start + 14)).date().isoformat()
    player("dispute", "claim", "--out", player.place / "x.claim").says(2, "not overdue", f"On {day}")
    clock(start + 15)
    player("dispute", "claim", "--out", player.place / "x.claim").says(0)
    pbem("--home", player.place / "nobody", "verify", player.place / "x.claim").says(0, "holds")


def test_after_a_refusal_the_days_count_and_a_claim_is_possible(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    clock(3)
    bad = written(ann.place / "bad.pbem", forged(ann, {"k": "go", "to": 9}).encode())
    assert 3 == ben("import", bad).code
    clock(5)
    assert 0 == ben("dispute", "refuse", "--out", ben.place / "no.pbem").code
    clock(6)
    assert 0 == ann("import", ben.place / "no.pbem").code
    assert 6 == since(ann)
    claimed(ben, clock, 5)


def test_a_renewal_gives_no_days_and_the_claim_is_signed_with_the_new_key(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    clock(2)
    assert 0 == ann("seat", "renew").code
    assert 0 == since(ann)
    clock(4)
    while decide(ann):
        pass
    ann.sent()
    claimed(ann, clock, 4)


def test_whoever_plays_on_and_still_has_to_act_gets_no_new_days(table: Two, clock: Days) -> None:
    """Turn files that leave the pen where it is: each used to start the other's days anew."""
    ann, ben = table
    play(ann, ben, 2)
    clock(5)
    assert 0 == ann("do", "go 2").code
    part = ann.sent("--partial")
    assert 0 == since(ann)
    clock(9)
    assert 0 == ben("import", part).code
    assert '"mine": false' in ben("status", "--json").out
    assert 0 == since(ben)
    claimed(ben, clock, 0)


def test_status_says_since_when_and_what_to_do(table: Two, clock: Days) -> None:
    _, ben = table
    assert "since" not in ben("status").out
    clock(3)
    assert (
        f"since {FIRST.date().isoformat()} (3 days), overdue after 14 days; pbem send --reminder"
        in ben("status").out
    )
    clock(14)
    assert "(14 days), overdue: pbem send --reminder, or pbem dispute claim" in ben("status").out


def test_a_home_that_does_not_know_the_day_counts_from_today(table: Two, clock: Days) -> None:
    _, ben = table
    (ben.folder.path / "since").unlink()
    clock(2)
    assert "the days count from today" in ben("dispute", "claim").err
    claimed(ben, clock, 2)


def test_an_answer_to_a_take_back_starts_the_clock(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    assert 0 == ann("offer", "takeback", "--to", 0).code
    offer = ann.sent()
    clock(4)
    assert 0 == ben("import", offer).code
    assert 0 == ben("offer", "takeback", "--decline").code
    ben.sent()
    claimed(ben, clock, 4)


def moved(ann: Player, ben: Player) -> Two:
    """Somebody has just sent: who sent, and who owes."""
    play(ann, ben, 3)
    return (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)


def test_waiting_names_who_owes_what_since_which_day_and_sending_again_does_not_move_it(table, clock):
    sender, owing = moved(*table)
    for player in (sender, owing):
        said = player("status", "waiting").out
        assert f": {owing.name} (" in said
        assert f"since {FIRST.date().isoformat()} (0 days)" in said
    found = json.loads(sender("status", "waiting", "--json").out)
    assert (False, False, 14) == (found["mine"], found["overdue"], found["days"])
    clock(8)
    sender.sent()
    assert "overdue" not in sender("status", "waiting").out
    assert "(8 days); overdue after 7 days" in sender("status", "waiting", "--days", 7).out


def test_a_reminder_brings_the_same_turn_under_an_id_of_its_own(table: Two) -> None:
    sender, owing = moved(*table)
    addresses = ("--to", "you@example.org", "--from", "me@example.org")
    mails = []
    for name, how in (("turn.eml", ()), ("reminder.eml", ("--reminder",))):
        assert 0 == sender("send", *how, "--eml", sender.place / name, *addresses).code
        mails.append((sender.place / name).read_bytes())
    first, again = mails
    assert turns_in(first)[0].data == turns_in(again)[0].data
    ids = [mail.partition(b"Message-ID: ")[2].partition(b"\r\n")[0] for mail in mails]
    assert ids[0] != ids[1]
    assert b"In-Reply-To: " + ids[0] in again
    assert b"X-Unsent: 1" in again
    assert "here already" in owing("import", sender.place / "reminder.eml").err
    assert [5, 5] == [owing("send", "--reminder", *addresses).code, owing("dispute", "claim").code]


def test_a_claim_that_was_changed_does_not_hold(table: Two, clock: Days) -> None:
    sender, _ = moved(*table)
    clock(20)
    file, changed = sender.place / "x.claim", sender.place / "bad.claim"
    sender("dispute", "claim", "--out", file)
    lines = container.unpack(file.read_bytes())
    assert is_claim(lines)
    head, _, log = lines.partition(b"\n")
    other = b'"against":"B"' if b'"against":"A"' in head else b'"against":"A"'
    for bad in (
        lines.replace(b'"days":14', b'"days":15'),
        lines.replace(b'"against":"A"', other).replace(b'"against":"B"', other),
        b"\n".join((head, *log.split(b"\n")[:-4], b"")),
    ):
        assert 3 == pbem("verify", written(changed, bad)).code
    assert 2 == pbem("verify", sender.place / "nowhere").code


def test_a_home_that_was_put_back_knows_since_when(table: Two, clock: Days) -> None:
    ann, ben = table
    files = play(ann, ben, 3)
    sender = ann if '"mine": false' in ann("status", "--json").out else ben
    clock(9)
    assert 0 == sender("backup", sender.place / "x.backup").code
    new = Player("New", sender.place)
    assert 0 == new("backup", "restore", sender.place / "x.backup").code
    assert 0 == new("import", *files).code
    new.home.settle_down()
    claimed(new, clock, 0)
