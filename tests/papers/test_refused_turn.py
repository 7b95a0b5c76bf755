"""A turn beside the refusal of it: whoever is wrong of the two is named, and nobody else by anything that is shown."""

from collections.abc import Iterator

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import FormatError, PbemError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.log import Bundle, sign_bundle
from pbem.papers import refused_turn
from pbem.papers.paper import Finding
from pbem.papers.reader import Reader
from pbem.papers.refused_turn import RefusedTurn
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal
from tests.keys.renewing import may_renew, mover_of, renewed
from tests.protocol.conftest import begin, play, play_out
from tests.protocol.tiny import GAME


@pytest.fixture(scope="module", autouse=True)
def tiny() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        yield


def refused(waiter: Session, bundle: Bundle, code: str = "illegal") -> RefusedTurn:
    """A turn and the refusal of it by whoever got it, whatever there is to refuse."""
    no = refusal(waiter, bundle, VerifyError(code, "so it says", entry=bundle.header.first))
    return RefusedTurn(log=waiter.log, refused=bundle, refusal=no)


def at(count: int, seed: str = "x") -> tuple[Session, Session, Bundle]:
    """After so many turn files: who waits, who has written on, and what they wrote."""
    pair = play_out(begin(seed), most=count)
    mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
    after, bundle = play(mover, 0).sealed()
    return waiter, after, bundle


def first_with(kind: str) -> tuple[Session, Session, Bundle]:
    """The first turn file behind the fourth with an entry of this kind, as :func:`at` gives it."""
    for count in range(4, 14):
        waiter, after, bundle = at(count)
        kinds = {
            str(entry["k"]) + "/open" * bool(entry["k"] == "req" and entry.get("x"))
            for entry in bundle.entries
        }
        if kind in kinds:
            return waiter, after, bundle
    raise AssertionError(kind)


def signed_anew(
    session: Session,
    bundle: Bundle,
    *,
    lines: tuple[bytes, ...] = (),
    state: str = "",
    rules: str = "",
    key: Keypair | None = None,
) -> Bundle:
    """A turn file with something else in it, by the same author, or with another key."""
    return sign_bundle(
        key or session.vault.keypair,
        by=bundle.header.by,
        gid=session.log.gid,
        n=bundle.header.n,
        prev=bundle.header.prev,
        lines=lines or bundle.lines,
        rules=rules or session.log.invite.rules,
        state=state or bundle.header.state,
    )


def fails(case: RefusedTurn) -> str:
    """The code with which nothing is said of anybody."""
    with pytest.raises(PbemError) as caught:
        refused_turn.finding(case)
    return caught.value.code


def verdict(case: RefusedTurn, reader: Reader | None = None) -> Finding:
    return refused_turn.finding(case, reader=reader or Reader())


def test_every_turn_file_of_an_honest_game_is_found_legal_whatever_reason_is_given() -> None:
    """Reasons that rest on a state, on seals far back, on nothing: the whole log is there for all of them."""
    for count in range(16):
        waiter, _, bundle = at(count)
        if not waiter.owed.kind:
            break
        for code in ("illegal", "wrong-seed", "other-value", "nonsense"):
            found = verdict(refused(waiter, bundle, code))
            assert (True, "proved", "") == (found.proved, found.word, found.code), (count, code, found.lines)
            assert found.lines[0].endswith(f"turn file {count + 1} of {found.other}."), found.lines
    assert count > 8


def test_whether_the_refuser_knew_the_faces_is_said() -> None:
    waiter, _, bundle = first_with("req")
    assert "could not know then how any roll would fall" in verdict(refused(waiter, bundle)).lines[3]
    for kind in ("req/open", "rsp", "open"):
        waiter, _, bundle = first_with(kind)
        (roll,) = refused_turn.foreseen(bundle)
        said = verdict(refused(waiter, bundle)).lines[3]
        assert f"could work out how roll {roll} falls" in said, kind
        assert "second throw" in said, kind


