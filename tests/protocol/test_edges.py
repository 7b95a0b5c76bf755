"""At the edges: take-backs, refusals without end, chains without seeds, secrets and logs that are older than one another."""

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, FormatError, KeyFileError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.recovered_secrets import recovered
from pbem.log import Bundle, Log, chain, extend
from pbem.log.entries import PROTOCOL
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_back, refusal, reject, reply_back
from pbem.protocol.signing_record import Record
from pbem.protocol.vault import Vault
from pbem.replay.rewinding import undone
from pbem.replay.verify import verify
from tests.lists import tried_with

from .conftest import Pair, begin, entropy, play, play_out
from .test_session import OTHER, forge, honest
from .tiny import GAME, Go, Pick

ILLEGAL = VerifyError("illegal", "no.")


def refused(author: Session, refuser: Session, **fields: Json) -> Bundle:
    """What ``author`` signs next is refused, as it ought to be but for the fields named."""
    wrong = forge(author, [{"k": "go", "to": 2**40}])
    return forge(refuser, [{**PROTOCOL.dump(reject(wrong, ILLEGAL)), **fields}])


def met(session: Session, bundle: Bundle) -> str:
    """The code with which any third party meets a bundle."""
    fault = verify(evolve(session.log, bundles=(*session.log.bundles, bundle)).encode()).fault
    return fault.code


@tried_with("j", [1, 2, -1, 2**53 - 1, True, "1", None, [1]])
def test_a_bundle_is_refused_whatever_roll_it_names(j: Json) -> None:
    """Nobody can write a wrong bundle that cannot be refused; at most the next roll burns with it."""
    pair = play_out(begin("edge"), most=2)
    wrong = forge(pair.a, [{"k": "req", "j": j, "why": "x"}])
    with pytest.raises(VerifyError) as caught:
        pair.b.receive(wrong)
    after = pair.b.receive(refusal(pair.b, wrong, caught.value))
    assert 2 == after.position.table.next_roll
    assert after.position.table.next_roll == pair.a.receive(after.log.bundles[-1]).position.table.next_roll


def test_refusals_come_to_an_end_until_the_game_has_gone_on() -> None:
    pair = play_out(begin("edge"), most=2)
    for _ in range(4):
        bundle = forge_reject(pair.a, pair.b)
        pair = Pair(a=pair.a.receive(bundle), b=pair.b.receive(bundle))
    assert "refused-often" == met(pair.b, refused(pair.a, pair.b))
    asker = evolve(pair.a, draft=()).order(Go(to=1))
    a, bundle = asker.sealed()
    b = pair.b.receive(bundle)
    assert b.receive(forge_reject(a, b)).position.table.refusals == 1


def forge_reject(author: Session, refuser: Session) -> Bundle:
    """A refusal that holds in every respect."""
    return refusal(refuser, forge(author, [{"k": "go", "to": 2**40}]), ILLEGAL)


def test_nothing_is_refused_after_the_end() -> None:
    pair = play_out(begin("edge"))
    assert "" == pair.a.owed.kind
    assert "out-of-turn" == met(pair.a, refused(pair.b, pair.a))
    log = pair.a.log
    first = next(n for n, bundle in enumerate(log.bundles) if bundle.entries[0]["k"] == "audit")
    cut = evolve(log, bundles=log.bundles[:first])
    a, b = Session.open(GAME, cut, pair.a.vault), Session.open(GAME, cut, pair.b.vault)
    waiting, due = (a, b) if b.is_my_turn else (b, a)
    assert "audit" == due.owed.kind
    bundle = forge(due, [{"k": "audit", "vault": OTHER}])
    with pytest.raises(VerifyError) as caught:
        refusal(evolve(waiting, vault=evolve(waiting.vault, record=Record())), bundle, ILLEGAL)
    assert "out-of-turn" == caught.value.code


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


