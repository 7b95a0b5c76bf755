"""What the invented game toss waits for, step by step: read by its rules (:mod:`toss`) and by the writer of vectors.

A step is a kind, a side, and what belongs to it. Under a roll that was asked for in the sealed form stand the other
side's choices (``under``) and the asker's openings (``disclose``); it falls at ``fall``.
"""

from __future__ import annotations

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
}
CARDS = ("ace", "king", "queen", "jack", "ten")
SCRIPTS: dict[str, tuple[Step, ...]] = {
    "twice": (
        ("seal", "heads", "bet", 1),
        ("ask", "heads", "toss/1"),
        ("under", "tails", "tell"),
        ("disclose", "heads", "bet", 1),
        ("fall", "heads", "toss/1"),
        ("open", "heads", "toss/2"),
    ),
    "rounds": (
        ("choice", "heads"),
        ("seal", "heads", "bet/1", 2),
        ("ask", "heads", "round/1"),
        ("under", "tails", "tell"),
        ("disclose", "heads", "bet/1", 1),
        ("fall", "heads", "round/1"),
        ("choice", "tails"),
        ("open", "tails", "round/2"),
        ("choice", "heads"),
        ("open", "heads", "round/3"),
        ("choice", "tails"),
        ("seal", "tails", "bet/2", 1),
        ("ask", "tails", "round/4"),
        ("under", "heads", "tell"),
        ("disclose", "tails", "bet/2", 1),
        ("fall", "tails", "round/4"),
        ("choice", "heads"),
        ("choice", "tails"),
        ("open", "heads", "round/5"),
        ("choice", "heads"),
    ),
    "cards": (
        ("mask", "heads", CARDS, ()),
        ("mask", "tails", CARDS, ()),
        ("deal", "tails", "heads", (1, 2)),
        ("deal", "heads", "tails", (3,)),
        ("play", "heads"),
        ("card", "heads"),
        ("mask", "heads", (), (4, 5)),
        ("mask", "tails", (), (4, 5)),
        ("deal", "tails", "heads", (4,)),
        ("play", "tails"),
        ("card", "tails"),
    ),
    "dealt": (
        ("choice", "heads"),
        ("open", "heads", "round/2"),
        ("choice", "heads"),
        ("open", "heads", "round/3"),
    ),
    "talk": tuple(("choice", ("heads", "tails")[n % 2]) for n in range(400)),
}
