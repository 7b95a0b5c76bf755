"""Papers of games in which keys were renewed: each shows by itself which key was in force."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.games import registry
from pbem.home.papers.verdict import judge
from pbem.log import Log
from pbem.papers import evidence, results
from pbem.papers.results import AGREED, RESIGNED, Outcome
from pbem.protocol.session import Session
from tests.protocol.conftest import begin, play, play_out
from tests.protocol.forging import signed_by
from tests.protocol.tiny import GAME

from .renewing import renewed


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game in these tests."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)


def two(session: Session) -> evidence.Evidence:
    """Two versions of this seat's next turn file."""
    one = play(session, 0).sealed()[1]
    other = signed_by(session, session.vault.keypair, one.entries[:-1])
    return evidence.between(session.log, one, other)


def test_two_versions_under_a_renewed_key_are_proved_from_the_paper_alone() -> None:
    proof = two(renewed(play_out(begin(), most=2)).a)
    found = judge(proof.encode())
    assert (True, "evidence", "") == (found.proved, found.paper, found.code)
    assert proof.encode() == evidence.read(proof.encode()).encode()


def test_evidence_that_leaves_a_renewal_out_convicts_nobody() -> None:
    proof = two(renewed(play_out(begin(), most=2)).a)
    found = judge(evolve(proof, support=()).encode())
    assert (False, "wrong-key") == (found.proved, found.code)


def test_a_paper_carries_no_turn_file_that_is_no_renewal() -> None:
    pair = renewed(play_out(begin(), most=2))
    proof = two(pair.a)
    lines = proof.encode().split(b"\n")
    more = pair.a.log.bundles[1].encode()
    found = judge(b"\n".join(lines[:5]) + b"\n" + more + b"\n".join(lines[5:]))
    assert (False, "proves-nothing") == (found.proved, found.code)


def test_a_second_renewal_in_one_place_is_two_versions() -> None:
    """A thief who renews with the old key, beside the renewal of its owner: the paper shows both."""
    before = play_out(begin(), most=2)
    one, other = (renewed(before, seed).a.log.bundles[-1] for seed in ("owner", "thief"))
    assert judge(evidence.between(before.a.log, one, other).encode()).proved


def outcome(log: Log, how: str) -> results.ResultPaper:
    return results.write(log, Outcome(how=how, winner="blue", level="red gives up"))


def test_a_result_is_signed_with_the_key_in_force_and_shows_it() -> None:
    pair = renewed(play_out(begin(), most=2))
    paper = outcome(pair.a.log, RESIGNED).signed(pair.a.vault.keypair)
    assert judge(paper.encode()).proved
    both = outcome(pair.b.log, AGREED).signed(pair.b.vault.keypair).signed(pair.a.vault.keypair)
    assert judge(both.encode()).proved


def test_a_resignation_with_the_key_that_was_given_up_is_refused() -> None:
    """A thief cannot end the game in another's name once the keys are renewed."""
    before = play_out(begin(), most=2)
    after = renewed(before)
    paper = outcome(after.a.log, RESIGNED).signed(before.a.vault.keypair)
    found = judge(paper.encode())
    assert (False, "wrong-key") == (found.proved, found.code)
