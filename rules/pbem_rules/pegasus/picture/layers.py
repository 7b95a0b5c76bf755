"""Where a unit that moves in is fired at: the nearest thing to a zone of control in this game (9.2)."""

from __future__ import annotations

from pbem.port.scene import Layer, Tint
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules.small_arms import armed, covers
from pbem_rules.shared.game import ShownLayer
from pbem_rules.shared.layers import ZOC

_NAMES = {BRITISH: "British", GERMAN: "German"}


def opportunity_fire(view: View) -> Layer | None:
    """The layer for the British or the Germans; None for the witness."""
    if view.side not in _NAMES:
        return None
    shooters = [unit for unit in view.on_map(view.side) if armed(unit)]
    found = {
        where: [unit.id for unit in shooters if covers(view, unit, where)]
        for where in view.data.terrain.areas
    }
    return Layer(
        name=ZOC,
        side=view.side,
        title=f"under {_NAMES[view.side]} opportunity fire",
        paragraph="9.2",
        tints=tuple(
            Tint(cell=where, why=f"under the fire of {', '.join(names)}")
            for where, names in found.items()
            if names
        ),
    )


LAYERS = (
    ShownLayer(
        name=ZOC, about="areas where a unit that moves in meets opportunity fire (9.2)", draw=opportunity_fire
    ),
)
