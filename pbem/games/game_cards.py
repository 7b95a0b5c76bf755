"""What the first page shows of a game before anybody has begun it: ``cover.toml`` in the game's folder.

::

    lines = ["what it is about", "what is special in it"]
    difficulty = 3                  # from 1, learned in a minute, to 5
    sides = ["british"]             # those that somebody can play, the usual one first
    scenario = "first-steps"        # the one that is chosen at first
    won.first-steps = { red = 9, blue = 3, drawn = 2 }   # optional: counted games between equal players
    even.first-steps = "Ours, to even it: ..."           # optional: what would even it

    [scenarios.first-steps]         # one for each scenario
    title = "First steps"
    minutes = 45                    # how long a whole game takes, about

    [picture]                       # the part of the map that stands for the game
    scenario = "first-steps"
    middle = "1204"                 # a cell
    across = 12                     # cells from left to right

    [together]                      # decisions of many orders that one button may give, and what that is called
    place = "set-up"                # one of TOGETHER

Nothing of it is a rule, and no log depends on it: a game without the file is shown by its title alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen
from pbem.games import registry
from pbem.games.distributions import files
from pbem.games.toml import parse_toml
from pbem.port.messages import Message

FILE = "cover.toml"
HARDEST = 5
LONGEST_LINE = 110
TOGETHER = ("arrivals", "fire", "plan", "purchase", "replacements", "set-up", "shares")
"""What many orders that are given at once may be."""


@frozen(kw_only=True)
class Piece:
    """The part of a map that stands for a game: the first position of a scenario around a cell, ``across`` cells wide."""

    scenario: str
    middle: str
    across: int


@frozen(kw_only=True)
class Cover:
    """A game on the first page. ``together`` is by kind of order, ``titles`` and other mappings by scenario."""

    lines: tuple[str, ...] = ()
    difficulty: int = 0
    sides: tuple[str, ...] = ()
    scenario: str = ""
    titles: Mapping[str, str]
    minutes: Mapping[str, int]
    picture: Piece | None = None
    together: Mapping[str, str]
    won: Mapping[str, Json] = field(factory=dict)
    even: Mapping[str, str] = field(factory=dict)


@lru_cache(maxsize=32)
def cover(info: registry.GameInfo) -> Cover:
    """The cover of a game; an empty one where it has none. Raises DataError ``cover`` for one that cannot be read."""
    # A game may be one module: it has no files beside it.
    place = files(info.package) / FILE if hasattr(import_module(info.package), "__path__") else None
    if place is None or not place.is_file():
        return Cover(titles={}, minutes={}, together={})
    return read(parse_toml(place.read_bytes(), FILE))


def read(table: Mapping[str, Json]) -> Cover:
    """The cover in a table. Raises DataError ``cover`` where a value is not of its kind."""
    found = _Table(dict(table), "")
    scenarios = {name: _Table(each, name) for name, each in found.tables("scenarios").items()}
    part = _Table(table["picture"], "picture") if "picture" in table else None
    return Cover(
        lines=found.words("lines"),
        difficulty=found.number("difficulty"),
        sides=found.words("sides"),
        scenario=found.word("scenario"),
        titles={name: each.word("title") for name, each in scenarios.items()},
        minutes={name: each.number("minutes") for name, each in scenarios.items()},
        picture=Piece(
            scenario=part.word("scenario"), middle=part.word("middle"), across=part.number("across")
        )
        if part is not None
        else None,
        together={name: str(each) for name, each in found.tables("together").items()},
        won=found.tables("won"),
        even={name: str(each) for name, each in found.tables("even").items()},
    )


def titles(game: str, scenario: str) -> tuple[str, str]:
    """What a game and its scenario are called; their names where this machine has no title for them."""
    info = next((each for each in registry.installed() if each.name == game), None)
    try:
        found = cover(info).titles.get(scenario, "") if info is not None else ""
    except DataError:  # pbem game lint says what is wrong with it
        found = ""
    return info.title if info is not None else game, Message(found) if found else scenario


def title(game: str, scenario: str) -> str:
    """The same in one: ``June '44, “The whole month”``."""
    called, named = titles(game, scenario)
    return Message("{game}, “{scenario}”", game=called, scenario=named)


def texts(cover: Cover) -> Iterator[str]:
    """Everything of a cover that people read."""
    yield from cover.lines
    yield from (*cover.titles.values(), *cover.even.values())


class _Table:
    """A table whose values are taken by name and kind."""

    def __init__(self, value: Json, where: str) -> None:
        if not isinstance(value, dict):
            raise _wrong(where)
        self._value, self._where = value, where

    def word(self, key: str) -> str:
        return str(self._of(key, str))

    def number(self, key: str) -> int:
        return cast("int", self._of(key, int))

    def words(self, key: str) -> tuple[str, ...]:
        found = self._of(key, list)
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise _wrong(key)
        return tuple(map(str, found))

    def tables(self, key: str) -> Mapping[str, Json]:
        found = self._value.get(key, {})
        if not isinstance(found, dict):
            raise _wrong(key)
        return found

    def _of(self, key: str, kind: type) -> Json:
        found = self._value.get(key)
        if type(found) is not kind:
            raise _wrong(".".join(filter(None, (self._where, key))))
        return found


def _wrong(what: str) -> DataError:
    return DataError.of("cover", "{what} is missing, or not of its kind", what=what or FILE)
