"""Two seats: what the honest do with one another, and each try of a cheat, which fails with its own code."""

import gc
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, IllegalOrder, UsageError, VerifyError
from pbem.bytes.values import TABLES
from pbem.crypto import dice
from pbem.games import registry
from pbem.log import Bundle, Log, refusal_of
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.side_entries import refusal
from pbem.protocol.signing_record import Record
from pbem.replay.fold import opening
from pbem.replay.history import History
from pbem.replay.rolls import faces_of
from pbem.replay.verify import read, verify
from tests.lists import tried_with

from .conftest import Pair, begin, play, play_out
from .forging import Entry, signed_by
from .tiny import GAME, Go, Pick


def test_orders_can_be_taken_back_until_they_are_sent(pair: Pair) -> None:
    pair = play_out(pair, most=2)
    a = pair.a.automatic()
    before = a.position
    assert before == a.order(Go(to=2)).undo().position


def test_what_has_been_opened_cannot_be_unseen(pair: Pair) -> None:
    pair = play_out(pair, most=4)
    b = pair.b if pair.b.is_my_turn else pair.a
    b = play(b, 0)
    with pytest.raises(UsageError, match="cannot be unseen"):
        b.undo(len(b.draft))


def test_nothing_to_send_is_said(pair: Pair) -> None:
    with pytest.raises(UsageError, match="nothing new"):
        pair.b.sealed()


def test_a_draft_in_the_way_of_a_bundle_is_a_conflict(played: Pair) -> None:
    log = played.a.log
    forgetful = evolve(played.b.vault, record=Record())
    short = Session.open(GAME, evolve(log, bundles=log.bundles[:1]), forgetful)
    assert short.is_my_turn
    drafted = short.order(Pick(markers=("calm", "calm")))
    with pytest.raises(ConflictError, match="never sent"):
        drafted.receive(log.bundles[1])


def test_the_turn_file_holds_the_bundles_since_the_other_side_wrote(played: Pair) -> None:
    log = played.a.log
    last = log.bundles[-1].header.by
    bundles = unsent(log, last)
    assert log.encode().endswith(encode_turn(bundles))
    assert {last} == {bundle.header.by for bundle in bundles}
    assert () == unsent(log, "A" if last == "B" else "B")


def test_the_guard_answers_before_anybody_knows_the_dice(pair: Pair) -> None:
    """In a sealed roll the asker's seed stands on the log only after the answerer's choice and seed."""
    kinds = [e["k"] for bundle in play_out(pair).a.log.bundles for e in bundle.entries]
    place = kinds.index("guard")
    assert ["req", "guard", "rsp", "show", "open"] == kinds[place - 1 : place + 4]


def test_a_refusal_names_the_bundle_and_burns_its_rolls(pair: Pair) -> None:
    pair = play_out(pair, most=2)
    a = play(pair.a, 0)
    sealed, bundle = a.sealed()
    error = IllegalOrder((), entry=bundle.header.first)
    refused = refusal(pair.b, bundle, error)
    entry = refused.entries[0]
    found = refusal_of(refused)
    assert (bundle.hash(), bundle.seal) == (found.hash, found.seal)
    assert ("reject", "illegal") == (entry["k"], entry["code"])
    after = pair.a.receive(refused)
    assert after.position.table.next_roll == sealed.position.table.next_roll
    assert after.is_my_turn


def grown(size: int) -> History[int]:
    """The numbers below ``size``."""
    found = History[int]()
    for number in range(size):
        found = found.gone_on(number)
    return found


@tried_with("size", [0, 1, 63, 64, 65, 128, 200])
def test_a_history_is_the_list_of_its_positions(size: int) -> None:
    found = grown(size)
    assert len(found) == size
    assert list(reversed(found)) == list(range(size))[::-1]
    for count in range(size + 1):
        assert found.first(count) == grown(count)


def deep(start: object) -> int:
    """How many steps away the farthest object is that this one holds."""
    seen, layer, steps = {id(start)}, [start], 0
    while layer:
        found = [
            each
            for each in gc.get_referents(*layer)
            if not isinstance(each, type | ModuleType | str | bytes | int) and not callable(each)
        ]
        layer = list({id(each): each for each in found if id(each) not in seen}.values())
        seen |= {id(each) for each in layer}
        steps += 1
    return steps


@pytest.mark.parametrize("game", ["normandy", "pegasus"])
def test_only_the_last_position_of_a_game_keeps_what_was_worked_out_for_it(game: str) -> None:
    """What hangs on a position (lines of supply, zones, reach) is many times its size."""
    log = Path(__file__).parents[2] / "examples" / game / "campaign.pbem"
    last = read(log.read_bytes()).position
    assert TABLES in last.game.__dict__
    assert len(last.past) > 400
    assert [] == [each.count for each in reversed(last.past) if TABLES in each.game.__dict__]


def test_a_position_late_in_a_long_game_holds_no_chain() -> None:
    position = opening(GAME, begin().a.log)
    first = deep(position)
    for count in range(1, 1000):
        position = evolve(position, count=count, past=position.history())
    assert deep(position) <= first + 6
    for count in (0, 1, 500, 998):
        found = position.after(count)
        assert (found.count, len(found.past)) == (count, count)


def forge(session: Session, entries: list[Entry]) -> Bundle:
    """These entries as this seat's next bundle, numbered and signed as they should be."""
    return signed_by(session, session.vault.keypair, entries, rules=GAME.info.digest)


def outcome(session: Session, entries: list[Entry]) -> str:
    """The code with which the other seat's program, and any third party, meets a forged bundle."""
    bundle = forge(session, entries)
    fault = verify(evolve(session.log, bundles=(*session.log.bundles, bundle)).encode()).fault
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
        pending = evolve(pending, dice=((1_000_000, 1),))
        seeds = {"A": asker.vault.chain[pending.j], "B": pair.b.vault.chain[pending.j]}
        twins.append(faces_of(asker.position.table, pending, seeds))
    assert twins[0] != twins[1]


def test_an_edited_pack_or_ruleset_is_named_before_anything_is_folded(monkeypatch):
    data = play_out(begin("pin")).a.log.encode()
    edited = evolve(GAME, data_digest="ee" * 32)
    monkeypatch.setattr(registry, "load", lambda name, pack=None: edited)
    assert ("other-data", 0) == (_fault(data), verify(data).entries)
    older = evolve(GAME, info=evolve(GAME.info, digest="ee" * 32))
    monkeypatch.setattr(registry, "load", lambda name, pack=None: older)
    assert "other-rules" == _fault(data)


def _fault(data: bytes) -> str:
    fault = verify(data).fault
    return fault.code


def test_orders_are_refused_by_ones_own_program_first(pair: Pair) -> None:
    a = pair.a.automatic()
    with pytest.raises(IllegalOrder):
        a.order(Pick(markers=("joker", "joker")))
    with pytest.raises(VerifyError):
        a._write({"k": "pick", "markers": ["bold", "bold"]})
