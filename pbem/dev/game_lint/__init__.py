"""What is wrong with a game that nobody would notice before its first players do: ``pbem lint GAME``.

A game that loads can still have an order that does nothing, a rule that no command names, a scenario that only one of two
lists knows, a number that no rule reads. Each :class:`Slip` names what it is about; everything here is the game's, never a
fault of the program that found it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from pbem.bytes.errors import PbemError, UsageError
from pbem.dev.game_lint import agreed, covered, drawn, guided, played, values, written
from pbem.dev.game_lint.slips import Slip
from pbem.games import registry
from pbem.games.registry import GameInfo
from pbem.port.messages import Message

__all__ = ["Effort", "Slip", "lint", "meant"]


@frozen(kw_only=True)
class Effort:
    """How many random ``games`` of each scenario are played, and how many ``actions`` of each; 0 actions: to the end."""

    games: int = 1
    actions: int = 0


def meant(word: str) -> tuple[GameInfo, ...]:
    """The games of that name, or of that import package. Raises UsageError when there is none."""
    found = tuple(
        each
        for each in registry.installed()
        if word in (each.name, each.package) or each.package.startswith(f"{word}.")
    )
    return found or (registry.info(word),)


def lint(info: GameInfo, effort: Effort) -> Iterator[Slip]:
    """Everything that is wrong with a game, the cheap things first. Raises UsageError for a negative effort."""
    if effort.games < 0 or effort.actions < 0:
        raise UsageError("usage", Message("The number of games and of actions cannot be below zero."))
    yield from written.packages(info)
    try:
        game = registry.load_version(info)
    except PbemError as error:
        yield Slip(about=info.package, text=error.message)
        return
    except Exception as error:  # whatever a game does while it is imported and made
        text = Message("it cannot be loaded: {kind}: {error}", kind=type(error).__name__, error=error)
        yield Slip(about=info.package, text=text)
        return
    yield from written.manifest(game)
    yield from written.paragraphs(game)
    yield from written.parts(game)
    yield from values.unread(game)
    yield from values.unbounded(game)
    yield from drawn.styles(game)
    yield from agreed.options(game)
    yield from agreed.unshown(game)
    yield from covered.cover(game)
    yield from guided.guide(game)
    for scenario in game.rules.scenarios:
        for seed in range(effort.games):
            yield from played.random_game(game, scenario, seed, effort.actions)
