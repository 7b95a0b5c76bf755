"""A look at what comes of an order: it is carried out by the real rules, its dice fall in several ways, both sides decide on
quickly until such an order is due again, and the position is weighed with the other side's best blow at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeVar

from attrs import AttrsInstance

from pbem.port.game import Choice, Die, Roll, Rolled, Secrets
from pbem.port.player import QUICK
from pbem_rules.shared.player.desk import Case
from pbem_rules.shared.player.game import Field, Fight, strength

S = TypeVar("S")
F = TypeVar("F", bound=Field)

_AIM = 3
_GROUND = 100
_MOST = 1296


def looked_at(case: Case[S, F], fights: Sequence[Fight]) -> list[Fight]:
    """The fights, those first that turn out best; of those that were tried, none that leaves the side worse off.

    Only the best few are tried (``Level.tried``); the others follow as they came.
    """
    level = case.level
    if not level.tried or len(fights) < 1:
        return list(fights)
    tried, others = fights[: level.tried], fights[level.tried :]
    before = weight(case.field)
    found = [(after(case, fight.order) - before, -n, fight) for n, fight in enumerate(tried)]
    kept = [fight for gain, _, fight in sorted(found, key=lambda each: each[:2], reverse=True) if gain > 0]
    return [*kept, *others]


def after(case: Case[S, F], order: AttrsInstance) -> int:
    """What the position weighs after an order, on the average of some falls of the dice."""
    total = 0
    for n in range(case.level.throws):
        total += weight(case.player.field(_played(case, order, n), case.side))
    return total // case.level.throws


def _played(case: Case[S, F], order: AttrsInstance, throw: int) -> S:
    """The position some decisions on; no further than something that this side cannot know."""
    game = case.game
    state = game.apply(case.state, case.side, order).state
    for _ in range(case.level.ahead):
        match next(iter(game.demands(state)), None):
            case Roll(side=side, why=why, sealed=False) as due:
                faces = fall(due.dice, throw, case.level.throws)
                state = game.apply(state, side, Rolled(why=why, faces=faces)).state
            case Choice(side=side, kinds=kinds) if side != case.side or kinds != case.due:
                advice = case.player.think(game, state, side, Secrets(), case.salt, QUICK)
                state = game.apply(state, side, advice.order).state
            case _:
                return state
    return state


def fall(dice: Sequence[Die], throw: int, throws: int) -> tuple[int, ...]:
    """The faces of one of some falls: all that there are by their total, and of so many equal parts the middle of one."""
    sides = [range(die.low, die.low + die.sides) for die in dice]
    if prod(map(len, sides)) > _MOST:
        return tuple(each[(2 * throw + 1) * len(each) // (2 * throws)] for each in sides)
    falls = sorted(product(*sides), key=lambda faces: (sum(faces), faces))
    return falls[(2 * throw + 1) * len(falls) // (2 * throws)]


def weight(field: Field) -> int:
    """What a position is worth to a side, in hundredths of a point of strength: units, places that count, and what the other
    side could strike in its next turn."""
    ours = sum(sum(strength(stack)) for stack in field.mine.values())
    theirs = sum(sum(strength(stack)) for stack in field.theirs.values())
    aims = sum(aim.worth if aim.held else -aim.worth for aim in field.aims.values())
    return _GROUND * (ours - theirs) + _AIM * _GROUND * aims - _exposed(field)


def _exposed(field: Field) -> int:
    """The steps that the other side may take where it can strike at two to one or better, as everybody stands."""
    total = 0
    for place, stack in field.mine.items():
        beside: Mapping[str, int] = {
            at: strength(field.theirs[at])[0] * field.crossing(at, place) // _GROUND
            for at in field.around(place)
            if at in field.theirs
        }
        own = strength(stack)[1] * field.ground(place, field.side) // _GROUND
        if own and sum(beside.values()) >= 2 * own:
            total += _GROUND * sum(strength(stack)) // (4 * max(1, sum(each.steps for each in stack)))
    return total
