"""What the phases of a night have in common: who decides what, and days as people write them."""

from __future__ import annotations

from pbem.port.game import Choice, Demand, Die, Roll
from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.printed.calendar import PARTS, day_number
from pbem_rules.normandy.rules.view import Position, View

OVER, ROLL = "over", "roll"
"""Stages of a phase: nothing is owed any more; what was named is rolled. Before them it is empty."""


def is_over(at: Position) -> bool:
    """Whether the phase waits for nothing any more."""
    return at.state.stage == OVER


def choice(side: str, why: str, paragraph: str, *kinds: str) -> tuple[Demand, ...]:
    """A side decides, and says when it is done."""
    return (Choice(side=side, kinds=(*kinds, "done"), why=why, paragraph=paragraph),)


def roll(why: str, dice: int, sides: int, paragraph: str, side: str = GERMAN) -> tuple[Demand, ...]:
    """An open roll of so many equal dice: nobody has a choice to make under it."""
    return (Roll(side=side, why=why, dice=(Die(sides=sides),) * dice, paragraph=paragraph),)


def numbered(at: Position, word: str) -> str:
    """The label of the next roll that has a number of its own."""
    return f"{word}/{at.state.rolls + 1}"


def of_day(at: Position, word: str) -> str:
    """The label of a roll that comes once a day."""
    return f"{word}/{at.state.day}"


def nights_since(at: Position, day: str) -> int:
    """How many nights ago a day was; below 0 before it."""
    return (day_number(at.state.day) or 0) - (day_number(day) or 0)


def has_come(at: Position, turn: str) -> bool:
    """Whether a turn written as ``06-11 am`` is now or was before."""
    day, _, part = turn.partition(" ")
    return (day, PARTS.index(part)) <= (at.state.day, at.state.part)


def part(at: Position) -> frozenset[str]:
    """The part of the map that the scenario uses; all of it outside a scenario."""
    scenario = at.data.scenarios.get(at.state.scenario)
    return scenario.hexes if scenario else at.data.ground.grid.printed


def seen(play: Position, side: str = "") -> View:
    """The position of a play as a view."""
    return View(data=play.data, state=play.state, side=side)
