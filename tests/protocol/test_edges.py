"""At the edges: refusals without end, chains without seeds, secrets and logs that are older than one another."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem import canon
from pbem.canon import Json
from pbem.crypto import Keypair
from pbem.entries import Reject
from pbem.errors import ConflictError, FormatError, KeyFileError, PbemError, VerifyError
from pbem.log import MAX_FILE, Bundle, Log, check_genesis, sign_accept, sign_bundle
from pbem.protocol import genesis, session
from pbem.protocol.asides import refusal
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault

from .conftest import Pair, begin, entropy, play, play_out
from .test_attacks import OTHER, Entry, forge, honest, outcome
from .tiny import GAME, Go, Mode, Pick

REJECT: Entry = {"k": "reject", "n": 1, "head": OTHER, "entry": 0, "code": "illegal", "j": 0}


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("j", [1, 2, -1, 2**53 - 1, True, "1", None, [1]])
def test_a_bundle_is_refused_whatever_roll_it_names(j: Json) -> None:
    """Nobody can write a wrong bundle that cannot be refused; at most the next roll burns with it."""
    pair = play_out(begin("edge"), most=2)
    wrong = forge(pair.a, [{"k": "req", "j": j, "why": "x"}])
    with pytest.raises(VerifyError) as caught:
        pair.b.receive(wrong)
    after = pair.b.receive(refusal(pair.b, wrong, caught.value))
    assert 2 == after.position.table.next_roll
    assert after.position.table.next_roll == pair.a.receive(after.log.bundles[-1]).position.table.next_roll


def test_refusals_come_to_an_end_until_the_other_side_has_written() -> None:
    pair = play_out(begin("edge"), most=2)
    for _ in range(4):
        refused = forge_reject(pair.b, j=pair.b.position.table.next_roll)
        pair = Pair(a=pair.a.receive(refused), b=pair.b.receive(refused))
    assert "refused-often" == outcome(pair.b, [REJECT])
    a, bundle = play(pair.a, 0).sealed()
    b, _ = play(pair.b.receive(bundle), 0).sealed()
    assert a.owed.what != b.owed.what
    assert "other-state" == outcome(b, [REJECT])


def forge_reject(seat: Session, **fields: Json) -> Bundle:
    """A refusal that holds in every respect."""
    entry = Reject(n=1, head=OTHER, entry=0, code="illegal", j=int(str(fields.get("j", 0))))
    return seat.written(entry).sealed()[1]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"head": "ab"}, "bad-hex"),
        ({"code": "x" * 65}, "bad-fields"),
        ({"par": "x" * 65}, "bad-fields"),
        ({"j": 2}, "burnt-chain"),
        ({"j": -1}, "burnt-chain"),
    ],
)
def test_a_refusal_is_short_and_burns_one_roll_at_most(fields: Entry, code: str) -> None:
    waiting = play_out(begin("edge"), most=2).b
    assert code == outcome(waiting, [{**REJECT, **fields}])


def test_nothing_is_refused_after_the_end() -> None:
    pair = play_out(begin("edge"))
    assert "" == pair.a.owed.what
    for seat in (pair.a, pair.b):
        assert "out-of-turn" == outcome(seat, [REJECT])


def test_refusing_an_answer_gives_no_second_answer() -> None:
    """The asker sees the answer, does not like it, and refuses it: the same seed is owed to the same request."""
    pair = play_out(begin("edge"), most=2)
    a, _ = play(pair.a, 0).sealed()
    b = pair.b.receive(a.log.bundles[-1])
    first, _ = play(b, 0).sealed()
    refused = refusal(a, first.log.bundles[-1], VerifyError("illegal", "no."))
    again = play(b.receive(refused), 1)
    seeds = [
        entry["x"]
        for lines in (first.log.bundles[-1].lines, again.draft)
        for entry in map(canon.decode, lines)
        if entry["k"] == "rsp"
    ]
    assert 2 == len(seeds)
    assert seeds[0] == seeds[1]


# --- genesis ----------------------------------------------------------------------------------------------------------


def with_chains(a: int, b: int) -> tuple[Log, Vault, Vault]:
    keys = [Keypair.from_seed(entropy(f"chains/{who}")(32)) for who in "ab"]
    ours, theirs = Vault.fresh(entropy("chains/1"), a), Vault.fresh(entropy("chains/2"), b)
    offer = genesis.invite(keys[0], "Ann", ours, GAME, scenario="only", side="red", options={})
    return Log(invite=offer, accept=genesis.accept(keys[1], "Ben", theirs, offer)), ours, theirs


@pytest.mark.parametrize(("a", "b", "who"), [(8, 8192, "Ann"), (8192, 1023, "Ben")])
def test_a_game_does_not_begin_with_a_chain_that_ends_in_its_middle(a: int, b: int, who: str) -> None:
    log, ours, theirs = with_chains(a, b)
    for vault in (ours, theirs):
        with pytest.raises(VerifyError, match=who) as caught:
            Session.begin(GAME, log, vault)
        assert "short-chain" == caught.value.code


def test_when_the_seeds_have_run_out_the_program_says_so() -> None:
    """A game begun by another program with eight seeds: each roll may burn, and then there are no dice."""
    log, ours, theirs = with_chains(8, 8192)
    a, b = (Session.open(GAME, log, vault) for vault in (ours, theirs))
    pair = play_out(Pair(a=a, b=b), most=2)
    for j in range(1, 9):
        if j > 1 and (j - 1) % 4 == 0:
            a, bundle = pair.a.order(Go(to=1)).sealed()
            pair = Pair(a=a, b=pair.b.receive(bundle))
        refused = forge_reject(pair.b, j=j)
        pair = Pair(a=pair.a.receive(refused), b=pair.b.receive(refused))
    with pytest.raises(VerifyError, match="No dice are left") as caught:
        pair.a.order(Mode(mode="hit")).automatic()
    assert "chain-end" == caught.value.code


@pytest.mark.parametrize("field", ["key", "tip", "vault"])
def test_what_the_other_side_brought_cannot_be_brought_again(field: str) -> None:
    log, _, theirs = with_chains(1024, 1024)
    keypair = Keypair.from_seed(entropy("chains/b")(32))
    seat = evolve(theirs.seat_line("Ben", keypair), **{field: getattr(log.invite.seat, field)})
    with pytest.raises(VerifyError) as caught:
        check_genesis(evolve(log, accept=sign_accept(keypair, seat, log.invite)))
    assert "reused-key" == caught.value.code


def test_the_identity_key_signs_no_turn() -> None:
    """The key that signed the invitation is not the key of the game, though it is the same person's."""
    pair = begin("identity")
    identity = Keypair.from_seed(entropy("identity/id/a")(32))
    assert identity.public == pair.a.log.invite.seat.identity
    lines = [canon.encode({"i": 0, "k": "start"})]
    bundle = sign_bundle(
        identity,
        by="A",
        gid=pair.a.log.gid,
        n=1,
        prev=pair.a.log.gid,
        lines=lines,
        rules=GAME.info.digest,
        state="00" * 32,
    )
    with pytest.raises(VerifyError) as caught:
        pair.b.receive(bundle)
    assert "wrong-key" == caught.value.code


