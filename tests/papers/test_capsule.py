"""A capsule judges one step as the whole log does, and nobody is convicted by what is left out of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from pbem.bytes.canon import encode
from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, Log, sign_bundle
from pbem.papers import capsule
from pbem.papers.capsule import Capsule
from pbem.replay.fold import Happened
from pbem.replay.table import Position
from pbem.replay.verify import Reading, read
from tests.protocol.conftest import Pair, begin, play, play_out
from tests.protocol.tiny import GAME


@pytest.fixture(scope="module", autouse=True)
def tiny() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        yield


@pytest.fixture(scope="module")
def ended(tiny: None) -> Log:
    return play_out(begin()).a.log


def positions(log: Log) -> dict[int, Position[object]]:
    """The position before each entry but the first."""
    found: dict[int, Position[object]] = {}

    def watch(happened: Happened[object]) -> None:
        found[happened.entry + 1] = happened.position

    held: Reading[object] = read(log.encode(), watch=watch)
    assert held.log
    return found


def made(log: Log, at: int) -> Capsule:
    return capsule.make(log, positions(log).__getitem__, at)


def test_every_step_of_an_honest_game_holds_in_its_capsule(ended: Log) -> None:
    after = ended.bundles[1].header.last + 1
    for at in range(after, ended.bundles[-1].header.last + 1):
        found = judge(made(ended, at).encode())
        assert (True, "judged", "") == (found.proved, found.word, found.code), found.lines
        assert f"(entry {at}, " in found.lines[0]


def test_a_capsule_is_smaller_than_its_log(ended: Log) -> None:
    at = ended.bundles[-2].header.first
    assert len(made(ended, at).bundles) < len(ended.bundles) / 2


def cheating() -> tuple[Log, int]:
    """A log whose last turn file steps nine spaces (1.1), signed by red."""
    pair = begin()
    while pair.a.owed.what != "choice":
        pair = one_more(pair)
    number = pair.a.position.count
    line = encode({"i": number, "k": "go", "to": 9})
    bundle = sign_bundle(
        pair.a.vault.keypair,
        by="A",
        gid=pair.a.log.gid,
        n=len(pair.a.log.bundles) + 1,
        prev=pair.a.end.head,
        lines=(line,),
        rules=pair.a.log.invite.rules,
        state="0" * 64,
    )
    return evolve(pair.a.log, bundles=(*pair.a.log.bundles, bundle)), number


def one_more(pair: Pair) -> Pair:
    mover, other = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
    mover, bundle = (play(mover, 0) if mover.owed.what != "choice" else mover).sealed()
    other = other.receive(bundle)
    return Pair(a=mover, b=other) if mover.seat == "A" else Pair(a=other, b=mover)


def test_an_illegal_step_is_convicted_with_its_paragraph() -> None:
    log, at = cheating()
    found = judge(made(log, at).encode())
    assert (True, "Ann (red) broke the rules") == (
        found.proved,
        found.lines[0].partition(":")[0],
    )
    assert "  [1.1] a step is one to three spaces" in found.lines


def test_the_first_turn_file_needs_no_capsule(ended: Log) -> None:
    with pytest.raises(UsageError) as refused:
        made(ended, 0)
    assert "first-turn" == refused.value.code


def leaning(log: Log) -> Iterator[tuple[Capsule, Bundle]]:
    """Capsules with one of their supporting turn files left out."""
    for bundle in log.bundles[2:]:
        whole = made(log, bundle.header.first)
        for support in whole.bundles[:-1]:
            if support is not whole.pin:
                kept = tuple(each for each in whole.bundles if each is not support)
                yield evolve(whole, bundles=kept), support


def test_leaving_out_what_a_step_rests_on_convicts_nobody(ended: Log) -> None:
    found = [judge(short.encode()) for short, _ in leaning(ended)]
    assert len(found) >= 3
    assert {(False, "needs-log"), (False, "bad-capsule")} == {(each.proved, each.code) for each in found}


def test_another_state_is_refused_by_the_digest_that_was_signed(ended: Log) -> None:
    whole = made(ended, ended.bundles[-3].header.first)
    other = whole.state.replace(b'"score":', b'"score":1', 1)
    assert other != whole.state
    found = judge(evolve(whole, state=other).encode())
    assert (False, "other-state") == (found.proved, found.code)


def test_another_number_of_rolls_is_refused(ended: Log) -> None:
    whole = made(ended, ended.bundles[-3].header.first)
    found = judge(evolve(whole, roll=whole.roll + 1).encode())
    assert (False, "other-state") == (found.proved, found.code)


def test_a_cut_capsule_is_refused_at_every_line(ended: Log) -> None:
    lines = made(ended, ended.bundles[-3].header.first).encode().splitlines(keepends=True)
    for count in range(1, len(lines)):
        assert not judge(b"".join(lines[:count])).proved
