"""What stands in for rules of which there is no nothing: a number, a value, a list (``tests/test_every_rule_bites.py``)."""

from __future__ import annotations

from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.rules.combat.declaration import declared
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.supply import Lines
from tests.switched_off import Without

NO_LINES = Lines(adjacent={}, roads=Edges.of(()), sources=frozenset(), passable=lambda _: False, off_road=0)
INSTEAD: dict[str, Without] = {
    "rules.combat.advances.left": lambda _rule: lambda *_: {},
    "rules.combat.declaration.declared": lambda _rule: (
        lambda *given: declared(*given[:4])
    ),  # a counterattack as any attack
    "rules.combat.responses.offered": lambda _rule: lambda _: {"stand": (0, 0)},
    "rules.combat.retreats.closed": lambda _rule: lambda *_: set(),
    "rules.setup.first": lambda _rule: lambda _, scenario, __: State(scenario=scenario),
    "rules.supply.lines": lambda _rule: lambda *_: NO_LINES,
}
