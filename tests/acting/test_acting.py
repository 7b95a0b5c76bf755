"""A program that acts for its player: what decides nothing goes by itself, and nothing else does."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve
from home.table import Player, decide

from pbem.home.acting import account, state
from pbem.mail.extract import turns_in

from .desk import Desk, play_out


def _automatic(desk: Desk, player: Player) -> list[bytes]:
    mails = [each.read_bytes() for each in sorted((desk.box(player) / "new").iterdir())]
    return [each for each in mails if b"Auto-Submitted: auto-replied" in each]


def test_a_mail_that_a_program_wrote_is_answered_by_a_program(desk: Desk) -> None:
    play_out(desk, 12)
    kinds = {str(entry["k"]) for entry in desk.lines(desk.ann)}
    assert "rsp" in kinds
    answered = [mail for player in (desk.ann, desk.ben) for mail in _automatic(desk, player)]
    assert answered
    for mail in answered:
        assert len(turns_in(mail)) == 1


def test_a_decision_waits_for_its_player_and_is_said_once(desk: Desk) -> None:
    desk.settle()
    mover = desk.mover()
    assert mover is not None
    said = desk.act(mover)
    assert "yours to do" not in said.sentences  # it was said when the programs settled
    (mover.path / "acting.json").unlink()
    assert "yours to do" in desk.act(mover).sentences


def test_status_tells_what_was_written_since_the_last_own_turn(desk: Desk) -> None:
    play_out(desk, 12)
    told = [player for player in (desk.ann, desk.ben) if "your program has sent" in player("status").out]
    for player in told:
        decided = desk.mover()
        if decided is player:
            while decide(player):
                pass
            desk.send(player)
            assert "your program has sent" not in player("status").out
    notes = [player.folder.answers(account.NOTE) for player in (desk.ann, desk.ben)]
    assert any(notes)


def test_another_machine_only_looks(desk: Desk) -> None:
    assert desk.act(desk.ann).code == 0
    kept = state.read_state(desk.ann.path)
    state.write_state(desk.ann.path, evolve(kept, machine="another"))
    said = desk.act(desk.ann)
    assert said.code != 0
    assert "another" in said.sentences
    assert "--here" in said.sentences
    assert desk.act(desk.ann, "--here").code == 0


def test_a_copy_of_a_home_does_not_act(desk: Desk, tmp_path: Path) -> None:
    import shutil  # noqa: PLC0415

    assert desk.act(desk.ann).code == 0
    shutil.copytree(desk.ann.path, tmp_path / "copy" / "ann")
    copy = Player("Ann", tmp_path / "copy")
    said = copy("watch", desk.box(desk.ann), "--act", "--once", "--maildir", desk.box(desk.ben))
    assert said.code != 0
    assert "copy" in said.sentences
