"""The chances of an attack before it is ordered: every face of every die, read off the chart (11.3, 11.4, 16.3).

The defender's artillery is his to decide, so each answer that he has is a branch of its own. Cards are nobody's to foresee.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from pbem.port.game import Die, Outcome, Rolled
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message
from pbem_rules.june44.model import ALLIED, GERMAN, Combat
from pbem_rules.june44.rules.cards.choices import combat_demand
from pbem_rules.june44.rules.combat import defend
from pbem_rules.june44.rules.combat.advance import held_back
from pbem_rules.june44.rules.combat.attack import ATTACK, Attack
from pbem_rules.june44.rules.combat.course import combat_dice, hits_of, roll, rolled
from pbem_rules.june44.rules.combat.defend import DEFEND, Defend
from pbem_rules.june44.rules.combat.losses import due, involved, steps_of
from pbem_rules.june44.rules.combat.under_way import ANSWER, answered, under_way
from pbem_rules.june44.rules.combat.under_way import DEFEND as DEFENDING
from pbem_rules.june44.rules.invasion import in_invasion
from pbem_rules.june44.rules.lookup import SIDES, enemy_of
from pbem_rules.june44.rules.play import Play, Position, View

_STEPS = (Message("no step"), Message("a step"), Message("two steps"))


@ATTACK.forecast
def _of_attack(view: View, order: Attack) -> Forecast:
    """Each answer of the defender is a branch."""
    play = _copy(view)
    ATTACK.perform(play, order)
    return _told(play, tuple(defend.replies(play)))


@DEFEND.forecast
def _of_answer(view: View, order: Defend) -> Forecast:
    """The answer is known."""
    return _told(view, (order,))


def _copy(at: Position) -> Play:
    return Play(data=at.data, state=at.state)


def _told(at: Position, replies: tuple[Defend, ...]) -> Forecast:
    on = under_way(at)
    return Forecast(
        text=Message("Attack on {hex}: {units}", units=", ".join(on.attackers), hex=on.target),
        paragraph="11.3",
        parts=("defender",),
        branches=tuple(_branch(_at_the_dice(at, reply), reply) for reply in replies),
        notes=tuple(_notes(at)),
    )


def _at_the_dice(at: Position, reply: Defend) -> Play:
    """The combat with the defender's answer and no card, waiting for its roll."""
    play = _copy(at)
    while (stage := under_way(play).stage) in (ANSWER, DEFENDING):
        if stage == DEFENDING:
            defend.defend(play, reply)
        else:
            answered(play, under_way(play).side)
    return play


def _outcome(at: Position, extra: tuple[int, ...]) -> Outcome:
    """The outcome of the combat when the counters turned over fall like this: its column, and its terms."""
    play = _copy(at)
    rolled(play, Rolled(why=roll(at).why, faces=(*([1] * combat_dice(at)), *extra)))
    return next(each for each in play.outcomes if each.kind == "combat")


def _faces(dice: tuple[Die, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(1, die.sides + 1) for die in dice))


def _branch(at: Position, reply: Defend) -> Branch:
    dice, count = roll(at).dice, combat_dice(at)
    found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    taken: dict[tuple[int, int], tuple[int, int]] = {}
    for extra in _faces(dice[count:]):
        told = _outcome(at, extra)
        column = told.total or 0
        for faces in _faces(dice[:count]):
            hits = hits_of(at.data, column, faces[0]), hits_of(at.data, -column, faces[-1])
            taken[hits] = taken.get(hits) or _taken(at, hits)
            found.setdefault(taken[hits], []).append((*faces, *extra))
    return Branch(
        when=(reply.artillery or Message("no artillery"),),
        dice=dice,
        reasons=told.reasons,
        modifier=column,
        of=prod(die.sides for die in dice),
        chances=tuple(_chance(at, each, found[each]) for each in sorted(found, reverse=True)),
    )


def _taken(at: Position, hits: tuple[int, int]) -> tuple[int, int]:
    """The steps that the defender and the attacker really lose: what nobody has is ignored (11.4)."""
    on = under_way(at)
    defender, attacker = (involved(at, on, side) for side in (enemy_of(on.side), on.side))
    return due(at, defender, hits[0]), due(at, attacker, hits[1])


def _chance(at: Position, taken: tuple[int, int], faces: list[tuple[int, ...]]) -> Chance:
    on, (defender, attacker) = under_way(at), taken
    left = sum(steps_of(at, name) for name in involved(at, on, enemy_of(on.side)))
    signs = [sign for sign, n in (("attacker hurt", attacker), ("defender hurt", defender)) if n]
    then: tuple[str, ...] = ()
    if defender == left:
        then = (Message("{hex} is empty.", hex=on.target),)
        if not in_invasion(at) and _survives(at, on, attacker):
            then = (Message("{hex} is empty: the attackers may advance.", hex=on.target),)
            signs.append("advance")
    return Chance(
        text=Message(
            "The defender loses {defender}, the attacker {attacker}.",
            defender=_STEPS[defender],
            attacker=_STEPS[attacker],
        ),
        ways=len(faces),
        faces=tuple(faces),
        then=then,
        signs=tuple(sorted(signs)),
    )


def _survives(at: Position, on: Combat, lost: int) -> bool:
    """Whether an attacker that may advance could be left. Losses fall where the owner likes, so first on the others."""
    able = [name for name in on.attackers if not held_back(at, on, name)]
    return bool(able) and sum(steps_of(at, name) for name in on.attackers) > lost


def _notes(at: Position) -> Iterator[str]:
    """What is not in the figures."""
    if len(roll(_at_the_dice(at, Defend())).dice) > combat_dice(at):
        yield Message(
            "The air unit is face down: the figures draw it blind; the terms are those of its last face."
        )
    for side in (GERMAN, ALLIED):
        if combat_demand(at, side) is not None:
            yield Message(
                "The {side} side holds cards: a combat card is not in the figures (12.0).", side=SIDES[side]
            )
    if combat_dice(at) == 1:
        yield Message("One die is read in both columns (16.3).")
