"""An accuser with his own key and an honest game before him: no capsule that he can make convicts the other player."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from attrs import evolve

from pbem.bytes.canon import Json, encode_value, tagged_hash
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, Log, sign_bundle
from pbem.papers import capsule
from pbem.papers.capsule import Capsule
from pbem.papers.paper import Finding
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import Position
from pbem.replay.verify import read
from tests.protocol.conftest import Pair


def capsules(log: Log) -> Iterator[Capsule]:
    """A capsule for each turn file that can have one."""
    found: dict[int, Position[object]] = {}

    def watch(happened: Happened[object]) -> None:
        found[happened.entry + 1] = happened.position

    assert read(log.encode(), watch=watch).verdict.good
    for bundle in log.bundles[2:]:
        yield capsule.make(log, found.__getitem__, bundle.header.first)


def convicted(found: Finding) -> bool:
    """Whether a verdict says that the disputed turn file breaks something."""
    return found.proved and bool(found.code)


def false_states(true: bytes) -> Iterator[bytes]:
    """States of the tiny game in which the same orders would be illegal, or lead elsewhere."""
    value = json.loads(true)
    lies: tuple[dict[str, Json], ...] = (
        {"score": value["score"] + 1},
        {"stage": "go"},
        {"stage": "guard"},
        {"stage": "over"},
        {"stage": "open"},
        {"round": 9},
        {"left": []},
        {"left": [], "stage": "draw"},
    )
    for lie in lies:
        if (state := encode_value({**value, **lie})) != true:
            yield state


def lying(bundle: Bundle, session: Session, capsule: Capsule, state: bytes) -> Bundle:
    """The same entries, signed once more by their author over a header that pins another state: the chain stays whole."""
    counts = b',"i":%d,"j":%d}' % (bundle.header.last + 1, capsule.roll)
    return sign_bundle(
        session.vault.keypair,
        by=bundle.header.by,
        gid=session.log.gid,
        n=bundle.header.n,
        prev=bundle.header.prev,
        lines=bundle.lines,
        rules=session.log.invite.rules,
        state=tagged_hash("state", b'{"game":' + state + counts).hex(),
    )


@pytest.mark.parametrize("accuser", ["A", "B"])
def test_a_state_that_the_accuser_signed_alone_convicts_nobody(ended: Pair, accuser: str) -> None:
    """A header's state stands outside the chain: the accuser signs another one over the entries that all know."""
    seat = ended.a if accuser == "A" else ended.b
    tried = 0
    for whole in capsules(ended.a.log):
        before = next(each for each in whole.bundles if each.header.n == whole.disputed.header.n - 1)
        if whole.disputed.header.by == accuser or before.header.by != accuser:
            continue
        for state in false_states(whole.state):
            for start in {whole.n, before.header.n}:
                pinned = next(each for each in whole.bundles if each.header.n == start)
                if pinned.header.by == accuser:
                    other = lying(pinned, seat, whole, state)
                    bundles = tuple(other if each is pinned else each for each in whole.bundles)
                    found = judge(evolve(whole, n=start, state=state, bundles=bundles).encode())
                    assert not convicted(found), found.lines
                    assert not found.proved, found.lines
                    tried += 1
    assert tried >= 12


def test_an_honest_player_is_not_convicted_from_a_shorter_start(ended: Pair) -> None:
    """The state of the turn file just before, true and signed by one player alone, is not enough to judge by."""
    for whole in capsules(ended.a.log):
        for start in range(whole.n + 1, whole.disputed.header.n):
            assert not judge(evolve(whole, n=start).encode()).proved


def test_a_request_signed_once_more_changes_nobodys_dice(ended: Pair) -> None:
    """The asker signs a second version of what he asked with: in no capsule do the faces the other named turn false."""
    for whole in capsules(ended.a.log):
        for at, bundle in enumerate(whole.bundles[:-1]):
            seat = ended.a if bundle.header.by == "A" else ended.b
            if bundle.header.by == whole.disputed.header.by:
                continue
            lines = tuple(line.replace(b'"to":1', b'"to":2') for line in bundle.lines)
            other = sign_bundle(
                seat.vault.keypair,
                by=bundle.header.by,
                gid=seat.log.gid,
                n=bundle.header.n,
                prev=tagged_hash("event", b"elsewhere"),
                lines=lines,
                rules=seat.log.invite.rules,
                state=bundle.header.state,
            )
            bundles = (*whole.bundles[:at], other, *whole.bundles[at + 1 :])
            assert not convicted(judge(evolve(whole, bundles=bundles).encode()))


def test_a_verdict_names_the_turn_files_that_it_takes_on_trust(ended: Pair) -> None:
    """A seal that was signed twice for one place would let its author open either: the capsule says where to look."""
    named = 0
    for whole in capsules(ended.a.log):
        earlier = [each.header.n for each in whole.bundles if each.header.n < whole.n]
        said = [line for line in judge(whole.encode()).lines if line.startswith("It rests on turn file")]
        assert bool(earlier) == bool(said)
        assert all(f"{n} of " in said[0] for n in earlier)
        named += len(said)
    assert named
