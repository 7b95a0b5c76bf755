"""How many units may stand in one hex at the end of a phase (6.3, 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import Violation
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.losses import destroy
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import Lose
from pbem_rules.june44.printed import Data, Kind

ARTILLERY = "artillery"
LIMIT, SMALL_LIMIT = 2, 3
SMALL = ("brigade", "regiment")


def over(data: Data, state: State, where: str, units: Iterable[str] = ()) -> tuple[Violation, ...]:
    """Every limit that is broken when ``units`` stand in ``where`` beside those that are there already."""
    names = sorted({*state.board.at(where), *units})
    return wrong_stack(data, where, names)


def wrong_stack(data: Data, where: str, names: Sequence[str]) -> tuple[Violation, ...]:
    """Every stacking limit that these units break together; ``where`` is for the message."""
    kinds = [data.units[name] for name in names if name in data.units]
    return (*_two_and_a_small_one(where, kinds), *_artillery_with_one(where, kinds), *_one_army(where, kinds))


@BOOK.rule("6.3", text="Two units stack in a hex; a brigade or regiment may be the third.")
def _two_and_a_small_one(where: str, kinds: list[Kind]) -> tuple[Violation, ...]:
    if any(kind.type == ARTILLERY for kind in kinds):
        return ()
    small = any(kind.size in SMALL for kind in kinds)
    most = SMALL_LIMIT if small else LIMIT
    if len(kinds) <= most:
        return ()
    third = "" if small else ", a third only if one of them is a brigade or regiment"
    said = f"{where} would hold {_names(kinds)}; at most {most} units stack{third}"
    return (Violation(paragraph="6.3", message=said, subject=where),)


@BOOK.rule("6.3", "N33", text="Artillery stacks with a single unit.")
def _artillery_with_one(where: str, kinds: list[Kind]) -> tuple[Violation, ...]:
    guns = [kind for kind in kinds if kind.type == ARTILLERY]
    if not guns or len(kinds) <= LIMIT:
        return ()
    said = f"{where} would hold {_names(kinds)}; artillery ({_names(guns)}) stacks with one unit only"
    return (Violation(paragraph="6.3", message=said, subject=where),)


@BOOK.rule("6.3", text="American and Commonwealth units do not stack together.")
def _one_army(where: str, kinds: list[Kind]) -> tuple[Violation, ...]:
    if len({kind.nation for kind in kinds}) <= 1:
        return ()
    said = f"{where} would hold {_names(kinds)}; American and Commonwealth units do not stack together"
    return (Violation(paragraph="6.3", message=said, subject=where),)


def _names(kinds: Iterable[Kind]) -> str:
    return ", ".join(kind.id for kind in kinds)


def crowded(data: Data, state: State, side: str) -> tuple[Violation, ...]:
    """Every limit that a side breaks anywhere on the map, in hex order."""
    places = state.board.places()
    found: list[Violation] = []
    for where in places:
        if where in data.ground.terrain and data.units[state.board.at(where)[0]].side == side:
            found.extend(over(data, state, where))
    return tuple(found)


@BOOK.rule("6.4", "N34", text="At the end of the movement phase the owner removes units that are too many.")
def before_done(data: Data, state: State, side: str) -> tuple[Violation, ...]:
    """Why a side may not yet end its movement phase: hexes with too many units, each with the way out."""
    return tuple(
        Violation(
            paragraph="6.4",
            message=f"{found.message}: move one away, or remove it with `lose UNIT`",
            subject=found.subject,
        )
        for found in crowded(data, state, side)
    )


@BOOK.rule("6.4", "N34")
def check_removal(data: Data, state: State, side: str, order: Lose) -> tuple[Violation, ...]:
    """Why units may not be taken off in the movement phase: only from a hex with too many, one at a time."""
    found: list[Violation] = []
    if len(order.units) != 1:
        found.append(Violation(paragraph="6.4", message="units that are too many are removed one at a time"))
    for name in order.units:
        unit = state.board.get(name)
        if unit is None or data.units[name].side != side:
            found.append(
                Violation(paragraph="6.4", message=f"{name} is no unit of yours on the map", subject=name)
            )
        elif unit.where not in data.ground.terrain or not over(data, state, unit.where):
            said = f"{name} stands in no hex with too many units, so it is not removed"
            found.append(Violation(paragraph="6.4", message=said, subject=name))
    return tuple(found)


def remove(course: Course, order: Lose) -> None:
    """A unit too many is taken off the map."""
    (name,) = order.units
    where = course.unit(name).where
    text = f"{name} is one too many in {where} and is removed."
    course.say("overstacked", text, "6.4", side=course.kind(name).side, units=(name,), hexes=(where,))
    destroy(course, name)


def removals(data: Data, state: State, side: str) -> tuple[Lose, ...]:
    """The units that may be taken off a hex with too many, in order."""
    names = [n for found in crowded(data, state, side) for n in state.board.at(found.subject)]
    return tuple(Lose(units=(name,)) for name in dict.fromkeys(names))
