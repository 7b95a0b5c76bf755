"""What stands in for rules of which there is no nothing: a number, a value, a list (``tests/test_every_rule_bites.py``)."""

from __future__ import annotations

from attrs import evolve

from pbem.port.game import Die
from pbem_rules.june44.rules.fog import Stack, order
from pbem_rules.june44.rules.movement.costs import Budget
from tests.switched_off import Without

INSTEAD: dict[str, Without] = {
    "rules.combat.attack.complete": lambda rule: lambda view, attack: attack,
    "rules.cards.effects._just_arrived": lambda rule: lambda *_: None,
    "rules.cards.effects._next_panzer": lambda rule: lambda *_: None,
    "rules.fog.stack": lambda rule: (
        lambda at, where, viewer: Stack(units=order(at.data, at.board.stack(where)))
    ),
    "rules.lookup.face": lambda rule: lambda data, unit: data.unit(unit.id).front,
    "rules.lookup.steps": lambda rule: lambda *_: 1,
    "rules.combat.losses.due": lambda rule: lambda at, involved, hits: hits,
    "rules.combat.losses.steps_of": lambda rule: lambda *_: 2,
    "rules.movement.costs._ashore": lambda rule: (
        lambda at, unit, points, reasons: Budget(points=points, one_hex=True)
    ),
    "rules.movement.costs.budget": lambda rule: (
        lambda at, unit: Budget(points=at.data.unit(unit.id).front.move, one_hex=True)
    ),
    "rules.movement.costs.step_cost": lambda rule: lambda *_: 1,
    "rules.combat.course.hits_of": lambda rule: lambda *_: 0,
    "rules.combat.course.roll": lambda rule: lambda at: evolve(rule(at), dice=(Die(sides=10),) * 2),  # type: ignore[type-var]
    "rules.setup.start": lambda rule: lambda *_: evolve(rule(*_), defences=()),  # type: ignore[type-var]
    "rules.combat.strength.attack": lambda rule: lambda *_: (),
    "rules.combat.strength.defence": lambda rule: lambda *_: (),
    "rules.combat.strength.flank": lambda rule: lambda *_: (),
    "rules.combat.strength.terrain": lambda rule: lambda *_: (),
    "rules.supply.halved": lambda rule: lambda points: points,
    "rules.victory.needed": lambda rule: lambda *_: 7,
    "rules.victory.result": lambda rule: lambda *_: None,
    "rules.victory.worth": lambda rule: lambda *_: 1,
    "rules.weather.german_movement": lambda rule: lambda *_: 0,
}
ELSEWHERE = {"rules.zones.Front.sources": "tests/june44/test_zones_switched_off.py"}
"""Bound rules that are no functions of a module, and the test that switches them off."""
