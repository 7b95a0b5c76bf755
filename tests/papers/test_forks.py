"""Who forked first: two honest programs that were each shown another history are never convicted of it."""

from collections.abc import Sequence

import hypothesis.strategies as st
import pytest
from attrs import define, evolve, field
from hypothesis import given, settings

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, Log, sign_bundle
from pbem.papers import equivocation, evidence
from pbem.papers.evidence import Evidence
from tests.protocol.conftest import begin, entropy, tiny  # noqa: F401

ANN, BEN = begin("forks").a.vault.keypair, begin("forks").b.vault.keypair
LOG: Log = begin("forks").a.log


def signed(key: Keypair, by: str, before: Bundle | None, entry: dict[str, Json], state: str = "0") -> Bundle:
    """A turn file behind another, of one entry; no rules are asked."""
    n, first, prev = (
        (1, 0, LOG.gid)
        if before is None
        else (before.header.n + 1, before.header.last + 1, before.header.head)
    )
    lines = (canon.encode({**entry, "i": first}),)
    rules = LOG.invite.rules
    return sign_bundle(key, by=by, gid=LOG.gid, n=n, prev=prev, lines=lines, rules=rules, state=state * 64)


def seed(word: str) -> dict[str, Json]:
    return {"j": 1, "k": "rsp", "x": word * 64}


@pytest.fixture
def forked() -> tuple[Bundle, tuple[Bundle, Bundle], tuple[Bundle, Bundle]]:
    """Ann moves; Ben signs turn file 2 twice; her home answers one of them, a backup of it that is put back the other."""
    named = signed(ANN, "A", None, {"k": "go", "to": 0})
    twice = (signed(BEN, "B", named, {"k": "go", "to": 1}), signed(BEN, "B", named, {"k": "go", "to": 2}))
    answers = (signed(ANN, "A", twice[0], seed("1")), signed(ANN, "A", twice[1], seed("2")))
    return named, twice, answers


def test_two_honest_answers_behind_a_fork_convict_nobody_but_who_forked(forked):
    """Ann signed turn file 3 twice, each behind another turn file 2 of Ben's: he is who forked."""
    named, twice, answers = forked
    proof = evidence.between(evolve(LOG, bundles=(named,)), *answers, known=twice)
    assert ("B", 2, 3) == (proof.seat, proof.start, proof.about)
    found = judge(proof.encode())
    assert (True, "proved", "") == (found.proved, found.word, found.code)
    assert "Ben (blue) signed two versions of turn file 2; only one can be." == found.lines[0]
    assert any("What was signed after it by Ann (red), up to turn file 3" in line for line in found.lines)


def test_without_the_predecessors_nobody_is_convicted_and_they_are_named(forked):
    named, twice, answers = forked
    log = evolve(LOG, bundles=(named,))
    with pytest.raises(VerifyError, match="it lacks the turn file 2 that ends in") as caught:
        evidence.between(log, *answers, known=twice[:1])
    assert "needs-predecessors" == caught.value.code
    assert twice[1].header.head.hex()[:12] in caught.value.message
    assert (answers[1],) == equivocation.missing(log, *answers, known=twice[:1])
    bare = Evidence(log=LOG, what=evidence.TWO_VERSIONS, about=3, one=(answers[0],), other=(answers[1],))
    found = judge(bare.encode())
    assert (False, "needs-predecessors") == (found.proved, found.code)


def test_a_turn_file_and_its_refusal_prove_nothing() -> None:
    """Ben wrote on behind his own turn file and behind the refusal of it: at turn file 1 nobody signed twice."""
    turn, no = signed(BEN, "B", None, {"k": "go", "to": 1}), signed(ANN, "A", None, {"k": "reject"})
    on = (signed(BEN, "B", turn, {"k": "go", "to": 2}), signed(BEN, "B", no, {"k": "go", "to": 3}))
    with pytest.raises(UsageError) as caught:
        evidence.between(LOG, *on, known=(turn, no))
    assert "no-evidence" == caught.value.code
    one, other = sorted(((turn, on[0]), (no, on[1])), key=lambda each: each[0].hash())
    paper = Evidence(log=LOG, what=evidence.TWO_VERSIONS, about=2, one=one, other=other)
    found = judge(paper.encode())
    assert (False, "proves-nothing") == (found.proved, found.code)


def test_a_version_that_does_not_run_on_proves_nothing(forked):
    named, twice, answers = forked
    proof = evidence.between(evolve(LOG, bundles=(named,)), *answers, known=twice)
    crossed = evolve(proof, one=(proof.one[0], proof.other[1]), other=(proof.other[0], proof.one[1]))
    found = judge(crossed.encode())
    assert (False, "proves-nothing") == (found.proved, found.code)


