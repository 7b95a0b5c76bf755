"""Games in which keys are renewed: whole ones under three verifiers, what may be done around it, and their papers."""

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, VerifyError
from pbem.crypto import dice
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home.papers.verdict import judge
from pbem.log import Log
from pbem.papers import evidence, results
from pbem.papers.results import AGREED, RESIGNED, Outcome
from pbem.protocol import genesis, side_entries
from pbem.protocol.session import Session
from pbem.protocol.side_entries import renew_keys
from pbem.protocol.vault import Vault
from pbem.replay.verify import verify
from tests.deck import conftest as deck_games
from tests.deck import whist
from tests.protocol.conftest import Pair, begin, entropy, play, play_out
from tests.protocol.forging import signed_by
from tests.protocol.test_edges import agreed, forge_reject, on, second_round
from tests.protocol.tiny import GAME, Go, Mode

from .renewing import codes, may_renew, new_bytes, play_with_renewals, renewed, with_turn


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game in these tests."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)


def kinds(log: Log, kind: str) -> list[dict[str, Json]]:
    """The entries of a kind."""
    return [entry for bundle in log.bundles for entry in bundle.entries if entry["k"] == kind]


EVERYWHERE = frozenset(range(1, 100))


def test_a_game_in_which_both_renew_wherever_they_may_holds_under_three_verifiers() -> None:
    """Old and new keys, seeds and salts side by side: every signature, face and secret is found true."""
    log = play_with_renewals(begin("all"), EVERYWHERE).a.log
    assert {"A", "B"} == {bundle.header.by for bundle in log.bundles if bundle.entries[0]["k"] == "renew"}
    assert len(kinds(log, "renew")) >= 6
    assert {("ok", None)} == set(codes(log))
    assert "verified" == verify(log.encode()).verdict


@pytest.mark.wider
def test_a_game_with_a_deck_holds_when_keys_are_renewed_between_masks_and_hands(monkeypatch):
    """Each mask follows from the vault that was in force then, and hands are read across renewals."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: whist.GAME)
    pair = play_with_renewals(deck_games.begin("cards"), EVERYWHERE)
    assert len(kinds(pair.a.log, "renew")) > 4
    assert {("ok", None)} == set(codes(pair.a.log))


def test_the_next_bundle_is_signed_with_the_new_key_and_no_other() -> None:
    pair = renewed(play_out(begin(), most=2))
    ann = play(pair.a, 0)
    old, new = pair.a.log.keys_of("A")
    assert new == ann.vault.keypair.public != old
    assert ann.sealed()[1].seal.key == Keypair.from_seed(ann.vault.current.key).id
    assert with_turn(pair, *ann.sealed()).b.log.key_of("A") == new


def test_keys_are_renewed_once_until_something_else_is_written() -> None:
    """Not twice in a row; an order between counts."""
    pair = renewed(play_out(begin(), most=2), 1)
    with pytest.raises(VerifyError) as caught:
        renew_keys(pair.a, new_bytes(2))
    assert "renewed-often" == caught.value.code
    pair = play_out(pair, most=len(pair.a.log.bundles) + 3)
    assert may_renew(pair.b)
    assert 2 == len(renewed(pair, 3).a.log.keys_of("B"))


def test_a_draft_is_sent_or_dropped_before_keys_are_renewed() -> None:
    pair = play_out(begin(), most=2)
    ahead = pair.a.automatic().order(GAME.rules.actions.parse("go 1"))
    with pytest.raises(ConflictError) as caught:
        renew_keys(ahead, new_bytes(0))
    assert "draft-in-the-way" == caught.value.code


def short(seed: str, length: int) -> Pair:
    """A game in which A's chain is short."""
    keys = [Keypair.from_seed(entropy(f"{seed}/id/{who}")(32)) for who in "ab"]
    vaults = [Vault.fresh(entropy(f"{seed}/{who}"), n) for who, n in zip("ab", (length, 1024), strict=True)]
    offer = genesis.invite(keys[0], "Ann", vaults[0], GAME, scenario="only", side="red", options={})
    log = Log(invite=offer, accept=genesis.accept(keys[1], "Ben", vaults[1], offer))
    return Pair(a=Session.open(GAME, log, vaults[0]), b=Session.open(GAME, log, vaults[1]))


def test_a_game_whose_dice_have_run_out_goes_on_with_a_new_chain() -> None:
    """A chain of eight has no seed for a ninth roll; after a renewal the game is played to its end, verified."""
    pair = play_out(short("ends", 8), most=2)
    for j in range(1, 9):
        if j == 5:
            pair = with_turn(pair, *pair.a.order(Go(to=1)).sealed())
        refused = forge_reject(pair.a, pair.b)
        pair = Pair(a=pair.a.receive(refused), b=pair.b.receive(refused))
    with pytest.raises(VerifyError) as caught:
        pair.a.order(Mode(mode="hit")).automatic()
    assert "chain-end" == caught.value.code
    pair = renewed(pair)
    assert 8 + dice.DEFAULT_LENGTH == pair.a.position.table.seats["A"].length
    whole = play_out(pair).a.log
    assert {("ok", None)} == set(codes(whole))


def test_a_salt_of_the_other_vault_is_found_at_the_audit() -> None:
    """A value sealed before the renewal and opened after it has a salt of the vault that was in force when it was sealed."""
    pair = play_with_renewals(begin("salts"), frozenset({3}))
    made = pair.a.position.table.seals
    eras = {label: each.key_generation for label, each in made.items() if each.by == "A"}
    assert {0, 1} == set(eras.values())
    for label, each in made.items():
        for n, salt in each.opened.items():
            owner = pair.a if each.by == "A" else pair.b
            key = owner.vault.vaults[each.key_generation]
            assert salt == dice.salt(key, pair.a.log.gid, f"{each.label}/{n}", each.place).hex(), label


def test_a_take_back_across_a_renewal_leaves_the_new_keys_in_force() -> None:
    pair, first = second_round()
    pair = renewed(on(pair, pair.a) if pair.a.draft else pair, 7)
    pair = play_out(agreed(pair, first), salt=1)
    assert 2 == len(pair.a.log.keys_of("A"))
    assert {("ok", None)} == set(codes(pair.a.log))


def test_no_key_chain_or_vault_of_a_seat_follows_from_another() -> None:
    """What is made for a renewal is new: no two sets of secrets of a game share a byte string."""
    pair = play_with_renewals(begin("new"), EVERYWHERE)
    secrets = [*pair.a.vault.every_secret(), *pair.b.vault.every_secret()]
    assert len(set(secrets)) == len(secrets) >= 3 * (2 + len(kinds(pair.a.log, "renew")))


def test_the_other_seat_may_refuse_a_renewal_and_nothing_has_changed() -> None:
    """A refused bundle joins no chain: the old key stays in force, and its owner can still sign with it."""
    pair = play_out(begin(), most=2)
    _, bundle = renew_keys(pair.a, new_bytes(0))
    error = VerifyError("illegal", "an unfounded refusal.")
    refusal = side_entries.refusal(pair.b, bundle, error)
    kept = evolve(pair.a, vault=pair.a.vault.renewed(new_bytes(0), 8192)[0])
    pair = Pair(a=kept.receive(refusal), b=pair.b.receive(refusal))
    whole = play_out(pair).a.log
    assert 1 == len(whole.keys_of("A"))
    assert {("ok", None)} == set(codes(whole))


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
