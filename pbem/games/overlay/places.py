"""Places in a list whose order counts, hexes in rows of letters, and steps of a road."""

from __future__ import annotations

import re
from itertools import pairwise

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path

_HEX = re.compile(r"([A-Z]*)([0-9]{2})([0-9]{2})")


def place_of(found: list[Json], key: str, path: Path, *, letters: bool) -> tuple[int, ...] | None:
    """The index that a key of ``set`` means; row and column for a hex in rows of letters; None for none.

    Places are counted from 1. ``E0109`` is the first letter of the ninth row of sheet ``E``, through which ``path`` goes.
    """
    if letters and (named := _HEX.fullmatch(key)):
        sheet, column, row = named[1], int(named[2]) - 1, int(named[3]) - 1
        if sheet not in path or not 0 <= row < len(found) or not 0 <= column < len(str(found[row])):
            return None
        return row, column
    number = int(key) if re.fullmatch(r"[1-9][0-9]{0,4}", key) else 0
    return (number - 1,) if 1 <= number <= len(found) else None


def hex_of(path: Path) -> str:
    """The name of the hex of which a letter stands at ``path``: sheet, ``rows``, row, column."""
    sheet, _, row, column = path[-4:]
    return f"{sheet}{int(column) + 1:02}{int(row) + 1:02}"


def example_of(ours: list[Json], path: Path, *, letters: bool) -> str:
    """How one place of a list is set, as TOML."""
    if letters:
        return f'{path[-1]} = {{set = {{{path[-2]}0101 = "x"}}}}'
    return f"{path[-1]} = {{set = {{{min(2, max(1, len(ours)))} = ...}}}}"


def without_steps(courses: list[Json], stretch: Json) -> list[Json] | None:
    """The courses without the steps of a stretch (``A2034 A2133``), each cut in two there; None when none has it."""
    if not isinstance(stretch, str) or len(stretch.split()) < 2:
        return None
    found = list(courses)
    while (cut := _cut_once(found, stretch.split())) is not None:
        found = cut
    return found if found != courses else None


def _cut_once(courses: list[Json], gone: list[str]) -> list[Json] | None:
    for n, each in enumerate(courses):
        hexes = each.split() if isinstance(each, str) else []
        for at in range(len(hexes) - len(gone) + 1):
            if hexes[at : at + len(gone)] in (gone, gone[::-1]):
                ends = (hexes[: at + 1], hexes[at + len(gone) - 1 :])
                parts: list[Json] = [" ".join(each) for each in ends if len(each) > 1]
                return [*courses[:n], *parts, *courses[n + 1 :]]
    return None


def steps_in(courses: list[Json]) -> frozenset[frozenset[str]]:
    """Every step of these roads, as the two hexes that it joins."""
    roads = (each.split() for each in courses if isinstance(each, str))
    return frozenset(frozenset(each) for hexes in roads for each in pairwise(hexes))


def has_steps(steps: frozenset[frozenset[str]], stretch: Json) -> bool:
    """Whether every step of a stretch (``A2034 A2133``) is one of these."""
    hexes = stretch.split() if isinstance(stretch, str) else []
    return len(hexes) > 1 and all(frozenset(each) in steps for each in pairwise(hexes))
