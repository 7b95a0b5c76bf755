"""The combat results table, and who takes what: the six letters (13.7) turned into tasks."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.values import evolve
from pbem.port.messages import Message, Series
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Combat, Play, Position, State, Task, Unit
from pbem_rules.june6.printed.data import Cell, Data
from pbem_rules.june6.rules.combat.losses import DIS1, DIS2, EFFECT_NAMES, EFFECTS, RED, costs_step, suffer
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.june6.words import AND

Parts = tuple[tuple[str, str], ...]
"""``(letter, effect)`` pairs of one side, as in a cell of the table."""

SUFFER, ESCAPE, TOLL = "suffer", "escape", "toll"
LETTERS = {
    "A": Message("all"),
    "B": Message("all but the highest cohesion"),
    "C": Message("all but the lowest cohesion"),
    "D": Message("the highest cohesion"),
    "E": Message("the lowest cohesion"),
    "F": Message("any one"),
}
"""Who takes a result, in words (13.71)."""


def read_losses(parts: Parts) -> Series:
    """What one side suffers, in words."""
    named = ((LETTERS[letter], EFFECT_NAMES[effect]) for letter, effect in parts)
    return Series((Message("{units} {effect}", units=units, effect=effect) for units, effect in named), AND)


@BOOK.rule("12.42")
def cell(data: Data, mode: str, defence: str, total: int) -> Cell:
    """The cell for the attacker's mode, the defender's mode and the modified roll."""
    for low, high, found in data.charts.crt[f"{mode}_{defence}"]:
        if (low is None or total >= low) and (high is None or total <= high):
            return found
    raise ValueError(f"no row for {total}")


def alive(state: State, names: Sequence[str]) -> tuple[Unit, ...]:
    """The units of these names that are still on the board."""
    return tuple(unit for name in names if (unit := state.board.get(name)) is not None)


def lone_combat_unit(data: Data, units: Sequence[Unit]) -> Unit | None:
    """The only combat unit among them, or None."""
    found = [unit for unit in units if data.unit(unit.id).combat]
    return found[0] if len(found) == 1 else None


@BOOK.rule("13.73")
def superior(data: Data, own: Sequence[Unit], enemies: Sequence[Unit], intrinsic: int) -> tuple[str, ...]:
    """The side's only combat unit, when its cohesion is higher than any enemy's in the combat (N45); or nothing."""
    unit = lone_combat_unit(data, own)
    if unit is None:
        return ()
    highest = max((intrinsic, *(ratings(data, enemy).cohesion for enemy in enemies)))
    return (unit.id,) if ratings(data, unit).cohesion > highest else ()


def softened(combat: Combat, unit: str, effect: str) -> str:
    """What a result does to a unit: a superior unit takes Disorder-1 for Disorder, Disorder-2 for a Reduction."""
    if unit not in combat.superior:
        return effect
    return DIS2 if effect == RED else DIS1


# --- letters ----------------------------------------------------------------------------------------------------------


@BOOK.rule("13.71")
def tasks(data: Data, side: str, units: Sequence[Unit], parts: Parts) -> tuple[Task, ...]:
    """What is left to do for one side's result. ``units`` are those on the board that the result falls on.

    A task with a single candidate needs no decision.
    """
    if not units or not parts:
        return ()
    if len(parts) == 2:
        return (_double(data, side, units, parts),)
    letter, effect = parts[0]
    if letter == "A":
        return (Task(kind=ESCAPE, side=side, result=effect, others=tuple(unit.id for unit in units)),)
    if letter in ("B", "C"):
        return (_spared(side, units, extreme(data, units, letter), effect),)
    return (Task(kind=SUFFER, side=side, units=_ids(hq_last(data, units, effect, letter)), result=effect),)


@BOOK.rule("13.72")
def _double(data: Data, side: str, units: Sequence[Unit], parts: Parts) -> Task:
    (letter, effect), (_, other) = parts
    if len(units) == 1:
        hardest = max(effect, other, key=EFFECTS.index)
        return Task(kind=SUFFER, side=side, units=_ids(units), result=hardest)
    return _spared(side, units, hq_last(data, units, other, letter), effect, other)


def _spared(
    side: str, units: Sequence[Unit], candidates: Sequence[Unit], effect: str, instead: str = ""
) -> Task:
    names = _ids(candidates)
    rest = tuple(unit.id for unit in units if unit.id not in names)
    return Task(kind=ESCAPE, side=side, units=names, result=effect, instead=instead, others=rest)


def extreme(data: Data, units: Sequence[Unit], letter: str) -> tuple[Unit, ...]:
    """The units tied for the highest (B, D) or the lowest (C, E) cohesion; C looks at combat units if there are any."""
    if letter == "C":
        units = [unit for unit in units if data.unit(unit.id).combat] or units
    values = [ratings(data, unit).cohesion for unit in units]
    wanted = max(values) if letter in ("B", "D") else min(values)
    return tuple(unit for unit, value in zip(units, values, strict=True) if value == wanted)


@BOOK.rule("6.16")
def hq_last(data: Data, units: Sequence[Unit], effect: str, letter: str = "F") -> tuple[Unit, ...]:
    """Those that a letter picks (``F``: all), headquarters apart that would lose a step beside another unit (N46)."""
    manned = {unit.where for unit in units if not data.unit(unit.id).hq}

    def shielded(unit: Unit) -> bool:
        return data.unit(unit.id).hq and unit.where in manned and costs_step(unit, effect)

    others = tuple(unit for unit in units if not shielded(unit))
    return others if letter == "F" else extreme(data, others, letter)


def _ids(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


# --- carrying them out ------------------------------------------------------------------------------------------------


def take(play: Play, combat: Combat, task: Task, chosen: str) -> None:
    """A suffer or escape task is carried out, ``chosen`` being the unit picked (``""``: there was none to pick)."""
    if task.kind == SUFFER:
        suffer(play, chosen, softened(combat, chosen, task.result))
        return
    for name in sorted((*task.units, *task.others)):
        effect = task.instead if name == chosen else task.result
        if effect:
            suffer(play, name, softened(combat, name, effect))


@BOOK.rule("13.22")
def stack_loss(at: Position, toll: Task) -> Task:
    """The Reduction of a stack that retreats into a zone of control or cannot retreat (13.36, 13.37, N47).

    Who may take it depends on who is left after the one before (N48), so a toll becomes this only when it is due.
    """
    units = alive(at.state, toll.units)
    return evolve(toll, kind=SUFFER, units=_ids(hq_last(at.data, units, toll.result)))


def living(state: State, task: Task) -> Task:
    """The task without the units that are gone."""
    return evolve(
        task,
        units=tuple(n for n in task.units if n in state.board),
        others=tuple(n for n in task.others if n in state.board),
    )
