"""Step losses: what a hit may take, what it does, and who goes for good (11.4, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import GERMAN, Combat
from pbem_rules.june44.rules.combat.strength import defenders
from pbem_rules.june44.rules.lookup import defence_at, fort_at, steps
from pbem_rules.june44.rules.play import Play, Position

FORT, BEACH = "fort:", "beach:"
"""What stands before the hex in the name of a fortification or beach defence that takes a loss."""

FOR_GOOD = ("parachute", "airborne")


@BOOK.rule("11.2.1", "11.4", "N53")
def involved(at: Position, on: Combat, side: str) -> tuple[str, ...]:
    """The units of a side that can take losses, and the works of the defender's hex, in order."""
    if side == on.side:
        return tuple(name for name in on.attackers if name in at.board)
    units = tuple(unit.id for unit in defenders(at, on.target, side))
    return (*units, *works_in(at, on.target)) if side == GERMAN else units


def works_in(at: Position, where: str) -> tuple[str, ...]:
    """The fortification and the beach defence of a hex that still stand, by the names they have in a loss."""
    beach = (f"{BEACH}{where}",) if defence_at(at, where) is not None else ()
    return (*beach, f"{FORT}{where}") if fort_at(at, where) else beach


@BOOK.rule("11.4", "13.0", "N45")
def steps_of(at: Position, name: str) -> int:
    """How many steps a unit, fortification or beach defence can still lose."""
    if name.startswith((FORT, BEACH)):
        return int(name in works_in(at, name.partition(":")[2]))
    unit = at.board.get(name)
    return 0 if unit is None else steps(at.data, unit)


@BOOK.rule("11.4")
def due(at: Position, there: Sequence[str], hits: int) -> int:
    """How many of ``hits`` steps those involved can lose."""
    return min(hits, sum(steps_of(at, name) for name in there))


def ways(at: Position, there: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every way to take ``count`` steps from those involved, each name as often as it loses a step, in order."""
    for taken in combinations_with_replacement(sorted(there), count):
        if all(taken.count(name) <= steps_of(at, name) for name in taken):
            yield taken


@BOOK.rule("11.4", "2.4.2")
def lose_step(play: Play, name: str) -> None:
    """One step off a unit; a fortification or beach defence is gone."""
    mark, _, where = name.partition(":")
    if f"{mark}:" == BEACH:
        kept = tuple(evolve(d, strength=0) if d.hex == where else d for d in play.state.defences)
        play.change(defences=kept)
        said = Message("The beach defence in {hex} is destroyed.", hex=where)
        play.say("beach-cleared", said, "13.0", hexes=(where,))
    elif f"{mark}:" == FORT:
        play.change(forts_lost=tuple(sorted((*play.state.forts_lost, where))))
        said = Message("The fortification in {hex} is destroyed.", hex=where)
        play.say("fort-destroyed", said, "11.1", hexes=(where,))
    elif steps_of(play, name) > 1:
        play.tell("reduced", Message("{unit} loses a step.", unit=name), "11.4", name)
        play.mark(name, reduced=True)
    else:
        play.tell("destroyed", Message("{unit} is destroyed.", unit=name), "11.4", name)
        destroy(play, name)


@BOOK.rule("8.1")
def destroy(play: Play, name: str) -> None:
    """A unit leaves the board, for good when no replacement may bring it back."""
    play.take_off(name, for_good=play.kind(name).type in FOR_GOOD)
