"""A cheat holds one seat's keys, writes whatever he likes and signs it properly. Each try fails with its own code.

The attacks on the chain itself (reordered, dropped, forked, spoofed lines ...) are vectors under tests/vectors/log.
"""

from collections.abc import Callable
from itertools import product

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import IllegalOrder, VerifyError
from pbem.crypto import dice
from pbem.games import registry
from pbem.log import Bundle, Log
from pbem.protocol.session import Session
from pbem.replay.rolls import faces_of
from pbem.replay.verify import verify

from .conftest import Pair, begin, play, play_out
from .forging import Entry, signed_by
from .tiny import GAME, Go, Pick


def forge(session: Session, entries: list[Entry]) -> Bundle:
    """These entries as this seat's next bundle, numbered and signed as they should be."""
    return signed_by(session, session.vault.keypair, entries, rules=GAME.info.digest)


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


OTHER = "5a" * 32


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


def test_the_same_game_played_again_shows_nothing_of_the_other_seeds() -> None:
    """Seeds belong to a game key: those of another game do not fit."""
    session, entries = seat_at("rsp")
    elsewhere, _ = seat_at("rsp", seed="elsewhere")
    stolen = elsewhere.vault.chain[1].hex()
    assert "wrong-seed" == outcome(session, [*entries[:-1], {**entries[-1], "x": stolen}])


def guesses(session: Session, log: Log) -> list[tuple[str, bytes]]:
    """Every 32 bytes the asker holds or could derive that might stand in for the other seed."""
    own = [session.vault.current.key, session.vault.current.root, session.vault.salts]
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
