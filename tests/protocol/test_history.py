"""The positions of a game so far: as many as wanted, any of them found again, and never a chain of them."""

from __future__ import annotations

import gc
from pathlib import Path
from types import ModuleType

import pytest

from pbem.bytes.values import TABLES, evolve
from pbem.replay.fold import opening
from pbem.replay.history import History
from pbem.replay.verify import read
from tests.lists import tried_with
from tests.protocol.conftest import begin
from tests.protocol.tiny import GAME


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
