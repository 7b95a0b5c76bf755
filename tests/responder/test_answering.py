"""What a responder answers, and what it leaves to its player."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, decide

from pbem.bytes import canon, container
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.responder.interface import Limits
from pbem.home.responder.setup import responder_identity
from pbem.log import Bundle, parse_log, sign_bundle
from pbem.protocol.session import Session
from pbem.replay.verify import verify
from pbem.store.game import GameFolder

from .world import ADDRESSES, World, last

pytestmark = pytest.mark.wider


def session_of(player: Player) -> Session:
    """The player's game with its secrets."""
    return games.open_session(player.folder, unlock(player.home, ""))


def responder_game(world: World) -> tuple[GameFolder, Session]:
    """The game in the responder's home."""
    folder = games.choose(world.home)
    return folder, games.open_session(folder, responder_identity(world.home))


def newest(box: Path) -> Path:
    """The mail that came last."""
    return max((box / "new").iterdir(), key=lambda file: file.stat().st_mtime_ns)


def test_a_roll_without_a_choice_is_answered_and_both_homes_read_the_same_log(world: World) -> None:
    world.until_asked()
    done = world.respond()
    assert (0, 1, 1) == (done.exit_code, done.answers, done.mails), done
    assert ["rsp"] == [entry["k"] for entry in world.answers()[-1].entries]
    world.fetch(world.ben)
    world.fetch(world.ann)
    assert world.ann.folder.log() == world.ben.folder.log()
    assert "rsp" == last(world.ann).entries[-1]["k"]


def test_the_game_is_played_to_its_end_and_the_log_verifies_with_the_agent_in_it(world: World) -> None:
    answered = 0
    for _ in range(40):
        if "result" in world.ann("status").out.lower() and not (
            world.mine(world.ann) or world.mine(world.ben)
        ):
            break
        answered += world.respond().answers
        for player in (world.ann, world.ben):
            world.fetch(player)
            if world.mine(player):
                while decide(player):
                    pass
                world.send(player)
    assert 3 == answered
    verdict = verify(world.ben.folder.log())
    assert ("verified", None) == (verdict.verdict, verdict.fault)


def test_a_second_round_answers_nothing_again(world: World) -> None:
    world.until_asked()
    world.respond()
    again = world.respond()
    assert (0, 0, ()) == (again.answers, again.mails, again.lines)
    assert 1 == len({each.hash() for each in world.answers()})


def test_an_answer_is_marked_as_automatic_and_goes_to_both_players(world: World) -> None:
    world.until_asked()
    world.respond()
    head = newest(world.box(world.ben)).read_bytes().partition(b"\r\n\r\n")[0]
    assert b"Auto-Submitted: auto-replied" in head
    assert f"To: Ben <{ADDRESSES['Ben']}>".encode() in head
    assert f"Cc: {ADDRESSES['Ann']}".encode() in head


def test_a_decision_is_left_to_the_player_and_that_is_said_once(world: World) -> None:
    for _ in range(20):
        world.respond()
        world.fetch(world.ann)
        if world.mine(world.ann):
            break
        world.fetch(world.other(world.write()))
    text = (world.home.path / "responder.log").read_text()
    assert 1 == text.count("left to the player: Ann (red) owes")
    assert "2026-06-06 " in text.splitlines()[0]
    before = text
    world.respond()
    assert before == (world.home.path / "responder.log").read_text()


def test_a_mail_that_no_program_may_answer_is_left_to_the_player(world: World) -> None:
    world.until_asked()
    mail = newest(world.box(world.ann))
    mail.write_bytes(b"List-Id: <wargames.example.org>\r\n" + mail.read_bytes())
    done = world.respond()
    assert (0, 0) == (done.answers, done.mails)
    assert "because it came through a mailing list" in " ".join(done.lines)


def test_a_turn_that_comes_again_in_another_mail_gets_the_stored_bytes_and_not_for_ever(world: World) -> None:
    world.until_asked()
    asked = newest(world.box(world.ann))
    world.respond()
    answer = newest(world.box(world.ben))
    bytes_of = answer.read_bytes()
    sent = []
    for n in range(5):
        answer.unlink(missing_ok=True)
        again = asked.with_name(f"again-{n}.eml")
        again.write_bytes(asked.read_bytes().replace(b"Message-ID: <", b"Message-ID: <again%d" % n, 1))
        sent.append(world.respond().mails)
        assert not sent[-1] or bytes_of == answer.read_bytes()
    assert [1, 1, 1, 0, 0] == sent


def test_the_same_mail_twice_gets_no_second_answer(world: World) -> None:
    world.until_asked()
    asked = newest(world.box(world.ann))
    world.respond()
    asked.with_name("twice.eml").write_bytes(asked.read_bytes())
    assert 0 == world.respond().mails


def test_mails_wait_when_too_many_have_gone_within_an_hour(world: World) -> None:
    world.until_asked()
    done = world.respond(Limits(per_hour=0))
    assert (1, 0) == (done.answers, done.mails)
    assert 1 == world.respond().mails


