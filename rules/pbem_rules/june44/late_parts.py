"""June '44: what few commands need, and is loaded when it is asked for."""

from __future__ import annotations

from pbem_rules.june44 import luck, positions
from pbem_rules.june44.picture import beside, layers, scene
from pbem_rules.june44.player import advice
from pbem_rules.june44.rules.combat import forecast
from pbem_rules.june44.show import tables
from pbem_rules.shared.parts import LateParts

__all__ = ["LATE_PARTS", "forecast"]

LATE_PARTS = LateParts(
    scene=scene.scene,
    furnished=beside.furnished,
    place=positions.place,
    facts=positions.facts,
    show=tables.show,
    layers=layers.LAYERS,
    usual=("defend", "lose", "replace"),
    player=lambda data, _: advice.player(data),
    weighed=lambda view, outcome: luck.weigh(view.data, outcome),
)
