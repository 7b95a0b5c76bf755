"""Two versions under one signature are proof; anything less is not, and forged proof is refused by name."""

from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.cli import main
from pbem.crypto.keys import Keypair
from pbem.home.papers.verdict import judge
from pbem.log import Bundle, sign_bundle
from pbem.papers import evidence
from tests.lists import tried_with
from tests.protocol.conftest import Pair, begin, entropy, play, play_out, tiny  # noqa: F401
from tests.protocol.forging import signed_by


def versions(pair: Pair) -> tuple[Bundle, Bundle]:
    """What a cheat signs: two different first turns, each by a program that does not know of the other."""
    one = play(pair.a, 0).sealed()[1]
    assert len(one.lines) > 1
    return one, signed_by(pair.a, pair.a.vault.keypair, one.entries[:-1])


@pytest.fixture
def proof() -> evidence.Evidence:
    pair = begin()
    return evidence.between(pair.a.log, *versions(pair))


def test_two_versions_of_one_turn_file_are_proved_from_the_paper_alone(proof: evidence.Evidence) -> None:
    found = judge(proof.encode())
    assert (True, "evidence", "") == (found.proved, found.paper, found.code)
    assert "Ann (red) signed two versions of turn file 1; only one can be." == found.lines[0]


def test_the_paper_is_the_same_whoever_makes_it() -> None:
    pair = begin()
    one, other = versions(pair)
    assert (
        evidence.between(pair.a.log, one, other).encode() == evidence.between(pair.b.log, other, one).encode()
    )


def test_the_same_turn_file_twice_proves_nothing() -> None:
    pair = begin()
    one, _ = versions(pair)
    with pytest.raises(UsageError) as refused:
        evidence.between(pair.a.log, one, one)
    assert "no-evidence" == refused.value.code


def test_two_requests_for_one_roll_are_proved(proof: evidence.Evidence) -> None:
    """The second asks for the first roll again after other orders, under another number."""
    log = play_out(begin()).a.log
    first = next(bundle for bundle in log.bundles if evidence.rolls(bundle))
    pair = begin()
    key = (pair.a if first.header.by == "A" else pair.b).vault.keypair
    again = sign_bundle(
        key,
        by=first.header.by,
        gid=log.gid,
        n=first.header.n + 2,
        prev=b"\1" * 32,
        lines=first.lines,
        rules=log.invite.rules,
        state="0" * 64,
    )
    found = evidence.between(log, first, again)
    assert (evidence.TWO_REQUESTS, evidence.rolls(first)[0]) == (found.what, found.about)
    assert judge(found.encode()).proved


def test_a_stranger_cannot_make_evidence(proof: evidence.Evidence) -> None:
    stranger = Keypair.from_seed(entropy("stranger")(32))
    forged = signed_by(begin().a, stranger, proof.other[0].entries, "1" * 64)
    found = judge(evolve(proof, other=(forged,)).encode())
    assert (False, "wrong-key") == (found.proved, found.code)


@tried_with(
    ("old", "new", "code"),
    [
        (b'"about":1,', b'"about":2,', "bad-paper"),
        (b'"what":"two-versions"', b'"what":"two-requests"', "bad-paper"),
        (b'"from":1,', b'"from":0,', "bad-paper"),
        (b'"from":1,', b"", "bad-paper"),
        (b'"from":1,', b'"from":true,', "bad-paper"),
        (b'"v":1,"what"', b'"v":2,"what"', "bad-version"),
        (b'"a":"evidence"', b'"a":"confession"', "unknown-paper"),
    ],
)
def test_a_head_line_that_says_something_else_is_refused(proof, old, new, code):
    assert (False, code) == ((found := judge(proof.encode().replace(old, new, 1))).proved, found.code)


def test_the_command_verifies_it_in_an_empty_home(proof: evidence.Evidence, tmp_path: Path) -> None:
    paper = tmp_path / "evidence-1.pbem"
    paper.write_bytes(container.pack(proof.encode()))
    found = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "verify", str(paper)])
    assert 0 == found.exit_code
    assert "proved. evidence" in found.output
    assert "does not prove which of the two is legal" in found.output