# --- what is older than what ------------------------------------------------------------------------------------------


def test_a_vault_older_than_the_log_is_named_at_once() -> None:
    pair = play_out(begin("old"), most=4)
    with pytest.raises(KeyFileError, match="cup/red") as caught:
        Session.open(GAME, pair.a.log, evolve(pair.a.vault, sealed={}))
    assert "old-vault" == caught.value.code
    changed = evolve(pair.a.vault, sealed={**pair.a.vault.sealed, "cup/red": ("wild", "wild")})
    with pytest.raises(KeyFileError, match="cup/red"):
        Session.open(GAME, pair.a.log, changed)


def test_a_log_older_than_the_vault_never_leads_to_a_second_version() -> None:
    """The log was put back, the vault was not: no order is taken, and what needs none is signed as it was."""
    pair = play_out(begin("old"), most=2)
    signed, _ = play(pair.a, 0).sealed()
    older = Session.open(GAME, pair.a.log, signed.vault)
    with pytest.raises(ConflictError, match="older than the secrets") as caught:
        play(older, 1)
    assert "signed-already" == caught.value.code
    with pytest.raises(ConflictError, match="older than the secrets"):
        evolve(play(pair.a, 1), vault=signed.vault).sealed()
    assert signed.log == evolve(play(pair.a, 0), vault=signed.vault).sealed()[0].log


