"""The positions of a game so far: as many as wanted, any of them found again, and never a chain of them."""

from __future__ import annotations

import gc
from types import ModuleType

import pytest

from pbem.bytes.values import evolve
from pbem.replay.fold import opening
from pbem.replay.history import History
from tests.protocol.conftest import begin
from tests.protocol.tiny import GAME


def grown(size: int) -> History[int]:
    """The numbers below ``size``."""
    found = History[int]()
    for number in range(size):
        found = found.gone_on(number)
    return found


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 128, 200])
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
