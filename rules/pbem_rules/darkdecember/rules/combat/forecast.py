"""The chances of an attack before it is ordered: every face of both dice, read off the table (4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pbem.bytes.values import evolve
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message, Series
from pbem_rules.darkdecember.model import LOWERING, ROLLING, Battle, Level
from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.rules.combat import course
from pbem_rules.darkdecember.rules.combat.all_out import ALL_OUT
from pbem_rules.darkdecember.rules.combat.attack import ATTACK, begun
from pbem_rules.darkdecember.rules.combat.counterattack import COUNTER, counterattack
from pbem_rules.darkdecember.rules.combat.declaration import described
from pbem_rules.darkdecember.rules.combat.lowering import LOWER, WAIVE, Lower, answered
from pbem_rules.darkdecember.rules.combat.odds import ratio
from pbem_rules.darkdecember.rules.combat.results import DICE, in_words, row_of, struck
from pbem_rules.darkdecember.rules.view import Position


def chances(position: Position, battle: Battle) -> Forecast:
    """The chances of a combat as it stands."""
    rows: dict[Result, list[tuple[int, ...]]] = {}
    for faces in product(*(range(1, die.sides + 1) for die in DICE)):
        row = position.data.charts.combat.rows[row_of(position, battle, faces)]
        rows.setdefault(row.results[battle.column], []).append(faces)
    branch = Branch(
        when=(ratio(position, battle.column),),
        dice=DICE,
        reasons=battle.reasons,
        modifier=sum(each.value for each in battle.reasons),
        of=sum(map(len, rows.values())),
        chances=tuple(_chance(battle, found, faces) for found, faces in rows.items()),
    )
    notes, text = tuple(_notes(battle)), described(position, battle)
    return Forecast(text=text, paragraph="4.3", parts=("odds",), branches=(branch,), notes=notes)


def _chance(battle: Battle, found: Result, faces: list[tuple[int, ...]]) -> Chance:
    levels = struck(battle, found)
    signs = tuple(sorted(set(_signs(battle, found, levels))))
    then = tuple(_told(found, levels))
    text, code = in_words(found), str(found)
    return Chance(text=text, ways=len(faces), faces=tuple(faces), then=then, signs=signs, code=code)


def _told(found: Result, levels: tuple[Level, ...]) -> Iterator[str]:
    if found.exchange:
        yield Message("The defender loses a step, the attacker as many defence points.")
    if found.counter:
        yield Message("The defender counterattacks.")
    if found.defender_steps:
        yield Message("Steps that the defender loses first: {n}.", n=found.defender_steps)
    if found.attacker_steps:
        yield Message("Steps that the attacker loses first: {n}.", n=found.attacker_steps)
    if one := [each.hex for each in levels if each.effect == 1]:
        yield Message("{hexes}: back a hex, or a step.", hexes=Series(one))
    if two := [each.hex for each in levels if each.effect == 2]:
        yield Message("{hexes}: back two hexes, or two steps, or one of each.", hexes=Series(two))


def _notes(battle: Battle) -> Iterator[str]:
    if battle.stage == LOWERING:
        yield Message("The defender may lower their levels before the dice (4.2).")
    if battle.below:
        yield Message("Below 1:3 an attacker loses a step before the dice (4.3).")


def _signs(battle: Battle, found: Result, levels: tuple[Level, ...]) -> Iterator[str]:
    struck_sides = {each.side for each in levels if each.effect}
    if found.exchange or found.attacker_steps or battle.side in struck_sides:
        yield "attacker hurt"
    if found.exchange or found.defender_steps or struck_sides - {battle.side}:
        yield "defender hurt"
    if struck_sides - {battle.side}:
        yield "retreat"


ATTACK.forecast(lambda view, order: chances(view, begun(view, order)))
LOWER.forecast(lambda view, order: chances(view, answered(view, order)))
WAIVE.forecast(lambda view, _order: chances(view, answered(view, Lower())))
COUNTER.forecast(lambda view, order: chances(view, counterattack(view, order)))
ALL_OUT.forecast(lambda view, _order: chances(view, evolve(course.current(view), stage=ROLLING)))