def test_every_line_left_out_or_doubled_is_refused(forked):
    named, twice, answers = forked
    rows = evidence.between(evolve(LOG, bundles=(named,)), *answers, known=twice).encode().splitlines(True)
    for at in range(1, len(rows)):
        assert not judge(b"".join((*rows[:at], *rows[at + 1 :]))).proved, at
        assert not judge(b"".join((*rows[:at], rows[at], *rows[at:]))).proved, at


@define
class Honest:
    """A program that signs one turn file in a place and one request a roll, as far as it knows itself."""

    key: Keypair
    places: set[tuple[int, bytes]] = field(factory=set)
    rolls: set[int] = field(factory=set)

    def sign(self, before: Bundle | None, entry: dict[str, Json], state: str) -> Bundle | None:
        place = (1, LOG.gid) if before is None else (before.header.n + 1, before.header.head)
        roll = entry.get("j")
        if place in self.places or (entry["k"] == "req" and roll in self.rolls):
            return None
        self.places.add(place)
        if entry["k"] == "req":
            self.rolls.add(int(str(roll)))
        return signed(self.key, "A", before, entry, state)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("home", "cheat", "cheat")),
        st.integers(0, 30),
        st.integers(1, 3),
        st.sampled_from(("go", "req", "rsp", "reject")),
        st.sampled_from("01"),
    ),
    min_size=4,
    max_size=14,
)


def world(steps: Sequence[tuple[str, int, int, str, str]]) -> list[Bundle]:
    """Turn files that an honest program of Ann's and a cheat have signed, each behind any of those before it."""
    home, there = Honest(key=ANN, places={(1, LOG.gid)}), [signed(ANN, "A", None, {"k": "go", "to": 0})]
    for who, at, number, kind, state in steps:
        before = there[at % len(there)]
        entries: dict[str, dict[str, Json]] = {
            "go": {"k": "go", "to": number},
            "req": {"j": number, "k": "req", "why": "w"},
            "rsp": {"j": number, "k": "rsp", "x": "0" * 64},
            "reject": {"code": str(number), "k": "reject"},
        }
        if who == "cheat":
            there.append(signed(BEN, "B", before, entries[kind], state))
            continue
        made = home.sign(before, entries[kind], state)
        there += [] if made is None else [made]
    return there


def convicted(lines: bytes) -> str:
    """Who a paper convicts; "" when nobody."""
    found = judge(lines)
    return evidence.read(lines).seat if found.proved and not found.code else ""


@pytest.mark.wider
@settings(max_examples=120, deadline=None)
@given(steps=STEPS, data=st.data())
def test_no_paper_convicts_an_honest_seat(steps, data):
    """Neither those that a home makes of all that it has, nor those that a cheat lays together as they like."""
    there = world(steps)
    log = evolve(LOG, bundles=there[:1])
    for proof in evidence.found(log, *there):
        assert convicted(proof.encode()) in ("", "B")
    for _ in range(6):
        length = data.draw(st.integers(1, 3))
        pick = st.lists(st.sampled_from(there), min_size=length, max_size=length)
        one, other = sorted((data.draw(pick), data.draw(pick)), key=lambda each: each[0].hash())
        what = data.draw(st.sampled_from((evidence.TWO_VERSIONS, evidence.TWO_REQUESTS)))
        about = one[-1].header.n if what == evidence.TWO_VERSIONS else data.draw(st.integers(1, 3))
        support = data.draw(st.sampled_from(((), tuple(there[:1]))))
        paper = Evidence(log=LOG, what=what, about=about, one=tuple(one), other=tuple(other), support=support)
        assert convicted(paper.encode()) in ("", "B")


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_who_signs_two_in_one_place_is_convicted(steps: list[tuple[str, int, int, str, str]]) -> None:
    """Whoever has both turn files has the proof: what lets honest players off lets no cheat off."""
    there = world(steps)
    places: dict[tuple[int, bytes], set[bytes]] = {}
    for each in there:
        if each.header.by == "B":
            places.setdefault((each.header.n, each.header.prev), set()).add(each.hash())
    forked = any(len(each) > 1 for each in places.values())
    found = [convicted(proof.encode()) for proof in evidence.found(evolve(LOG, bundles=there[:1]), *there)]
    assert ("B" in found) >= forked
    with pytest.raises(PbemError):
        evidence.between(LOG, there[0], there[0])
