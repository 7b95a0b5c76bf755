"""A legal turn that was refused is proved so by a file; a right refusal never becomes a false one, whoever makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, IllegalOrder, VerifyError
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, Log, sign_bundle
from pbem.papers import false_refusal
from pbem.papers.false_refusal import FalseRefusal
from pbem.papers.paper import Finding
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal
from pbem.replay.fold import Happened
from pbem.replay.table import Position
from pbem.replay.verify import read
from tests.protocol.conftest import begin, play, play_out
from tests.protocol.tiny import GAME


@pytest.fixture(scope="module", autouse=True)
def tiny() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        yield


def before(log: Log) -> Callable[[int], Position[object]]:
    """The position before each entry but the first."""
    found: dict[int, Position[object]] = {}

    def watch(happened: Happened[object]) -> None:
        found[happened.entry + 1] = happened.position

    read(log.encode(), watch=watch)
    return found.__getitem__


def paper(log: Log, refused: Bundle, no: Bundle) -> FalseRefusal:
    whole = evolve(log, bundles=(*log.bundles, refused))
    return false_refusal.make(log, before(whole), refused, no)


def told(made: FalseRefusal) -> Finding:
    return judge(made.encode())


def lie(session: Session, bundle: Bundle, code: str = "illegal") -> Bundle:
    """A refusal of a turn file in which nothing is wrong."""
    return refusal(session, bundle, VerifyError(code, "so it says", entry=bundle.header.first))


def at(count: int, seed: str = "x") -> tuple[Session, Session, Bundle]:
    """After so many turn files: who waits, who has written on, and what they wrote."""
    pair = play_out(begin(seed), most=count)
    mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
    after, bundle = play(mover, 0).sealed()
    return waiter, after, bundle


def kinds(bundle: Bundle) -> list[str]:
    return [
        str(entry["k"]) + ("/open" if entry.get("x") and entry["k"] == "req" else "")
        for entry in bundle.entries
    ]


def first_with(kind: str, seed: str = "x") -> tuple[Session, Bundle]:
    """The first turn file behind the fourth with an entry of this kind, and who got it."""
    for count in range(4, 14):
        waiter, _, bundle = at(count, seed)
        if kind in kinds(bundle):
            return waiter, bundle
    raise AssertionError(kind)


def test_a_refused_request_in_the_sealed_form_is_proved_and_no_roll_was_known() -> None:
    waiter, bundle = first_with("req")
    found = told(paper(waiter.log, bundle, lie(waiter, bundle)))
    assert (True, "proved", "", "false-refusal") == (found.proved, found.word, found.code, found.paper)
    assert "Ben (blue) refused a legal turn: turn file" in found.lines[0]
    assert "could not know then how any roll would fall" in found.lines[3]


@pytest.mark.parametrize("kind", ["req/open", "rsp", "open"])
def test_a_refusal_by_somebody_who_knew_the_faces_is_called_an_attempt_at_a_second_throw(kind: str) -> None:
    waiter, bundle = first_with(kind)
    found = told(paper(waiter.log, bundle, lie(waiter, bundle)))
    assert (True, "") == (found.proved, found.code)
    (roll,) = {
        entry["j"] for entry in bundle.entries if entry["k"] in ("req", "rsp", "open") and entry.get("x")
    }
    assert f"could work out how roll {roll} falls" in found.lines[3]
    assert "second throw" in found.lines[3]


def test_every_turn_file_of_an_honest_game_can_be_shown_to_be_legal() -> None:
    long = 0
    for count in range(16):
        waiter, _, bundle = at(count)
        if not waiter.owed.what:
            break
        made = paper(waiter.log, bundle, lie(waiter, bundle))
        found = told(made)
        assert (True, "proved", "") == (found.proved, found.word, found.code), (count, found.lines)
        long += made.whole
    assert count > 8
    assert long <= 3


def illegal() -> tuple[Session, Bundle]:
    """Red steps nine spaces: who got it, and the turn file."""
    pair = play_out(begin(), most=2)
    while pair.a.owed.what != "choice":
        pair = play_out(pair, most=len(pair.a.log.bundles) + 1)
    line = canon.encode({"i": pair.a.position.count, "k": "go", "to": 9})
    return pair.b, signed(pair.a, (line,))


def signed(session: Session, lines: tuple[bytes, ...], key: Keypair | None = None) -> Bundle:
    return sign_bundle(
        key or session.vault.keypair,
        by=session.seat,
        gid=session.log.gid,
        n=session.end.bundles + 1,
        prev=session.end.head,
        lines=lines,
        rules=session.log.invite.rules,
        state="0" * 64,
    )


def test_a_right_refusal_is_called_right_with_the_paragraph() -> None:
    waiter, bundle = illegal()
    with pytest.raises(IllegalOrder) as broken:
        waiter.receive(bundle)
    found = told(paper(waiter.log, bundle, refusal(waiter, bundle, broken.value)))
    assert (False, "proves-nothing") == (found.proved, found.code)
    assert "The refusal was right" in found.lines[0]
    assert "  [1.1] a step is one to three spaces" in found.lines


def test_a_wrong_state_is_refused_rightly() -> None:
    waiter, bundle = first_with("req")
    pair = waiter
    other = sign_bundle(
        at(waiter.end.bundles)[1].vault.keypair,
        by=bundle.header.by,
        gid=pair.log.gid,
        n=bundle.header.n,
        prev=bundle.header.prev,
        lines=bundle.lines,
        rules=pair.log.invite.rules,
        state="0" * 64,
    )
    found = told(paper(waiter.log, other, lie(waiter, other, "other-state")))
    assert (False, "proves-nothing") == (found.proved, found.code)


def test_another_ruleset_in_the_header_is_refused_rightly() -> None:
    """Nothing in the entries is wrong: the header alone is."""
    waiter, after, bundle = at(6)
    other = sign_bundle(
        after.vault.keypair,
        by=bundle.header.by,
        gid=after.log.gid,
        n=bundle.header.n,
        prev=bundle.header.prev,
        lines=bundle.lines,
        rules="f" * 64,
        state=bundle.header.state,
    )
    found = told(paper(waiter.log, other, lie(waiter, other, "downgraded-rules")))
    assert (False, "proves-nothing") == (found.proved, found.code)


@pytest.mark.parametrize("code", ["other-value", "wrong-label", "wrong-seed", "never-sealed", "nonsense"])
def test_a_reason_that_may_rest_on_what_was_left_out_is_judged_with_every_turn_file(code: str) -> None:
    """Else who opens something else than they sealed would lay a second version of the seal into the paper."""
    waiter, bundle = first_with("show")
    no = lie(waiter, bundle, code)
    made = paper(waiter.log, bundle, no)
    assert made.whole
    assert (True, "proved") == (told(made).proved, told(made).word)
    short = paper(waiter.log, bundle, lie(waiter, bundle))
    assert not short.whole
    found = told(evolve(short, refusal=no))
    assert (False, "needs-log") == (found.proved, found.code)


def test_leaving_a_turn_file_out_proves_nothing() -> None:
    for kind in ("show", "rsp"):
        waiter, bundle = first_with(kind)
        whole = paper(waiter.log, bundle, lie(waiter, bundle))
        for gone in whole.step.bundles[:-1]:
            kept = tuple(each for each in whole.step.bundles if each is not gone)
            found = told(evolve(whole, step=evolve(whole.step, bundles=kept)))
            assert not found.proved, found.lines
            assert found.code in {"needs-log", "bad-capsule", "unexpected", "wrong-key", "bad-paper"}


def test_a_long_paper_with_a_turn_file_less_proves_nothing() -> None:
    waiter, bundle = first_with("show")
    whole = paper(waiter.log, bundle, lie(waiter, bundle, "wrong-seed"))
    for gone in whole.step.bundles[:-1]:
        kept = tuple(each for each in whole.step.bundles if each is not gone)
        assert not told(evolve(whole, step=evolve(whole.step, bundles=kept))).proved


def test_a_refusal_of_another_turn_file_proves_nothing() -> None:
    waiter, after, bundle = at(6)
    made = paper(waiter.log, bundle, lie(waiter, bundle))
    other = sign_bundle(
        after.vault.keypair,
        by=bundle.header.by,
        gid=after.log.gid,
        n=bundle.header.n,
        prev=bundle.header.prev,
        lines=bundle.lines,
        rules=after.log.invite.rules,
        state="1" * 64,
    )
    found = told(evolve(made, refusal=lie(waiter, other)))
    assert (False, "bad-paper") == (found.proved, found.code)
    later = at(8)
    found = told(evolve(made, refusal=lie(later[0], later[2])))
    assert (False, "bad-paper") == (found.proved, found.code)


def test_a_refusal_that_the_refused_player_wrote_himself_proves_nothing() -> None:
    waiter, after, bundle = at(6)
    made = paper(waiter.log, bundle, lie(waiter, bundle))
    forged = signed(waiter, made.refusal.lines, after.vault.keypair)
    found = told(evolve(made, refusal=forged))
    assert (False, "wrong-key") == (found.proved, found.code)


def test_the_paper_of_another_game_is_refused() -> None:
    waiter, _, bundle = at(6)
    made = paper(waiter.log, bundle, lie(waiter, bundle))
    other = begin("another").a.log
    found = told(evolve(made, step=evolve(made.step, log=other)))
    assert (False, "other-game") == (found.proved, found.code)


@pytest.mark.parametrize("code", ["illegal", "wrong-seed"])
def test_every_region_of_the_paper_is_bound(code: str) -> None:
    """A bit anywhere: first line, keys, turn files, signatures, refusal, state."""
    waiter, bundle = first_with("req/open")
    data = paper(waiter.log, bundle, lie(waiter, bundle, code)).encode()
    for place in range(0, len(data), max(1, len(data) // 150)):
        bent = bytearray(data)
        bent[place] ^= 1
        assert not judge(bytes(bent)).proved, place
    rows = data.splitlines(keepends=True)
    for count in range(len(rows)):
        assert not judge(b"".join((*rows[:count], *rows[count + 1 :]))).proved, count
        assert not judge(b"".join(rows[:count])).proved, count


def test_a_first_line_that_says_something_else_is_refused() -> None:
    waiter, bundle = first_with("req/open")
    made = paper(waiter.log, bundle, lie(waiter, bundle))
    head = canon.decode(made.encode().partition(b"\n")[0])
    rest = made.encode().partition(b"\n")[2]
    changes: list[dict[str, Json]] = [
        {"n": made.step.n - 1},
        {"n": 0},
        {"n": True},
        {"roll": made.step.roll + 1},
        {"size": 0},
        {"size": -1},
        {"v": 2},
        {"at": 3},
        {"a": "capsule"},
        {"rules": "0" * 64},
        {"rules": "0" * 64, "data": "0" * 64},
    ]
    for change in changes:
        assert not judge(canon.encode({**head, **change}) + b"\n" + rest).proved, change


def test_a_turn_file_that_is_no_refusal_makes_no_paper() -> None:
    waiter, _, bundle = at(6)
    with pytest.raises(FormatError) as caught:
        false_refusal.make(waiter.log, before(waiter.log), bundle, bundle)
    assert "bad-paper" == caught.value.code
