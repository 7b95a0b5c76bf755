"""Both programs act in every game: two people only decide, and both homes come to the same log."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player

from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import orders as playing

from .desk import Desk

GAMES = [each.name for each in registry.installed()]


def _begun(place: Path, game: str) -> Desk:
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        assert player("identity", "new", player.name, "--no-password").code == 0
    assert ann("new", game, "--out", place / "invitation.pbem").code == 0
    assert ben("join", place / "invitation.pbem", "--out", place / "acceptance.pbem").code == 0
    assert ann("start", place / "acceptance.pbem").code == 0
    desk = Desk(ann, ben, place)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (desk.box(player) / part).mkdir(parents=True)
    return desk


def _decide_all(player: Player) -> int:
    """What a person decides in one sitting, as the game's own player would; how many orders."""
    home, count = player.home, 0
    identity, folder = unlock(home, ""), games.choose(home)
    with home.lock():
        session = games.open_session(folder, identity)
        while session.mine:
            if session.owed.what not in playing.DECISIONS:
                session = session.automatic()
                if session.owed.what not in playing.DECISIONS:
                    break
                continue
            rules = session.game.rules
            session = session.order(
                rules.advise(session.position.game, session.side, session.vault.secrets, count)
            )
            count += 1
        games.save_session(folder, identity, session)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_two_people_only_decide_and_two_programs_do_the_rest(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk, sittings, orders = _begun(tmp_path, game), 0, 0
    while sittings < 6 and (mover := desk.mover()) is not None:
        orders += _decide_all(mover)
        desk.send(mover)
        sittings += 1
        desk.settle()
    desk.settle()
    ann, ben = desk.ann.folder.log(), desk.ben.folder.log()
    assert ann == ben
    assert sittings <= orders
    assert desk.ann("verify").code == 0
    asked = [entry for entry in desk.lines(desk.ann) if entry["k"] == "req"]
    answered = [entry for entry in desk.lines(desk.ann) if entry["k"] == "rsp"]
    assert len(asked) - len(answered) in (0, 1)
    if len(asked) > len(answered):  # the answer lies in the draft of who has to decide what comes of it
        waiting = desk.mover()
        assert waiting is not None
        assert '"unsent_entries": 0' not in waiting("status", "--json").out
