"""The exact chances of a procedure: it is run through with every face of every die that it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import TypeVar

from pbem.bytes.records import frozen
from pbem.port.game import Die, Outcome, Reason
from pbem.port.insight import Branch, Chance
from pbem.port.messages import Message, Series
from pbem_rules.shared.straight import Attempting, Face, NeedDice

P = TypeVar("P", bound=Attempting)
Outcomes = tuple[Outcome, ...]
_MOST_FACES = 36
"""A result that comes about in more ways is not told face by face."""


@frozen(kw_only=True)
class Ending:
    """One way that the dice of a procedure may fall, in the order thrown, and what happened."""

    thrown: tuple[Face, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def odds(self) -> Fraction:
        """How likely it is."""
        found = Fraction(1)
        for sides, _ in self.thrown:
            found /= sides
        return found


class TooManyWays(Exception):
    """There are more ways than anybody reads."""


def endings(
    begin: Callable[[tuple[Face, ...]], P], procedure: Callable[[P], None], most: int
) -> list[Ending]:
    """Every way that the dice of a procedure may fall, the lowest faces first; ``begin`` makes a play with a pool.

    Raises TooManyWays when the procedure would have to be run more than ``most`` times.
    """
    left = most

    def ways(thrown: tuple[Face, ...]) -> Iterator[Ending]:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManyWays
        play = begin(thrown)
        try:
            procedure(play)
        except NeedDice as need:
            for face in range(1, need.sides + 1):
                yield from ways((*thrown, (need.sides, face)))
            return
        yield Ending(thrown=thrown, outcomes=tuple(play.outcomes))

    return list(ways(()))


def alike(begin: Callable[[tuple[Face, ...]], P], procedure: Callable[[P], None]) -> Iterator[Ending]:
    """The ways in which all dice show one face, from 1 up to the highest of them (a die with fewer shows its last).

    They are few, and enough to know whether anything can happen where each die works by itself until something does.
    """
    face, highest = 1, 1
    while face <= highest:
        thrown: tuple[Face, ...] = ()
        while True:
            play = begin(thrown)
            try:
                procedure(play)
            except NeedDice as need:
                thrown = (*thrown, (need.sides, min(face, need.sides)))
                highest = max(highest, need.sides)
                continue
            break
        yield Ending(thrown=thrown, outcomes=tuple(play.outcomes))
        face += 1


def branch(
    ends: list[Ending],
    when: str,
    reasons: tuple[Reason, ...],
    told: Callable[[Outcomes], tuple[str, ...]],
    signs: Callable[[Outcomes], set[str]],
) -> Branch:
    """The endings as a table of chances: those of which the same is ``told`` are one line, with its ``signs``."""
    of = lcm(*(end.odds.denominator for end in ends))
    together: dict[tuple[str, ...], list[Ending]] = {}
    for end in ends:
        together.setdefault(told(end.outcomes), []).append(end)

    def line(texts: tuple[str, ...], same: list[Ending]) -> Chance:
        faces = tuple(tuple(face for _, face in end.thrown) for end in same)
        return Chance(
            text=Series(texts, " ") if texts else Message("No effect."),
            ways=int(sum((end.odds for end in same), Fraction(0)) * of),
            faces=faces if len(faces) <= _MOST_FACES else (),
            signs=tuple(sorted(signs(same[0].outcomes))),
        )

    return Branch(
        when=(when,),
        dice=tuple(Die(sides=sides) for sides, _ in max((end.thrown for end in ends), key=len)),
        reasons=reasons,
        modifier=sum(reason.value for reason in reasons),
        of=of,
        chances=tuple(line(texts, same) for texts, same in together.items()),
    )
