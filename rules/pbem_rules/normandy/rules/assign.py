"""The order ``assign``: units that a headquarters feeds besides its own (3.8, 18.12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import settled, supply
from pbem_rules.normandy.rules.play import Play, is_group
from pbem_rules.normandy.rules.view import Position, View, own
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Assign:
    """Units that a headquarters feeds besides its own: three of a division's (3.8), six of a battle group's (18.12)."""

    headquarters: str
    units: tuple[str, ...]


ASSIGN = Kind[Assign, View, Play](Assign, early="3.8")


@ASSIGN.invalid
def nobody(view: View, order: Assign) -> Iterator[Violation]:
    for name in (order.headquarters, *order.units):
        yield from own(view, name, "3.8")
    if len(set(order.units)) < len(order.units):
        yield broken("3.8", Message("name units, each once"), order.headquarters)
    if order.headquarters in view.board and view.type_of(order.headquarters).branch != "headquarters":
        said = Message("{unit} is not a headquarters", unit=order.headquarters)
        yield broken("3.8", said, order.headquarters)


@ASSIGN.wrong
@BOOK.rule("3.8", "18.12")
def too_many(view: View, order: Assign) -> Iterator[Violation]:
    office = order.headquarters
    if view.type_of(office).size != "division" and not is_group(view, office):
        yield broken("3.8", Message("{unit} is not a headquarters of a division", unit=office), office)
    paragraph, most = _most(view, office)
    if len(order.units) > most:
        yield broken(paragraph, Message("{unit} takes on {n} units at most", unit=office, n=most), office)
    for name in order.units:
        if view.formation_of(name).id == view.formation_of(office).id and not is_group(view, office):
            yield broken(paragraph, Message("{unit} is of that division anyhow", unit=name), name)
        elif view.type_of(name).branch == "headquarters":
            yield broken(paragraph, Message("{unit} is a headquarters", unit=name), name)
        elif is_group(view, office) and supply.has_headquarters(view, name):
            said = Message("the headquarters of {unit} is on the map", unit=name)
            yield broken("18.12", said, name)
    divisions = {view.formation_of(name).id for name in order.units}
    if is_group(view, office) and len(divisions) > 1:
        yield broken("18.12", Message("they are of several divisions"), office)


@ASSIGN.wrong
@BOOK.rule("3.8", "N220")
def not_anew(view: View, order: Assign) -> Iterator[Violation]:
    """Units that are fed as before, and those whose headquarters has changed in this phase."""
    moved = _changed(view, order)
    if not moved:
        said = Message("{unit} feeds these units already", unit=order.headquarters)
        yield broken("3.8", said, order.headquarters)
    yield from settled.again(view, moved)


def _changed(at: Position, order: Assign) -> tuple[str, ...]:
    """The units that an order takes on or lets go."""
    before = at.state.assigned.get(order.headquarters, ())
    return tuple(sorted({*before} ^ {*order.units}))


def _most(at: Position, office: str) -> tuple[str, int]:
    if is_group(at, office):
        return "18.12", at.data.charts.headquarters.battle_group_feeds
    return "3.8", at.data.charts.supply.extra_units


@ASSIGN.legal
def assignments(view: View) -> Iterator[Assign]:
    """For each headquarters each single unit near it that is not its own."""
    for unit in view.board:
        kind = view.type_of(unit.id)
        if view.side_of(unit.id) != view.side or kind.branch != "headquarters" or not view.on_map(unit.id):
            continue
        if kind.size == "division" or is_group(view, unit.id):
            taken = view.state.assigned.get(unit.id, ())
            for where in view.data.ground.grid.within(unit.where, view.data.charts.supply.extra_units):
                for name in view.units_of(view.side, where):
                    if name not in taken:
                        yield Assign(headquarters=unit.id, units=(name,))


@ASSIGN.carry_out
def assign(play: Play, order: Assign) -> None:
    """It feeds these and no others; no other headquarters feeds them any more."""
    settled.settle(play, _changed(play, order))
    kept = {
        office: left
        for office, units in play.state.assigned.items()
        if office != order.headquarters and (left := tuple(each for each in units if each not in order.units))
    }
    play.change(assigned={**kept, order.headquarters: order.units} if order.units else kept)
    said = Message("{unit} takes on: {units}.", unit=order.headquarters, units=", ".join(order.units) or "-")
    play.say("assigned", said, "3.8", side=play.side_of(order.headquarters), units=order.units)
