"""The order ``replace``: steps restored, destroyed units brought back (8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, ALLIED_REPLACEMENTS, GERMAN, GERMAN_REPLACEMENTS
from pbem_rules.june44.printed.data import Kind as Printed
from pbem_rules.june44.rules import control, stacking, supply
from pbem_rules.june44.rules.lookup import ENTRY
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.printed import printed

_NEVER = frozenset({"airborne", "parachute"})
_FULL = 2


@frozen(kw_only=True)
class Replace:
    """One point: ``unit`` is restored where it stands, or comes back at ``place`` (a beach hex or an edge)."""

    unit: str
    place: str = ""
    full: bool = False  # two points: comes back at full strength


REPLACE = Kind[Replace, View, Play](Replace)


def replacer(at: Position) -> str:
    """Whose replacements are being used."""
    return {ALLIED_REPLACEMENTS: ALLIED, GERMAN_REPLACEMENTS: GERMAN}.get(at.state.phase, "")


def points(at: Position, side: str) -> int:
    """The points a side has left."""
    return at.state.replacements[0 if side == ALLIED else 1]


def demands(view: View) -> tuple[Demand, ...]:
    """The choice of the side whose turn it is, while it has points and a use for them."""
    side = replacer(view)
    asked = View(data=view.data, state=view.state, side=side)
    if side in view.state.done or not points(view, side) or next(REPLACE.listed(asked), None) is None:
        return ()
    return (Choice(side=side, kinds=("replace", "done"), why=Message("replacements"), paragraph="8.1"),)


# --- what is wrong with it ------------------------------------------------------------------------------------------------


@REPLACE.invalid
def no_such_unit(view: View, order: Replace) -> Iterator[Violation]:
    kind = view.data.units.get(order.unit)
    if kind is None or kind.side != view.side:
        yield broken("8.1", Message("{unit!r} is not a unit of yours", unit=order.unit), order.unit)


@REPLACE.wrong
@BOOK.rule("8.1")
@BOOK.rule("8.2")
def never(view: View, order: Replace) -> Iterator[Violation]:
    kind = view.kind(order.unit)
    if kind.type in _NEVER:
        said = Message("{unit} is {type}: it takes no replacements", unit=kind.id, type=kind.type)
        yield broken("8.1", said, kind.id)


@REPLACE.wrong
@BOOK.rule("7.4", "8.1", "N36")
def wrong_restored(view: View, order: Replace) -> Iterator[Violation]:
    unit = view.board.get(order.unit)
    if unit is None:
        return
    if order.place or order.full:
        said = Message(
            "{unit} is restored where it stands: type `replace {typed}` alone, without place and full",
            unit=unit.id,
            typed=_typed(unit.id),
        )
        yield broken("8.1", said, unit.id)
    if not unit.reduced:
        yield broken("8.1", Message("{unit} has lost no step", unit=unit.id), unit.id)
    if not supply.supplied(view, unit):
        yield broken("7.4", Message("{unit} is out of supply", unit=unit.id), unit.id)


def _typed(name: str) -> str:
    """A unit as it is typed in an order."""
    return f"'{name}'" if " " in name else name


@REPLACE.wrong
@BOOK.rule("8.1")
def wrong_return(view: View, order: Replace) -> Iterator[Violation]:
    if order.unit in view.board:
        return
    kind = view.kind(order.unit)
    if order.unit not in view.state.lost:
        yield broken("8.1", Message("{unit} is neither on the map nor destroyed", unit=kind.id), kind.id)
        return
    if kind.front.move == 0:
        yield broken("8.1", Message("{unit} cannot move: it never comes back", unit=kind.id), kind.id)
    if order.full and kind.back is None:
        yield broken("8.1", Message("{unit} has one step only", unit=kind.id), kind.id)
    if order.place not in places(view, kind):
        said = Message(
            "{unit} cannot come back at {place}; it can at: {places}",
            unit=kind.id,
            place=order.place or Message("no place"),
            places=", ".join(places(view, kind)) or Message("nowhere now"),
        )
        yield broken("8.1", said, kind.id)


@REPLACE.wrong
@BOOK.rule("8.1", "N8")
def too_dear(view: View, order: Replace) -> Iterator[Violation]:
    cost, left = price(view, order), points(view, view.side)
    if cost > left:
        said = counted(
            cost, "that costs {n} point; left: {left}", "that costs {n} points; left: {left}", left=left
        )
        yield broken("8.1", said, order.unit)


def places(at: Position, kind: Printed) -> tuple[str, ...]:
    """Where a destroyed unit may come back: an open beach of its nation with room on it, or an edge of the map."""
    if kind.side == GERMAN:
        return tuple(sorted(at.data.ground.edges))
    beaches = sorted(where for where, each in at.data.ground.beaches.items() if each.nation == kind.nation)
    return tuple(
        where
        for where in beaches
        if control.open_beach(at, where) and not stacking.stacking_violations(at, where, (kind.id,))
    )


def price(at: Position, order: Replace) -> int:
    """The points that a replacement costs: 2 for a unit that comes back at full strength with two steps."""
    return _FULL if order.unit in at.state.lost and order.full else 1


# --- the legal ones, and what it does -------------------------------------------------------------------------------------


@REPLACE.legal
def replacements(view: View) -> Iterator[Replace]:
    """Units on the map, then destroyed ones, full before reduced."""
    yield from (Replace(unit=unit.id) for unit in view.units_of(view.side) if unit.reduced)
    for name in sorted(view.state.lost):
        if view.side_of(name) == view.side:
            for place in places(view, view.kind(name)):
                yield from (Replace(unit=name, place=place, full=full) for full in (True, False))


@BOOK.rule("16.5")
def arrives_turned(at: Position, name: str) -> bool:
    """Whether a unit that lands may no longer fire this turn."""
    return at.chosen("artillery-turns") and at.kind(name).type == "artillery"


@REPLACE.carry_out
def replace(play: Play, order: Replace) -> None:
    """The points are spent."""
    name, side = order.unit, play.side_of(order.unit)
    allied, german = play.state.replacements
    cost = price(play, order)
    play.change(replacements=(allied - cost, german) if side == ALLIED else (allied, german - cost))
    if name in play.board:
        play.mark(name, reduced=False)
        said = Message("{unit} is at full strength again.", unit=name)
        play.say("restored", said, "8.1", side=side, units=(name,))
        return
    reduced = play.kind(name).back is not None and not order.full
    lost = list(play.state.lost)
    lost.remove(name)
    play.change(lost=tuple(lost))
    if side == ALLIED:
        where, landed, fired = order.place, play.state.turn, arrives_turned(play, name)
    else:
        where, landed, fired = f"{ENTRY}{order.place}", 0, False
    play.place(name, where, reduced=reduced, landed=landed, fired=fired)
    said = Message(
        "{unit} comes back {how} at {place}.",
        unit=name,
        how=Message("reduced") if reduced else Message("at full strength"),
        place=printed(order.place),
    )
    play.say("returned", said, "8.1", side=side, units=(name,))
    control.passed(play, side, (where,))
