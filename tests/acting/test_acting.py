"""A program that acts for its player: what decides nothing goes by itself, and nothing else ever does."""

from pathlib import Path

from attrs import evolve
from home.table import Player, Two, decide
from home.test_settle import refused

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


def _begun(desk: Desk, turns: int = 4) -> Two:
    """Who has the pen after a few turns, and who waits."""
    for _ in range(turns):
        desk.settle()
        mover = desk.mover()
        while decide(mover):
            pass
        desk.send(mover)
    desk.settle()
    mover = desk.mover()
    return mover, desk.other(mover)


def test_an_offer_to_take_back_waits_for_its_player(desk: Desk) -> None:
    mover, waiter = _begun(desk)
    assert any(mover("offer", "takeback", "--to", entry).code == 0 for entry in range(1, 40))
    desk.send(mover)
    said = desk.act(waiter)
    assert (0, "back") == (said.code, desk.lines(waiter)[-1]["k"])
    assert "pbem offer takeback --accept" in said.sentences
    assert "only you can write it" in said.sentences
    log, mails = waiter.folder.log(), desk.count()
    assert "" == desk.act(waiter).sentences, "it is said once"
    assert (log, mails) == (waiter.folder.log(), desk.count())
    assert waiter("offer", "takeback", "--decline").code == 0
    desk.send(waiter)
    desk.settle()
    assert mover.folder.log() == waiter.folder.log()


def test_a_refused_turn_is_not_answered(desk: Desk) -> None:
    mover, waiter = _begun(desk)
    while decide(mover):
        pass
    turn = mover.sent()
    assert 6 == mover("import", refused(waiter, turn)).code
    log, mails = mover.folder.log(), desk.count()
    for _ in range(2):
        said = desk.act(mover)
        assert (0, log, mails) == (said.code, mover.folder.log(), desk.count()), said
    assert "pbem dispute settle" in mover("status").out
