"""Who was lucky: what every weighed roll brought against what it could have brought.

A roll's luck is what it was worth less what it was worth on average over its equally likely ways, so that over all its
ways it comes to nothing. The sum is set against its own spread: with that many rolls, so many games in a hundred are less
lucky. Where fortune turned is where the running sum leaves an even course the furthest (E. Page, Biometrika 41, 1954).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pbem.bytes.records import frozen
from pbem.port import insight
from pbem.port.game import Side
from pbem.replay.fold import AppliedEntry
from pbem.replay.rewinding import undone
from pbem.replay.table import Position

NOTED = 5
"""So many of the luckiest and of the unluckiest rolls of each side are named."""


@frozen(kw_only=True)
class Stroke:
    """One weighed roll: its entry (and which outcome of it, from 0), turn, what hung on it, and what came.

    ``side`` is for whom it was rolled; ``luck`` what it brought that side above the average, ``mean``, ``least`` and
    ``most`` what it could have brought, ``variance`` their spread squared, all in tenths of ``unit``. Of ``of``
    equally likely ways of the dice ``ways`` are as good or better (where luck is below zero: as bad or worse), and
    ``gains`` gain more than they cost; ``gained``: it did. ``attack``: it is one.
    """

    entry: int
    at: int
    turn: int
    turn_name: str
    side: Side
    text: str
    paragraph: str
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    luck: float
    mean: float
    least: int
    most: int
    variance: float
    ways: int
    of: int
    unit: str
    gains: int = 0
    gained: bool = False
    attack: bool = True


@frozen(kw_only=True)
class Promise:
    """The attacks of one side: how many, how many could be expected to gain more than they cost, and how many did."""

    attacks: int
    expected: float
    came: int


@frozen(kw_only=True)
class Spell:
    """The luck of one side in one turn: its number and name, how many rolls of either side, and their sum."""

    turn: int
    turn_name: str
    rolls: int
    total: float


@frozen(kw_only=True)
class Turning:
    """Where fortune turned: the roll after which the rest begins, and one side's luck before it and from it on."""

    stroke: Stroke
    before: float
    after: float


@frozen(kw_only=True)
class Luck:
    """All weighed rolls as one side sees them: how many, their sum and spread in tenths, its own rolls, turns, extremes.

    ``own`` and ``own_total`` are of the rolls made for this side, as are ``best`` and ``worst``.
    """

    side: Side
    rolls: int
    total: float
    spread: float
    best: tuple[Stroke, ...]
    worst: tuple[Stroke, ...]
    own: int = 0
    own_total: float = 0.0
    turns: tuple[Spell, ...] = ()
    turning: Turning | None = None
    unit: str = "steps"

    @property
    def share(self) -> float:
        """The share of games with these very rolls in which this side is less lucky (normal approximation)."""
        return 0.5 if not self.spread else 0.5 * math.erfc(-self.total / self.spread / math.sqrt(2))


def strokes(
    first: Position[object], trail: Iterable[AppliedEntry[object]], *, certain: bool = False
) -> tuple[Stroke, ...]:
    """Every weighed roll of a log in its order, without those that were taken back; empty when none is weighed.

    ``certain``: also those whose ways are all worth the same.
    """
    happened = tuple(trail)
    gone = undone((each.entry, each.kind, each.obj) for each in happened)
    found: list[Stroke] = []
    before = first
    for each in happened:
        if each.entry not in gone:
            for at in range(len(each.outcomes)):
                stroke = _stroke(before, each, at)
                if stroke is not None and (certain or stroke.least < stroke.most):
                    found.append(stroke)
        before = each.position
    return tuple(found)


def _stroke(before: Position[object], happened: AppliedEntry[object], at: int) -> Stroke | None:
    outcome = happened.outcomes[at]
    found = insight.weigh(before.rules, before.game, outcome)
    if found is None:
        return None
    count, came = len(found.worths), found.worths[found.came]
    mean = math.fsum(found.worths) / count
    good = came >= mean
    as_good = sum(worth >= came if good else worth <= came for worth in found.worths)
    moment = happened.moment_of(outcome)
    return Stroke(
        entry=happened.entry,
        at=at,
        turn=moment.turn,
        turn_name=moment.turn_name,
        side=found.side,
        text=outcome.text,
        paragraph=outcome.paragraph,
        units=outcome.units,
        hexes=outcome.hexes,
        luck=came - mean,
        mean=mean,
        least=min(found.worths),
        most=max(found.worths),
        variance=math.fsum((worth - mean) ** 2 for worth in found.worths) / count,
        ways=as_good,
        of=count,
        unit=found.unit,
        gains=sum(worth > 0 for worth in found.worths),
        gained=came > 0,
        attack=found.attack,
    )


def promise(side: Side, rolls: Iterable[Stroke]) -> Promise | None:
    """What the attacks of a side promised, and what came; None when it made none."""
    own = [each for each in rolls if each.side == side and each.attack]
    if not own:
        return None
    expected = math.fsum(each.gains / each.of for each in own)
    return Promise(attacks=len(own), expected=expected, came=sum(each.gained for each in own))


def luck(side: Side, rolls: Sequence[Stroke]) -> Luck | None:
    """The luck of one side over the rolls of a log; None when there were none."""
    if not rolls:
        return None
    own = sorted((each for each in rolls if each.side == side), key=lambda each: (-each.luck, each.entry))
    return Luck(
        side=side,
        rolls=len(rolls),
        total=math.fsum(_for(side, each) for each in rolls),
        spread=math.sqrt(math.fsum(each.variance for each in rolls)),
        best=tuple(each for each in own[:NOTED] if each.luck > 0),
        worst=tuple(each for each in reversed(own[-NOTED:]) if each.luck < 0),
        own=len(own),
        own_total=math.fsum(each.luck for each in own),
        turns=_turns(side, rolls),
        turning=_turning(side, rolls),
        unit=rolls[0].unit,
    )


def _for(side: Side, stroke: Stroke) -> float:
    """A roll's luck as a side sees it: what one wins the other loses."""
    return stroke.luck if stroke.side == side else -stroke.luck


def _turns(side: Side, rolls: Sequence[Stroke]) -> tuple[Spell, ...]:
    names = {each.turn: each.turn_name for each in reversed(rolls)}
    found: list[Spell] = []
    for turn in sorted(names):
        here = [_for(side, each) for each in rolls if each.turn == turn]
        found.append(Spell(turn=turn, turn_name=names[turn], rolls=len(here), total=math.fsum(here)))
    return tuple(found)


def _turning(side: Side, rolls: Sequence[Stroke]) -> Turning | None:
    """The roll before which the running sum is furthest from an even course; None for fewer than two rolls."""
    lucks = [_for(side, each) for each in rolls]
    total, count = math.fsum(lucks), len(lucks)
    if count < 2:
        return None
    run, best, place, before = 0.0, -1.0, 1, 0.0
    for at in range(1, count):
        run += lucks[at - 1]
        off = abs(run - total * at / count)
        if off > best + 1e-9:
            best, place, before = off, at, run
    return Turning(stroke=rolls[place], before=before, after=total - before)
