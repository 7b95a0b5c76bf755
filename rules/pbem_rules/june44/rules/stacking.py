"""How many units may stand in one hex at the end of a phase (6.3, 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.printed.data import Data, Kind
from pbem_rules.june44.rules.play import Position, View
from pbem_rules.shared.orders import broken

ARTILLERY = "artillery"
LIMIT, SMALL_LIMIT = 2, 3
SMALL = ("brigade", "regiment")


def stacking_violations(at: Position, where: str, units: Iterable[str] = ()) -> tuple[Violation, ...]:
    """Every limit that is broken when ``units`` stand in ``where`` beside those that are there already."""
    return wrong_stack(at.data, where, sorted({*at.board.at(where), *units}))


def wrong_stack(data: Data, where: str, names: Sequence[str]) -> tuple[Violation, ...]:
    """Every stacking limit that these units break together; ``where`` is for the message."""
    kinds = [data.units[name] for name in names if name in data.units]
    return (*_two_and_a_small_one(where, kinds), *_artillery_with_one(where, kinds), *_one_army(where, kinds))


@BOOK.rule("6.3")
def _two_and_a_small_one(where: str, kinds: list[Kind]) -> Iterator[Violation]:
    small = any(kind.size in SMALL for kind in kinds)
    if any(kind.type == ARTILLERY for kind in kinds) or len(kinds) <= (SMALL_LIMIT if small else LIMIT):
        return
    said = (
        Message(
            "{hex} would hold {units}; at most {n} units stack", hex=where, units=_names(kinds), n=SMALL_LIMIT
        )
        if small
        else Message(
            "{hex} would hold {units}; at most {n} units stack, a third only if one of them is a brigade or regiment",
            hex=where,
            units=_names(kinds),
            n=LIMIT,
        )
    )
    yield broken("6.3", said, where)


@BOOK.rule("6.3", "N33")
def _artillery_with_one(where: str, kinds: list[Kind]) -> Iterator[Violation]:
    guns = [kind for kind in kinds if kind.type == ARTILLERY]
    if guns and len(kinds) > LIMIT:
        said = Message(
            "{hex} would hold {units}; artillery ({guns}) stacks with one unit only",
            hex=where,
            units=_names(kinds),
            guns=_names(guns),
        )
        yield broken("6.3", said, where)


@BOOK.rule("6.3")
def _one_army(where: str, kinds: list[Kind]) -> Iterator[Violation]:
    if len({kind.nation for kind in kinds}) > 1:
        said = Message(
            "{hex} would hold {units}; American and Commonwealth units do not stack together",
            hex=where,
            units=_names(kinds),
        )
        yield broken("6.3", said, where)


def _names(kinds: Iterable[Kind]) -> str:
    return ", ".join(kind.id for kind in kinds)


def crowded(view: View) -> Iterator[Violation]:
    """Every limit that a side breaks anywhere on the map, in hex order."""
    for where in view.board.places():
        if where in view.data.ground.terrain and view.side_of(view.board.at(where)[0]) == view.side:
            yield from stacking_violations(view, where)


@BOOK.rule("6.4", "N34")
def before_done(view: View) -> Iterator[Violation]:
    """Why a side may not yet end its movement phase: hexes with too many units, each with the way out."""
    for found in crowded(view):
        said = Message("{wrong}: move one away, or remove it with `lose UNIT`", wrong=found.message)
        yield broken("6.4", said, found.subject)
