"""The demonstration through real servers: both players and the programs that act for them, each with a mailbox."""

import pytest
from protocol.tiny import GAME

from pbem.bytes.errors import UsageError
from pbem.dev import demo, demo_mail, loopback
from pbem.games import registry
from pbem.replay.verify import verify

pytestmark = pytest.mark.wider


@pytest.mark.skipif(loopback.real_missing() != "", reason=loopback.real_missing() or "installed")
def test_a_game_is_played_through_the_servers_and_the_programs_answer_there(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)
    with demo_mail.opened() as office:
        ann, ben = demo._seated(GAME, "only", {}, 1, tmp_path, lambda _: None, office)
        demo._play(ann, ben, 1, lambda _: None, None)
    assert ann.game is not None
    assert ben.game is not None
    assert ann.game.log() == ben.game.log()
    assert "verified" == verify(ann.game.log()).verdict
    assert 2 <= ann.answered + ben.answered  # where an answer leads to no decision the program sends it alone


def test_without_servers_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loopback, "real_missing", lambda: "not installed: postfix")
    with pytest.raises(UsageError, match=r"not installed: postfix.*apt-get install"), demo_mail.opened():
        pass
