"""The Battle for Normandy: what few commands need, and is loaded when it is asked for."""

from __future__ import annotations

from pbem_rules.normandy import luck, positions, standing
from pbem_rules.normandy.picture import beside, layers, scene
from pbem_rules.normandy.player import advice
from pbem_rules.normandy.rules.combat import forecast
from pbem_rules.normandy.show import tables
from pbem_rules.shared.parts import LateParts

__all__ = ["LATE_PARTS", "forecast"]

LATE_PARTS = LateParts(
    scene=scene.scene,
    furnished=beside.furnished,
    place=positions.place,
    facts=positions.facts,
    show=tables.show,
    layers=layers.LAYERS,
    standing=standing.STANDING,
    player=lambda data, _: advice.player(data),
    weighed=luck.weigh,
)
