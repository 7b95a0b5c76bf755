"""What no counter shows and every move depends on: zones of control, and lines of supply (6.0, 7.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.port.messages import Message, Series
from pbem.port.scene import Layer
from pbem_rules.june44.model import ALLIED, GERMAN
from pbem_rules.june44.picture.ground import chart
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.lookup import enemy_of, is_artillery, on_map
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.shared.layers import SUPPLY, ZOC, Head, lines, of_a_side, zones
from pbem_rules.shared.parts import ShownLayer

NAMES = {ALLIED: Message("Allied"), GERMAN: Message("German")}


def _zones(view: View) -> Layer:
    zone, theirs = (front(view).zone[side] for side in (view.side, enemy_of(view.side)))
    on_the_map = (where for where in sorted(zone) if where in view.data.ground.terrain)
    head = Head(side=view.side, name=NAMES[view.side], paragraph="6.0")
    return zones(head, on_the_map, theirs, lambda where: _exerted(view, where))


def _exerted(view: View, where: str) -> str:
    """Whose zone lies on a hex, in a few words."""
    now, ground = front(view), view.data.ground
    names: list[str] = []
    for source in ground.grid.adjacent[where]:
        if source not in now.sources[view.side] or not crosses(ground, source, where):
            continue
        units = view.units_in(source, view.side)
        if any(not is_artillery(view.data, unit) for unit in units):
            names.append(_called([unit.id for unit in units], source))
        if view.side == GERMAN and source in now.works:
            names.append(Message("the defences of {hex}", hex=source))
    return Message("{side} zone of {whom}", side=NAMES[view.side], whom=Series(names))


def _called(names: Sequence[str], where: str) -> str:
    """A unit that stands alone by its name; of a stack, how many and where (6.5, N58)."""
    if len(names) == 1:
        return names[0]
    return Message("the {n} units in {hex}", n=len(names), hex=where)


def _supply(view: View) -> Layer:
    units = (unit for unit in view.units_of(view.side) if on_map(unit))
    found = ((unit.id, unit.where, supply.trace(view, unit)) for unit in units)
    return lines(
        Head(side=view.side, name=NAMES[view.side], paragraph="7.2"),
        Message("lines of supply"),
        found,
        chart(view.data).at,
        lambda names: Message("{whom} out of supply", whom=_called(names, view.board[names[0]].where)),
    )


LAYERS = (
    ShownLayer(
        ZOC, Message("zones of control, and where the enemy's lie over them (6.0)"), of_a_side(NAMES, _zones)
    ),
    ShownLayer(
        SUPPLY,
        Message("lines of supply to their sources, and units without one (7.2)"),
        of_a_side(NAMES, _supply),
    ),
)
