"""A cheat holds one seat's keys, writes whatever he likes and signs it properly. Each try fails with its own code.

The attacks on the chain itself (reordered, dropped, forked, spoofed lines ...) are vectors under tests/vectors/log.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import IllegalOrder, VerifyError
from pbem.crypto import dice
from pbem.games import registry
from pbem.log import Bundle, Log, sign_bundle
from pbem.log.entries import PROTOCOL
from pbem.protocol.session import Session
from pbem.protocol.side_entries import reject
from pbem.replay.rolls import faces_of
from pbem.replay.verify import verify
from tests.lists import tried_with

from .conftest import Pair, begin, play, play_out
from .tiny import GAME, Go, Pick

Entry = dict[str, Json]


def forge(session: Session, entries: list[Entry]) -> Bundle:
    """These entries as this seat's next bundle, numbered and signed as they should be."""
    lines = [canon.encode({**entry, "i": session.end.entries + n}) for n, entry in enumerate(entries)]
    return sign_bundle(
        session.vault.keypair, by=session.seat, gid=session.log.gid, n=session.end.bundles + 1, prev=session.end.head,
        lines=lines, rules=GAME.info.digest, state="00" * 32,
    )  # fmt: skip


def outcome(session: Session, entries: list[Entry]) -> str:
    """The code with which the other seat's program, and any third party, meets a forged bundle."""
    bundle = forge(session, entries)
    fault = verify(evolve(session.log, bundles=(*session.log.bundles, bundle)).encode()).fault
    assert fault is not None
    return fault.code


def honest(session: Session) -> list[Entry]:
    """What the seat would write by the rules."""
    written = play(session, 0)
    return [{k: v for k, v in canon.decode(line).items() if k != "i"} for line in written.draft]


def seat_at(kind: str, seed: str = "attack") -> tuple[Session, list[Entry]]:
    """A seat about to write an entry of this kind, and the honest entries up to and with it."""
    pair = begin(seed)
    for most in range(1, 100):
        pair = play_out(pair, most=most)
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        entries = honest(mover)
        kinds = [entry["k"] for entry in entries]
        if kind in kinds:
            return mover, entries[: kinds.index(kind) + 1]
    raise AssertionError(f"nobody ever writes {kind}")


def changed(kind: str, **fields: Json) -> str:
    """The code for an honest turn whose entry of this kind has other fields."""
    session, entries = seat_at(kind)
    return outcome(session, [*entries[:-1], {**entries[-1], **fields}])


def test_the_forger_can_write_honest_entries() -> None:
    """The tool itself is sound: an honest turn fails only on the state it claims."""
    for kind in ("seal", "req", "rsp", "show", "open", "go", "guard"):
        assert "other-state" == outcome(*seat_at(kind))


OTHER = "5a" * 32


@tried_with(
    ("kind", "fields", "code"),
    [
        ("open", {"dice": [6, 6]}, "better-dice"), ("rsp", {"dice": [6, 6]}, "better-dice"),
        ("open", {"x": OTHER}, "wrong-seed"), ("rsp", {"x": OTHER}, "wrong-seed"),
        ("rsp", {"x": "invented"}, "bad-hex"), ("rsp", {"x": OTHER.upper()}, "bad-hex"),
        ("req", {"j": 2}, "skipped-seed"), ("req", {"j": 0}, "roll-again"), ("req", {"why": "fight/2"}, "wrong-roll"),
        ("req", {"x": OTHER}, "early-open"), ("rsp", {"j": 2}, "skipped-answer"), ("open", {"j": 2}, "skipped-open"),
        ("show", {"v": "feint"}, "other-value"), ("show", {"salt": OTHER}, "other-value"),
        ("show", {"n": 2}, "wrong-label"), ("show", {"at": "mode/2"}, "wrong-label"),
        ("seal", {"at": "cup/green"}, "wrong-label"), ("seal", {"c": ["ab"]}, "bad-hex"),
        ("seal", {"c": [OTHER] * 3}, "illegal"), ("go", {"to": 4}, "illegal"), ("go", {"to": "3"}, "bad-fields"),
        ("go", {"to": True}, "bad-fields"), ("go", {"extra": 1}, "bad-fields"), ("go", {"k": "fly"}, "unknown-kind"),
        ("req", {"x": ""}, "two-forms"), ("rsp", {"dice": []}, "two-forms"),
    ],
)  # fmt: skip
def test_a_changed_entry_is_refused(kind: str, fields: Entry, code: str) -> None:
    assert code == changed(kind, **fields)


