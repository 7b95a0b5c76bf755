"""What stands in for rules of which there is no nothing: a number, a value, a list (``tests/test_every_rule_bites.py``)."""

from __future__ import annotations

from tests.switched_off import Without

INSTEAD: dict[str, Without] = {}
NO_NOTHING = (
    "rules.air_and_sea.dropping.roll",
    "rules.combat.results._double",
    "rules.combat.results.cell",
    "rules.engineers.engineers.crossing",
    "rules.ground.line_of_communication._supply_of",
    "rules.isolation.test_roll",
    "rules.markers.drawing._opening",
    "rules.markers.drawing.draw",
    "rules.markers.logistics.purchase",
    "rules.markers.logistics.resource_roll",
    "rules.setup.arrival",
    "rules.weather.roll",
    "rules.weather.ten_sided",
)
"""Rules without which there is nothing to go on with: a roll, a choice, a state. They are not switched off."""
