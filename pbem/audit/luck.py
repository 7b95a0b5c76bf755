"""Who was lucky: what every weighed roll brought against what it could have brought.

A roll's luck is what it was worth less what it was worth on average over its equally likely ways. The sum is set against
its own spread: with that many rolls, so many games in a hundred are less lucky.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from attrs import frozen

from pbem.insight import Weighs
from pbem.replay.fold import Happened
from pbem.ruleset import Side

NOTED = 3
"""So many of the luckiest and of the unluckiest rolls are named."""


@frozen(kw_only=True)
class Stroke:
    """One roll: the entry, its sentence, and how much more than the average it brought to ``side``."""

    entry: int
    side: Side
    text: str
    luck: float


@frozen(kw_only=True)
class Luck:
    """All weighed rolls as one side sees them: how many, their sum and spread on the game's scale, the extremes."""

    side: Side
    rolls: int
    total: float
    spread: float
    best: tuple[Stroke, ...]
    worst: tuple[Stroke, ...]

    @property
    def share(self) -> float:
        """The share of games with these very rolls in which this side is less lucky (normal approximation)."""
        return 0.5 if not self.spread else 0.5 * math.erfc(-self.total / self.spread / math.sqrt(2))


def luck(rules: object, side: Side, trail: Iterable[Happened[object]]) -> Luck | None:
    """The luck of one side over a whole log; None when the game weighs no rolls, or there were none."""
    if not isinstance(rules, Weighs):
        return None
    strokes: list[Stroke] = []
    variance = 0.0
    for happened in trail:
        for outcome in happened.outcomes:
            found = rules.weigh(outcome)
            if found is None or len(set(found.worths)) < 2:
                continue
            mean = math.fsum(found.worths) / len(found.worths)
            sign = 1 if found.side == side else -1
            variance += math.fsum((worth - mean) ** 2 for worth in found.worths) / len(found.worths)
            more = sign * (found.worths[found.came] - mean)
            strokes.append(Stroke(entry=happened.entry, side=side, text=outcome.text, luck=more))
    if not strokes:
        return None
    ordered = sorted(strokes, key=lambda each: (-each.luck, each.entry))
    return Luck(
        side=side,
        rolls=len(strokes),
        total=math.fsum(each.luck for each in strokes),
        spread=math.sqrt(variance),
        best=tuple(each for each in ordered[:NOTED] if each.luck > 0),
        worst=tuple(each for each in reversed(ordered[-NOTED:]) if each.luck < 0),
    )