def test_an_open_roll_needs_its_seed() -> None:
    """The draw is asked for in the open form: hiding the seed would let the asker choose later."""
    session, entries = seat_at_open_request()
    last = {k: v for k, v in entries[-1].items() if k != "x"}
    assert "hidden-seed" == outcome(session, [*entries[:-1], last])


def seat_at_open_request() -> tuple[Session, list[Entry]]:
    pair = begin("attack")
    for most in range(1, 100):
        pair = play_out(pair, most=most)
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        entries = honest(mover)
        for n, entry in enumerate(entries):
            if entry["k"] == "req" and str(entry["why"]).startswith("draw"):
                return mover, entries[: n + 1]
    raise AssertionError


def test_a_seed_cannot_be_skipped_on_the_chain() -> None:
    """The seed of a later roll is refused for this one, though it lies on the same chain."""
    session, entries = seat_at("rsp")
    later = session.vault.chain[2].hex()
    assert "wrong-seed" == outcome(session, [*entries[:-1], {**entries[-1], "x": later}])


def test_the_answer_cannot_be_skipped() -> None:
    """After a request, the answerer cannot play on without giving his seed."""
    session, entries = seat_at("rsp")
    assert "not-now" == outcome(session, [*entries[:-1], {"k": "go", "to": 1}])


def test_the_opening_cannot_be_skipped() -> None:
    session, entries = seat_at("open")
    assert "not-now" == outcome(session, [*entries[:-1], {"k": "go", "to": 1}])


def test_the_mode_cannot_stay_closed() -> None:
    session, entries = seat_at("open")
    without = [entry for entry in entries if entry["k"] != "show"]
    assert "not-now" == outcome(session, without)


def test_a_secret_is_never_written_in_clear() -> None:
    session, entries = seat_at("seal")
    assert "early-open" == outcome(session, [*entries[:-1], {"k": "pick", "markers": ["bold", "bold"]}])


def test_nothing_is_sealed_twice() -> None:
    session, entries = seat_at("seal")
    assert "out-of-turn" == outcome(session, [*entries, entries[-1]])


def test_a_choice_out_of_turn_is_refused() -> None:
    pair = play_out(begin("attack"), most=2)
    assert "out-of-turn" == outcome(pair.b, [{"k": "go", "to": 1}])


def test_two_requests_for_one_roll_are_refused() -> None:
    session, entries = seat_at("req")
    assert "out-of-turn" == outcome(session, [*entries, entries[-1]])


def test_a_marker_that_does_not_exist_shows_when_it_is_opened() -> None:
    """Somebody seals a marker of his own making: the commitment is sound, the opening is not."""
    pair = play_out(begin("attack"), most=1)
    vault, hashes = pair.b.vault.commit(pair.b.log.gid, "cup/blue", ("joker", "joker"), pair.b.head)
    cheat = evolve(pair.b, vault=vault)
    bundle = cheat._write({"k": "seal", "at": "cup/blue", "c": list(hashes)}).sealed()[1]
    ann, ben = pair.a.receive(bundle), cheat.receive(bundle)
    with pytest.raises(IllegalOrder) as caught:
        play_out(Pair(a=ann, b=ben))
    assert "1.6" == caught.value.violations[0].paragraph


def test_a_refusal_out_of_place_is_refused() -> None:
    pair = play_out(begin("attack"), most=2)
    wrong = forge(pair.a, [{"k": "go", "to": 9}])
    made = reject(wrong, VerifyError("illegal", "no."))
    entry = PROTOCOL.dump(made)
    other = {"k": "note", "text": "No."}
    assert "unsigned-refusal" == outcome(pair.a, [entry])
    assert "not-now" == outcome(pair.a, [*honest(pair.a), entry])
    assert "not-now" == outcome(pair.b, [entry, {"k": "go", "to": 1}])
    assert "not-now" == outcome(pair.b, [entry, other, other])
    log = evolve(pair.b.log, bundles=(*pair.b.log.bundles, forge(pair.b, [entry, other])))
    assert "other-state" == verify(log.encode()).fault.code  # type: ignore[union-attr]


