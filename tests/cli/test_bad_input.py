"""Whatever comes in: one clear sentence, the documented exit code, nothing lost and nothing half applied."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from desk.table import Player, decide, pbem, play, sit_down

from pbem import canon, container
from pbem.desk.games import open_session
from pbem.desk.identity import unlock
from pbem.log import Bundle, head_after, sign_bundle

Two = tuple[Player, Player]


def everything(player: Player) -> dict[str, bytes]:
    """Every file of a home but the lock, by its path; vaults are encrypted anew each time and count by being there."""
    found = {}
    for path in sorted(player.path.rglob("*")):
        if path.is_file() and path.name != "lock":
            found[str(path.relative_to(player.path))] = b"" if path.name == "vault.box" else path.read_bytes()
    return found


def turn(player: Player) -> Path:
    """A turn of this player, as a file."""
    decide(player)
    return player.sent()


def forged(player: Player, *objects: dict[str, canon.Json]) -> Bundle:
    """A bundle that this player signs although the rules do not allow what it says."""
    session = open_session(player.folder, unlock(player.home, ""))
    first = session.position.count
    lines = [canon.encode({**obj, "i": first + n}) for n, obj in enumerate(objects)]
    assert head_after(session.end.head, lines)
    return sign_bundle(
        session.vault.keypair,
        by=session.seat,
        gid=session.log.gid,
        n=session.end.bundles + 1,
        prev=session.end.head,
        lines=lines,
        rules=session.game.info.digest,
        state="00" * 32,
    )


def written(place: Path, data: bytes) -> Path:
    """A turn file with these log lines."""
    place.write_bytes(container.pack(data))
    return place


# --- the key ----------------------------------------------------------------------------------------------------------


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
    said = locked("new", "tiny")
    assert (3, True) == (said.code, "password is wrong" in said.err)
    assert () == locked.home.invitations()


def test_a_password_comes_from_a_file(locked: Player, tmp_path: Path) -> None:
    (tmp_path / "word").write_text("right\n")
    assert 0 == locked("new", "tiny", "--stdout", "--password-file", tmp_path / "word").code
    assert 3 == locked("new", "tiny", "--stdout", "--password-file", tmp_path / "none").code


def test_nobody_to_ask_for_the_password_is_a_sentence_and_no_wait(locked: Player) -> None:
    said = locked("new", "tiny")
    assert (2, True) == (said.code, "PBEM_PASSWORD" in said.err)


def test_an_empty_password_is_refused_unless_it_is_wanted(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PASSWORD", "")
    ann = Player("Ann", tmp_path)
    said = ann("identity", "new", "Ann")
    assert (2, True) == (said.code, "--no-password" in said.err)
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
    assert 3 == locked("new", "tiny").code


def test_a_home_whose_secrets_are_of_another_identity_is_named(table: Two) -> None:
    ann, ben = table
    (ann.path / "identity.json").write_bytes((ben.path / "identity.json").read_bytes())
    said = ann("do", "pick", "bold", "calm")
    assert (3, True) == (said.code, "do not open with the identity of Ben" in said.err)


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_missing_file_is_named(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    assert (7, True) == ((said := ann("import", tmp_path / "none.pbem")).code, "none.pbem" in said.err)
    assert (3, True) == ((said := ann("verify", tmp_path / "none.pbem")).code, "none.pbem" in said.out)
    assert 7 == ann("join", tmp_path / "none.pbem").code


@pytest.mark.parametrize("keep", [0, 5, 12, 40, -1])
def test_a_truncated_turn_changes_nothing_and_says_so(table: Two, tmp_path: Path, keep: int) -> None:
    ann, ben = table
    data = turn(ann).read_bytes()
    cut = tmp_path / "cut.pbem"
    cut.write_bytes(data[:keep])
    before = everything(ben)
    said = ben("import", cut)
    assert said.code in (3, 7), said
    assert re.search("cut off|no turn file|does not unpack", said.err), said
    assert before == everything(ben)


def test_an_edited_turn_changes_nothing_and_names_the_entry(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    lines = container.unpack(turn(ann).read_bytes())
    before = everything(ben)
    said = ben("import", written(tmp_path / "edited.pbem", lines.replace(b'"k":"start"', b'"k":"stark"')))
    assert (3, True) == (said.code, "Turn file 1 does not hold" in said.err)
    assert "ask for it once more" in said.err
    assert [] == sorted(set(everything(ben)) - set(before) - {_seen(ben)})


def _seen(player: Player) -> str:
    return str((player.folder.path / "seen.json").relative_to(player.path))


def test_a_bit_flipped_in_the_packed_bytes_is_damage_with_a_name(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    data = bytearray(turn(ann).read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "flipped.pbem").write_bytes(data)
    said = ben("import", tmp_path / "flipped.pbem")
    assert (3, True) == (said.code, "changed on the way" in said.err or "cut off" in said.err)


def test_a_duplicate_is_known_and_harmless(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    file = turn(ann)
    (tmp_path / "copy.pbem").write_bytes(file.read_bytes())
    assert 0 == ben("import", file, tmp_path / "copy.pbem").code
    before = everything(ben)
    said = ben("import", tmp_path / "copy.pbem")
    assert (0, True) == (said.code, "is here already" in said.err)
    assert before == everything(ben)


def test_turns_out_of_order_are_parked_and_join_when_the_gap_is_filled(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    first = ann.sent()
    ben_two = Player("Ben", tmp_path / "elsewhere")
    _copy(ben, ben_two)
    ben_two("import", first)
    second = turn(ben_two)
    ann("import", second)
    decide(ann)
    decide(ann)
    third = ann.sent()
    # This home of Ben's has neither the first turn nor his own answer to it.
    said = ben("import", third)
    assert (6, True) == (said.code, "Waiting for entries" in said.err)
    assert "waits for an earlier one" in ben("status").out
    said = ben("import", second, first)
    assert 0 == said.code, said
    assert "entries 3-" in said.err
    assert ben_two("import", third).code == 0
    assert ben_two.folder.log() == ben.folder.log()
    assert () == ben.folder.parked()


def _copy(source: Player, target: Player) -> None:
    for name, data in everything(source).items():
        place = target.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data or (source.path / name).read_bytes())


def test_a_turn_of_a_foreign_game_is_named_and_left_alone(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    (tmp_path / "other").mkdir()
    cleo, _ = sit_down(tmp_path / "other")
    before = everything(ann)
    said = ann("import", turn(cleo))
    assert (3, True) == (said.code, "which is not in this home" in said.err)
    assert before == everything(ann)


def test_an_oversized_file_is_refused_before_it_is_read(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    big = tmp_path / "big.pbem"
    with big.open("wb") as file:
        file.write(container.MAGIC)
        file.truncate(6 * 1024 * 1024)
    said = ann("import", big)
    assert (True, True) == (said.code in (3, 7), "5242880" in said.err), said


def test_a_turn_that_unpacks_without_end_is_refused(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    bomb = tmp_path / "bomb.pbem"
    bomb.write_bytes(container.MAGIC + zlib.compress(b"{" + b" " * 40_000_000))
    said = ann("import", bomb)
    assert (3, True) == (said.code, "unpacks to more" in said.err)


def test_a_mail_without_a_turn_is_a_sentence_with_the_next_step(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    mail = tmp_path / "hello.eml"
    mail.write_bytes(b"From: ben@example.org\r\nSubject: hello\r\n\r\nSee you on Sunday.\r\n")
    said = ann("import", mail)
    assert (7, True) == (said.code, "There is no turn file in this mail." in said.err)


def test_other_mails_in_a_folder_do_no_harm(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    box = tmp_path / "box"
    box.mkdir()
    (box / "hello.eml").write_bytes(b"Subject: hello\r\n\r\nSee you on Sunday.\r\n")
    (box / "turn.pbem").write_bytes(turn(ann).read_bytes())
    assert 0 == ben("import", box).code


# --- orders -----------------------------------------------------------------------------------------------------------


def test_every_violation_of_every_line_is_listed_and_nothing_is_written(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 2)
    before = everything(ann)
    orders = tmp_path / "orders.txt"
    orders.write_text("go 9\nfly away\ngo 2\nmode charge\n")
    said = ann("do", "--file", orders)
    assert 4 == said.code
    for text in (
        "line 1: go 9",
        "[1.1]",
        "line 2: fly away",
        "no order 'fly'",
        "line 4: mode charge",
        "[1.5]",
    ):
        assert text in said.err
    assert "line 3" not in said.err
    assert "Nothing was written." in said.err
    assert before == everything(ann)


def test_an_order_that_is_not_understood_names_its_form(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    said = ann("do", "go", "far")
    assert (2, True) == (said.code, "Type: go TO" in said.err)


@pytest.mark.parametrize("words", [("do", "guard", "run"), ("orders",), ("send",)])
def test_out_of_turn_says_who_has_to_act(table: Two, words: tuple[str, ...]) -> None:
    _, ben = table
    before = everything(ben)
    said = ben(*words)
    assert (5, True) == (said.code, "Ann (red)" in said.err)
    assert before == everything(ben)


def test_two_homes_signing_for_one_place_is_a_conflict_and_both_are_kept(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    twin = Player("Ann", tmp_path / "twin")
    _copy(ann, twin)
    ann("do", "pick", "bold", "calm")
    twin("do", "pick", "wild", "calm")
    ben("import", ann.sent())
    before = ben.folder.log()
    said = ben("import", twin.sent())
    assert (6, True) == (said.code, "two versions of turn file 1" in said.err)
    assert "they prove it" in said.err
    assert (before, ["conflict"]) == (ben.folder.log(), [kept.code for kept in ben.folder.refused()])


# --- a turn that breaks a rule ----------------------------------------------------------------------------------------


def test_a_signed_turn_that_breaks_a_rule_is_kept_and_refused_with_a_signature(
    table: Two, tmp_path: Path
) -> None:
    ann, ben = table
    play(ann, ben, 2)
    bad = written(tmp_path / "bad.pbem", forged(ann, {"k": "go", "to": 9}).encode())
    before = ben.folder.log()
    said = ben("import", bad)
    assert 3 == said.code
    for text in ("entry 3", "[1.1]", "a step is one to three spaces", "pbem refuse"):
        assert text in said.err
    assert (before, 1) == (ben.folder.log(), len(ben.folder.refused()))
    assert 0 == ben("refuse", "--out", tmp_path / "refusal.pbem").code
    said = ann("import", tmp_path / "refusal.pbem")
    assert 0 == said.code, said
    assert ann.folder.log() == ben.folder.log()
    assert "is kept here already" in ben("import", bad).err


def test_there_is_nothing_to_refuse_in_an_honest_game(table: Two) -> None:
    ann, _ = table
    assert 2 == ann("refuse").code


def test_a_refusal_of_a_turn_that_we_find_legal_is_a_conflict(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 2)
    reject = {"k": "reject", "n": 3, "head": "00" * 32, "entry": 3, "code": "illegal", "par": "1.1", "j": 0}
    refusal = written(tmp_path / "refusal.pbem", forged(ben, reject).encode())
    decide(ann)
    decide(ann)
    ann.sent()
    said = ann("import", refusal)
    assert (6, True) == (said.code, "Ben (blue) refuses your turn file 3: entry 3, illegal [1.1]" in said.err)


# --- invitations ------------------------------------------------------------------------------------------------------


def test_an_invitation_in_the_wrong_place_names_the_right_command(table: Two) -> None:
    ann, ben = table
    said = ann("start", ann.place / "invitation.pbem")
    assert (2, True) == (said.code, "pbem join FILE" in said.err)
    said = ben("join", ann.place / "acceptance.pbem")
    assert (2, True) == (said.code, "pbem start FILE" in said.err)
    said = ann("join", ann.place / "invitation.pbem")
    assert (2, True) == (said.code, "your own invitation" in said.err)


def test_a_second_guest_cannot_take_the_place_of_the_first(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    eve = Player("Eve", tmp_path)
    eve("identity", "new", "Eve", "--no-password")
    assert 0 == eve("join", tmp_path / "invitation.pbem", "--out", tmp_path / "eve.pbem").code
    before = everything(ann)
    said = ann("start", tmp_path / "eve.pbem")
    assert (6, True) == (said.code, "Ben accepted this invitation first" in said.err)
    assert before == everything(ann)


def test_an_acceptance_of_somebody_elses_invitation_is_named(table: Two) -> None:
    _, ben = table
    assert 2 == Player("Ben", ben.place / "new")("start", ben.place / "acceptance.pbem").code


def test_a_turn_alone_outside_its_home_says_what_is_missing(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    file = turn(ann)
    assert "incomplete" in ben("verify", file).out
    said = pbem("--home", tmp_path / "nobody", "verify", file)
    assert (3, True) == (
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
    said = pbem("verify", whole, edited, cut)
    assert 3 == said.code
    assert ["incomplete", "rejected", "rejected"] == re.findall(r": (incomplete|rejected)\.", said.out)


def test_an_unexpected_error_is_one_sentence_and_debug_shows_the_trace(
    table: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = table

    def broken(*_: object) -> None:
        raise RuntimeError("a spring came loose")

    monkeypatch.setattr("pbem.desk.games.look", broken)
    said = ann("orders")
    assert (1, False) == (said.code, "Traceback" in said.err)
    assert "a spring came loose" in said.err
    assert "Traceback" in pbem("--debug", "--home", ann.path, "orders").err


def test_a_place_that_cannot_be_written_loses_nothing(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    said = ann("send", "--out", tmp_path / "no" / "such" / "folder.pbem")
    assert (7, True) == (said.code, "cannot be written" in said.err)
    assert 0 == ben("import", ann.sent()).code
