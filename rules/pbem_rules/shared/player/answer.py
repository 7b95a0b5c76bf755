"""A look at what comes of an order: it is carried out by the real rules, its dice fall in several ways, both sides decide on
quickly until such an order is due again, and the position is weighed with the other side's best blow at it.

What a side seals on the way is what its own quick player would seal: nobody looks at what somebody has sealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Generic, TypeVar

from attrs import AttrsInstance, evolve, frozen
from attrs import field as kept

from pbem.bytes.canon import Json
from pbem.port.game import (
    Choice,
    Conceal,
    Die,
    Disclose,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Table,
)
from pbem.port.player import QUICK, Advice
from pbem_rules.shared.player.desk import Case

S = TypeVar("S")
F = TypeVar("F")

_MOST = 1296


def looked_at(case: Case[S, F], found: Sequence[Advice], least: int = 0) -> list[Advice]:
    """The orders, best first. An order that was tried stays only if it gains more than ``least``.

    Only the best few are tried (``Level.tried``); the others follow as they came. Some falls of the dice are not all: who
    has exact chances gives a ``least`` below zero, so that a good attack is not dropped for three bad falls.
    """
    level = case.level
    if not level.tried or not found:
        return list(found)
    tried, others = found[: level.tried], found[level.tried :]
    before = case.player.weigh(case.field)
    gains = [(after(case, each.order) - before, -n, each) for n, each in enumerate(tried)]
    best = [each for gain, _, each in sorted(gains, key=lambda one: one[:2], reverse=True) if gain > least]
    return [*best, *others]


def after(case: Case[S, F], order: AttrsInstance) -> int:
    """What the position weighs after an order, on the average of some falls of the dice."""
    total = 0
    for n in range(case.level.throws):
        total += case.player.weigh(case.player.field(_played(case, order, n), case.side))
    return total // case.level.throws


def _played(case: Case[S, F], order: AttrsInstance, throw: int) -> S:
    """The position some decisions on; no further than something that this side cannot know."""
    now = _Ahead(case=case, state=case.game.apply(case.state, case.side, order).state, throw=throw)
    for _ in range(case.level.ahead):
        then = now.next()
        if then is None:
            break
        now = then
    return now.state


@frozen(kw_only=True)
class _Ahead(Generic[S, F]):
    """A position on the way, with what was sealed on it and which rolls were asked for."""

    case: Case[S, F] = kept(repr=False)
    state: S = kept(repr=False)
    throw: int
    sealed: Mapping[tuple[str, str], tuple[Json, ...]] = kept(factory=dict)
    asked: frozenset[str] = frozenset()

    def next(self) -> _Ahead[S, F] | None:
        """One step on; None where such an order is due again, or something that is not known, or the game is over."""
        case = self.case
        match next(iter(case.game.demands(self.state)), None):
            case Roll(side=side, why=why, sealed=True) if why not in self.asked:
                return evolve(self, asked=self.asked | {why}).told(side, Requested(why=why))
            case Roll(side=side, why=why) as due:
                return self.told(side, Rolled(why=why, faces=fall(due.dice, self.throw, case.level.throws)))
            case Choice(side=side, kinds=kinds) if side != case.side or kinds != case.due:
                return self.told(side, self.advised(side))
            case Conceal(side=side):
                at, values = case.game.conceal(self.state, self.advised(side))
                known = evolve(self, sealed={**self.sealed, (side, at): values})
                return known.told(side, Sealed(side=side, at=at, count=len(values)))
            case Disclose(side=side, at=at, ns=ns) if (side, at) in self.sealed:
                value = self.sealed[side, at][ns[0] - 1]
                return self.told(side, Shown(side=side, at=at, n=ns[0], value=value))
            case _:
                return None

    def told(self, side: str, action: AttrsInstance | Table) -> _Ahead[S, F]:
        """After an action."""
        return evolve(self, state=self.case.game.apply(self.state, side, action).state)

    def advised(self, side: str) -> AttrsInstance:
        """What a side orders without looking."""
        case = self.case
        return case.player.think(case.game, self.state, side, Secrets(), case.salt, QUICK).order


def fall(dice: Sequence[Die], throw: int, throws: int) -> tuple[int, ...]:
    """The faces of one of some falls: all that there are by their total, and of so many equal parts the middle of one.

    Of very many dice each has its own share of high and low faces, one after the other.
    """
    sides = [range(die.low, die.low + die.sides) for die in dice]
    if prod(map(len, sides)) > _MOST:
        return tuple(_share(each, throw + n, throws) for n, each in enumerate(sides))
    falls = sorted(product(*sides), key=lambda faces: (sum(faces), faces))
    return falls[(2 * throw + 1) * len(falls) // (2 * throws)]


def _share(faces: Sequence[int], turn: int, parts: int) -> int:
    """A face from the middle of one of so many equal parts of a die: by turns the one above it and the one below it."""
    return faces[((2 * (turn % parts) + 1) * len(faces) - turn % 2) // (2 * parts)]
