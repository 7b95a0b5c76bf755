"""Options of a scenario as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
from click.decorators import FC

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.port.messages import Message

scenario_option: Callable[[FC], FC] = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the scenario; may repeat. pbem rules list GAME lists them.",
)
"""``--option``, wherever a game can be begun."""


def typed_options(texts: Sequence[str]) -> dict[str, Json]:
    """``NAME=VALUE`` each, the values as typed. Raises UsageError ``bad-option``, also for a name given twice."""
    found: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(
                "bad-option",
                Message("{text!r} is not an option.", text=text),
                hint=Message("Write --option NAME=VALUE"),
            )
        if found.setdefault(name, value) != value:
            raise UsageError("bad-option", Message("The option {name} is given twice.", name=name))
    return found
