"""Trucks of the German motorised infantry (18.1, 18.3, 18.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.rules import settled
from pbem_rules.normandy.rules.night import nights_since
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Truck:
    """A truck goes from its box, or from another headquarters, to that of a division (18.3, 18.4)."""

    headquarters: str
    origin: str = ""


TRUCK = Kind[Truck, View, Play](Truck, early="18.3")
BOX = "box"


@BOOK.rule("18.1", "N59", "N107")
def deal(play: Play) -> None:
    """The trucks of the day."""
    card = play.data.charts.trucks.card
    number = max((row.start, row.trucks) for row in card if nights_since(play, row.start) >= 0)[1]
    placed = {name: count for name, count in sorted(play.state.trucks.items()) if name != BOX and count}
    while sum(placed.values()) > number:
        last = list(placed)[-1]
        placed[last] -= 1
        if not placed[last]:
            del placed[last]
    play.change(trucks={**placed, BOX: number - sum(placed.values())})


@TRUCK.invalid
def no_headquarters(view: View, order: Truck) -> Iterator[Violation]:
    name = order.headquarters
    if name not in view.board or view.side_of(name) != GERMAN or view.type_of(name).branch != "headquarters":
        yield broken("18.3", Message("{unit} is not a headquarters on the map", unit=name), name)


@TRUCK.wrong
@BOOK.rule("18.3", "18.4")
def not_there(view: View, order: Truck) -> Iterator[Violation]:
    """Corps have none, and somebody must have one to give."""
    if view.type_of(order.headquarters).size != "division":
        yield broken("18.3", Message("a truck goes to the headquarters of a division"), order.headquarters)
    if not view.state.trucks.get(order.origin or BOX) or order.origin == order.headquarters:
        yield broken(
            "18.4",
            Message(
                "there is no truck to take from {origin} for {unit}",
                origin=order.origin or Message("the box"),
                unit=order.headquarters,
            ),
            order.origin,
        )


@TRUCK.wrong
def just_laid(view: View, order: Truck) -> Iterator[Violation]:
    yield from settled.again(view, (order.origin,))


@TRUCK.legal
def moves(view: View) -> Iterator[Truck]:
    origins = ["" if name == BOX else name for name, count in sorted(view.state.trucks.items()) if count]
    for unit in view.board:
        if view.side_of(unit.id) == GERMAN and view.type_of(unit.id).branch == "headquarters":
            for origin in origins:
                yield Truck(headquarters=unit.id, origin=origin)


@TRUCK.carry_out
def lay(play: Play, order: Truck) -> None:
    trucks, origin = dict(play.state.trucks), order.origin or BOX
    trucks[origin] -= 1
    trucks[order.headquarters] = trucks.get(order.headquarters, 0) + 1
    play.change(trucks={name: count for name, count in trucks.items() if count or name == BOX})
    settled.settle(play, (order.headquarters,))
    said = Message("A truck goes to {unit}.", unit=order.headquarters)
    play.say("truck", said, "18.3", side=GERMAN, units=(order.headquarters,))
