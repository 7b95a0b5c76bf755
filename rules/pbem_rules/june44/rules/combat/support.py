"""Artillery and ships that support a combat (11.2, 11.2.1, 16.4, 16.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Combat, Unit
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.air import PLANNED, naval_reaches
from pbem_rules.june44.rules.combat.strength import defenders
from pbem_rules.june44.rules.invasion import in_invasion
from pbem_rules.june44.rules.lookup import enemy_of, is_artillery, on_map
from pbem_rules.june44.rules.movement.move import FIRED_OR_MOVED
from pbem_rules.june44.rules.play import Position, View
from pbem_rules.shared.orders import broken


@BOOK.rule("11.2.1")
@BOOK.rule("16.5", "N41")
def artillery_fits(
    at: Position, name: str, supported: Unit, target: str, *, attacking: bool = True
) -> Iterator[Violation]:
    """Why an artillery unit does not support a unit in a combat for ``target``."""
    if not name:
        return
    guns, own, data = at.board.get(name), at.kind(supported.id), at.data
    if guns is None or at.side_of(name) != own.side or not is_artillery(data, guns) or not on_map(guns):
        yield broken("11.2.1", Message("{guns} is not artillery of yours on the map", guns=name), name)
        return
    reach = data.charts.artillery_range
    if data.ground.grid.distance(guns.where, target) > reach:
        said = Message(
            "{guns} in {hex} is more than {n} hexes from {target}",
            guns=name,
            hex=guns.where,
            n=reach,
            target=target,
        )
        yield broken("11.2.1", said, name)
    if at.kind(name).nation != own.nation:
        said = Message("{guns} supports only units of its own army, not {unit}", guns=name, unit=own.id)
        yield broken("11.2.1", said, name)
    if guns.fired and at.chosen(FIRED_OR_MOVED):
        yield broken("16.5", _turned(guns, attacking=attacking), name)
    elif guns.fired:
        yield broken("11.2.1", Message("{guns} has fired in this player turn", guns=name), name)
    if attacking and not in_invasion(at) and not supply.supplied(at, guns):
        said = Message("{guns} is out of supply and does not support an attack", guns=name)
        yield broken("7.4", said, name)
    if not attacking and guns.where == target:
        said = Message("{guns} stands in the hex that is attacked and does not fire", guns=name)
        yield broken("11.2.1", said, name)


def _turned(guns: Unit, *, attacking: bool) -> Message:
    """Why artillery is turned over; on the other side's turn its counter does not tell what it did."""
    if not attacking:
        return Message("{guns} is turned over already this turn", guns=guns.id)
    if guns.moved:
        return Message("{guns} has moved this turn", guns=guns.id)
    return Message("{guns} has fired this turn", guns=guns.id)


def guns_for(at: Position, supported: Unit, target: str, *, attacking: bool = True) -> tuple[str, ...]:
    """The artillery that may support a unit in a combat for ``target``, in order."""
    return tuple(
        unit.id
        for unit in at.units_of(at.side_of(supported.id))
        if is_artillery(at.data, unit)
        and not any(artillery_fits(at, unit.id, supported, target, attacking=attacking))
    )


def defence_guns(at: Position, on: Combat) -> tuple[str, ...]:
    """The artillery that the defender may use in a combat (11.2.1); none for works without units (N47)."""
    units = defenders(at, on.target, enemy_of(on.side))
    return guns_for(at, units[0], on.target, attacking=False) if units else ()


@BOOK.rule("11.2", "9.0")
@BOOK.rule("16.4")
def naval_fits(view: View, target: str) -> Iterator[Violation]:
    """Why an attack on ``target`` has no naval support."""
    if view.chosen(PLANNED):
        if view.side != ALLIED or target not in view.state.naval_plans:
            said = Message("no naval support has been placed on {hex}", hex=target)
            yield broken("16.4", said, target)
    elif view.side != ALLIED:
        yield broken("11.2", Message("only an Allied attack has naval support"))
    elif view.state.naval < 1:
        yield broken("11.2", Message("there is no naval point left this turn"))
    elif not naval_reaches(view, target):
        yield broken("11.2", Message("ships do not reach {hex}", hex=target), target)
