"""A responder answers under the version that its player agreed to, and waits, without refusing, for one it has not got."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from home.table import Player, use_tiny
from responder.test_answering import responder_game, session_of
from responder.world import World, begin

from pbem.games import editions
from pbem.games.registry import Game
from pbem.home import games
from pbem.home.identity import unlock
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_upgrade, reply_offer
from tests.upgrade.versions import SECOND, find


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    use_tiny(monkeypatch)
    monkeypatch.setattr(
        editions, "find", lambda name, rules, data, packs=editions.no_packs: find(name, rules, data)
    )
    monkeypatch.chdir(tmp_path)
    return begin(tmp_path)


def written(world: World, player: Player, how: Callable[[Session], Session]) -> None:
    """The player writes something beside his orders, and sends it."""
    games.save_session(player.folder, unlock(player.home, ""), how(session_of(player)))
    world.send(player)


def upgraded(world: World) -> None:
    """Whoever may offers version 2, the other agrees; the responder has not read the agreement yet."""
    for _ in range(20):
        mover = world.ann if world.mine(world.ann) else world.ben
        other = world.other(mover)
        try:
            written(world, mover, lambda session: offer_upgrade(session, SECOND))
        except Exception:  # a roll is under way: later
            world.write()
            world.fetch(other)
            world.respond()
            continue
        world.fetch(other)
        world.respond()
        written(world, other, lambda session: reply_offer(session, yes=True))
        world.fetch(mover)
        return
    raise AssertionError("nobody could ever offer")


def test_it_answers_under_the_new_version(world: World) -> None:
    upgraded(world)
    world.respond()
    assert "2" == responder_game(world)[1].game.info.version
    before = len(world.answers())
    world.until_asked()
    done = world.respond()
    assert (0, 1) == (done.exit_code, done.answers), done
    assert before + 1 == len(world.answers())
    assert SECOND.info.digest[:16] == world.answers()[-1].header.rules


def test_without_the_version_it_says_so_and_answers_when_it_has_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgraded(world)

    def lacking(name: str, rules: str, data: str, packs: object = None) -> Game:
        if rules == SECOND.info.digest:
            raise editions.unknown_version(name, rules)
        return find(name, rules, data)

    knowing = editions.find
    monkeypatch.setattr(editions, "find", lacking)
    done = world.respond()
    assert any("is not installed" in line and "pip install" in line for line in done.lines), done
    assert () == responder_game(world)[0].refused()
    monkeypatch.setattr(editions, "find", knowing)
    world.until_asked()
    done = world.respond()
    assert 1 == done.answers, done
    assert "2" == responder_game(world)[1].game.info.version
