"""Every die of a log in the order rolled, with what kind it was and who asked for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import frozen

from pbem.replay.fold import Happened
from pbem.replay.table import Position
from pbem.ruleset import Roll, Side

Dice: TypeAlias = tuple[tuple[int, int], ...]
"""The dice of a roll: sides and lowest face of each."""


@frozen(kw_only=True)
class Thrown:
    """One answered roll: its number, its entry, the side that asked, its dice and their faces."""

    number: int
    entry: int
    side: Side
    dice: Dice
    faces: tuple[int, ...]


def dice_of(first: Position[object], trail: Iterable[Happened[object]]) -> Mapping[str, Dice]:
    """Which dice each roll that was asked for takes, by its name."""
    found: dict[str, Dice] = {}
    before = first
    for each in trail:
        if each.kind == "req":
            for demand in before.rules.demands(before.game):
                if isinstance(demand, Roll) and before.table.label(demand.why) == each.obj.get("why"):
                    found[before.table.label(demand.why)] = tuple((die.sides, die.low) for die in demand.dice)
        before = each.position
    return found


def thrown(first: Position[object], trail: tuple[Happened[object], ...]) -> tuple[Thrown, ...]:
    """Every answered roll of a log that holds, in its order; draws out of a cup or a deck are no dice."""
    kinds = dice_of(first, trail)
    asked: dict[int, tuple[Side, Dice]] = {}
    found: list[Thrown] = []
    for each in trail:
        number, dice = each.obj.get("j"), each.obj.get("dice")
        if not isinstance(number, int):
            continue
        if each.kind == "req":
            side = each.position.table.seats[each.seat].side
            asked[number] = (side, kinds.get(str(each.obj.get("why")), ()))
        elif each.kind in ("rsp", "open") and isinstance(dice, list) and dice:
            faces = tuple(face for face in dice if isinstance(face, int))
            found.append(
                Thrown(
                    number=number, entry=each.entry, side=asked[number][0], dice=asked[number][1], faces=faces
                )
            )
    return tuple(found)