def test_the_vault_opened_at_the_end_is_the_one_committed_to_at_the_start() -> None:
    session, entries = seat_at("audit")
    assert "other-vault" == outcome(session, [*entries[:-1], {"k": "audit", "vault": OTHER}])
    early = play_out(begin("attack"), most=2).a
    assert "not-now" == outcome(early, [{"k": "audit", "vault": early.vault.salts.hex()}])


def test_the_same_game_played_again_shows_nothing_of_the_other_seeds() -> None:
    """Seeds belong to a game key: those of another game do not fit."""
    session, entries = seat_at("rsp")
    elsewhere, _ = seat_at("rsp", seed="elsewhere")
    stolen = elsewhere.vault.chain[1].hex()
    assert "wrong-seed" == outcome(session, [*entries[:-1], {**entries[-1], "x": stolen}])


def guesses(session: Session, log: Log) -> list[tuple[str, bytes]]:
    """Every 32 bytes the asker holds or could derive that might stand in for the other seed."""
    own = [session.vault.key, session.vault.root, session.vault.salts]
    own += [session.vault.chain[j] for j in range(6)]
    own += [
        log.invite.seat.tip,
        log.accepted.seat.tip,
        log.gid,
        log.accepted.seat.key,
        log.accepted.seat.vault,
    ]
    hashes: list[Callable[[bytes], bytes]] = [
        lambda x: x, lambda x: dice.chain_link(log.accepted.seat.key, 1, x),
        lambda x: dice.chain_root(log.accepted.seat.key, x), dice.vault_tip, lambda x: canon.tagged_hash("chain", x),
    ]  # fmt: skip
    return [(f"{n}/{m}", how(x)) for (n, x), (m, how) in product(enumerate(own), enumerate(hashes))]


def test_the_asker_cannot_predict_a_roll_from_everything_he_holds() -> None:
    """At the moment of the request no guess from the asker's side gives the twenty dice that come."""
    many = ((6, 1),) * 20
    pair = play_out(begin("predict"), most=2)
    asker = play(pair.a, 0)
    asker, _ = asker.sealed()
    pending = asker.position.table.pending
    assert pending is not None
    pending = evolve(pending, dice=many)
    mine = asker.vault.chain[pending.j]
    truth = faces_of(asker.position.table, pending, {"A": mine, "B": pair.b.vault.chain[pending.j]})
    for name, guess in guesses(asker, asker.log):
        assert truth != faces_of(asker.position.table, pending, {"A": mine, "B": guess}), name
    naive = pair.a.log.accepted.seat.tip
    assert truth != faces_of(asker.position.table, pending, {"A": mine, "B": naive})


def test_another_declaration_gives_other_dice() -> None:
    """The roll is bound to everything before it: nobody can choose which declaration meets which die."""
    pair = play_out(begin("bind"), most=2)
    twins = []
    for to in (1, 2):
        asker = pair.a.automatic().order(Go(to=to))
        asker = asker.order(GAME.rules.actions.parse("mode hit")).automatic()
        pending = asker.position.table.pending
        assert pending is not None
        pending = evolve(pending, dice=((1_000_000, 1),))
        seeds = {"A": asker.vault.chain[pending.j], "B": pair.b.vault.chain[pending.j]}
        twins.append(faces_of(asker.position.table, pending, seeds))
    assert twins[0] != twins[1]


def test_an_edited_pack_or_ruleset_is_named_before_anything_is_folded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = play_out(begin("pin")).a.log.encode()
    edited = evolve(GAME, data_digest="ee" * 32)
    monkeypatch.setattr(registry, "load", lambda name, pack=None: edited)
    assert ("other-data", 0) == (_fault(data), verify(data).entries)
    older = evolve(GAME, info=evolve(GAME.info, digest="ee" * 32))
    monkeypatch.setattr(registry, "load", lambda name, pack=None: older)
    assert "other-rules" == _fault(data)


def _fault(data: bytes) -> str:
    fault = verify(data).fault
    assert fault is not None
    return fault.code


def test_orders_are_refused_by_ones_own_program_first(pair: Pair) -> None:
    a = pair.a.automatic()
    with pytest.raises(IllegalOrder):
        a.order(Pick(markers=("joker", "joker")))
    with pytest.raises(VerifyError):
        a._write({"k": "pick", "markers": ["bold", "bold"]})
