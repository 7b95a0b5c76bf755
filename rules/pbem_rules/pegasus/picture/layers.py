"""Where a unit that moves in is fired at: the nearest thing to a zone of control in this game (9.2)."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem.port.scene import Layer, Tint
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules.small_arms import armed, covers
from pbem_rules.shared.layers import ZOC
from pbem_rules.shared.parts import ShownLayer

_TITLES = {
    BRITISH: Message("under British opportunity fire"),
    GERMAN: Message("under German opportunity fire"),
}


def opportunity_fire(view: View) -> Layer | None:
    """The layer for the British or the Germans; None for the witness."""
    if view.side not in _TITLES:
        return None
    shooters = [unit for unit in view.on_map(view.side) if armed(unit)]
    found = {
        where: [unit.id for unit in shooters if covers(view, unit, where)]
        for where in view.data.terrain.areas
    }
    return Layer(
        name=ZOC,
        side=view.side,
        title=_TITLES[view.side],
        paragraph="9.2",
        tints=tuple(
            Tint(cell=where, why=Message("under the fire of {units}", units=", ".join(names)))
            for where, names in found.items()
            if names
        ),
    )


LAYERS = (
    ShownLayer(
        ZOC, Message("areas where a unit that moves in meets opportunity fire (9.2)"), opportunity_fire
    ),
)
