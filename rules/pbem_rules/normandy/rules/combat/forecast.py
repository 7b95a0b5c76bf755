"""The chances of an attack, or of a gun, before it is ordered: every face of the die, read off the table."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.values import evolve
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message, counted
from pbem_rules.normandy.battle import Battle, Declared
from pbem_rules.normandy.rules.air import flak
from pbem_rules.normandy.rules.combat import alone, course, odds, results
from pbem_rules.normandy.rules.combat.alone import FIRE, Fire
from pbem_rules.normandy.rules.combat.attack import ATTACK, Attack, declared
from pbem_rules.normandy.rules.view import View


@ATTACK.forecast
def of_attack(view: View, order: Attack) -> Forecast:
    """The chances without support of the defender."""
    made = declared(view, order)
    strength, against = odds.attack(view, made), odds.defence(view, made)
    text = Message(
        "{hex} is attacked with {attack} against {defence}.",
        hex=made.target,
        attack=strength,
        defence=against,
    )
    if not against:
        return Forecast(
            text=text, paragraph="12.1", parts=("odds",), branches=(), notes=tuple(_notes(view, made))
        )
    reasons = odds.modifiers(view, made)
    total = sum(each.value for each in reasons)
    rows: dict[str, list[tuple[int, ...]]] = {}
    sides = view.data.charts.combat.die
    for face in range(1, sides + 1):
        rows.setdefault(results.token(view, made, face + total), []).append((face,))
    branch = Branch(
        when=(odds.column(view, strength, against).odds,),
        dice=(results.die(view.data.charts),),
        reasons=reasons,
        modifier=total,
        of=sides,
        chances=tuple(_chance(view, made, said, faces) for said, faces in rows.items()),
    )
    notes = tuple(_notes(view, made))
    return Forecast(text=text, paragraph="12.1", parts=("odds",), branches=(branch,), notes=notes)


def _chance(view: View, made: Declared, said: str, faces: list[tuple[int, ...]]) -> Chance:
    found = results.result(view, made, said)
    signs = (
        ("attacker hurt", found.attacker_steps or found.attacker_retreat),
        ("defender hurt", found.defender_steps or found.defender_retreat),
        ("retreat", found.defender_retreat),
    )
    held = tuple(sign for sign, holds in signs if holds)
    return Chance(text=results.in_words(said), ways=len(faces), faces=tuple(faces), signs=held, code=said)


def _notes(view: View, made: Declared) -> Iterator[str]:
    yield counted(made.paid, "It costs {n} point of combat supply.", "It costs {n} points of combat supply.")
    if not odds.defence(view, made):
        yield Message("A defence of nought is eliminated without a die (12.2).")
    other = evolve(view, side=course.defender(view))
    if results.ready_to_answer(other):
        yield Message("Guns of the defender may still help (13.7).")
    if made.air and flak.in_range(view, made.target):
        yield Message("Flak in range may take aircraft off (10.15).")


@FIRE.forecast
def of_fire(view: View, order: Fire) -> Forecast:
    """The chance that a gun alone hits."""
    state = evolve(view.state, battle=Battle())
    names = view.units_of(view.enemy(view.side), order.target)
    terms = alone.number(evolve(view, state=state), order.unit, order.target, len(names))
    number, sides = sum(each.value for each in terms), view.data.charts.guns.die
    hits = tuple((face,) for face in range(1, sides + 1) if face <= number)
    misses = tuple((face,) for face in range(1, sides + 1) if face > number)
    lines = (
        Chance(
            text=Message("the defender loses a step"), ways=len(hits), faces=hits, signs=("defender hurt",)
        ),
        Chance(text=Message("no effect"), ways=len(misses), faces=misses),
    )
    branch = Branch(
        when=(order.unit,),
        dice=(results.die(view.data.charts),),
        reasons=terms,
        modifier=number,
        of=sides,
        chances=tuple(each for each in lines if each.ways),
    )
    text = Message(
        "{unit} fires at {hex} and hits on {n} or less.", unit=order.unit, hex=order.target, n=number
    )
    return Forecast(text=text, paragraph="14.12", parts=("gun",), branches=(branch,))