def test_a_vault_older_than_the_log_is_named_at_once() -> None:
    pair = play_out(begin("old"), most=4)
    with pytest.raises(KeyFileError, match="cup/red") as caught:
        Session.open(GAME, pair.a.log, evolve(pair.a.vault, sealed={}))
    assert "old-vault" == caught.value.code
    changed = evolve(pair.a.vault, sealed={**pair.a.vault.sealed, "cup/red": ("wild", "wild")})
    with pytest.raises(KeyFileError, match="cup/red"):
        Session.open(GAME, pair.a.log, changed)


def test_nobody_writes_beyond_their_own_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte too many: neither written nor taken; and what one side has written leaves the other its room."""
    pair = play_out(begin("big"), most=2)
    a, bundle = play(pair.a, 0).sealed()
    monkeypatch.setattr(chain, "MAX_SHARE", a.end.shares["A"] - 1)
    monkeypatch.setattr(chain, "RESERVE", 0)
    for act in (lambda: pair.b.receive(bundle), lambda: play(pair.a, 0).sealed()):
        with pytest.raises(VerifyError) as caught:
            act()
        assert "too-large" == caught.value.code
    monkeypatch.setattr(chain, "MAX_SHARE", a.end.shares["A"])
    assert pair.b.receive(bundle).end.shares == a.end.shares


def test_the_last_of_a_share_is_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = play_out(begin("big"), most=2)
    b = pair.b.receive(play(pair.a, 0).sealed()[1])
    answer = play(b, 0).sealed()[1]
    assert {"guard", "rsp"} == {entry["k"] for entry in answer.entries}
    seed = forge(b, [entry for entry in honest(b) if entry["k"] == "rsp"])
    monkeypatch.setattr(chain, "MAX_SHARE", b.end.shares["B"] + answer.size)
    monkeypatch.setattr(chain, "RESERVE", answer.size)
    assert b.end.bundles + 1 == extend(b.log, b.end, seed).bundles
    with pytest.raises(VerifyError) as caught:
        extend(b.log, b.end, answer)
    assert "too-large" == caught.value.code


def test_two_thousand_commitments_make_one_line_too_long() -> None:
    """A seal is one line, and a line has its limit: the program says so before anything is sealed."""
    pair = play_out(begin("big"), most=1)
    with pytest.raises(FormatError) as caught:
        pair.b._write({"k": "seal", "at": "cup/blue", "c": [OTHER] * 2000})
    assert "too-long" == caught.value.code


def test_an_undone_secret_leaves_nothing_behind_that_tells_it() -> None:
    """Sealed, taken back and sealed anew under the same label: only the second commitment is ever written."""
    a = begin("undo").a.automatic()
    first = a.order(Pick(markers=("bold", "bold")))
    second = first.undo().order(Pick(markers=("calm", "wild")))
    gone = canon.decode(first.draft[-1])["c"]
    signed, bundle = second.sealed()
    assert not any(str(each).encode() in bundle.encode() for each in gone)
    assert sorted(signed.vault.sealed["cup/red"], key=str) == ["calm", "wild"]


def test_refusing_an_answer_gives_no_second_answer() -> None:
    """The asker sees the answer, does not like it, and refuses it: the same seed is owed to the same request."""
    pair = play_out(begin("edge"), most=2)
    a, _ = play(pair.a, 0).sealed()
    b = pair.b.receive(a.log.bundles[-1])
    first, _ = play(b, 0).sealed()
    again = play(b.receive(refusal(a, first.log.bundles[-1], ILLEGAL)), 1)
    seeds = [
        entry["x"]
        for lines in (first.log.bundles[-1].lines, again.draft)
        for entry in map(canon.decode, lines)
        if entry["k"] == "rsp"
    ]
    assert 2 == len(seeds)
    assert seeds[0] == seeds[1]


def test_one_roll_is_not_answered_twice_from_an_older_log() -> None:
    """The answer is gone from the log; a second request of the same number meets no seed."""
    pair = play_out(begin("old"), most=2)
    first, second = (play(pair.a, salt).sealed()[1] for salt in (0, 1))
    answered, _ = play(pair.b.receive(first), 0).sealed()
    other = play(pair.b.receive(second), 0)
    with pytest.raises(ConflictError, match="has been signed before"):
        evolve(other, vault=answered.vault).sealed()
    older = Session.open(GAME, pair.b.log, answered.vault)
    with pytest.raises(ConflictError, match="has been signed before"):
        play(older.receive(second), 0)


def on(pair: Pair, mover: Session) -> Pair:
    """The mover signs and the other receives."""
    mover, bundle = mover.sealed()
    waiter = (pair.b if mover.seat == "A" else pair.a).receive(bundle)
    return Pair(a=mover, b=waiter) if mover.seat == "A" else Pair(a=waiter, b=mover)


def until(pair: Pair, what: str, seat: str) -> Pair:
    """Play until this seat owes this."""
    while not (pair.a.owed.kind == what and pair.a.owed.seat == seat):
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        ahead = mover.automatic()
        if ahead.owed.kind == what and ahead.owed.seat == seat == mover.seat:
            return Pair(a=ahead, b=pair.b) if seat == "A" else Pair(a=pair.a, b=ahead)
        pair = on(pair, play(mover, 0))
    return pair


def second_round() -> tuple[Pair, int]:
    """Red is to step in the second round; the number of the entry after which he was to step in the first."""
    pair = until(begin(), "choice", "A")
    first = pair.a.position.count - 1
    while pair.a.position.game.round == 1:
        pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    return pair, first


def agreed(pair: Pair, to: int) -> Pair:
    """A offers, B agrees."""
    pair = on(pair, offer_back(pair.a, to))
    return on(pair, reply_back(pair.b, yes=True))


def values(session: Session, kind: str, name: str) -> list[Json]:
    """A field of every entry of a kind in the log."""
    return [entry[name] for bundle in session.log.bundles for entry in bundle.entries if entry["k"] == kind]


def test_both_stand_where_the_game_stood_and_the_trace_stays() -> None:
    pair, first = second_round()
    before = pair.a.position.count
    pair = agreed(pair, first)
    assert (1, "go") == (pair.a.position.game.round, pair.a.position.game.stage)
    assert pair.a.position.game == pair.b.position.game
    assert before + 2 == pair.a.position.count
    assert [first] == values(pair.a, "back", "to")


def test_the_stretch_that_was_taken_back_is_known_by_its_entries() -> None:
    pair, first = second_round()
    offered = pair.a.position.count
    ended = play_out(agreed(pair, first), salt=1)
    entries = [entry for bundle in ended.a.log.bundles for entry in bundle.entries]
    found = undone((number, str(entry["k"]), entry) for number, entry in enumerate(entries))
    assert set(range(first + 1, offered)) == found


def test_two_take_backs_to_one_place_have_two_generations_of_labels() -> None:
    pair, first = second_round()
    pair = agreed(pair, first)
    while pair.a.position.game.round == 1:
        pair = until(on(pair, play(pair.a, 0)), "choice", "A")
    ended = play_out(agreed(pair, first), salt=2)
    assert {"mode/1", "mode/1~1", "mode/1~2"} <= {str(at) for at in values(ended.a, "seal", "at")}
    assert "verified" == verify(ended.a.log.encode()).verdict


def test_a_secret_sealed_after_a_take_back_is_found_again() -> None:
    """An older copy of the secrets and the log: what was sealed anew has a label of its own."""
    pair, first = second_round()
    pair = play_out(agreed(pair, first), salt=1, most=len(pair.a.log.bundles) + 4)
    sealed = pair.a.vault.sealed
    assert "mode/1~1" in sealed
    older = evolve(pair.a.vault, sealed={at: value for at, value in sealed.items() if "~" not in at})
    assert sealed["mode/1~1"] == recovered(GAME, pair.a.log, older).sealed["mode/1~1"]
