"""Who won of the games that were counted between equal players, as the first page and ``pbem rules list`` say it."""

from __future__ import annotations

import math

from pbem.games.game_cards import Cover
from pbem.port.messages import Capital, Message, Series, spelled

_NORMAL = 1.96


def between_equals(cover: Cover, scenario: str) -> str:
    """How often each side won between equal players, the range of the better one's share, a draw for half (for 95 in 100,
    E. Wilson 1927), and what would even it; "" where no games were counted.
    """
    found = cover.won.get(scenario)
    won = {side: n for side, n in found.items() if type(n) is int} if isinstance(found, dict) else {}
    drawn = won.pop("drawn", 0)
    if not any(won.values()):
        return ""
    won = {side: won.get(side, 0) for side in (*cover.sides, *won)}
    games, ranked = sum(won.values()) + drawn, sorted(won, key=lambda each: -won[each])
    share, spread = (won[ranked[0]] + drawn / 2) / games, _NORMAL**2 / games
    middle = (share + spread / 2) / (1 + spread)
    around = _NORMAL * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    counts = [Message("{side} {n}", side=Capital(spelled(side)), n=won[side]) for side in ranked]
    told = Message(
        "Wins: {counts}, of {n} games of the computer with itself ({side} {low:.1f} to {high:.1f} of 10).",
        counts=Series([*counts, *([Message("drawn {n}", n=drawn)] if drawn else [])]),
        n=games,
        side=Capital(spelled(ranked[0])),
        low=10 * (middle - around),
        high=10 * (middle + around),
    )
    return Series((told, Message(cover.even[scenario])), " ") if scenario in cover.even else told
