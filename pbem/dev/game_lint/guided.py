"""The guided first turn of a game names sides, scenarios, orders and paragraphs that there are."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import DataError
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import guides, registry
from pbem.games.registry import Game
from pbem.port.messages import Message


def guide(game: Game) -> Iterator[Mistake]:
    """What is wrong with a game's ``guide.toml``; a game may have none."""
    try:
        found = guides.guide(game.info)
    except DataError as error:
        yield Mistake(about=guides.FILE, text=error.message)
        return
    if found is None:
        return
    if found.scenario not in game.info.scenarios:
        yield Mistake(
            about=guides.FILE, text=Message("there is no scenario {scenario}", scenario=found.scenario)
        )
    if found.side not in game.rules.sides:
        yield Mistake(about=guides.FILE, text=Message("there is no side {side}", side=found.side))
    known = {each.number for each in registry.paragraphs(game.info.name)}
    for step in found.steps:
        for number in step.paragraphs:
            if number not in known:
                yield Mistake(
                    about=guides.FILE, text=Message("there is no paragraph {number}", number=number)
                )
        for kind in (*step.kinds, *filter(None, (step.among,))):
            if not game.rules.actions.knows(kind):
                yield Mistake(about=guides.FILE, text=Message("there is no order {kind}", kind=kind))
