"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import cattrs

from pbem.bytes.canon import Json
from pbem.bytes.codec import strict_converter
from pbem.bytes.errors import DataError
from pbem_rules.pegasus.model import State, Unit
from pbem_rules.shared import writing

_MOST_DICE = 1000


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    return strict_converter()


def dump(state: State) -> Json:
    """The state as JSON values, defaults left out."""
    fields = cast("dict[str, Json]", _converter().unstructure(state))
    fields["units"] = {
        name: {k: v for k, v in cast("dict[str, Json]", _converter().unstructure(unit)).items() if k != "id"}
        for name, unit in sorted(state.units.items())
    }
    return fields


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    state = writing.read(lambda: _read(value), "Pegasus Bridge")
    if not 0 <= state.handful <= _MOST_DICE:
        raise DataError(
            "bad-state", f"this is no state of Pegasus Bridge: a handful of {state.handful} dice."
        )
    return writing.exactly(state, dump(state), value)


def _read(value: Json) -> State:
    if not isinstance(value, dict) or not isinstance(value.get("units"), dict):
        raise ValueError("expected a table with units")
    units = {
        name: cast("dict[str, Json]", {"id": name, **cast("dict[str, Json]", entry)})
        for name, entry in cast("dict[str, Json]", value["units"]).items()
    }
    return _converter().structure({**value, "units": units}, State)


def unit(name: str, fields: dict[str, Json]) -> Unit:
    """A unit from its fields, for case files. Raises DataError."""
    try:
        return _converter().structure({"id": name, **fields}, Unit)
    except Exception as error:
        raise DataError("case", f"{name}: {writing.fault(error)}.") from error
