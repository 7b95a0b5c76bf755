"""One roll, two requests: an opponent who forks histories between a player and his responder gets no second die (R1).

Ben asks for a roll, Ann's responder answers, Ben dislikes the face. He signs another version of that turn file, an offer
to go back, and hands it to Ann herself; she declines. From there he asks for the same roll again, with an agent's key in
front of the request: a key of which he has as many as he likes, until the face suits.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve, frozen
from home.table import Said, use_tiny

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.log import Bundle, parse_log
from pbem.protocol.session import Session
from pbem.protocol.side_entries import give_agent, offer_back
from pbem.protocol.signing_record import Record
from pbem.replay.rolls import faces_of
from tests.protocol.conftest import entropy
from tests.responder.test_answering import session_of
from tests.responder.world import World, begin, last

pytestmark = pytest.mark.night

_TRIES = 40


@frozen
class Fork:
    """Ben's request ``asked`` and the answer to it; ``before`` is his game without either."""

    world: World
    before: Session
    asked: Bundle
    answered: Bundle

    @property
    def j(self) -> int:
        return int(str(self.asked.entries[-1]["j"]))

    def hand_over(self, *bundles: Bundle) -> Said:
        """Ben gives Ann turn files in some other way than by mail."""
        place = self.world.place / f"handed-{bundles[-1].hash().hex()[:8]}.pbem"
        place.write_bytes(container.pack(b"".join(each.encode() for each in bundles)))
        return self.world.ann("import", place)


