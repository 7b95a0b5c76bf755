"""A pace as people type it: offered, agreed, stamped, away, given; and who is late, by whose words."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player, Two, decide, newcomers, play, sit_down

from pbem.bytes.errors import UsageError
from pbem.home import games
from pbem.log import pace_stamp, parse_log

from .court import Days

TERMS = ("--each", "2d", "--bank", "1d", "--holidays", "7", "--slack", "6h")


@pytest.fixture
def paced(tiny: None, clock: Days, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Two:
    """Two who have agreed on two days a decision, a bank of one, seven days of holidays; who owes one comes first."""
    monkeypatch.chdir(tmp_path)
    ann, ben = sit_down(tmp_path)
    ann("pace").says(0, "This game has no pace", "pbem offer pace")
    ann("pace", "give", "3d").says(UsageError.exit_code, "no pace that both have signed")
    offer = tmp_path / "pace.pbem"
    ann("offer", "pace", *TERMS, "--out", offer).says(0, "2 d a decision", "bank of 1 d", "pbem import FILE")
    ann("offer", "pace", "--accept", "--yes").says(UsageError.exit_code, "waits for your signature")
    ben("import", offer).says(0, "pbem offer pace --accept, if you agree")
    ben("status").says(0, "Your opponent offers a pace")
    ben("offer", "pace", "--accept", "--yes", "--out", offer).says(0, "Next: send")
    ann("import", offer).says(0, "as it has to be")
    play(ann, ben, 2)
    view = games.look(ann.folder)
    return (ann, ben) if view.owed.seat == view.seat else (ben, ann)


def passed(player: Player, other: Player) -> None:
    """The paper of a pace goes to the other."""
    paper = player.place / "again.pbem"
    player("pace", "--out", paper).says(0)
    other("import", paper).says(0)


def answered(one: Player, other: Player) -> None:
    """The turn of who owes a decision, with a word, taken in by the other."""
    assert decide(one)
    turn = one.place / "turn.pbem"
    one("send", "--partial", "--note", "Not for long.", "--out", turn).says(0)
    other("import", turn).says(0, "writes, 2026-", "(UTC): Not for long.")


def test_turns_with_a_decision_are_stamped_and_answers_are_not(paced: Two) -> None:
    one, other = paced
    answered(one, other)
    play(one, other, 4)
    bundles = parse_log(one.folder.log()).bundles
    deciding = [pace_stamp.decides(each.entries) for each in bundles]
    assert {True, False} == {*deciding}
    assert deciding == [pace_stamp.stamp(each) is not None for each in bundles]
    one, other = (one, other) if decide(one) else (other, one)
    decide(one)
    one("send", "--partial", "--note", "x" * 480).says(UsageError.exit_code, "at most 460 characters")


def test_the_same_orders_again_are_offered_with_a_stamp_behind_them(paced: Two) -> None:
    one, other = paced
    one("offer", "takeback", "--to", "1", "--again").says(0)
    turn = one.place / "again.pbem"
    one("send", "--out", turn).says(0)
    other("import", turn).says(0, "the same orders again", no="@ 2026")
    other("offer", "takeback").says(0, "both programs give the same orders again")
    last = parse_log(other.folder.log()).bundles[-1]
    assert str(last.entries[-1]["text"]).startswith("@again (the same orders")
    assert pace_stamp.stamp(last) is not None


def test_who_is_late_by_whose_words(paced: Two, clock: Days) -> None:
    """Owed: a claim of who waits. Signed: a fact, recomputed by anybody from paper and log."""
    one, other = paced
    clock(2)
    other("status").says(0, "Nobody is late by your pace")
    other("dispute", "claim").says(UsageError.exit_code, "not overdue")
    clock(5)
    other("status").says(0, "late by 1 d 12 h", "(the other's words alone). A claim")
    one("status").says(0, "late by 2 d", "(own words). A fact")
    other("dispute", "claim").says(0, "(the other's words alone)", "pbem pace --out FILE")
    answered(one, other)
    other("pace", "--out", other.place / "paper.pbem").says(0, "late by 2 d", "(own words). A fact")
    log = other.place / "log.pbem"
    log.write_bytes(other.folder.log())
    Player("Zoe", other.place)("verify", other.place / "paper.pbem", log).says(
        0, "late by 2 d", "words are words"
    )


def test_holidays_are_taken_off_and_a_gift_forgives(paced: Two, clock: Days) -> None:
    one, other = paced
    one("pace", "away", "7 Jun", "2026-06-08").says(0, "away from 2026-06-07 to 2026-06-08", no="count")
    one("pace", "away", "2026-06-09", "2026-06-08").says(UsageError.exit_code, "within a year")
    one("pace", "away", "soon", "8 Jun").says(UsageError.exit_code, "soon is not a day")
    passed(one, other)
    clock(4)
    for each in paced:
        each("status").says(0, "Nobody is late by your pace")
    answered(one, other)
    clock(30)
    play(one, other, 2)
    one("pace").says(0, "late by")
    for giver, taker in (paced, (other, one)):
        giver("pace", "give", "30d").says(0, "30 d given on 2026-07-06")
        passed(giver, taker)
    one("pace").says(0, "bank of 31 d", no="late by")
    one("pace", "give", "3 weeks").says(UsageError.exit_code, "3 weeks is not a time")


def test_a_later_pace_replaces_one_and_an_offer_changes_nothing(paced: Two, clock: Days) -> None:
    one, other = paced
    one("pace", "away", "7 Jun", "8 Jun").says(0)
    other("pace", "away", "7 Jul", "20 Jul").says(0, "14 days away in 2026, of which 7 count")
    passed(one, other)
    offer = one.place / "second.pbem"
    other("offer", "pace", "--each", "1d12h", "--out", offer).says(0, "1 d 12 h a decision", "number 2")
    one("import", offer).says(0, "A pace: 1 d 12 h")
    one("pace").says(0, "A pace: 2 d a decision", "Your opponent offers: A pace: 1 d 12 h")
    one("offer", "pace", "--accept", "--yes", "--out", offer).says(0)
    other("import", offer).says(0)
    for each in paced:
        each("pace").says(0, "A pace: 1 d 12 h", "away from 2026-06-07", no="offers")
    one("offer", "pace", "--each", "0h").says(UsageError.exit_code, "from 1 min to 365 d")
    one("offer", "pace").says(UsageError.exit_code, "--each TIME or --accept")


def test_no_number_of_offers_drops_a_pace_that_both_have_signed(paced: Two) -> None:
    one, other = paced
    offer = one.place / "offer.pbem"
    for n in range(8):
        other("offer", "pace", "--each", f"{n + 3}d", "--out", offer).says(0)
        one("import", offer).says(0)
    one("pace").says(0, "A pace: 2 d a decision", "Your opponent offers: A pace: 10 d")
    one("offer", "pace", "--each", "1d").says(0, "number 2")


def test_the_pace_goes_with_a_seat_that_changes_hands(paced: Two) -> None:
    """Who takes the seat stamps from their first turn on, without a file more."""
    one, other = paced
    (carl,) = newcomers(one.place, "Carl")
    log, ask, box, receipt = (
        one.place / name for name in ("log.pbem", "ask.pbem", "box.pbem", "receipt.pbem")
    )
    log.write_bytes(one.folder.log())
    side = games.look(one.folder).side
    carl("seat", "ask", log, "--side", side, "--out", ask).says(0)
    one("seat", "give", ask, "--yes", "--out", box).says(0)
    carl("seat", "take", box, "--out", receipt).says(0)
    one("import", receipt).says(0)
    turn = one.sent()
    for each in (carl, other):
        each("import", turn).says(0)
    carl("pace").says(0, "A pace: 2 d a decision")
    answered(carl, other)
    assert pace_stamp.stamp(parse_log(other.folder.log()).bundles[-1]) is not None
