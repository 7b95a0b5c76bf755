"""What stands in for rules of which there is no nothing: a number, a value, a list (``tests/test_every_rule_bites.py``)."""

from __future__ import annotations

from tests.switched_off import Without

INSTEAD: dict[str, Without] = {
    "rules.germans.infantry.next_area": lambda _rule: lambda *_: None,
    "rules.germans.infantry.shortened": lambda _rule: lambda _, __, path: path,
    "rules.germans.road.road_cost": lambda _rule: lambda *_: 1,
    "rules.ground.border_cost": lambda _rule: lambda *_: 1,
    "rules.ground.step_cost": lambda _rule: lambda *_: 1,
    "rules.orders.move.next_cost": lambda _rule: lambda *_: 1,
    "rules.orders.units.allowance": lambda _rule: lambda *_: 99,
    "rules.small_arms.small_arms": lambda _rule: lambda _, unit, __=(): unit.strength,
    "rules.victory.result": lambda _rule: lambda *_: None,
}
