"""The responder of a German player who has left his standing orders: June 6, with a real sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.dev import demo
from pbem.home.games import open_session, save_session
from pbem.home.identity import unlock
from pbem.home.play import standing_orders
from pbem.replay.verify import verify
from tests.home.table import Player
from tests.standing.test_desk import toml

from .world import ADDRESSES, World, last

pytestmark = pytest.mark.wider


def decided(player: Player) -> None:
    """The demonstration player's orders, as far as the pen is with this player."""
    identity = unlock(player.home, "")
    session = open_session(player.folder, identity)
    save_session(player.folder, identity, demo.decide(session, 1))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """The landings: Ann attacks, and has asked for the first roll; Ben has read it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_HOME", raising=False)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    found = World(ann, ben, tmp_path, ben)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (found.box(player) / part).mkdir(parents=True)
        assert player("identity", "new", player.name, "--no-password").code == 0
    assert ann("new", "june6", "--side", "allied", "--out", tmp_path / "i.pbem").code == 0
    assert ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code == 0
    assert ann("start", tmp_path / "a.pbem").code == 0
    return found


def asks(world: World) -> None:
    """Play on until Ann has asked for a combat's roll and Ben owes his mode; he has not read that mail."""
    for _ in range(40):
        mover = world.ann if world.mine(world.ann) else world.ben
        decided(mover)
        world.send(mover)
        if mover is world.ann and str(last(world.ann).entries[-1].get("why", "")).startswith("combat/"):
            return
        world.fetch(world.other(mover))
    raise AssertionError("nobody ever attacked")


def test_it_defends_as_the_sheet_says_and_gives_its_half_of_the_die(world: World) -> None:
    asks(world)
    world.fetch(world.ben)
    standing_orders.keep(world.ben.folder, standing_orders.parse(toml("german").encode()))
    addresses = ("--from", ADDRESSES["Ben"], "--to", ADDRESSES["Ann"])
    said = world.ben("responder", "setup", world.place / "responder", *addresses, "--may", "defend")
    assert said.code == 0, said
    decided(world.ben)
    world.send(world.ben)
    world.fetch(world.ann)
    asks(world)
    done = world.respond(answering=standing_orders.answering)
    assert 1 == done.answers, done
    assert world.fetch(world.ann)
    entries = [entry for bundle in (last(world.ann),) for entry in bundle.entries]
    assert "rsp" == entries[-1]["k"]
    signed = {str(entry["k"]) for bundle in world.answers() for entry in bundle.entries}
    assert {"defend", "rsp"} <= signed
    assert None is verify(world.ann.folder.log()).fault
