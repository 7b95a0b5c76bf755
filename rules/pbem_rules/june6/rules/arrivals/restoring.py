"""Restore: a lost headquarters of a division comes back (6.17)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import REDUCED, Play, Position, Unit, View
from pbem_rules.june6.rules.arrivals.returning import _closed, due, organic, places
from pbem_rules.june6.rules.ground.occupying import occupation, occupy
from pbem_rules.june6.rules.lookup import formation_of
from pbem_rules.june6.rules.markers import activation
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Restore:
    """A lost headquarters of a division comes back, reduced, in ``where`` (6.17)."""

    unit: str
    where: str


RESTORE = Kind[Restore, View, Play](Restore, early="6.17", exact=True)


@RESTORE.wrong
def not_so(view: View, order: Restore) -> Iterator[Violation]:
    """Everything wrong with bringing a headquarters back."""
    data, state, side = view.data, view.state, view.side
    name, said = order.unit, list[str]()
    if state.phase != REDUCED or state.frames or state.reduced_order[:1] != (side,):
        said.append(
            Message("headquarters come back in their side's Reduced Efficiency phase, between formations")
        )
    turn = dict(state.returns).get(name)
    if turn is None or data.unit(name).side != side:
        said.append(Message("{name} is not a headquarters of yours that comes back", name=name))
    else:
        if turn > state.turn:
            said.append(Message("{name} comes back in turn {turn}", name=name, turn=turn))
        if data.unit(name).formation in activation.still_to_act(view, side):
            said.append(Message("the units of {name} move first", name=name))
        said.extend(_closed(view, name, order.where))
        reach = data.numbers.ranges.hq_replacement
        grid = data.ground.grid
        if order.where in grid and all(
            grid.distance(unit.where, order.where) > reach for unit in organic(view, name)
        ):
            said.append(
                Message(
                    "{hex} is not within {reach} hexes of a unit of its division",
                    hex=order.where,
                    reach=reach,
                )
            )
    yield from (broken("6.17", why, name) for why in said)


@RESTORE.carry_out
@BOOK.rule("6.17")
def restore(play: Play, order: Restore) -> None:
    """The headquarters stands on the map, reduced, and its division is under command again."""
    data, state, name = play.data, play.state, order.unit
    formation = data.unit(name).formation
    unit = Unit(id=name, where=order.where, reduced=True, moved=True)
    occupy(play, unit, order.where)
    play.change(
        returns=tuple(pair for pair in state.returns if pair[0] != name),
        returned=tuple(sorted((*state.returned, name))),
        lost=tuple(each for each in state.lost if each != name),
        finished=(*state.finished, *(() if formation in state.finished else (formation,))),
    )
    led = [other.id for other in play.board if formation_of(data, other) == formation]
    play.mark(*led, efficiency=True)
    play.put(unit)
    text = Message(
        "{name} is back in {hex}, reduced; its division is under command again.", name=name, hex=order.where
    )
    play.say("restored", text, "6.17", side=data.unit(name).side, units=(name,), hexes=(order.where,))
    play.outcomes.extend(occupation(state, play.state))


def orders(at: Position, side: str, waiting: tuple[str, ...]) -> Iterator[Restore]:
    """Every legal way to bring back a headquarters that is due."""
    for name in due(at, side):
        if at.data.unit(name).formation not in waiting:
            for where in places(at, name):
                yield Restore(unit=name, where=where)


@RESTORE.legal
def _come_back(view: View) -> Iterator[Restore]:
    if not view.state.returns:
        return
    waiting = activation.still_to_act(view, view.side)
    yield from orders(view, view.side, waiting)