def illegal() -> tuple[Session, Bundle]:
    """Red steps nine spaces: who got it, and the turn file."""
    pair = play_out(begin(), most=2)
    while pair.a.owed.kind != "choice":
        pair = play_out(pair, most=len(pair.a.log.bundles) + 1)
    line = canon.encode({"i": pair.a.position.count, "k": "go", "to": 9})
    _, honest = play(pair.a, 0).sealed()
    return pair.b, signed_anew(pair.a, honest, lines=(line,), state="0" * 64)


def test_a_turn_that_breaks_a_rule_convicts_its_author_with_the_paragraph() -> None:
    found = verdict(refused(*illegal()))
    assert (True, "judged", "illegal", "Ann (red)") == (found.proved, found.word, found.code, found.about)
    assert "The refusal was right: turn file" in found.lines[0]
    assert "nothing against Ben (blue)" in found.lines[1]
    assert "  [1.1] a step is one to three spaces" in "\n".join(found.lines)
    assert "Ann (red) signed it." in found.lines[3]


def test_a_wrong_state_and_another_ruleset_in_the_header_are_refused_rightly() -> None:
    """Nothing in the entries is wrong: the header alone is."""
    waiter, after, bundle = first_with("req")
    for code, other in (
        ("other-state", signed_anew(after, bundle, state="0" * 64)),
        ("downgraded-rules", signed_anew(after, bundle, rules="f" * 64)),
    ):
        found = verdict(refused(waiter, other, code))
        assert (True, "judged", code, found.about) == (found.proved, found.word, found.code, found.about)
        assert "The refusal was right" in found.lines[0]


def test_what_is_left_out_or_changed_says_nothing_of_anybody() -> None:
    waiter, after, bundle = first_with("show")
    whole = refused(waiter, bundle)
    for gone in whole.log.bundles:
        kept = tuple(each for each in whole.log.bundles if each is not gone)
        assert fails(evolve(whole, log=evolve(whole.log, bundles=kept)))
    last = waiter.log.bundles[-1]
    bent = signed_anew(waiter, last, state="1" * 64)
    assert "needs-log" == fails(evolve(whole, log=evolve(whole.log, bundles=(*whole.log.bundles[:-1], bent))))
    another = signed_anew(after, bundle, state="1" * 64)
    assert "no-refusal" == fails(evolve(whole, refusal=refused(waiter, another).refusal))
    later = at(waiter.end.bundles + 2)
    assert "no-refusal" == fails(evolve(whole, refusal=refused(later[0], later[2]).refusal))
    assert "no-refusal" == fails(evolve(whole, refusal=bundle))
    assert fails(evolve(whole, log=evolve(begin("another").a.log, bundles=whole.log.bundles)))


def test_a_refusal_that_the_refused_player_wrote_himself_convicts_nobody() -> None:
    waiter, after, bundle = at(6)
    case = refused(waiter, bundle)
    forged = signed_anew(waiter, case.refusal, key=after.vault.keypair)
    assert "spoofed-author" == fails(evolve(case, refusal=forged))


def test_a_key_that_was_given_up_in_that_place_convicts_nobody() -> None:
    """A thief signs with the old key what breaks a rule, beside the turn file in which its owner renewed the keys."""
    pair = next(pair for n in range(4, 12) if may_renew(mover_of(pair := play_out(begin(), most=n))))
    mover, waiter = (pair.a, pair.b) if mover_of(pair) is pair.a else (pair.b, pair.a)
    stolen = signed_anew(mover, play(mover, 0).sealed()[1], state="0" * 64)
    case = refused(waiter, stolen)
    assert "other-state" == verdict(case).code
    found = verdict(case, Reader(logs=(renewed(pair).a.log,)))
    assert ("given-up", "signed") == (found.code, found.word), found.lines
    assert "nobody is accused" in "\n".join(found.lines)


def test_a_turn_file_that_refuses_nothing_has_no_reason() -> None:
    waiter, _, bundle = at(6)
    with pytest.raises(FormatError):
        _ = RefusedTurn(log=waiter.log, refused=bundle, refusal=bundle).reason
