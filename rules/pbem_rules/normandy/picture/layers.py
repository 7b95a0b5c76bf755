"""What no counter shows: zones of control, who is in supply, and who has to attack."""

from __future__ import annotations

from collections.abc import Callable

from pbem.port.messages import Message, counted
from pbem.port.scene import Layer, Tint
from pbem_rules.normandy.rules import duty, supply, zones
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show.words import SIDES
from pbem_rules.shared import layers
from pbem_rules.shared.layers import SUPPLY, ZOC, Head, of_a_side
from pbem_rules.shared.parts import ShownLayer

DUTY = "duty"


def zones_of_control(view: View) -> Layer:
    """The hexes in the zones of a side, and where the enemy's lie over them (1.1)."""
    mine = zones.zone_of_control(view, view.side)
    theirs = zones.zone_of_control(view, view.enemy(view.side))
    head = Head(side=view.side, name=SIDES[view.side], paragraph="1.1")
    name = SIDES[view.side]
    return layers.zones(head, sorted(mine), theirs, lambda where: _reach(name, mine[where]))


def _reach(side: str, hexes: int) -> str:
    return counted(hexes, "{side} zone of {n} hex", "{side} zone of {n} hexes", side=side)


def supplied(view: View) -> Layer:
    """The hexes of units that are out of supply (3.4 to 3.9)."""
    tints = _tinted(view, lambda unit: not supply.supplied(view, unit), _lacking, "cut")
    title = Message("{side} units out of supply", side=SIDES[view.side])
    return Layer(name=SUPPLY, side=view.side, title=title, paragraph="3.4", tints=tints)


def _lacking(units: str) -> str:
    return Message("{units} out of supply", units=units)


def _bound(units: str) -> str:
    return Message("{units} must attack", units=units)


def _tinted(
    view: View, concerned: Callable[[str], bool], said: Callable[[str], str], strength: str = "full"
) -> tuple[Tint, ...]:
    """The hexes of own units that something holds of."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in view.board:
        if view.side_of(unit.id) == view.side and view.on_map(unit.id) and concerned(unit.id):
            found[unit.where] = (*found.get(unit.where, ()), unit.id)
    return tuple(
        Tint(cell=where, why=said(", ".join(names)), strength=strength)
        for where, names in sorted(found.items())
    )


def duties(view: View) -> Layer:
    """The hexes of units that have to attack in their combat phase as they stand (11.3)."""
    tints = _tinted(view, lambda unit: duty.obliged(view, unit), _bound)
    title = Message("{side} units that must attack", side=SIDES[view.side])
    return Layer(name=DUTY, side=view.side, title=title, paragraph="11.3", tints=tints)


LAYERS = (
    ShownLayer(
        ZOC,
        Message("zones of control, and where the enemy's lie over them (1.1)"),
        of_a_side(SIDES, zones_of_control),
    ),
    ShownLayer(SUPPLY, Message("units out of supply (3.4)"), of_a_side(SIDES, supplied)),
    ShownLayer(DUTY, Message("units that must attack (11.3)"), of_a_side(SIDES, duties)),
)
