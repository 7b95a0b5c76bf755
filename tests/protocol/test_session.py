"""What two honest seats do with one another, and the positions of their game so far."""

import gc
from pathlib import Path
from types import ModuleType

import pytest
from attrs import evolve

from pbem.bytes.errors import ConflictError, IllegalOrder, UsageError
from pbem.bytes.values import TABLES
from pbem.log import refusal_of
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.side_entries import refusal
from pbem.protocol.signing_record import Record
from pbem.replay.fold import opening
from pbem.replay.history import History
from pbem.replay.verify import read
from tests.lists import tried_with
from tests.protocol.conftest import begin

from .conftest import Pair, play, play_out
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
    assert found is not None
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
        assert found is not None
        assert (found.count, len(found.past)) == (count, count)
