"""A process that is killed at any call of the operating system: the game is as before or as after, never in between."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from store.copies import copied
from store.faults import dies_at

from pbem.bytes import container
from pbem.home import games
from pbem.home.arriving import receiving
from pbem.home.exchange import invitations, sending
from pbem.home.identity import unlock
from pbem.home.play import orders as playing
from pbem.store.home import Home

from .table import Player, decide, sit_down, stream, use_tiny

pytestmark = [pytest.mark.night, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]

Act = Callable[[Home], object]


def told(home: Home) -> object:
    """What a home knows of its games, secrets included."""
    identity = unlock(home, "")
    found = []
    for folder in games.begun(home):
        session = games.open_session(folder, identity)
        sent = tuple(folder.sent(n) for n in folder.sent_numbers())
        found.append((session.log.encode(), session.draft, session.vault.dump(), folder.parked(), sent))
    return (*found, len(games.pending(home)))


def killed_everywhere(source: Path, place: Path, act: Act) -> None:
    """Kill ``act`` at every call in a copy of the home; each time it is as before or after, and acting again ends it."""
    model = place / "model"
    copied(source, model)
    before = told(Home(model))
    act(Home(model))
    after = told(Home(model))
    assert before != after
    count, over = 1, False
    while not over:
        home = place / f"copy-{count}"
        copied(source, home)
        over = dies_at(lambda home=home: act(Home(home)), count)
        found = told(Home(home))
        assert found in (before, after), f"killed at call {count}"
        if found == before:
            act(Home(home))
            assert after == told(Home(home)), f"repeated after call {count}"
        shutil.rmtree(home)
        count += 1
    assert count > 10


def _do(home: Home) -> None:
    folder, identity = games.choose(home), unlock(home, "")
    session = playing.do(games.open_session(folder, identity), ((1, "pick bold,calm"),))
    games.save_session(folder, identity, session)


def _send(home: Home) -> None:
    folder, identity = games.choose(home), unlock(home, "")
    sending.seal(folder, identity, games.open_session(folder, identity))


def test_an_order_survives_a_kill_at_any_call(table: tuple[Player, Player], tmp_path: Path) -> None:
    killed_everywhere(table[0].path, tmp_path, _do)


def test_a_turn_being_sent_survives_a_kill_at_any_call(table: tuple[Player, Player], tmp_path: Path) -> None:
    decide(table[0])
    killed_everywhere(table[0].path, tmp_path, _send)


def test_an_import_survives_a_kill_at_any_call(table: tuple[Player, Player], tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    pieces, _ = receiving.collect([ann.sent()])
    killed_everywhere(ben.path, tmp_path, lambda home: receiving.receive(home, unlock(home, ""), pieces))


def test_a_start_survives_a_kill_at_any_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        player("identity", "new", player.name, "--no-password")
    ann("new", "tiny", "--out", tmp_path / "invitation.pbem")
    ben("join", tmp_path / "invitation.pbem", "--out", tmp_path / "acceptance.pbem")
    data = container.unpack((tmp_path / "acceptance.pbem").read_bytes())
    killed_everywhere(ann.path, tmp_path, lambda home: invitations.start(home, unlock(home, ""), data))


def test_an_acceptance_survives_a_kill_at_any_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    sit_down(tmp_path / "x")
    data = container.unpack((tmp_path / "x" / "invitation.pbem").read_bytes())
    eve = Player("Eve", tmp_path)
    eve("identity", "new", "Eve", "--no-password")

    def act(home: Home) -> None:
        invitations.join(home, unlock(home, ""), data, entropy=stream("eve"))

    killed_everywhere(eve.path, tmp_path, act)
