"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import cattrs

from pbem.bytes.canon import Json
from pbem_rules.june44.model import State, Unit
from pbem_rules.shared import writing


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    return writing.board_converter(Unit, writing.piece_writer(Unit))


def dump(state: State) -> Json:
    """The state as JSON values, defaults left out."""
    return cast("Json", _converter().unstructure(state))


def read(value: Json) -> State:
    """A state from JSON values that may spell out defaults. Raises DataError naming the field at fault."""
    return writing.read(lambda: _converter().structure(value, State), "June '44")


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    state = read(value)
    return writing.exactly(state, dump(state), value)
