"""What an agent's key is good for, what a thief of it cannot do, and how it lives beside the player's own program."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player, decide, use_tiny
from protocol.tiny import Go, Guard

from pbem.bytes import canon
from pbem.bytes.errors import PbemError
from pbem.home import games
from pbem.home.responder.interface import Playing
from pbem.log import parse_log, sign_bundle
from pbem.port.game import Answered
from pbem.protocol.vault import Vault
from pbem.replay.verify import verify

from .ordered import use_ordered
from .test_answering import responder_game, session_of
from .world import World, begin, last

pytestmark = pytest.mark.wider


def test_the_responders_home_holds_no_key_to_the_game_and_no_seed_of_its_players_chain(world: World) -> None:
    own, (_, theirs) = session_of(world.ann).vault, responder_game(world)
    limited, given = theirs.vault, own.agents[own.agent]
    assert (given.key, given.root, b"", own.public) == (
        limited.key,
        limited.root,
        limited.salts,
        limited.pinned,
    )
    assert 400 == limited.length
    with pytest.raises(PbemError, match="Seed 401 does not exist"):
        limited.chain[401]
    with pytest.raises(PbemError, match="those of the player's own home"):
        limited.chain_of(own.public)
    seeds = [own.chain[j] for j in range(1, 400)]
    for secret in (own.key, own.root, own.salts, *seeds):
        assert secret.hex().encode() not in limited.dump()
    for file in world.home.path.rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        assert not [
            each for each in (own.key, own.root, own.salts) if each in data or each.hex().encode() in data
        ]


def test_a_vault_reads_back_as_it_was_written(world: World) -> None:
    for vault in (session_of(world.ann).vault, responder_game(world)[1].vault):
        assert vault == Vault.load(vault.dump())


@pytest.mark.parametrize("kind", ["go", "agent", "req"])
def test_a_thief_of_the_key_cannot_play(world: World, kind: str) -> None:
    """Whatever he signs, Ben's program refuses it and names the entry."""
    entries = {"go": {"k": "go", "to": 1}, "agent": {"k": "agent"}, "req": {"k": "req", "j": 1, "why": "x"}}
    _, theirs = responder_game(world)
    session = session_of(world.ben)
    number = session.end.entries
    bundle = sign_bundle(
        theirs.vault.keypair,
        by="A",
        gid=session.log.gid,
        n=session.end.bundles + 1,
        prev=session.end.head,
        lines=[canon.encode({**entries[kind], "i": number})],
        rules=session.game.info.digest,
        state="00" * 32,
    )
    fault = verify(session.log.encode() + bundle.encode()).fault
    assert fault is not None
    assert ("beyond-agent", number) == (fault.code, fault.entry)
    assert "good for answers only" in fault.message


def test_the_player_leaves_the_roll_to_the_responder_and_is_told_what_to_type(world: World) -> None:
    """No seed is in two programs: the home does not answer what its responder answers, and says how to take over."""
    world.until_asked()
    said = world.ann("import", "--yes", world.box(world.ann))
    assert "your responder answers this" in said.sentences
    assert () == session_of(world.ann).draft
    assert "pbem responder off" in world.ann("status").out
    said = world.ann("send", "--maildir", world.box(world.ben), "--to", "ben@example.org")
    assert (6, True, True) == (
        said.code,
        "responder's to answer" in said.err,
        "pbem responder off" in said.err,
    )
    assert 1 == world.respond().answers
    assert "onflict" not in world.fetch(world.ben)
    assert "onflict" not in world.fetch(world.ann)
    assert world.ann.folder.log() == world.ben.folder.log()


def test_what_the_responder_signed_and_has_not_come_is_waited_for(world: World) -> None:
    """Ben's next turn comes before the copy of the answer: Ann may not sign another one."""
    world.until_asked()
    world.respond()
    world.fetch(world.ben)
    for file in (world.box(world.ann) / "new").iterdir():
        if b"auto-replied" in file.read_bytes():
            file.rename(world.place / "late.eml")
    world.fetch(world.ann)
    for _ in range(3):
        if world.mine(world.ben):
            while decide(world.ben):
                pass
            world.send(world.ben)
    said = world.fetch(world.ann)
    if "is not here yet" in said:
        assert "pbem fetch" in said
    assert 0 == world.ann("import", world.place / "late.eml").code


