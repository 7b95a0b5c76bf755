"""What no counter shows and every move depends on: zones of control, and lines of communication (11.1, 5.3)."""

from __future__ import annotations

from pbem.port.messages import Message, counted
from pbem.port.scene import Layer
from pbem_rules.june6.model import Position, View
from pbem_rules.june6.picture.ground import chart
from pbem_rules.june6.rules.ground import line_of_communication, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, on_map
from pbem_rules.june6.words import SIDES
from pbem_rules.shared.layers import SUPPLY, ZOC, Head, lines, of_a_side, zones
from pbem_rules.shared.parts import ShownLayer

# --- zones of control -------------------------------------------------------------------------------------------------


def _zones(view: View) -> Layer:
    side = view.side
    _, mine = zones_of_control.pressed(view, side)
    _, theirs = zones_of_control.pressed(view, enemy_of(side))
    on_the_map = (where for where in sorted(mine) if where in view.data.ground.terrain)
    head = Head(side=side, name=SIDES[side], paragraph="11.1")
    return zones(head, on_the_map, theirs, lambda where: _exerted(view, where, side))


def _exerted(at: Position, where: str, side: str) -> str:
    """Whose zone lies on a hex, in a few words."""
    sources = zones_of_control.zone_sources(at, where, side)
    names = [
        name
        for source in sources
        for name in at.state.board.at(source)
        if at.data.units[name].combat and at.data.units[name].side == side
    ]
    return Message("{side} zone of {units}", side=SIDES[side], units=", ".join(names))


# --- lines of communication -------------------------------------------------------------------------------------------


def _supply(view: View) -> Layer:
    data, side = view.data, view.side
    units = [unit for unit in view.state.board if data.unit(unit.id).side == side and on_map(data, unit)]
    traced = line_of_communication.traced(view, units)
    found = ((unit.id, unit.where, traced[unit.id]) for unit in units)
    head = Head(side=side, name=SIDES[side], paragraph="5.3")
    return lines(head, Message("lines of communication"), found, chart(data).at, _cut)


def _cut(names: tuple[str, ...]) -> str:
    return counted(
        len(names),
        "{units} has no line of communication",
        "{units} have no line of communication",
        units=", ".join(names),
    )


LAYERS = (
    ShownLayer(
        ZOC, Message("zones of control, and where the enemy's lie over them (11.1)"), of_a_side(SIDES, _zones)
    ),
    ShownLayer(
        SUPPLY,
        Message("lines of communication to their sources, and units without one (5.3)"),
        of_a_side(SIDES, _supply),
    ),
)
