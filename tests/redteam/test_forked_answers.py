"""A turn file signed twice, one version shown to a player and one to their responder: whom the two answers convict."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve, frozen

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.home.papers import evidence
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, Log
from pbem.protocol.session import Session
from pbem.protocol.side_entries import give_agent
from pbem.store.game import Change, Refused
from pbem.store.home import Home
from tests.protocol.conftest import begin, play, play_out, with_agent
from tests.protocol.tiny import GAME
from tests.protocol.world import Shelf


@frozen
class Fork:
    """Red's two versions of one turn file, and what blue's home and blue's responder answered to each."""

    log: Log
    versions: tuple[Bundle, Bundle]
    answers: tuple[Bundle, Bundle]


@pytest.fixture(scope="module")
def fork(tiny: None) -> Fork:
    """Two whole histories, each legal to its end: nobody but red has done anything wrong."""
    pair = play_out(begin("forked"), most=1)
    b = with_agent(pair.b, "forked/agent").automatic()
    b, given = play(give_agent(b, b.vault.agent_keys, ("guard",)), 0).sealed()
    a = pair.a.receive(given)
    one, other = (play(a, salt).sealed()[1] for salt in (0, 1))
    home = play(b.receive(one), 0).sealed()[1]
    agent = Session.open(GAME, b.receive(other).log, b.vault.for_agent())
    responder = agent.order(GAME.rules.actions.parse("guard run")).automatic().sealed()[1]
    return Fork(log=b.log, versions=(one, other), answers=(home, responder))


def history(fork: Fork, which: int) -> bytes:
    bundles = (*fork.log.bundles, fork.versions[which], fork.answers[which])
    return container.pack(evolve(fork.log, bundles=bundles).encode())


def shelf(fork: Fork, *beside: Bundle) -> Shelf:
    """The home of blue: its own history, and what lies beside it."""
    made = Shelf()
    log = evolve(fork.log, bundles=(*fork.log.bundles, fork.versions[0], fork.answers[0]))
    kept = tuple(Refused(data=each.encode(), code="conflict", message="") for each in beside)
    made.save(Change(facts={"seat": "B", "gid": fork.log.gid.hex()}, log=log.encode(), refuse=kept))
    return made


def test_both_histories_convict_whoever_signed_two_and_not_who_answered_both(
    fork: Fork, tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("one.pbem", "other.pbem")]
    for which, path in enumerate(paths):
        path.write_bytes(history(fork, which))
    found = evidence.in_files(*paths, Home(tmp_path / "nobody"))
    assert [("A", True)] == [(each.seat, each.by_players) for each in found]
    assert ("proved", "") == (judge(found[0].encode()).word, judge(found[0].encode()).code)


def test_a_home_that_has_everything_writes_the_proof_against_who_forked(fork: Fork) -> None:
    held = shelf(fork, fork.versions[1], fork.answers[1])
    assert ["A"] == [each.seat for each in evidence.in_game(held)]
    assert () == evidence.needed(held)


def test_a_home_that_lacks_what_came_before_convicts_nobody_and_says_whom_to_ask(fork: Fork) -> None:
    """Blue's responder has sent what it answered; the turn file that it answered has never come to blue's home."""
    held = shelf(fork, fork.answers[1])
    assert () == evidence.in_game(held)
    (said,) = evidence.needed(held)
    n, head = fork.versions[1].header.n, fork.versions[1].header.head.hex()[:12]
    assert f"ask Ann (red) for turn file {n}, the one that ends in {head}" in said
    assert "If your responder answered it" in said


def test_two_answers_alone_are_no_evidence_and_the_message_names_what_lacks(
    fork: Fork, tmp_path: Path
) -> None:
    paths = [tmp_path / "log.pbem", tmp_path / "turn.pbem"]
    paths[0].write_bytes(history(fork, 0))
    paths[1].write_bytes(container.pack(fork.answers[1].encode()))
    with pytest.raises(VerifyError) as caught:
        evidence.in_files(*paths, Home(tmp_path / "nobody"))
    assert "needs-predecessors" == caught.value.code
    assert fork.versions[1].header.head.hex()[:12] in caught.value.message
