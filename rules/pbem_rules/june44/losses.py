"""Step losses: what a hit may take, what it does, and who goes for good (11.4, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import defence_at, fort_at, steps
from pbem_rules.june44.model import State
from pbem_rules.june44.printed import Data

FORT, BEACH = "fort:", "beach:"
"""What stands before the hex in the name of a fortification or beach defence that takes a loss."""

FOR_GOOD = ("parachute", "airborne")


def works_in(data: Data, state: State, where: str) -> tuple[str, ...]:
    """The fortification and the beach defence of a hex that still stand, by the names they have in a loss."""
    found = []
    if defence_at(state, where) is not None:
        found.append(f"{BEACH}{where}")
    if fort_at(data, state, where):
        found.append(f"{FORT}{where}")
    return tuple(found)


@BOOK.rule(
    "11.4", "13.0", "N45", text="A fortification or beach defence is gone with the first step it loses."
)
def steps_of(data: Data, state: State, name: str) -> int:
    """How many steps a unit, fortification or beach defence can still lose."""
    if name.startswith((FORT, BEACH)):
        return 1 if name in works_in(data, state, name.partition(":")[2]) else 0
    unit = state.board.get(name)
    return 0 if unit is None else steps(data, unit)


@BOOK.rule("11.4", text="Two steps come from one unit or from two; a step that nobody has is ignored.")
def due(data: Data, state: State, involved: Sequence[str], hits: int) -> int:
    """How many of ``hits`` steps those involved can lose."""
    return min(hits, sum(steps_of(data, state, name) for name in involved))


def ways(data: Data, state: State, involved: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every way to take ``count`` steps from those involved, each name as often as it loses a step, in order."""
    for taken in combinations_with_replacement(sorted(involved), count):
        if all(taken.count(name) <= steps_of(data, state, name) for name in taken):
            yield taken


@BOOK.rule("11.4", text="The owner chooses which of the units in the combat lose steps.")
def check(
    data: Data, state: State, involved: Sequence[str], count: int, taken: Sequence[str]
) -> tuple[Violation, ...]:
    """Every reason why ``taken`` cannot be the loss of ``count`` steps by those involved."""
    found: list[Violation] = []
    if len(taken) != count:
        said = f"{count} step{'s' if count > 1 else ''} must be lost, {len(taken)} named; a unit named twice loses two"
        found.append(Violation(paragraph="11.4", message=said))
    for name in dict.fromkeys(taken):
        if name not in involved:
            said = f"{name} had no part in the combat: {', '.join(involved)} had"
            found.append(Violation(paragraph="11.4", message=said, subject=name))
        elif taken.count(name) > steps_of(data, state, name):
            said = f"{name} has not {taken.count(name)} steps to lose"
            found.append(Violation(paragraph="11.4", message=said, subject=name))
    return tuple(found)


@BOOK.rule("11.4", "2.4.2", text="A unit of two steps is turned over, a unit of one is destroyed.")
def lose_step(course: Course, name: str) -> None:
    """One step off a unit; a fortification or beach defence is gone."""
    mark, _, where = name.partition(":")
    if f"{mark}:" == BEACH:
        kept = tuple(evolve(d, strength=0) if d.hex == where else d for d in course.state.defences)
        course.change(defences=kept)
        course.say("beach-cleared", f"The beach defence in {where} is destroyed.", "13.0", hexes=(where,))
    elif f"{mark}:" == FORT:
        course.change(forts_lost=tuple(sorted((*course.state.forts_lost, where))))
        course.say("fort-destroyed", f"The fortification in {where} is destroyed.", "11.1", hexes=(where,))
    else:
        unit, side = course.unit(name), course.kind(name).side
        if steps(course.data, unit) > 1:
            course.mark(name, reduced=True)
            text = f"{name} loses a step."
            course.say("reduced", text, "11.4", side=side, units=(name,), hexes=(unit.where,))
        else:
            course.say(
                "destroyed", f"{name} is destroyed.", "11.4", side=side, units=(name,), hexes=(unit.where,)
            )
            destroy(course, name)


@BOOK.rule("8.1", text="Parachute regiments and airborne divisions never come back as replacements.")
def destroy(course: Course, name: str) -> None:
    """A unit leaves the board, for good when no replacement may bring it back."""
    course.take_off(name, for_good=course.kind(name).type in FOR_GOOD)