def test_standing_orders_answer_what_the_key_may_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_ordered(monkeypatch)
    monkeypatch.chdir(tmp_path)
    world = begin(tmp_path, owner="Ben", may=("guard",))
    asked: list[str] = []

    def standing(playing: Playing) -> Answered:
        asked.append(f"{playing.side} {playing.owed.what}")
        return Answered(action=Guard(guard="stand"))

    def beyond(_playing: Playing) -> Answered:
        return Answered(action=Go(to=1))

    world.until_asked()
    refused = world.respond(answering=beyond)
    assert "its key may not sign that" in " ".join(refused.lines)
    assert "--may go allows it" in " ".join(refused.lines)
    world.forget()
    done = world.respond(answering=standing)
    assert (1, ["blue choice"]) == (done.answers, asked), done
    assert "by your standing orders: guard: guard stand" in " ".join(done.lines)
    world.fetch(world.ann)
    assert ["guard", "rsp"] == [entry["k"] for entry in last(world.ann).entries]


def test_off_ends_the_key_and_a_later_answer_under_it_is_refused(world: World) -> None:
    while not world.mine(world.ann):
        world.fetch(world.other(world.write()))
        world.respond()
        world.fetch(world.ann)
    assert 0 == world.ann("responder", "off").code
    world.fetch(world.other(world.write()))
    _, theirs = responder_game(world)
    world.until_asked()
    done = world.respond()
    assert (0, 0) == (done.answers, done.mails)
    assert session_of(world.ann).agent is None
    assert theirs.vault.limited


def test_setup_again_with_more_rolls_gives_another_key_with_a_chain_of_its_own(world: World) -> None:
    """The old one ends before the new one begins."""
    old = session_of(world.ann).vault.agent
    assert 5 == world.ann("responder", "setup", world.home.path, "--rolls", "900").code
    assert old not in session_of(world.ann).vault.record.ended
    world.till(world.ann)
    said = world.ann("responder", "setup", world.home.path, "--rolls", "900")
    assert (0, True) == (said.code, "up to number 90" in said.err), said
    vault = session_of(world.ann).vault
    assert old != vault.agent == responder_game(world)[1].vault.keypair.public
    assert old in vault.record.ended


def test_beyond_its_last_roll_the_player_answers(world: World) -> None:
    """The request fixes the chain: the agent's as far as it goes, then the player's own."""
    world.till(world.ann)
    assert 0 == world.ann("responder", "setup", world.home.path, "--new-key", "--rolls", "8").code
    answered = []
    for _ in range(60):
        if '"owed_by": ""' in world.ann("status", "--json").out:
            break
        answered.append(world.respond().answers)
        for player in (world.ann, world.ben):
            world.fetch(player)
            if world.mine(player) and "your responder's answer" not in player("status").out:
                while decide(player):
                    pass
                world.send(player)
    assert 3 == sum(answered)


def test_a_folder_that_is_no_responders_home_is_refused(world: World, tmp_path: Path) -> None:
    said = world.ann("responder", "--once")
    assert (2, True) == (said.code, "is not the home of a responder" in said.err), said
    said = world.ann("responder", "setup", world.ben.path)
    assert (2, True) == (said.code, "is not the home of a responder" in said.err), said


def test_a_key_in_the_first_mails_is_in_force_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        assert player("identity", "new", player.name, "--no-password").code == 0
    assert ann("new", "tiny", "--responder", "--out", tmp_path / "invitation.pbem").code == 0
    assert (
        ben("join", tmp_path / "invitation.pbem", "--responder", "--out", tmp_path / "acceptance.pbem").code
        == 0
    )
    assert ann("start", tmp_path / "acceptance.pbem").code == 0
    for player in (ann, ben):
        said = player("responder", "setup", tmp_path / f"{player.name}-responder")
        assert (0, True) == (said.code, "responder\n" in said.err), said
        folder = games.choose(player.home)
        log = parse_log(folder.log())
        seat = log.invite.seat if player is ann else log.accepted.seat
        assert seat.agent is not None
        assert session_of(player).vault.agent == seat.agent.key