def test_one_roll_is_not_answered_twice_from_an_older_log() -> None:
    """The answer is gone from the log; a second request of the same number meets no seed."""
    pair = play_out(begin("old"), most=2)
    first, second = (play(pair.a, salt).sealed()[1] for salt in (0, 1))
    answered, _ = play(pair.b.receive(first), 0).sealed()
    other = play(pair.b.receive(second), 0)
    with pytest.raises(ConflictError, match="older than the secrets"):
        evolve(other, vault=answered.vault).sealed()
    older = Session.open(GAME, pair.b.log, answered.vault)
    with pytest.raises(ConflictError, match="older than the secrets"):
        play(older.receive(second), 0)


def test_an_older_log_does_not_cost_the_secrets_that_were_signed() -> None:
    """Sealing anew under a label that has been signed would lose the value that must be opened one day."""
    pair = begin("old")
    signed, bundle = play(pair.a, 0).sealed()
    older = Session.open(GAME, pair.a.log, signed.vault).automatic()
    with pytest.raises(ConflictError):
        older.order(Pick(markers=("wild", "wild")))
    assert signed.vault == older.undo(len(older.draft)).receive(bundle).vault


def test_an_older_log_is_made_whole_by_the_opponents() -> None:
    pair = play_out(begin("old"), most=5)
    older = Session.open(GAME, evolve(pair.a.log, bundles=pair.a.log.bundles[:2]), pair.a.vault)
    for bundle in pair.b.log.bundles[2:]:
        older = older.receive(bundle)
    assert (pair.a.log, pair.a.vault) == (older.log, older.vault)


def test_a_vault_knows_what_it_signed_when_it_is_stored_and_read() -> None:
    vault = play_out(begin("old"), most=3).a.vault
    assert vault.signed
    assert vault == Vault.load(vault.dump())


# --- sizes ------------------------------------------------------------------------------------------------------------


def test_a_log_never_grows_beyond_what_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = play_out(begin("big"), most=2)
    a, bundle = play(pair.a, 0).sealed()
    assert len(a.log.encode()) == a.size <= MAX_FILE
    monkeypatch.setattr(session, "MAX_FILE", a.size - 1)
    for act in (lambda: pair.b.receive(bundle), lambda: play(pair.a, 0).sealed()):
        with pytest.raises(FormatError) as caught:
            act()
        assert "too-large" == caught.value.code


def test_two_thousand_commitments_make_one_line_too_long() -> None:
    """A seal is one line, and a line has its limit: the program says so before anything is sealed."""
    pair = play_out(begin("big"), most=1)
    with pytest.raises(FormatError) as caught:
        pair.b._write({"k": "seal", "at": "cup/blue", "c": [OTHER] * 2000})
    assert "too-long" == caught.value.code


@pytest.mark.parametrize(
    "word", ["", " ", "cup/blue ", "CUP/BLUE", "cup//blue", "cup/blue/1", "ä" * 2000, "\u200b"]
)
def test_a_label_or_purpose_is_taken_letter_by_letter(word: str) -> None:
    pair = play_out(begin("big"), most=1)
    assert "wrong-label" == outcome(pair.b, [{"k": "seal", "at": word, "c": [OTHER] * 2}])
    asker = play_out(begin("big"), most=2).a
    entries = [e for e in honest(asker) if e["k"] != "req"]
    assert "wrong-roll" == outcome(asker, [*entries, {"k": "req", "j": 1, "why": word}])


@pytest.mark.parametrize("number", [2**53 - 1, -(2**53) + 1, 0])
def test_numbers_at_the_edge_break_rules_and_nothing_else(number: int) -> None:
    asker = play_out(begin("big"), most=2).a
    assert "illegal" == outcome(asker, [{"k": "go", "to": number}])
    with pytest.raises(PbemError) as caught:
        canon.encode({"k": "go", "to": number * 2 + (2 if number >= 0 else -2) if number else 2**53})
    assert "big-int" == caught.value.code


def test_an_undone_secret_leaves_nothing_behind_that_tells_it() -> None:
    """Sealed, taken back and sealed anew under the same label: only the second commitment is ever written."""
    a = begin("undo").a.automatic()
    first = a.order(Pick(markers=("bold", "bold")))
    second = first.undo().order(Pick(markers=("calm", "wild")))
    gone = canon.decode(first.draft[-1])["c"]
    signed, bundle = second.sealed()
    assert isinstance(gone, list)
    assert not any(str(each).encode() in bundle.encode() for each in gone)
    assert sorted(signed.vault.sealed["cup/red"], key=str) == ["calm", "wild"]
