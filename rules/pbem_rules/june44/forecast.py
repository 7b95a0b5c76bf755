"""The chances of an attack before it is ordered: every face of every die, read off the chart (11.3, 11.4, 16.3).

The defender's artillery is his to decide, so each answer that he has is a branch of its own. Cards are nobody's to foresee.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import AttrsInstance, frozen

from pbem.port.game import Die, Outcome, Reason, Rolled
from pbem.port.insight import Branch, Chance, Forecast
from pbem_rules.june44 import cards, losses, results
from pbem_rules.june44.combat import ANSWER, DEFEND, answers
from pbem_rules.june44.course import Course
from pbem_rules.june44.invasion import in_invasion
from pbem_rules.june44.lookup import chosen, enemy_of
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, State
from pbem_rules.june44.orders import Attack, Defend
from pbem_rules.june44.printed import Data
from pbem_rules.june44.results import ONE_DIE, hits_of, under_way

_STEPS = ("no step", "a step", "two steps")
_NONE = "no artillery"


def forecast(data: Data, state: State, side: str, action: AttrsInstance) -> Forecast | None:
    """The chances of a legal attack or answer; None for any other order."""
    match action:
        case Attack():
            course = Course(data=data, state=state)
            results.begin(course, side, action)
            return _told(data, course.state, _answers(data, course.state))
        case Defend():
            return _told(data, state, (action,))
        case _:
            return None


def _answers(data: Data, state: State) -> tuple[Defend, ...]:
    return answers(data, state, under_way(state))


def _told(data: Data, state: State, replies: tuple[Defend, ...]) -> Forecast:
    on = under_way(state)
    return Forecast(
        text=f"{', '.join(on.attackers)} attack {on.target}",
        paragraph="11.3",
        parts=("defender",),
        branches=tuple(_branch(data, state, reply) for reply in replies),
        notes=tuple(_notes(data, state)),
    )


def _at_the_dice(data: Data, state: State, reply: Defend) -> State:
    """The combat with the defender's answer and no card, waiting for its roll."""
    course = Course(data=data, state=state)
    while (stage := under_way(course.state).stage) in (ANSWER, DEFEND):
        if stage == DEFEND:
            results.defend(course, reply)
        else:
            results.answered(course)
    return course.state


@frozen(kw_only=True)
class _Column:
    """The column of a combat for one way the counters turn over may fall, and its terms."""

    column: int
    reasons: tuple[Reason, ...]


def _columns(
    data: Data, state: State, dice: tuple[Die, ...], count: int
) -> Iterator[tuple[tuple[int, ...], _Column]]:
    """For each way of the dice after the first ``count``: their faces, and the column they lead to."""
    why = results.roll(data, state).why
    for extra in product(*(range(1, die.sides + 1) for die in dice[count:])):
        course = Course(data=data, state=state)
        results.rolled(course, Rolled(why=why, faces=(*([1] * count), *extra)))
        told = next(each for each in course.outcomes if each.kind == "combat")
        yield extra, _Column(column=_total(told), reasons=told.reasons)


def _total(told: Outcome) -> int:
    assert told.total is not None
    return told.total


def _branch(data: Data, state: State, reply: Defend) -> Branch:
    state = _at_the_dice(data, state, reply)
    dice = results.roll(data, state).dice
    count = 1 if chosen(state, ONE_DIE) else 2
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    columns = list(_columns(data, state, dice, count))
    for extra, at in columns:
        for faces in product(range(1, dice[0].sides + 1), repeat=count):
            hits = (hits_of(data, at.column, faces[0]), hits_of(data, -at.column, faces[-1]))
            found.setdefault(_taken(data, state, hits), []).append((*faces, *extra))
    of = 1
    for die in dice:
        of *= die.sides
    first = columns[-1][1]
    return Branch(
        when=(reply.artillery or _NONE,),
        dice=dice,
        reasons=first.reasons,
        modifier=first.column,
        of=of,
        chances=tuple(_chance(data, state, taken, found[taken]) for taken in sorted(found, reverse=True)),
    )


def _taken(data: Data, state: State, hits: tuple[int, int]) -> tuple[int, int]:
    """The steps that the defender and the attacker really lose: what nobody has is ignored (11.4)."""
    on = under_way(state)
    sides = (enemy_of(on.side), on.side)
    there = (results.involved(data, state, on, side) for side in sides)
    defender, attacker = (losses.due(data, state, names, n) for names, n in zip(there, hits, strict=True))
    return defender, attacker


def _chance(data: Data, state: State, taken: tuple[int, int], faces: list[tuple[int, ...]]) -> Chance:
    on, (defender, attacker) = under_way(state), taken
    left = sum(losses.steps_of(data, state, n) for n in results.involved(data, state, on, enemy_of(on.side)))
    signs = [sign for sign, n in (("attacker hurt", attacker), ("defender hurt", defender)) if n]
    then: tuple[str, ...] = ()
    if defender == left:
        then = (f"{on.target} is empty.",)
        if not in_invasion(state) and _survives(data, state, on, attacker):
            then, signs = (f"{on.target} is empty: the attackers may advance.",), [*signs, "advance"]
    return Chance(
        text=f"The defender loses {_STEPS[defender]}, the attacker {_STEPS[attacker]}.",
        ways=len(faces),
        faces=tuple(faces),
        then=then,
        signs=tuple(sorted(signs)),
    )


def _survives(data: Data, state: State, on: Combat, lost: int) -> bool:
    """Whether an attacker that may advance could be left. Losses fall where the owner likes, so first on the others."""
    able = [name for name in on.attackers if not results.held_back(state, on, name)]
    return bool(able) and sum(losses.steps_of(data, state, name) for name in on.attackers) > lost


def _notes(data: Data, state: State) -> Iterator[str]:
    """What is not in the figures."""
    if len(results.roll(data, _at_the_dice(data, state, Defend())).dice) > (
        1 if chosen(state, ONE_DIE) else 2
    ):
        yield "The air unit is face down: the figures draw it blind; the terms are those of its last face."
    for side in (GERMAN, ALLIED):
        if cards.combat_demand(state, side) is not None:
            yield f"The {side} side holds cards: a combat card is not in the figures (12.0)."
    if chosen(state, ONE_DIE):
        yield "One die is read in both columns (16.3)."
