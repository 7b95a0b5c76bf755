"""A state as JSON values and bytes, at every step of a game that players play."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import DataError
from pbem.games import registry


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
