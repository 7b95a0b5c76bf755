"""What the invented game toss waits for, step by step: read by its rules (:mod:`toss`) and by the writer of vectors.

A step is a kind, a side, and what belongs to it. Under a roll that was asked for in the sealed form stand the other
side's choices (``under``) and the asker's openings (``disclose``); it falls at ``fall``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeAlias

Step: TypeAlias = tuple[object, ...]
DICE = {
    "toss/1": [[6, 1], [6, 1]],
    "toss/2": [[6, 1]],
    "round/1": [[6, 1], [6, 1]],
    "round/2": [[10, 0]],
    "round/3": [[6, 1]],
    "round/4": [[100, 1], [2, 0]],
    "round/5": [[6, 1]],
    "pick/1": [[2, 1]],
}
CARDS = ("ace", "king", "queen", "jack", "ten")


def _tuples(value: object) -> object:
    """A list of a file as a tuple, inside as well."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


_READ = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
SCRIPTS: dict[str, tuple[Step, ...]] = {
    **{name: tuple(tuple(map(_tuples, step)) for step in steps) for name, steps in _READ.items()},
    "talk": tuple(("choice", ("heads", "tails")[n % 2]) for n in range(400)),
}
