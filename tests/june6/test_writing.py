"""A state as JSON values and bytes, at every step of a game that players play."""

from __future__ import annotations

import pytest

from pbem.bytes.canon import encode_value
from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem_rules.june6.game import June6

from .random_play import Game


def test_states_of_a_whole_game_are_written_and_read_as_one_value() -> None:
    """``load(dump(state)) == state``, and the quick way to write is the plain way, also after other states."""
    rules = registry.load("june6").rules
    assert isinstance(rules, June6)
    game = Game.start(rules, "landings", 11)
    seen = [game.state]
    while len(seen) < 400 and game.step():
        seen.append(game.state)
    assert len(seen) > 300
    for state in (*seen, *reversed(seen[::7])):
        value = rules.dump(state)
        assert encode_value(value) == rules.write(state)
        assert state == rules.load(value)


def test_a_state_with_a_field_too_many_is_named() -> None:
    rules = registry.load("june6").rules
    value = rules.dump(rules.setup("landings", {}))
    assert isinstance(value, dict)
    with pytest.raises(DataError, match="moon"):
        rules.load({**value, "moon": 1})
    with pytest.raises(DataError, match="turn"):
        rules.load({**value, "turn": "2"})
    with pytest.raises(DataError, match="proper form"):
        rules.load({**value, "ties": 0})
