"""What a program that acts never writes: the answer to an offer, a word about a refusal or a ruling; each is a person's."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.court import RITA, log_of, sit, void
from home.table import Player, decide, use_tiny
from home.test_settle import refused

from pbem.log import Clause

from .desk import Desk, play_out, with_boxes


def _begun(desk: Desk, turns: int = 4) -> tuple[Player, Player]:
    """Who has the pen after a few turns, and who waits."""
    for _ in range(turns):
        desk.settle()
        mover = desk.mover()
        assert mover is not None
        while decide(mover):
            pass
        desk.send(mover)
    desk.settle()
    mover = desk.mover()
    assert mover is not None
    return mover, desk.other(mover)


def test_an_offer_to_take_back_waits_for_its_player(desk: Desk) -> None:
    mover, waiter = _begun(desk)
    assert any(mover("takeback", "--to", entry).code == 0 for entry in range(1, 40))
    desk.send(mover)
    said = desk.act(waiter)
    assert (0, "back") == (said.code, desk.lines(waiter)[-1]["k"])
    assert "pbem takeback --accept" in said.sentences
    assert "only you can write it" in said.sentences
    log, mails = waiter.folder.log(), desk.count()
    assert "" == desk.act(waiter).sentences, "it is said once"
    assert (log, mails) == (waiter.folder.log(), desk.count())
    assert waiter("takeback", "--decline").code == 0
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
    assert "pbem settle" in mover("status").out


@pytest.mark.wider
def test_both_programs_go_over_to_a_ruling_and_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have played beside it: nothing is signed for the place that it has taken, and the game verifies."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    court = sit(tmp_path, Clause(key=RITA.public, days=14, then="referee"))
    desk = with_boxes(court.ann, court.ben)
    _begun(desk, 2)
    log = log_of(court.ann)
    file = court.rule(log, void(log, log.bundles[0].header.last))
    _begun(desk, 1)
    for player in (court.ann, court.ben):
        assert player("import", file).code == 0
    ruled = desk.settle()
    assert ruled < 3
    assert 0 < play_out(desk, 12)
    court.same()
    assert "ruling" in {each["k"] for each in desk.lines(court.ann)}
    assert [0, 0] == [player("verify").code for player in (court.ann, court.ben)]
