"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem_rules.pegasus.model import State, Unit
from pbem_rules.shared.writing import Writing

_MOST_DICE = 1000


class _Writing(Writing[State]):
    def load(self, value: Json) -> State:
        """The state again. Raises DataError when the value is not what is dumped, or asks for too many dice."""
        state = super().load(value)
        if not 0 <= state.handful <= _MOST_DICE:
            said = f"this is not a state of Pegasus Bridge: a handful of {state.handful} dice."
            raise DataError("bad-state", said)
        return state


WRITING = _Writing(State, Unit, "Pegasus Bridge", board="units")
