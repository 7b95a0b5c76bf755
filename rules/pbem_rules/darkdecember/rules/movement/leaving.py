"""German units leave the map: the order ``leave`` (3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.movement.costs import Mover, disengaging, least_step, left, step_cost
from pbem_rules.darkdecember.rules.movement.move import mover_of, movers, own, travel
from pbem_rules.darkdecember.rules.movement.ways import cost, not_adjacent, reach, still, wrong_way
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Leave:
    """A German unit goes through the hexes of ``path`` and off the map by the road of the last (3.5)."""

    unit: str
    path: tuple[str, ...] = ()


LEAVE = Kind[Leave, View, Play](Leave, early="3.5", exact=True)


@BOOK.rule("3.5a", "3.2b", "O4.0")
def price(who: Mover, where: str) -> int:
    """What it costs to leave the map from a hex: a step into its like beyond the edge."""
    return step_cost(who, "", where) + (disengaging(who, where) if where == who.unit.where else 0)


@BOOK.rule("3.5", "3.8a", "N104")
def held(who: Mover, path: tuple[str, ...]) -> Iterator[Violation]:
    """A step off the map out of a zone that was entered in this phase."""
    where = (who.unit.where, *path)[-1]
    if where in who.zones and (path or who.unit.began):
        said = Message("the enemy zone in {hex} ends the move of {unit}", hex=where, unit=who.unit.id)
        yield broken("3.8a", said, where)


@LEAVE.invalid
def nobody(view: View, order: Leave) -> Iterator[Violation]:
    yield from own(view, order.unit, "3.5")


@LEAVE.invalid
def no_way(view: View, order: Leave) -> Iterator[Violation]:
    if view.on_map(order.unit):
        yield from not_adjacent(mover_of(view, order.unit), order.path)


@LEAVE.wrong
@BOOK.rule("3.5", "3.5a")
def wrong(view: View, order: Leave) -> Iterator[Violation]:
    who = mover_of(view, order.unit)
    where = (who.unit.where, *order.path)[-1]
    found = view.data.ground.exits.get(where)
    if found is None or found.edge == "east":
        yield broken("3.5a", Message("no Allied road leaves the map at {hex}", hex=where), where)
        return
    yield from still(view, who.unit)
    yield from wrong_way(who, order.path, price(who, where))
    yield from held(who, order.path)


def doors(view: View) -> list[str]:
    """The hexes from which an Allied road leaves the map."""
    return sorted(where for where, each in view.data.ground.exits.items() if each.edge != "east")


def near(view: View) -> Iterator[str]:
    """The units that would have the points to leave if a road led straight to an edge."""
    far = view.data.ground.grid.distance
    for unit in movers(view):
        who = mover_of(view, unit.id)
        steps = left(who) // least_step(who)
        if any(far(unit.where, where) < steps for where in doors(view)):
            yield unit.id


@LEAVE.by_unit(near)
def leaves(view: View, unit: str) -> Iterator[Leave]:
    who = mover_of(view, unit)
    ways = {who.unit.where: (), **reach(view, unit)}
    for path in (ways[where] for where in doors(view) if where in ways):
        dear = cost(who, path) + price(who, (who.unit.where, *path)[-1]) > left(who)
        if not dear and next(held(who, path), None) is None:
            yield Leave(unit=unit, path=path)


@LEAVE.carry_out
@BOOK.rule("3.5b")
def leave(play: Play, order: Leave) -> None:
    unit = play.unit(order.unit)
    where = (unit.where, *order.path)[-1]
    travel(play, order.unit, order.path, 0)
    mark_exit(play, order.unit, where)
    play.withdraw(order.unit, "3.5b", Message("{unit} leaves the map at {hex}.", unit=unit.id, hex=where))
    way = (unit.where, *order.path)
    play.say("exited", Message("{unit} left.", unit=unit.id), "3.5", side=GERMAN, units=(unit.id,), hexes=way)


@BOOK.rule("3.5d", "N18")
def mark_exit(play: Play, name: str, where: str) -> None:
    """The marker of the exit, and what the Allied side owes for it."""
    points = 0 if play.is_leader(name) or play.lacks_supply(name) else play.face(name).attack
    edge = play.data.ground.exits[where].edge
    exits, debts = dict(play.state.exits), dict(play.state.debts)
    exits[where] = exits.get(where, 0) + points
    debts[edge] = debts.get(edge, 0) + points
    owed = tuple((each, n) for each, n in sorted(debts.items()) if n)
    play.change(exits=tuple(sorted(exits.items())), debts=owed)
