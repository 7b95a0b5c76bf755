"""What is said of a name under which a game has nothing to show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from pbem.bytes.errors import UsageError
from pbem.port.messages import Message


def unknown_table(name: str, charts: Sequence[str], known: Iterable[str], also: str) -> UsageError:
    """The names that are near, among the charts and what else is ``known``; ``also`` says what may be named besides."""
    near = get_close_matches(name, [*dict.fromkeys((*charts, *known))], n=5, cutoff=0.5)
    return UsageError(
        "no-table",
        Message("There is no table, unit or place {name!r} in this game.", name=name),
        hint=Message(
            "{meant}Charts: {charts}. {also}",
            meant=Message("Did you mean {names}? ", names=", ".join(near)) if near else "",
            charts=", ".join(charts),
            also=also,
        ),
    )
