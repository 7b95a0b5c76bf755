"""Pegasus Bridge: what few commands need, and is loaded when it is asked for."""

from __future__ import annotations

from pbem_rules.pegasus import luck, positions
from pbem_rules.pegasus.picture import beside, layers, scene
from pbem_rules.pegasus.player import advice
from pbem_rules.pegasus.show import tables
from pbem_rules.shared.parts import LateParts

LATE_PARTS = LateParts(
    scene=scene.scene,
    furnished=beside.furnished,
    place=positions.place,
    facts=positions.facts,
    show=tables.show,
    layers=layers.LAYERS,
    player=lambda data, _: advice.player(data),
    weighed=luck.weigh,
)
