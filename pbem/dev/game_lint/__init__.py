"""What is wrong with a game that nobody would notice before its first players do: ``pbem game lint GAME``.

A game that loads can still have an order that does nothing, a rule that no command names, a scenario that only one of two
lists knows, a number that no rule reads. Each :class:`Mistake` names what it is about; everything here is the game's, never
a fault of the program that found it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.dev.game_lint import agreed, covered, imported, played, values, written
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import registry
from pbem.games.registry import Game, GameInfo
from pbem.port.messages import Message

__all__ = ["Effort", "Mistake", "lint", "meant"]


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


def lint(info: GameInfo, effort: Effort) -> Iterator[Mistake]:
    """Everything that is wrong with a game, the cheap things first. Raises UsageError for a negative effort."""
    if effort.games < 0 or effort.actions < 0:
        raise UsageError.of("usage", "The number of games and of actions cannot be below zero.")
    yield from dict.fromkeys(_found(info, effort))


def _found(info: GameInfo, effort: Effort) -> Iterator[Mistake]:
    yield from written.packages(info)
    yield from imported.imports(info)
    try:
        game = registry.load_version(info)
    except PbemError as error:
        yield Mistake(about=info.package, text=error.message)
        return
    except Exception as error:  # whatever a game does while it is imported and made
        text = Message("it cannot be loaded: {kind}: {error}", kind=type(error).__name__, error=error)
        yield Mistake(about=info.package, text=text)
        return
    missing = tuple(written.port(game))
    yield from missing
    if missing:
        return
    for check in _CHECKS:
        yield from _asked(game, check)
    for scenario in game.rules.scenarios:
        for seed in range(effort.games):
            yield from played.random_game(game, scenario, seed, effort.actions)


_CHECKS = (
    written.parts,
    written.manifest,
    written.paragraphs,
    values.unread,
    values.unbounded,
    played.styles,
    agreed.options,
    agreed.unshown,
    covered.cover,
    covered.guide,
)


def _asked(game: Game, check: Callable[[Game], Iterator[Mistake]]) -> Iterator[Mistake]:
    """What a check finds; a game that fails under it has one slip more, and the other checks go on."""
    try:
        yield from check(game)
    except PbemError as error:
        yield Mistake(about=game.info.package, text=error.message)
    except Exception as error:  # whatever the game does where no border catches it
        text = Message("it fails when it is asked: {kind}: {error}", kind=type(error).__name__, error=error)
        yield Mistake(about=game.info.package, text=text)
