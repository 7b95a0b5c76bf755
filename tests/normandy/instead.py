"""What stands in for rules of which there is no nothing: a number, a value, a list (``tests/test_every_rule_bites.py``)."""

from __future__ import annotations

from tests.switched_off import Without

INSTEAD: dict[str, Without] = {
    "rules.combat.price.of_defence": lambda _rule: lambda *_: 0,
}
NOT_YET = {
    "rules.tracing.length": "3.11: it is worked out once for the data, before a rule can be switched off",
}
"""Bound rules that no case needs, each with its reason; whoever writes the case strikes it out."""
NO_NOTHING = (
    "rules.combat.odds.column",
    "rules.combat.procedure._roll",
    "rules.combat.procedure._support",
    "rules.combat.procedure.owed",
    "rules.combat.results.result",
    "rules.days._arrivals",
    "rules.sequence._mechanised",
    "rules.setup.first",
    "rules.supply._divisions",
    "rules.supply._heads",
    "rules.tracing.Steps._over",
)
"""Rules without which there is nothing to go on with: a roll, a choice, a state. They are not switched off."""
