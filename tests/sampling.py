"""What would be tried for minutes is tried in part: the same part for everybody, and all of it with ``PBEM_ALL=1``.

One game stands for all five where a test says so: the game of the day, which follows the number of the commit, so that a run
can be repeated. It stands at the head of each run; ``PBEM_GAME`` says another.
"""

import os
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

T = TypeVar("T")
U = TypeVar("U")

ALL = os.environ.get("PBEM_ALL", "") == "1"

GAMES = ("june6", "june44", "darkdecember", "normandy", "pegasus")


@cache
def commits() -> int:
    """How many commits lead to this tree; 0 where there is no history."""
    place = Path(__file__).resolve().parents[1]
    try:
        counted = subprocess.run(
            ["git", "-C", str(place), "rev-list", "--count", "HEAD"],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
    except OSError:
        return 0
    return int(counted.stdout) if not counted.returncode else 0


def game_of_the_day() -> str:
    """``PBEM_GAME``, else one of the five by the number of the commit."""
    return os.environ.get("PBEM_GAME") or GAMES[commits() % len(GAMES)]


def games_tried() -> tuple[str, ...]:
    """The game of the day; all five with ``PBEM_ALL=1``."""
    return GAMES if ALL else (game_of_the_day(),)


def one_by_turns(items: Sequence[T]) -> list[T]:
    """One of the items, another one after each commit; all with ``PBEM_ALL=1``."""
    return list(items) if ALL else [items[commits() % len(items)]]


def part_by_turns(items: Iterable[T], parts: int) -> list[T]:
    """One of so many parts of the items, another one after each commit; all of them with ``PBEM_ALL=1``."""
    return list(items) if ALL else list(items)[commits() % parts :: parts]


def each_with_one(rows: Iterable[T], columns: Sequence[U]) -> list[tuple[T, U]]:
    """Each row with one column, with another one after each commit; each with all of them with ``PBEM_ALL=1``."""
    return [
        (row, column)
        for n, row in enumerate(rows)
        for column in (columns if ALL else [columns[(n + commits()) % len(columns)]])
    ]


def small_and_tried(small: str = "pegasus") -> list[object]:
    """Values of a parameter: a small game, in the circle ``wider`` those of :func:`games_tried`, too."""
    return [small, *(pytest.param(game, marks=pytest.mark.wider) for game in games_tried() if game != small)]


def sampled(items: Sequence[T], count: int, what: str) -> list[T]:
    """So many of them in their order, always the same; all with ``PBEM_ALL=1``. ``what`` sets samples apart."""
    if ALL or count >= len(items):
        return list(items)
    chosen = Random(what).sample(range(len(items)), count)
    return [items[at] for at in sorted(chosen)]
