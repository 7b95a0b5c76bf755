"""What a game is begun with, as it is typed wherever one can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from click.decorators import FC

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.port.messages import ENGLISH, LANGUAGES, Message, catalogue

scenario_option: Callable[[FC], FC] = click.option(
    "--scenario",
    default="",
    metavar="NAME",
    help="Which scenario (else the game's first; see pbem rules list).",
)


def side_called(word: str) -> str:
    """The side that is called so in some language, of the games that are installed here; what was typed where none is."""
    if not word:
        return word
    from pbem.games import registry  # noqa: PLC0415  # few commands are given a side
    from pbem.games.summary import summary  # noqa: PLC0415  # as above
    from pbem.home.play.folding import fold  # noqa: PLC0415  # as above

    homes = {side: each.package for each in registry.installed() for side in summary(each).sides}
    if word in homes:
        return word
    codes = [code for code in LANGUAGES if code != ENGLISH.code]
    words = {
        fold(tongue.say(Message(side))): side
        for side, package in homes.items()
        for tongue in (ENGLISH, *(catalogue(code, *registry.packages(), package) for code in codes))
    }
    return words.get(fold(word), word)


side_option: Callable[[FC], FC] = click.option(
    "--side",
    type=side_called,
    default="",
    metavar="SIDE",
    help="Which side you play (else the game's first).",
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
