"""June 6: what few commands need, and is loaded when it is asked for."""

from __future__ import annotations

from pbem_rules.june6 import forecast, luck, positions
from pbem_rules.june6.picture import layers
from pbem_rules.june6.player import advice
from pbem_rules.june6.show import tables
from pbem_rules.june6.standing import orders
from pbem_rules.shared.parts import LateParts

__all__ = ["LATE_PARTS", "forecast"]

LATE_PARTS = LateParts(
    facts=positions.facts,
    show=tables.show,
    layers=layers.LAYERS,
    standing=orders.STANDING,
    player=advice.player,
    weighed=lambda view, outcome: luck.weigh(view.data, outcome),
)
