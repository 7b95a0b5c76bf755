"""Two players and their referee, three homes, by commands alone: the clause, the claim, and every way to rule."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, decide, newcomers, pbem, play

from pbem.log import parse_log
from tests.lists import tried_with

from .court import Days, Three, facts, sit
from .spoiling import forged, written


@pytest.fixture
def three(tiny: None, bare: Path, clock: Days) -> Three:
    return sit(bare, "--referee-days", "7", "--silence", "loses")


def test_who_is_invited_reads_the_clause_and_agrees_or_does_not(tiny, bare, monkeypatch):
    ann, ben, rita = newcomers(bare, "Ann", "Ben", "Rita")
    key = rita("referee", "key").out.strip()
    loses = "After 14 days of silence the silent side loses, if the referee rules so."
    ann("invite", "tiny", "--referee", key, "--silence", "loses", "--out", "i.pbem").says(0, loses)
    ben("accept", "i.pbem").says(2, "you have not met this key")
    rita("accept", "i.pbem", "--yes").says(2, "nobody judges their own game")
    monkeypatch.setattr("pbem.cli.output.can_ask", lambda: True)
    assert 2 == ben("accept", "i.pbem", given="n\n").code
    assert 0 == ben("accept", "i.pbem", "--out", "a.pbem", given="y\n").code
    for file in ("i.pbem", "a.pbem"):
        assert loses in pbem("verify", file).sentences
    assert loses in ben("status").out


def test_a_referee_is_named_by_somebody_one_knows_or_by_a_key(three: Three) -> None:
    three.ann("invite", "tiny", "--referee", "Ben", "--out", three.place / "two.pbem").says(
        0, ") is the referee. After 14 days"
    )
    own = three.ann("referee", "key").out.strip()
    for words, told in (
        (("--referee", "Nobody"), "pbem referee key"), (("--referee", own), "own game"),
        (("--referee", "ab" * 31), "64 digits"), (("--referee-days", "3"), "--referee KEY-OR-NAME"),
    ):  # fmt: skip
        three.ann("invite", "tiny", *words, "--out", three.place / "bad.pbem").says(2, told)
    assert not (three.place / "bad.pbem").exists()


def test_the_days_of_the_clause_bind_both(three: Three, clock: Days) -> None:
    play(three.ann, three.ben, 2)
    assert 7 == json.loads(three.ann("status", "waiting", "--json").out)["days"]
    three.ben("status", "waiting", "--days", "3").says(2, "bound to 7 days")


def test_nobody_loses_on_time_who_has_answered(three: Three, clock: Days) -> None:
    ann, ben, rita = three.ann, three.ben, three.rita
    play(ann, ben, 3)
    clock(8)
    claim = three.place / "x.claim"
    assert 0 == ann("dispute", "claim", "--out", claim).code
    answer = play_one(ben)
    said = rita("referee", "open", claim, answer).says(0, "But Ben (blue) has answered")
    assert "--time" not in said.out
    rita("referee", "rule", claim, "--time", "--beside", answer).says(2, "has answered")


def play_one(player: Player) -> Path:
    while decide(player):
        pass
    return player.sent()


def test_without_a_clause_nobody_rules_before_both_have_signed_the_appointment(tiny, bare):
    three = sit(bare)
    play(three.ann, three.ben, 3)
    log, paper = three.log(), bare / "appointment.pbem"
    three.rita("referee", "rule", log, "--stands", "--text", "Go on.").says(2, "pbem referee appoint")
    key = three.rita("referee", "key").out.strip()
    assert 0 == three.ann("referee", "appoint", "--key", key, "--name", "Rita", "--out", paper).code
    three.rita("referee", "rule", log, "--stands", "--text", "Go on.", "--appointment", paper).says(
        2, "not signed by both"
    )


def test_an_appointment_says_after_how_many_days_of_silence_and_counts_them_on_the_log(tiny, clock, bare):
    three = sit(bare)
    play(three.ann, three.ben, 3)
    log, paper = three.log(), bare / "appointment.pbem"
    words = ("referee", "appoint", "--key", three.rita("referee", "key").out.strip(), "--name", "Rita")
    for wrong in ("0", "366"):
        assert 2 == three.ann(*words, "--days", wrong, "--out", paper).code
    silence = "After 9 days of silence a player may turn to Rita."
    assert silence in three.ann(*words, "--days", "9", "--out", paper).sentences
    three.ben("referee", "appoint", paper, "--days", "3", "--yes", "--out", paper).says(
        2, "--days goes with a new one"
    )
    assert silence in three.ben("referee", "appoint", paper, "--out", paper, "--yes").sentences
    assert silence in three.rita("verify", paper).sentences
    three.both(three.ruling(log, "--stands", "--text", "Go on.", "--appointment", paper))
    assert "A player may turn to them after 9 days of silence." in three.ann("status").sentences
    waiter = next(each for each in (three.ann, three.ben) if not facts(each)["mine"])
    codes = {}
    for day in (8, 10):
        clock(day)
        codes[day] = waiter("dispute", "claim", "--out", "game.claim").code
    assert {8: 2, 10: 0} == codes


def test_for_a_turn_alone_the_whole_log_is_asked_for_and_behind_a_log_it_counts(three: Three) -> None:
    play(three.ann, three.ben, 3)
    early = three.log(name="early")
    play(three.ann, three.ben, 3)
    bundles = parse_log(three.ann.folder.log()).bundles
    paper = written(three.place / "turn.pbem", b"".join(each.encode() for each in bundles[-2:]))
    three.rita("referee", "open", paper).says(0, "A ruling needs the whole log")
    three.rita("referee", "open", early, paper).says(0, "Beside it you have turn file")
    three.rita("referee", "rule", paper, "--stands", "--text", "x").says(2, "not a whole log")


def test_a_log_that_does_not_hold_is_ruled_on_as_far_as_it_holds(three: Three) -> None:
    play(three.ann, three.ben, 4)
    bad = forged(three.ann, {"k": "go", "to": 9})
    log = parse_log(three.ann.folder.log())
    place = written(three.place / "bad.pbem", evolve(log, bundles=(*log.bundles, bad)).encode())
    three.rita("referee", "open", place).says(0, "You rule on what holds before that turn file")
    told = three.both(three.ruling(place, "--stands", "--text", "Ann gives that order again."))
    assert all("All of it stands" in each for each in told)
    play(three.ann, three.ben, 1)


def test_a_referee_who_rules_twice_is_asked_and_the_same_ruling_again_is_the_same_file(three: Three) -> None:
    play(three.ann, three.ben, 3)
    log = three.log()
    one = three.ruling(log, "--stands", "--text", "Go on.")
    two = three.ruling(log, "--stands", "--text", "Go on.")
    assert one.read_bytes() == two.read_bytes()
    words = ("referee", "rule", log, "--over", "draw", "--level", "peace", "--text", "Enough.")
    three.rita(*words).says(6, "signed for this game before", "behind the first")
    assert 0 == three.rita(*words, "--again", "--out", three.place / "second.pbem").code
    assert "signed for this game before" in three.rita("referee", "open", log).out


@pytest.fixture
def going_on(three: Three) -> Three:
    """A game in which something has been played."""
    play(three.ann, three.ben, 3)
    return three


@tried_with(
    ("words", "told"),
    [
        ((), "Say one of"),
        (("--void", "2", "--stands", "--text", "x"), "Say one of"),
        (("--stands",), "says why"),
        (("--void", "900", "--text", "x"), "cannot go on from entry 900"),
        (("--over", "green", "--level", "x", "--text", "x"), "no side"),
        (("--over", "red", "--text", "x"), "--level"),
        (("--over", "red", "--level", "x", "--text", "x", "--days", "3"), "--days goes with"),
        (("--stands", "--level", "x", "--text", "x"), "--over"),
        (("--time",), "claim of silence"),
        (("--winner", "red"), "--over SIDE"),
        (("--stands", "--text", "x" * 501), "1 to 500"),
    ],
)
def test_what_cannot_be_ruled_is_refused_in_a_sentence_and_nothing_is_remembered(going_on, words, told):
    log = going_on.log()
    said = going_on.rita("referee", "rule", log, *words)
    assert said.code in (2, 3), said
    assert told in said.sentences
    assert not list(going_on.place.glob("ruling-*"))
    assert "signed for this game" not in going_on.rita("referee", "open", log).out


def test_a_stranger_does_not_rule_and_a_paper_is_no_log(three: Three) -> None:
    play(three.ann, three.ben, 3)
    log = three.log()
    assert 0 == Player("Quin", three.place)("identity", "new", "Quin", "--no-password").code
    Player("Quin", three.place)("referee", "rule", log, "--stands", "--text", "x").says(
        2, "another key than yours"
    )
    turn = next(three.place.glob("ann-*.pbem"))
    three.rita("referee", "rule", turn, "--stands", "--text", "x").says(2, "not a whole log")
