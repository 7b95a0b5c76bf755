"""What a game is begun with, as it is typed wherever one can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from click.decorators import FC

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError

scenario_option: Callable[[FC], FC] = click.option(
    "--scenario",
    default="",
    metavar="NAME",
    help="Which scenario (else the game's first; see pbem rules list).",
)
side_option: Callable[[FC], FC] = click.option(
    "--side", default="", metavar="SIDE", help="Which side you play (else the game's first)."
)
pack_option: Callable[[FC], FC] = click.option(
    "--pack", type=click.Path(path_type=Path), metavar="PACK", help="On a data pack."
)
name_option: Callable[[FC], FC] = click.option(
    "--name", default="Player", show_default=True, help="Your name, when there is no identity yet."
)
options_option: Callable[[FC], FC] = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the scenario; may repeat. pbem rules list GAME lists them.",
)


def typed_options(texts: Sequence[str]) -> dict[str, Json]:
    """``NAME=VALUE`` each, the values as typed. Raises UsageError ``bad-option``, also for a name given twice."""
    found: dict[str, Json] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError.of(
                "bad-option", "{text!r} is not an option.", text=text, hint="Write --option NAME=VALUE"
            )
        if found.setdefault(name, value) != value:
            raise UsageError.of("bad-option", "The option {name} is given twice.", name=name)
    return found
