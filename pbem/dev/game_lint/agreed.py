"""Options that a game offers and its rules do not take, that change nothing, or that no case shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, PbemError
from pbem.dev.game_lint.mistakes import Mistake
from pbem.games import boundary, cases, registry
from pbem.games.registry import Game
from pbem.port.agreed import Option, options_of, word_of
from pbem.port.messages import Message


def options(game: Game) -> Iterator[Mistake]:
    """Every value of every option in every scenario that offers it: the rules take it, and something comes of it."""
    for scenario in game.rules.scenarios:
        try:
            plain = _first(game, scenario, {})
            there = options_of(game.rules, scenario) or ()
        except PbemError as error:
            yield Mistake(about=scenario, text=error.message)
            continue
        for option in there:
            for value in option.values:
                yield from _value(game, scenario, option, value, plain)


def _value(game: Game, scenario: str, option: Option, value: Json, plain: bytes) -> Iterator[Mistake]:
    """A state holds all that the rules know: the usual value leaves it as it is, any other value must change it."""
    about = Message(
        "{scenario}, --option {name}={value}", scenario=scenario, name=option.name, value=word_of(value)
    )
    try:
        found = _first(game, scenario, {option.name: value})
    except PbemError as error:
        yield Mistake(about=about, text=error.message)
        return
    usual = value == option.values[0]
    if usual and found != plain:
        yield Mistake(
            about=about, text=Message("it is listed as the usual value, and without it the game is another")
        )
    elif not usual and found == plain:
        yield Mistake(about=about, text=Message("it changes nothing: the game begins as it does without it"))


def _first(game: Game, scenario: str, chosen: Mapping[str, Json]) -> bytes:
    """The first state as it is digested. Raises GameFault, and DataError for options that the rules refuse."""
    rules, what = game.rules, Message("setting up")
    state = boundary.asked(rules, what, partial(rules.setup, scenario, chosen), but=(PbemError,))
    return boundary.write(rules, state)


def unshown(game: Game) -> Iterator[Mistake]:
    """Values of options that no case of the game names in its position, and cases that cannot be read."""
    named: set[tuple[str, str]] = set()
    for name, text in registry.cases(game.info.name).items():
        try:
            named.update(named_in(cases.parse(text, name)))
        except DataError as error:
            yield Mistake(about=name, text=error.message)
    for option in offered(game):
        for word in shown_by_cases(option):
            if (option.name, word) not in named:
                text = Message("no case plays with it: [position] options.{name}", name=option.name)
                yield Mistake(about=f"{option.name}={word}", text=text)


def offered(game: Game) -> tuple[Option, ...]:
    """Every option of every scenario once; one whose usual value differs between scenarios is there for each."""
    found = (options_of(game.rules, scenario) or () for scenario in game.rules.scenarios)
    return tuple(dict.fromkeys(each for options in found for each in options))


def shown_by_cases(option: Option) -> tuple[str, ...]:
    """The values that cases owe, as they are typed: all of a few, the usual one and both ends of a range."""
    if not option.is_range:
        return option.words
    numbers = sorted(cast("tuple[int, ...]", option.values))
    return tuple(dict.fromkeys(word_of(each) for each in (option.values[0], numbers[0], numbers[-1])))


def named_in(case: cases.Case) -> tuple[tuple[str, str], ...]:
    """The options that the position of a case names, each with its value as it is typed."""
    chosen = case.position.get("options", {})
    return tuple((name, word_of(value)) for name, value in chosen.items()) if isinstance(chosen, dict) else ()
