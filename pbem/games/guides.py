"""A guided first turn: ``guide.toml`` in the game's folder, read by the first page and the table.

::

    scenario = "beginner"           # what is begun for it
    side = "british"

    [[steps]]
    title = "Move a platoon"
    lines = ["what is asked", "why"]
    paragraphs = ["9.1"]            # where the printed rules say so
    kinds = ["move"]                # an order of these finishes the step; none: it is read, and "Next" pressed
    among = "attack"                # only where the decision offers this kind too; "" for any
    light = ["units"]               # what of the page is lit, some of LIGHTS

A step names kinds of orders, and never what dice show: it waits until its decision comes. Nothing of it is a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.games.distributions import files
from pbem.games.registry import GameInfo
from pbem.games.toml import parse_toml

FILE = "guide.toml"
LIGHTS = ("units", "places", "buttons", "recommended")
MOST_STEPS, MOST_LINES, MOST_WORDS, LONGEST_TITLE, LONGEST_LINE = 24, 6, 8, 60, 240
_STEP = frozenset({"title", "lines", "paragraphs", "kinds", "among", "light"})


@frozen(kw_only=True)
class Step:
    """What is asked, why, which orders finish it, and what is lit."""

    title: str
    lines: tuple[str, ...]
    paragraphs: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    among: str = ""
    light: tuple[str, ...] = ()


@frozen(kw_only=True)
class Guide:
    """The steps of a game, and what is begun for them."""

    scenario: str
    side: str
    steps: tuple[Step, ...]


@lru_cache(maxsize=32)
def guide(info: GameInfo) -> Guide | None:
    """The guide of a game; None where it has none. Raises DataError ``guide`` for one that cannot be read."""
    place = files(info.package) / FILE
    return read(parse_toml(place.read_bytes(), FILE)) if place.is_file() else None


def read(table: Mapping[str, Json]) -> Guide:
    """The guide in a table. Raises DataError ``guide`` where something is missing, unknown, of another kind or too long."""
    _known(table, frozenset({"scenario", "side", "steps"}), "")
    steps = table.get("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= MOST_STEPS:
        raise _wrong("steps")
    return Guide(
        scenario=_word(table, "scenario", LONGEST_TITLE),
        side=_word(table, "side", LONGEST_TITLE),
        steps=tuple(_step(each, f"steps[{n}]") for n, each in enumerate(steps)),
    )


def texts(guide: Guide) -> Iterator[str]:
    """Everything of a guide that people read."""
    for step in guide.steps:
        yield step.title
        yield from step.lines


def _step(value: Json, where: str) -> Step:
    if not isinstance(value, dict):
        raise _wrong(where)
    _known(value, _STEP, where)
    lines = _words(value, "lines", where, MOST_LINES, LONGEST_LINE)
    light = _words(value, "light", where, len(LIGHTS), LONGEST_TITLE)
    if not lines or not {*light} <= {*LIGHTS}:
        raise _wrong(f"{where}.{'light' if lines else 'lines'}")
    return Step(
        title=_word(value, "title", LONGEST_TITLE, where),
        lines=lines,
        paragraphs=_words(value, "paragraphs", where, MOST_WORDS, LONGEST_TITLE),
        kinds=_words(value, "kinds", where, MOST_WORDS, LONGEST_TITLE),
        among=_word(value, "among", LONGEST_TITLE, where) if "among" in value else "",
        light=light,
    )


def _known(table: Mapping[str, Json], names: frozenset[str], where: str) -> None:
    for name in table.keys() - names:
        raise _wrong(".".join(filter(None, (where, name))))


def _word(table: Mapping[str, Json], key: str, most: int, where: str = "") -> str:
    found = table.get(key)
    if not isinstance(found, str) or not 0 < len(found) <= most:
        raise _wrong(".".join(filter(None, (where, key))))
    return found


def _words(table: Mapping[str, Json], key: str, where: str, most: int, longest: int) -> tuple[str, ...]:
    found = table.get(key, [])
    if not isinstance(found, list) or len(found) > most:
        raise _wrong(f"{where}.{key}")
    return tuple(_word({key: each}, key, longest, where) for each in found)


def _wrong(what: str) -> DataError:
    return DataError.of("guide", "{what} is missing, unknown, too long or not of its kind", what=what)
