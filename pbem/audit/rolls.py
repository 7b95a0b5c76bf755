"""Every die of a log in the order rolled, with what kind it was and who asked for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pbem.bytes.records import frozen
from pbem.port.game import Side
from pbem.replay.fold import AppliedEntry

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


def thrown(trail: Iterable[AppliedEntry[object]]) -> tuple[Thrown, ...]:
    """Every answered roll of a log that holds, in its order; draws out of a cup or a deck are no dice."""
    asked: dict[int, tuple[Side, Dice]] = {}
    found: list[Thrown] = []
    for each in trail:
        pending = each.position.table.pending
        if each.kind == "req" and pending is not None:
            asked[pending.j] = (each.position.table.seats[each.seat].side, pending.dice)
        number, dice = each.obj.get("j"), each.obj.get("dice")
        if each.kind in ("rsp", "open") and isinstance(number, int) and isinstance(dice, list) and dice:
            side, kinds = asked[number]
            faces = tuple(face for face in dice if isinstance(face, int))
            found.append(Thrown(number=number, entry=each.entry, side=side, dice=kinds, faces=faces))
    return tuple(found)
