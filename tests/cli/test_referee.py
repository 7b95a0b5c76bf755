"""Two players and their referee, three homes, by commands alone: the clause, the claim, and every way to rule."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, decide, pbem, play, put_back, use_tiny

from pbem.log import parse_log

from .court import Days, Three, facts, sit
from .spoiling import forged, written

_NOW = datetime.now(UTC)


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Three:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return sit(tmp_path, "--referee-days", "7", "--silence", "loses")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Days:
    """Sets every clock so many days ahead."""

    def stand(days: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return _NOW + timedelta(days=days, minutes=days)

        for place in ("pbem.store.game", "pbem.cli.clock"):
            monkeypatch.setattr(f"{place}.datetime", Clock)

    return stand


# --- the clause -------------------------------------------------------------------------------------------------------


def test_who_is_invited_reads_the_clause_and_agrees_or_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben, rita = (Player(name, tmp_path) for name in ("Ann", "Ben", "Rita"))
    for player in (ann, ben, rita):
        assert 0 == player("identity", "new", player.name, "--no-password").code
    key = rita("referee", "key").out.strip()
    said = ann("new", "tiny", "--referee", key, "--silence", "loses", "--out", tmp_path / "i.pbem")
    loses = "After 14 days of silence the silent side loses, if the referee rules so."
    assert (0, True) == (said.code, loses in said.sentences), said
    said = pbem("verify", tmp_path / "i.pbem")
    assert loses in said.sentences, said
    said = ben("join", tmp_path / "i.pbem")
    assert (2, True) == (said.code, "you have not met this key" in said.sentences), said
    assert "--yes" in said.err
    assert not (tmp_path / "acceptance.pbem").exists()
    said = rita("join", tmp_path / "i.pbem", "--yes")
    assert (2, True) == (said.code, "nobody judges their own game" in said.err), said
    monkeypatch.setattr("pbem.cli.output.can_ask", lambda: True)
    assert 2 == ben("join", tmp_path / "i.pbem", given="n\n").code
    assert 0 == ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem", given="y\n").code
    assert loses in pbem("verify", tmp_path / "a.pbem").sentences
    assert loses in ben("status").out


def test_a_referee_is_named_by_somebody_one_knows_or_by_a_key(three: Three) -> None:
    said = three.ann("new", "tiny", "--referee", "Ben", "--out", three.place / "two.pbem")
    assert (0, True) == (said.code, ") is the referee. After 14 days" in said.sentences), said
    own = three.ann("referee", "key").out.strip()
    for words, told in (
        (("--referee", "Nobody"), "pbem referee key"),
        (("--referee", own), "own game"),
        (("--referee", "ab" * 31), "64 digits"),
        (("--referee-days", "3"), "--referee KEY-OR-NAME"),
    ):
        said = three.ann("new", "tiny", *words, "--out", three.place / "bad.pbem")
        assert (2, True) == (said.code, told in said.err), said
    assert not (three.place / "bad.pbem").exists()


def test_the_days_of_the_clause_bind_both(three: Three, clock: Days) -> None:
    play(three.ann, three.ben, 2)
    assert 7 == json.loads(three.ann("waiting", "--json").out)["days"]
    said = three.ben("waiting", "--days", "3")
    assert (2, True) == (said.code, "bound to 7 days" in said.err), said


# --- void, stands, over, time -----------------------------------------------------------------------------------------


def test_the_referee_opens_a_log_and_types_a_command_that_stands_there_and_both_go_back(three: Three) -> None:
    play(three.ann, three.ben, 5)
    log = three.log()
    said = three.rita("referee", "open", log, "--map", three.place / "now.svg")
    assert 0 == said.code, said
    for words in ("Ann (red) against Ben (blue)", "You are the referee", "owes", "--stands", "--over red"):
        assert words in said.sentences, said
    assert (three.place / "now.svg").read_text().startswith("<svg")
    line = next(each for each in said.out.splitlines() if "--void" in each).strip()
    to = line.split("--void ")[1].split()[0]
    file = three.ruling(log, "--void", to, "--text", "The wrong road was taken.", "--days", "3")
    for told in three.both(file):
        assert f"ruled: The wrong road was taken. The game goes on from entry {to}." in told, told
    assert 3 == json.loads(three.ann("waiting", "--json").out)["days"]
    assert "is a ruling" in three.rita("referee", "open", three.log(name="later")).out
    play(three.ann, three.ben, 2)


def test_what_stands_goes_on_with_dice_that_no_version_has_named(three: Three) -> None:
    play(three.ann, three.ben, 2)
    before = three.log(name="before")
    play(three.ann, three.ben, 3)
    file = three.ruling(before, "--stands", "--text", "Go on.", "--beside", three.log())
    for told in three.both(file):
        assert "never done twice" not in told, told
        assert "All of it stands" in told
    play(three.ann, three.ben, 4)


def test_of_two_versions_the_referee_takes_one_and_both_homes_go_over(three: Three, tmp_path: Path) -> None:
    ann, ben = three.ann, three.ben
    play(ann, ben, 2)
    shutil.copytree(ann.path, tmp_path / "copy")
    while decide(ann):
        pass
    one = ann.sent()
    put_back(tmp_path / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert 0 == ann("do", order).code
    two = ann.sent()
    assert 0 == ben("import", one).code
    assert 6 == ben("import", two).code
    log = three.log(ann)
    said = three.rita("referee", "open", log, one)
    assert (0, True) == (said.code, "turn file 3 of another version" in said.out), said
    file = three.ruling(log, "--stands", "--text", "The second counts.", "--beside", one)
    for player in (ann, ben):
        player("import", file)
        assert "settle" not in player("status").out
    assert ann.folder.log() == ben.folder.log()
    play(ann, ben, 2)


def test_a_game_that_is_over_by_ruling_has_a_result_at_once_and_the_loser_is_told_what_is_left(
    three: Three,
) -> None:
    play(three.ann, three.ben, 3)
    log = three.log()
    file = three.ruling(log, "--over", "red", "--level", "forfeit", "--text", "Ben gave it up by voice.")
    for told in three.both(file):
        assert "The game is over: red wins, forfeit." in told, told
    for player in (three.ann, three.ben):
        assert "Nobody can refuse that or play on." in player("status").out
    loser = three.ben("status").out
    assert "open your vault" in loser
    assert "Next: pbem send" in loser
    assert "Next: pbem result" in three.ann("status").out
    assert 0 != three.ben("refuse").code
    assert 0 != three.ben("resign", "--yes").code
    paper = three.place / "result.pbem"
    assert 0 == three.ann("result", "--yes", "--out", paper).code
    said = pbem("verify", paper, three.log(name="end"))
    assert (0, True) == (
        said.code,
        "The result of a game that is over: Ann (red) wins: forfeit." in said.sentences,
    ), said
    play(three.ann, three.ben, 2)
    assert 0 == three.ben("result", paper, "--yes").code
    assert "verified" in pbem("verify", three.log(name="audited")).out


def test_a_claim_under_the_clause_is_opened_and_ruled_on_time(three: Three, clock: Days) -> None:
    ann, ben, rita = three.ann, three.ben, three.rita
    play(ann, ben, 3)  # Ben owes the answer to a roll
    clock(8)
    claim = three.place / "x.claim"
    said = ann("claim", "--out", claim)
    assert (0, True) == (said.code, f"pbem referee open {claim}" in said.sentences), said
    said = rita("open", claim)
    assert (0, True) == (said.code, f"pbem referee open {claim}" in said.sentences), said
    said = rita("referee", "open", claim)
    assert (0, True) == (said.code, "--time" in said.out), said
    assert "ask Ben (blue) for a later turn file" in said.out
    file = three.ruling(claim, "--time")
    said = ben("open", file)
    assert (0, True) == (said.code, f"pbem import {file}" in said.sentences), said
    for told in three.both(file):
        assert "Ben (blue) has been silent since" in told, told
        assert "The game is over: red wins, on time." in told, told
    said = ann("result", "--yes", "--out", three.place / "result.pbem")
    assert 0 == said.code, said


def test_nobody_loses_on_time_who_has_answered(three: Three, clock: Days) -> None:
    ann, ben, rita = three.ann, three.ben, three.rita
    play(ann, ben, 3)
    clock(8)
    claim = three.place / "x.claim"
    assert 0 == ann("claim", "--out", claim).code
    answer = play_one(ben)
    said = rita("referee", "open", claim, answer)
    assert (0, True) == (said.code, "But Ben (blue) has answered" in said.out), said
    assert "--time" not in said.out
    said = rita("referee", "rule", claim, "--time", "--beside", answer)
    assert (2, True) == (said.code, "has answered" in said.err), said


def play_one(player: Player) -> Path:
    while decide(player):
        pass
    return player.sent()


# --- an appointment, and what cannot be -------------------------------------------------------------------------------


def test_without_a_clause_the_appointment_on_paper_comes_onto_the_log_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    three = sit(tmp_path)
    play(three.ann, three.ben, 3)
    log, paper = three.log(), tmp_path / "appointment.pbem"
    said = three.rita("referee", "rule", log, "--stands", "--text", "Go on.")
    assert (2, True) == (said.code, "pbem referee appoint" in said.err), said
    key = three.rita("referee", "key").out.strip()
    words = ("referee", "appoint", "--key", key, "--name", "Rita", "--out", paper)
    assert 0 == three.ann(*words).code
    said = three.rita("referee", "rule", log, "--stands", "--text", "Go on.", "--appointment", paper)
    assert (2, True) == (said.code, "not signed by both" in said.err), said
    assert 0 == three.ben("referee", "appoint", paper, "--yes", "--out", paper).code
    said = three.rita("referee", "open", log, paper)
    assert (0, True) == (said.code, f"--appointment {paper}" in said.out), said
    file = three.ruling(log, "--stands", "--text", "Go on.", "--appointment", paper)
    for told in three.both(file):
        assert "Rita (referee) ruled: Go on." in told, told
    assert ") is the referee." in three.ben("status").out
    words = ("--stands", "--text", "Go on faster.", "--appointment", paper)
    said = three.rita("referee", "rule", three.log(name="again"), *words)
    assert (6, True) == (said.code, "signed for this game before" in said.err), said
    three.both(three.ruling(three.log(name="again"), *words, "--again"))


def test_an_appointment_says_after_how_many_days_of_silence_and_counts_them_on_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Days
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    three = sit(tmp_path)
    play(three.ann, three.ben, 3)
    log, paper = three.log(), tmp_path / "appointment.pbem"
    key = three.rita("referee", "key").out.strip()
    words = ("referee", "appoint", "--key", key, "--name", "Rita")
    for wrong in ("0", "366"):
        assert 2 == three.ann(*words, "--days", wrong, "--out", paper).code
    said = three.ann(*words, "--days", "9", "--out", paper)
    silence = "After 9 days of silence a player may turn to Rita."
    assert (0, True) == (said.code, silence in said.sentences), said
    said = three.ben("referee", "appoint", paper, "--days", "3", "--yes", "--out", paper)
    assert (2, True) == (said.code, "--days goes with a new one" in said.sentences), said
    monkeypatch.setattr("pbem.cli.output.can_ask", lambda: True)
    said = three.ben("referee", "appoint", paper, "--out", paper, given="y\n")
    assert (0, True) == (said.code, silence in said.sentences), said
    assert silence in three.rita("verify", paper).sentences
    three.both(three.ruling(log, "--stands", "--text", "Go on.", "--appointment", paper))
    assert "A player may turn to them after 9 days of silence." in three.ann("status").sentences
    waiter = next(each for each in (three.ann, three.ben) if not facts(each)["mine"])
    clock(8)
    assert 0 != waiter("claim").code
    clock(10)
    said = waiter("claim", "--out", tmp_path / "game.claim")
    assert 0 == said.code, said
    assert (tmp_path / "game.claim").exists()


def test_a_paper_alone_is_shown_and_the_whole_log_asked_for_and_behind_a_log_its_turns_count(
    three: Three,
) -> None:
    play(three.ann, three.ben, 3)
    early = three.log(name="early")
    play(three.ann, three.ben, 3)
    log, paper = three.log(), three.place / "capsule.pbem"
    last = json.loads(three.ann("status", "--json").out)["entries"] - 1
    said = three.ann("dispute", log, "--at", last, "--out", paper)
    assert 0 == said.code, said
    said = three.rita("referee", "open", paper, "--map", three.place / "step.svg")
    assert (0, True) == (said.code, "A ruling needs the whole log" in said.sentences), said
    assert "capsule" in said.out
    assert (three.place / "step.svg").read_text().startswith("<svg")
    said = three.rita("referee", "open", early, paper)
    assert (0, True) == (said.code, "Beside it you have turn file" in said.out), said
    said = three.rita("referee", "rule", paper, "--stands", "--text", "x")
    assert (2, True) == (said.code, "not a whole log" in said.err), said


def test_a_log_that_does_not_hold_is_ruled_on_as_far_as_it_holds(three: Three) -> None:
    play(three.ann, three.ben, 4)
    bad = forged(three.ann, {"k": "go", "to": 9})
    log = parse_log(three.ann.folder.log())
    place = written(three.place / "bad.pbem", evolve(log, bundles=(*log.bundles, bad)).encode())
    said = three.rita("referee", "open", place)
    assert (0, True) == (said.code, "You rule on what holds before that turn file" in said.out), said
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
    said = three.rita(*words)
    assert (6, True) == (said.code, "signed for this game before" in said.err), said
    assert "behind the first" in said.err
    assert 0 == three.rita(*words, "--again", "--out", three.place / "second.pbem").code
    assert "signed for this game before" in three.rita("referee", "open", log).out


@pytest.mark.parametrize(
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
def test_what_cannot_be_ruled_is_refused_in_a_sentence_and_nothing_is_remembered(
    three: Three, words: tuple[str, ...], told: str
) -> None:
    play(three.ann, three.ben, 3)
    log = three.log()
    said = three.rita("referee", "rule", log, *words)
    assert said.code in (2, 3), said
    assert told in said.sentences
    assert "Traceback" not in said.sentences
    assert not list(three.place.glob("ruling-*"))
    assert "signed for this game" not in three.rita("referee", "open", log).out


def test_a_stranger_does_not_rule_and_a_paper_is_no_log(three: Three) -> None:
    play(three.ann, three.ben, 3)
    log = three.log()
    assert 0 == Player("Quin", three.place)("identity", "new", "Quin", "--no-password").code
    said = Player("Quin", three.place)("referee", "rule", log, "--stands", "--text", "x")
    assert (2, True) == (said.code, "another key than yours" in said.err), said
    turn = next(three.place.glob("ann-*.pbem"))
    said = three.rita("referee", "rule", turn, "--stands", "--text", "x")
    assert (2, True) == (said.code, "not a whole log" in said.err), said
