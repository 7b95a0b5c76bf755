"""Replacements: steps restored, destroyed units brought back (8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand
from pbem_rules.june44 import control, stacking, supply
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import ENTRY, broken, chosen, side_of
from pbem_rules.june44.model import ALLIED, ALLIED_REPLACEMENTS, GERMAN, GERMAN_REPLACEMENTS, State, Unit
from pbem_rules.june44.orders import Replace
from pbem_rules.june44.printed import Data, Kind

_NEVER = frozenset({"airborne", "parachute"})
_FULL = 2


def replacer(state: State) -> str:
    """Whose replacements are being used."""
    return {ALLIED_REPLACEMENTS: ALLIED, GERMAN_REPLACEMENTS: GERMAN}.get(state.phase, "")


def points(state: State, side: str) -> int:
    """The points a side has left."""
    return state.replacements[0 if side == ALLIED else 1]


def demands(view: View) -> tuple[Demand, ...]:
    """The choice of the side whose turn it is, while it has points and a use for them."""
    data, state = view.data, view.state
    side = replacer(state)
    if side in state.done or not points(state, side) or next(options(data, state, side), None) is None:
        return ()
    return (Choice(side=side, kinds=("replace", "done"), why="replacements", paragraph="8.1"),)


# --- checking -------------------------------------------------------------------------------------------------------------


@BOOK.rule("8.1", "N8", text="A point restores a step of a unit in supply, or brings a destroyed unit back.")
def wrong(data: Data, state: State, side: str, order: Replace) -> tuple[Violation, ...]:
    """Every rule that a replacement breaks."""
    kind = data.units.get(order.unit)
    if kind is None or kind.side != side:
        return broken("8.1", f"{order.unit!r} is no unit of yours", order.unit)
    found = [*_never(kind)]
    unit = state.board.get(order.unit)
    if unit is not None:
        found.extend(_wrong_restored(data, state, unit, order))
    elif order.unit in state.lost:
        found.extend(_wrong_return(data, state, kind, order))
    else:
        found.extend(broken("8.1", f"{order.unit} is neither on the map nor destroyed", order.unit))
    cost = price(state, order)
    if cost > points(state, side):
        said = f"that costs {cost} points, and {points(state, side)} are left"
        found.append(Violation(paragraph="8.1", message=said, subject=order.unit))
    return tuple(found)


@BOOK.rule("8.1", text="Airborne divisions and parachute regiments take no replacements.")
@BOOK.rule("8.2", text="Replacement points rebuild no airborne division.")
def _never(kind: Kind) -> tuple[Violation, ...]:
    if kind.type in _NEVER:
        return broken("8.1", f"{kind.id} is {kind.type}: it takes no replacements", kind.id)
    return ()


@BOOK.rule(
    "7.4",
    "8.1",
    "N36",
    text="Only a unit in supply takes replacements; it may be in an enemy zone, off a beach or at the edge.",
)
def _wrong_restored(data: Data, state: State, unit: Unit, order: Replace) -> Iterator[Violation]:
    if order.place or order.full:
        said = f"{unit.id} is restored where it stands: type `replace {_typed(unit.id)}` alone"
        yield Violation(paragraph="8.1", message=said, subject=unit.id)
    if not unit.reduced:
        yield Violation(paragraph="8.1", message=f"{unit.id} has lost no step", subject=unit.id)
    if not supply.supplied(data, state, unit):
        yield Violation(paragraph="7.4", message=f"{unit.id} is out of supply", subject=unit.id)


@BOOK.rule(
    "8.1", text="A unit without movement never comes back; Allied units return on a beach of their nation."
)
def _wrong_return(data: Data, state: State, kind: Kind, order: Replace) -> Iterator[Violation]:
    if kind.front.move == 0:
        yield Violation(
            paragraph="8.1", message=f"{kind.id} cannot move: it never comes back", subject=kind.id
        )
    if order.full and kind.back is None:
        yield Violation(paragraph="8.1", message=f"{kind.id} has one step only", subject=kind.id)
    if order.place not in places(data, state, kind):
        said = ", ".join(places(data, state, kind)) or "nowhere now"
        message = f"{kind.id} cannot come back at {order.place or 'no place'}; it can at: {said}"
        yield Violation(paragraph="8.1", message=message, subject=kind.id)


def _typed(name: str) -> str:
    """A unit as it is typed in an order."""
    return f"'{name}'" if " " in name else name


def places(data: Data, state: State, kind: Kind) -> tuple[str, ...]:
    """Where a destroyed unit may come back: an open beach of its nation with room on it, or an edge of the map."""
    if kind.side == GERMAN:
        return tuple(sorted(data.ground.edges))
    return tuple(
        where
        for where, beach in sorted(data.ground.beaches.items())
        if beach.nation == kind.nation
        and control.open_beach(data, state, where)
        and not stacking.over(data, state, where, (kind.id,))
    )


def price(state: State, order: Replace) -> int:
    """The points that a replacement costs: 2 for a unit that comes back at full strength with two steps."""
    return _FULL if order.unit in state.lost and order.full else 1


# --- doing ----------------------------------------------------------------------------------------------------------------


@BOOK.rule("16.5", text="Optional: artillery that comes ashore counts as having moved.")
def arrives_turned(data: Data, state: State, name: str) -> bool:
    """Whether a unit that lands may no longer fire this turn."""
    return chosen(state, "artillery-turns") and data.unit(name).type == "artillery"


def apply(course: Course, side: str, order: Replace) -> None:
    """The points are spent."""
    allied, german = course.state.replacements
    cost = price(course.state, order)
    left = (allied - cost, german) if side == ALLIED else (allied, german - cost)
    course.change(replacements=left)
    if order.unit in course.state.board:
        course.mark(order.unit, reduced=False)
        course.say(
            "restored", f"{order.unit} is at full strength again.", "8.1", side=side, units=(order.unit,)
        )
        return
    reduced = course.kind(order.unit).back is not None and not order.full
    where = f"{ENTRY}{order.place}" if side == GERMAN else order.place
    lost = list(course.state.lost)
    lost.remove(order.unit)
    course.change(lost=tuple(lost))
    turn = course.state.turn
    ashore = turn if side == ALLIED else 0
    fired = side == ALLIED and arrives_turned(course.data, course.state, order.unit)
    course.place(order.unit, where, reduced=reduced, landed=ashore, fired=fired)
    how = "reduced" if reduced else "at full strength"
    said = f"{order.unit} comes back {how} at {order.place}."
    course.say("returned", said, "8.1", side=side, units=(order.unit,))
    control.passed(course, side, (where,))


def options(data: Data, state: State, side: str) -> Iterator[Replace]:
    """The legal replacements: units on the map, then destroyed ones, full before reduced."""
    if side != replacer(state):
        return
    for unit in state.board:
        if unit.reduced and side_of(data, unit) == side:
            order = Replace(unit=unit.id)
            if not wrong(data, state, side, order):
                yield order
    for name in sorted(state.lost):
        kind = data.unit(name)
        if kind.side == side:
            for place in places(data, state, kind):
                for full in (True, False):
                    order = Replace(unit=name, place=place, full=full)
                    if not wrong(data, state, side, order):
                        yield order
