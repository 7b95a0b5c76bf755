"""A renewal and the responder of its seat: the old one falls silent, and a new one answers with the new chain."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import decide, use_tiny

from pbem.home.responder.state import LOG
from pbem.log import parse_log, renewals_in
from tests.responder.world import World, begin


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Ann and Ben at a game that has begun; Ann has a responder whose key is in force."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return begin(tmp_path)


def renewed(world: World) -> str:
    """Play until Ann renews her keys, and she sends; what the command said."""
    for _ in range(12):
        if world.mine(world.ann) and (said := world.ann("keys", "renew")).code == 0:
            while decide(world.ann):
                pass
            world.send(world.ann)
            world.fetch(world.ben)
            return said.sentences
        world.ann("keys", "renew", "--cancel")
        world.write()
        world.fetch(world.ann)
        world.fetch(world.ben)
        world.respond()
        world.fetch(world.ann)
        world.fetch(world.ben)
    raise AssertionError("Ann could never renew")


def test_a_responder_falls_silent_with_the_renewal_and_says_why(world: World) -> None:
    """Its seeds are of a chain that was given up: it computes nothing, signs nothing and does not fall over."""
    assert "pbem responder setup DIR" in renewed(world)
    before = len(world.answers())
    world.until_asked()
    world.respond()
    assert before == len(world.answers())
    assert "is not in force" in (world.home.path / LOG).read_text("utf-8")


def test_set_up_again_it_answers_with_the_new_chain(world: World) -> None:
    renewed(world)
    before = len(world.answers())
    for _ in range(12):
        if world.mine(world.ann) and world.ann("responder", "setup", world.home.path).code == 0:
            break
        world.write()
        world.fetch(world.ann)
        world.fetch(world.ben)
    while decide(world.ann):
        pass
    world.send(world.ann)
    world.fetch(world.ben)
    world.until_asked()
    world.respond()
    assert before + 1 == len(world.answers())
    world.fetch(world.ben)
    log = parse_log(world.ben.folder.log())
    assert 1 == len(renewals_in(log.bundles))
    assert log.bundles[-1] == world.answers()[-1]


def test_a_stolen_responder_is_shut_out_by_hand(world: World) -> None:
    """`pbem responder off` and the next turn: what the stolen key signs after it is refused."""
    for _ in range(12):
        if world.mine(world.ann):
            break
        world.write()
        world.fetch(world.ann)
        world.fetch(world.ben)
    said = world.ann("responder", "off")
    assert said.code == 0
    assert "responder " in world.ann("keys").out
    while decide(world.ann):
        pass
    world.send(world.ann)
    world.fetch(world.ben)
    assert "; responder" not in world.ann("keys").out
    before = len(world.answers())
    world.until_asked()
    world.respond()
    assert before == len(world.answers())
