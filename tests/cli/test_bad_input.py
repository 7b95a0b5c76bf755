"""Orders, turns, invitations and keys that cannot stand: one clear sentence, the documented exit code, nothing lost."""

import re
from pathlib import Path

import pytest
from home.table import Player, Two, pbem, play

from cli.spoiling import drafted, everything, forged, turn, written
from pbem.home import games
from tests.lists import tried_with


def test_every_violation_of_every_line_is_listed_and_nothing_is_written(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 2)
    before = everything(ann)
    orders = tmp_path / "orders.txt"
    orders.write_text("go 9\nfly away\ngo 2\nmode charge\n")
    said = ann("do", "--file", orders).says(
        4, "line 1: go 9", "[1.1]", "line 2: fly away", "no order 'fly'", "line 4: mode charge", "[1.5]"
    )
    assert "line 3" not in said.err
    assert "Nothing was written." in said.err
    assert before == everything(ann)


def test_an_order_that_is_not_understood_names_its_form(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    ann("do", "go", "far").says(2, "Type: go TO")


@tried_with("words", [("do", "guard", "run"), ("orders",), ("send",)])
def test_out_of_turn_says_who_has_to_act(table: Two, words: tuple[str, ...]) -> None:
    _, ben = table
    before = everything(ben)
    ben(*words).says(5, "Ann (red)")
    assert before == everything(ben)


def test_a_signed_turn_that_breaks_a_rule_is_kept_and_refused_with_a_signature(table, tmp_path):
    ann, ben = table
    play(ann, ben, 2)
    bad = written(tmp_path / "bad.pbem", forged(ann, {"k": "go", "to": 9}).encode())
    before = ben.folder.log()
    ben("import", bad).says(3, "entry 3", "[1.1]", "a step is one to three spaces", "pbem dispute refuse")
    assert (before, 1) == (ben.folder.log(), len(ben.folder.refused()))
    assert 0 == ben("dispute", "refuse", "--out", tmp_path / "refusal.pbem").code
    ann("import", tmp_path / "refusal.pbem").says(0)
    assert ann.folder.log() == ben.folder.log()
    assert "is kept here already" in ben("import", bad).err


def test_of_an_audit_nothing_is_refused(table: Two, tmp_path: Path) -> None:
    """A thief's turn file comes when the game is over and its owner owes the audit alone."""
    ann, ben = table
    while (due := games.look(ann.folder).owed).kind != "audit":
        play(ann, ben, 1)
    owing, waiting = (ann, ben) if due.seat == "A" else (ben, ann)
    bad = written(tmp_path / "bad.pbem", forged(owing, {"k": "go", "to": 9}).encode())
    assert "pbem dispute refuse" not in waiting("import", bad).says(3).sentences
    waiting("dispute", "refuse").says(2, "There is no turn file to refuse.")


def refused_elsewhere(ann: Player, ben: Player, place: Path) -> Path:
    """Ben's refusal of a first turn that Ann signed with another program: her home knows nothing of it."""
    bad = written(place / "bad.pbem", forged(ann, {"k": "start"}, {"k": "go", "to": 9}).encode())
    assert 3 == ben("import", bad).code
    assert 0 == ben("dispute", "refuse", "--out", place / "refusal.pbem").code
    return place / "refusal.pbem"


def test_a_draft_that_wrote_itself_does_not_keep_out_a_refusal(table: Two, tmp_path: Path) -> None:
    """``start`` stands in Ann's draft since the game began; it is written again behind the refusal."""
    ann, ben = table
    refusal = refused_elsewhere(ann, ben, tmp_path)
    assert ["start"] == drafted(ann)
    said = ann("import", refusal)
    assert (0, ben.folder.log()) == (said.code, ann.folder.log()), said
    play(ann, ben, 2)
    assert ann.folder.log() == ben.folder.log()


def test_a_draft_that_the_player_decided_keeps_a_refusal_waiting_until_it_is_dropped(table, tmp_path):
    ann, ben = table
    refusal = refused_elsewhere(ann, ben, tmp_path)
    assert 0 == ann("do", "pick", "bold", "calm").code
    before, written_so_far = ann.folder.log(), drafted(ann)
    ann("import", refusal).says(6, "never sent")
    assert (before, written_so_far) == (ann.folder.log(), drafted(ann))
    assert 0 == ann("undo", "--all").code
    assert 0 == ann("import", refusal).code
    assert ben.folder.log() == ann.folder.log()


def test_an_invitation_of_ones_own_is_not_accepted(table: Two) -> None:
    ann, _ = table
    ann("accept", ann.place / "invitation.pbem").says(2, "your own invitation")


def test_a_second_guest_cannot_take_the_place_of_the_first(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    eve = Player("Eve", tmp_path)
    eve("identity", "new", "Eve", "--no-password")
    assert 0 == eve("accept", tmp_path / "invitation.pbem", "--out", tmp_path / "eve.pbem").code
    before = everything(ann)
    ann("accept", tmp_path / "eve.pbem").says(6, "Ben accepted this invitation first")
    assert before == everything(ann)


def test_a_turn_alone_outside_its_home_says_what_is_missing(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    file = turn(ann)
    assert "incomplete" in ben("verify", file).out
    said = pbem("--home", tmp_path / "nobody", "verify", file)
    assert (6, True) == (
        said.code,
        "ask for the whole log" in said.out or "without the game before it" in said.out,
    )


def test_verify_judges_a_whole_log_an_edited_one_and_a_truncated_one(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 6)
    log = ann.folder.log()
    whole, edited, cut = tmp_path / "whole.pbem", tmp_path / "edited.jsonl", tmp_path / "cut.pbem"
    written(whole, log)
    edited.write_bytes(log.replace(b'"to":2', b'"to":3'))
    cut.write_bytes(whole.read_bytes()[:-40])
    assert 0 == pbem("verify", whole).code
    said = pbem("verify", whole, edited, cut).says(3)
    assert ["incomplete", "rejected", "rejected"] == re.findall(r": (incomplete|rejected)[. ]", said.out)


def test_an_unexpected_error_is_one_sentence_and_debug_shows_the_trace(table, monkeypatch):
    ann, _ = table

    def broken(*_: object) -> None:
        raise RuntimeError("a spring came loose")

    monkeypatch.setattr("pbem.home.games.look", broken)
    said = ann("orders")
    assert (1, False) == (said.code, "Traceback" in said.err)
    assert "a spring came loose" in said.err
    assert "Traceback" in pbem("--debug", "--home", ann.path, "orders").err


@pytest.fixture
def locked(tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A home whose key has the password ``right``."""
    monkeypatch.setenv("PBEM_PASSWORD", "right")
    ann = Player("Ann", tmp_path)
    assert ann("identity", "new", "Ann").code == 0
    monkeypatch.delenv("PBEM_PASSWORD")
    return ann


def test_a_wrong_password_is_said_in_one_sentence(locked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "wrong")
    locked("invite", "tiny").says(3, "password is wrong")
    assert () == locked.home.invitations()


def test_a_password_comes_from_a_file(locked: Player, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("right\n")
    assert 0 == locked("invite", "tiny", "--stdout", "--password-file", tmp_path / "word").code
    assert 3 == locked("invite", "tiny", "--stdout", "--password-file", tmp_path / "none").code


def test_nobody_to_ask_for_the_password_is_a_sentence_and_no_wait(locked: Player) -> None:
    locked("invite", "tiny").says(2, "PBEM_PASSWORD")


def test_an_empty_password_is_refused_unless_it_is_wanted(tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("PBEM_PASSWORD", "")
    ann = Player("Ann", tmp_path)
    ann("identity", "new", "Ann").says(2, "--no-password")
    assert 0 == ann("identity", "new", "Ann", "--no-password").code
    assert "without a password" in ann("identity", "show").out


def test_a_second_identity_never_replaces_the_first(locked: Player) -> None:
    before = everything(locked)
    assert 6 == locked("identity", "new", "Eve", "--no-password").code
    assert before == everything(locked)


def test_a_card_that_was_changed_does_not_unlock(locked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "right")
    file = locked.path / "identity.json"
    file.write_bytes(file.read_bytes().replace(b'"name":"Ann"', b'"name":"Eve"'))
    assert 3 == locked("invite", "tiny").code


def test_a_home_whose_secrets_are_of_another_identity_is_named(table: Two) -> None:
    ann, ben = table
    (ann.path / "identity.json").write_bytes((ben.path / "identity.json").read_bytes())
    ann("do", "pick", "bold", "calm").says(3, "do not open with the identity of Ben")
