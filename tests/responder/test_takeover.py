"""Taking over from a responder, setting up another, and responders that are copies: one of them answers, and no two."""

from __future__ import annotations

import shutil

import pytest
from home.table import decide

from pbem.home.games import open_vault
from pbem.home.identity import unlock
from pbem.home.responder.interface import Done
from pbem.home.responder.rounds import once
from pbem.home.responder.setup import responder_identity
from pbem.log import parse_log
from pbem.store.home import Home

from .test_answering import responder_game, session_of
from .world import World

pytestmark = pytest.mark.wider


def respond_in(world: World, place: str) -> Done:
    home = Home(world.place / place)
    return once(home, responder_identity(home), world.post, world.now)


def rolls(world: World) -> list[int]:
    """The rolls that Ann's side has answered in Ben's log."""
    log = parse_log(world.ben.folder.log())
    return [int(str(e["j"])) for b in log.bundles if b.header.by == "A" for e in b.entries if e["k"] == "rsp"]


def test_who_takes_over_answers_the_roll_that_waits(world: World) -> None:
    world.until_asked()
    world.fetch(world.ann)
    assert 6 == world.ann("send", "--out", world.place / "early.pbem").code
    said = world.ann("responder", "off")
    assert (0, True) == (said.code, "answers nothing more" in said.err), said
    assert "stopped this responder" in " ".join(world.respond().lines)
    while decide(world.ann):
        pass
    world.send(world.ann, "--partial")
    world.fetch(world.ben)
    assert 0 == world.respond().answers
    assert 1 == len(rolls(world))


def test_what_it_answered_and_never_sent_comes_over_as_the_same_bytes(world: World) -> None:
    world.until_asked()
    world.box(world.ben).rename(world.place / "full")
    world.box(world.ben).write_text("no folder")
    assert (1, 0) == ((done := world.respond()).answers, done.mails)
    world.box(world.ben).unlink()
    (world.place / "full").rename(world.box(world.ben))
    answered = responder_game(world)[1].log.bundles[-1]
    world.fetch(world.ann)
    assert 0 == world.ann("responder", "off").code
    assert answered in session_of(world.ann).log.bundles
    world.send(world.ann, "--partial")
    world.fetch(world.ben)
    assert answered in parse_log(world.ben.folder.log()).bundles


def test_a_second_responder_ends_the_first(world: World) -> None:
    """Two folders, two keys, two chains: the one that is not in force answers nothing, and holds no seed that is wanted."""
    world.till(world.ann)
    said = world.ann("responder", "setup", world.place / "second")
    assert 0 == said.code, said
    first, second = (
        open_vault(world.home.game(world.ann.folder.name), unlock(world.home, "")),
        open_vault(
            Home(world.place / "second").game(world.ann.folder.name), unlock(Home(world.place / "second"), "")
        ),
    )
    assert first.keypair.public in first.record.ended
    assert first.chain.tip != second.chain.tip
    while decide(world.ann):
        pass
    world.send(world.ann)
    world.fetch(world.ben)
    world.until_asked()
    assert 0 == world.respond().answers
    assert 1 == respond_in(world, "second").answers
    world.fetch(world.ben)
    assert len(rolls(world)) == len(set(rolls(world)))


def test_a_second_responder_while_the_first_is_away_has_to_be_asked_for(world: World) -> None:
    world.till(world.ann)
    world.home.path.rename(world.place / "away")
    said = world.ann("responder", "setup", world.place / "second")
    assert (2, True) == (said.code, "--lost" in said.err), said
    assert not (world.place / "second" / "identity.json").exists()
    before = world.ann.folder.log(), session_of(world.ann).draft
    said = world.ann("responder", "off", "--lost")
    assert (2, True) == (said.code, "pbem responder off --lost --yes" in said.err), said
    assert before == (world.ann.folder.log(), session_of(world.ann).draft)
    said = world.ann("responder", "off", "--lost", "--yes")
    assert (0, True) == (said.code, "look through your mails" in said.err), said
    (world.place / "away").rename(world.home.path)
    world.until_asked()
    assert 0 == world.respond().answers


def test_a_responder_in_a_copied_folder_answers_nothing(world: World) -> None:
    world.until_asked()
    shutil.copytree(world.home.path, world.place / "copy")
    done = respond_in(world, "copy")
    assert (0, 0, 6) == (done.answers, done.mails, done.exit_code), done
    assert "pbem moved" in " ".join(done.lines)
    assert 1 == world.respond().answers


def test_a_folder_that_was_moved_is_the_same_responder(world: World) -> None:
    world.till(world.ann)
    world.home.path.rename(world.place / "moved")
    key = session_of(world.ann).vault.agent
    assert 0 == world.ann("responder", "setup", world.place / "moved").code
    assert key == session_of(world.ann).vault.agent


def test_the_player_does_not_renew_past_an_answer_that_has_not_come(world: World) -> None:
    """The responder's turn file and a renewal in one place would be two versions, of one seat."""
    world.until_asked()
    world.respond()
    file = max((world.box(world.ben) / "new").iterdir(), key=lambda each: each.stat().st_mtime_ns)
    assert b"auto-replied" in file.read_bytes()
    asked = [
        each for each in (world.box(world.ann) / "new").iterdir() if b"auto-replied" not in each.read_bytes()
    ]
    assert 0 == world.ann("import", *asked).code
    before = world.ann.folder.log()
    said = world.ann("keys", "renew")
    assert (6, True) == (said.code, "Your responder has turn file" in said.err), said
    assert before == world.ann.folder.log()
