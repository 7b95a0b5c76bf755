"""What a program that acts never writes: the answer to an offer, a word about a refusal or a ruling; each is a person's."""

from __future__ import annotations

from home.table import Two, decide
from home.test_settle import refused

from .desk import Desk


def _begun(desk: Desk, turns: int = 4) -> Two:
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