def _other_version(session: Session, bundle: Bundle) -> Bundle:
    """Another version of the opponent's bundle: the same place, another order before the same request."""
    lines = [line.replace(b'"salt":"', b'"salt":"') for line in bundle.lines]
    entries = [canon.decode(line) for line in lines]
    assert "req" == entries[-1]["k"]
    header = bundle.header
    return sign_bundle(
        session.vault.keypair,
        by=header.by,
        gid=header.gid,
        n=header.n,
        prev=header.prev,
        lines=lines[:-1] if len(lines) > 1 else lines,
        rules=session.game.info.digest,
        state="00" * 32,
    )


def test_two_versions_of_one_turn_stop_the_responder(world: World) -> None:
    world.until_asked()
    world.respond()
    ben = session_of(world.ben)
    other = _other_version(ben, last(world.ben))
    (world.box(world.ann) / "new" / "other.pbem").write_bytes(container.pack(other.encode()))
    done = world.respond()
    assert (6, 0) == (done.exit_code, done.mails), done
    assert "Stopped for game" in " ".join(done.lines)
    said = world.ann("--home", world.home.path, "responder", "resume")
    assert 0 == said.code, said


def test_a_second_request_for_a_roll_that_was_answered_is_not_answered(world: World) -> None:
    """The log is put back behind the answer; what was answered stands in the record, which is kept with the secrets."""
    world.until_asked()
    folder, before = responder_game(world)
    old = (folder.path / "log.pbem").read_bytes()
    identity = responder_identity(world.home)
    world.respond()
    vault = games.open_vault(folder, identity)
    given = [seed for seed in vault.record.seeds if seed[0] == vault.keypair.public]
    assert 1 == len(given)
    elsewhere = {seed: frozenset({b"?" * 32}) for seed in given}
    vault = evolve(vault, record=evolve(vault.record, seeds=elsewhere, signed={}))
    (folder.path / "log.pbem").write_bytes(old)
    (folder.path / "vault.box").write_bytes(games.seal_vault(identity, str(folder.facts()["vault"]), vault))
    for file in (folder.path / "outbox").iterdir():
        file.unlink()
    for file in (world.box(world.ann) / "new").iterdir():
        if b"auto-replied" in file.read_bytes():
            file.unlink()
    world.forget()
    done = world.respond()
    assert (0, 0, 6) == (done.answers, done.mails, done.exit_code), done
    assert "has been given for another request" in " ".join(done.lines)
    assert before.end.bundles <= len(parse_log(folder.log()).bundles)
    assert 0 == world.respond().answers


def test_an_answer_whose_log_was_put_back_is_given_again_as_the_same_bundle(world: World) -> None:
    world.until_asked()
    folder, _ = responder_game(world)
    old = {file: file.read_bytes() for file in folder.path.iterdir() if file.is_file()}
    world.respond()
    first = world.answers()
    for file, data in old.items():
        file.write_bytes(data)
    world.forget()
    world.respond()
    assert {each.hash() for each in first} == {each.hash() for each in world.answers()}


def illegal(world: World) -> None:
    """Ben asks for his roll in the name of a roll that nobody waits for."""
    world.until_asked()
    bundle, ben = last(world.ben), session_of(world.ben)
    entry = {**canon.decode(bundle.lines[-1]), "why": "draw/9"}
    header = bundle.header
    forged = sign_bundle(
        ben.vault.keypair,
        by=header.by,
        gid=header.gid,
        n=header.n,
        prev=header.prev,
        lines=(*bundle.lines[:-1], canon.encode(entry)),
        rules=ben.game.info.digest,
        state=header.state,
    )
    mail = newest(world.box(world.ann))
    mail.write_bytes(container.pack(forged.encode()))


def test_nothing_is_opened_for_a_request_that_breaks_a_rule(world: World) -> None:
    illegal(world)
    done = world.respond()
    assert (0, 0) == (done.answers, done.mails), done
    assert "Rejected at entry" in " ".join(done.lines)


def test_a_provably_illegal_request_is_refused_when_that_is_allowed(world: World) -> None:
    illegal(world)
    assert 0 == world.respond().mails
    world.forget()
    done = world.respond(Limits(reject=True))
    assert (1, 1) == (done.answers, done.mails), done
    refusal = world.answers()[-1].entries
    assert [("reject", "wrong-roll")] == [(entry["k"], entry["code"]) for entry in refusal]


def test_what_cannot_be_delivered_leaves_later_with_the_same_bytes(world: World) -> None:
    world.until_asked()
    box = world.box(world.ben)
    box.rename(box.with_name("away"))
    box.write_text("no folder")
    done = world.respond()
    assert (7, 1, 0) == (done.exit_code, done.answers, done.mails), done
    box.unlink()
    box.with_name("away").rename(box)
    folder, session = responder_game(world)
    stored = folder.sent(session.end.bundles)
    assert 1 == world.respond().mails
    assert stored is not None
    assert stored.mail == newest(box).read_bytes()
