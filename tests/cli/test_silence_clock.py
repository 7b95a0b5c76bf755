"""The clock of silence: it starts when it becomes somebody's turn; a claim is possible when the days are over."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from home.table import Player, decide, pbem, play

from cli.spoiling import forged, written

Two = tuple[Player, Player]
Days = Callable[[int], None]
_NOW = datetime(2026, 6, 6, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Days:
    """Sets every clock so many days ahead."""

    def stand(days: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return _NOW + timedelta(days=days, minutes=days)

        for place in ("pbem.store.game", "pbem.cli.clock"):
            monkeypatch.setattr(f"{place}.datetime", Clock)

    stand(0)
    return stand


def since(player: Player) -> int:
    """So many days after the beginning the clock of a player's game started."""
    return (datetime.fromisoformat(json.loads(player("waiting", "--json").out)["since"]) - _NOW).days


def claimed(player: Player, clock: Days, start: int) -> None:
    """Before its day no claim is made, and the day is named; from it on a claim holds for a stranger."""
    assert start == since(player)
    clock(start + 13)
    day = (_NOW + timedelta(days=start + 14)).date().isoformat()
    said = player("claim", "--out", player.place / "x.claim")
    assert (2, True, True) == (said.code, "not overdue" in said.err, f"On {day}" in said.err), said
    clock(start + 15)
    said = player("claim", "--out", player.place / "x.claim")
    assert 0 == said.code, said
    said = pbem("--home", player.place / "nobody", "claim", "--check", player.place / "x.claim")
    assert (0, True) == (said.code, "holds" in said.out), said


def test_after_a_refusal_the_days_count_and_a_claim_is_possible(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    clock(3)
    bad = written(ann.place / "bad.pbem", forged(ann, {"k": "go", "to": 9}).encode())
    assert 3 == ben("import", bad).code
    clock(5)
    assert 0 == ben("refuse", "--out", ben.place / "no.pbem").code
    clock(6)
    assert 0 == ann("import", ben.place / "no.pbem").code
    assert 6 == since(ann)
    claimed(ben, clock, 5)


def test_an_answer_to_a_take_back_starts_the_clock_and_a_draft_does_not(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    assert 0 == since(ann)
    clock(2)
    assert 0 == ann("takeback", "--to", 0).code
    assert 0 == since(ann)
    assert 0 == ann("send", "--dry-run", "--out", ann.place / "offer.pbem").code
    assert 0 == since(ann)
    offer = ann.sent()
    assert 2 == since(ann)
    clock(3)
    assert 0 == ben("import", "--dry-run", offer).code
    assert 0 == since(ben)
    assert 0 == ben("import", offer).code
    assert 3 == since(ben)
    clock(4)
    assert 0 == ben("takeback", "--decline").code
    ben.sent()
    claimed(ben, clock, 4)


def test_a_renewal_gives_no_days_and_the_claim_is_signed_with_the_new_key(table: Two, clock: Days) -> None:
    ann, ben = table
    play(ann, ben, 2)
    clock(2)
    assert 0 == ann("keys", "renew").code
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


def test_a_home_that_was_put_back_knows_since_when(table: Two, clock: Days) -> None:
    ann, ben = table
    files = play(ann, ben, 3)
    sender = ann if '"mine": false' in ann("status", "--json").out else ben
    clock(9)
    assert 0 == sender("backup", sender.place / "x.backup").code
    new = Player("New", sender.place)
    assert 0 == new("restore", sender.place / "x.backup").code
    assert 0 == new("import", *files).code
    assert 0 == new("moved").code
    claimed(new, clock, 0)


def test_a_game_that_was_never_begun_can_be_claimed(table: Two, clock: Days) -> None:
    """Ann accepted nothing back: the debt is before the first entry."""
    _, ben = table
    assert "owes the first entry, before the first turn, since" in ben("waiting").out
    claimed(ben, clock, 0)


def test_status_says_since_when_and_what_to_do(table: Two, clock: Days) -> None:
    _, ben = table
    assert "since" not in ben("status").out
    clock(3)
    assert (
        f"since {_NOW.date().isoformat()} (3 days), overdue after 14 days; pbem remind" in ben("status").out
    )
    clock(14)
    assert "(14 days), overdue: pbem remind, or pbem claim" in ben("status").out


def test_a_home_that_does_not_know_the_day_counts_from_today(table: Two, clock: Days) -> None:
    _, ben = table
    (Path(ben.folder.path) / "since").unlink()
    clock(2)
    assert "the days count from today" in ben("claim").err
    claimed(ben, clock, 2)