@pytest.fixture
def fork(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fork:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    world = begin(tmp_path)
    world.until_asked()
    asked, ben = last(world.ben), session_of(world.ben)
    log = evolve(ben.log, bundles=ben.log.bundles[:-1])
    before = Session.open(ben.game, log, evolve(ben.vault, record=Record()))
    assert 1 == world.respond().answers
    return Fork(world, before, asked, world.answers()[-1])


def second_version(fork: Fork) -> tuple[Session, Bundle]:
    """The other version of the turn file: an offer to go back."""
    for to in range(fork.before.end.entries):
        try:
            return offer_back(fork.before, to).sealed()
        except PbemError:
            continue
    raise AssertionError("nothing to go back to")


def elsewhere(fork: Fork) -> None:
    """The responder runs on another machine, and its mails have not come."""
    fork.world.home.path.rename(fork.world.place / "far-away")


def declined(fork: Fork) -> Session:
    """Ben's game after Ann has declined what he offered in the second version."""
    ben, other = second_version(fork)
    assert 0 == fork.hand_over(other).code
    assert 0 == fork.world.ann("takeback", "--decline").code
    said = fork.world.ann("send", "--out", fork.world.place / "declined.pbem")
    assert 0 == said.code, said
    return ben.receive(parse_log(fork.world.ann.folder.log()).bundles[-1])


def ground(fork: Fork, ben: Session, wanted: Callable[[tuple[int, ...]], bool]) -> Bundle:
    """The request for the same roll under which the face suits: Ben knows both seeds, and picks among keys."""
    seed = str(fork.answered.entries[-1]["x"])
    for n in range(_TRIES):
        vault = ben.vault.with_agent(entropy(f"grind/{n}"), 8)
        asking = give_agent(evolve(ben, vault=vault), vault.agent_keys).automatic()
        pending = asking.position.table.pending
        assert pending is not None
        seeds = {"A": bytes.fromhex(seed), "B": pending.x}
        if wanted(faces_of(asking.position.table, pending, seeds)):
            return asking.sealed()[1]
    raise AssertionError("no key suits")


def rolled(fork: Fork) -> tuple[int, ...]:
    return tuple(fork.answered.entries[-1]["dice"])  # type: ignore[arg-type]


def given(fork: Fork) -> list[str]:
    """The requests under which Ann's programs have disclosed their seed for the roll."""
    ann = parse_log(fork.world.ann.folder.log())
    return [
        each.header.head.hex()
        for each in (fork.answered, *ann.bundles)
        if each.header.by == "A" and any(e["k"] == "rsp" and e["j"] == fork.j for e in each.entries)
    ]


def test_the_second_version_is_not_even_answered_when_the_responder_is_at_hand(fork: Fork) -> None:
    _, other = second_version(fork)
    assert 0 == fork.hand_over(other).code
    assert 0 == fork.world.ann("takeback", "--decline").code
    said = fork.world.ann("send", "--out", fork.world.place / "declined.pbem")
    assert (6, True) == (said.code, "another version of turn file" in said.err), said
    assert "pbem import" in said.err
    assert (
        6
        == fork.world.ann(
            "import", fork.world.home.path / "games" / fork.world.ann.folder.name / "log.pbem"
        ).code
    )
    said = fork.world.ann("send", "--out", fork.world.place / "declined.pbem")
    assert (6, True) == (said.code, "pbem settle" in said.err), said


def test_no_agent_key_gets_a_second_face_while_the_responder_is_elsewhere(fork: Fork) -> None:
    elsewhere(fork)
    ben = declined(fork)
    request = ground(fork, ben, lambda faces: faces != rolled(fork))
    assert 0 == fork.hand_over(request).code
    said = fork.world.ann("send", "--out", fork.world.place / "answer.pbem")
    assert (6, True) == (said.code, "pbem responder off" in said.err), said
    assert 1 == len(given(fork))
    said = fork.world.ann("responder", "off")
    assert (2, True, True) == (said.code, "--lost" in said.err, "pbem fetch" in said.err), said


def test_the_responder_does_not_answer_in_the_other_history_either(fork: Fork) -> None:
    elsewhere(fork)
    ben = declined(fork)
    request = ground(fork, ben, lambda faces: faces != rolled(fork))
    (fork.world.place / "far-away").rename(fork.world.home.path)
    for n, data in enumerate((second_version(fork)[1], ben.log.bundles[-1], request)):
        (fork.world.box(fork.world.ann) / "new" / f"fork-{n}.pbem").write_bytes(container.pack(data.encode()))
    done = fork.world.respond()
    assert (0, 0, 6) == (done.answers, done.mails, done.exit_code), done
    assert 0 == fork.world.ann("--home", fork.world.home.path, "responder", "resume").code
    assert 0 == fork.world.respond().answers
    assert 1 == len(given(fork))


def test_taking_over_brings_the_record_and_the_roll_is_burnt_for_us(fork: Fork) -> None:
    """With the responder stopped its seeds are the player's; the one that it gave is never given again."""
    elsewhere(fork)
    ben = declined(fork)
    request = ground(fork, ben, lambda faces: faces != rolled(fork))
    assert 0 == fork.hand_over(request).code
    (fork.world.place / "far-away").rename(fork.world.home.path)
    said = fork.world.ann("responder", "off")
    assert 0 == said.code, said
    assert "answers nothing more" in said.err
    said = fork.world.ann("send", "--out", fork.world.place / "answer.pbem")
    assert 6 == said.code
    assert "is never given again" in said.err, said
    assert "pbem evidence" in said.err
    assert 1 == len(given(fork))


def test_without_the_guards_ben_gets_his_face(fork: Fork, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests above hold against: each guard switched off, Ann's two programs give one seed under two requests."""
    monkeypatch.setattr(Session, "left_to", property(lambda _: b""))
    elsewhere(fork)
    ben = declined(fork)
    request = ground(fork, ben, lambda faces: faces != rolled(fork))
    assert 0 == fork.hand_over(request).code
    said = fork.world.ann("send", "--partial", "--out", fork.world.place / "answer.pbem")
    assert 0 == said.code
    assert 2 == len(given(fork)), (said, fork.world.ann("status").out)
    bundles = parse_log(fork.world.ann.folder.log()).bundles
    answer = [entry for each in bundles for entry in each.entries if entry["k"] == "rsp"][-1]
    assert rolled(fork) != tuple(answer["dice"])  # type: ignore[arg-type]
