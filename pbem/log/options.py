"""The options of a scenario on the line of an invitation or a challenge (``schemas/log.md``).

A line's keys are narrower than the names that rulebooks give: such a name goes with its value into the list ``named``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json, is_key
from pbem.bytes.errors import DataError

_NAMED = "named"


def options_line(options: Mapping[str, Json]) -> dict[str, Json]:
    """Options by their names, as they stand on a line. Raises DataError ``bad-option`` for the name ``named``."""
    if _NAMED in options:
        raise DataError.of("bad-option", "No option is called {name}.", name=_NAMED)
    found = {name: value for name, value in options.items() if is_key(name)}
    named: list[Json] = [[name, options[name]] for name in sorted(options) if name not in found]
    return {**found, _NAMED: named} if named else found


def agreed_of(line: Mapping[str, Json]) -> dict[str, Json]:
    """Options by their names, from a line. Raises DataError ``bad-option`` for what :func:`options_line` never writes."""
    found = {name: value for name, value in line.items() if name != _NAMED}
    listed = line.get(_NAMED, [])
    for pair in listed if isinstance(listed, list) else [listed]:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise _unsound()
        found[pair[0]] = pair[1]
    if options_line(found) != dict(line):
        raise _unsound()
    return found


def _unsound() -> DataError:
    return DataError.of(
        "bad-option", "'named' must list the options whose names are no keys, each with its value, in order."
    )
