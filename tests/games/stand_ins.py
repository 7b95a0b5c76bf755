"""What stands in for rules of which there is no nothing: a number, a price, a list. Each is made of the rule itself."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TypeAlias

import pytest
from attrs import evolve

import pbem_rules.june6 as june6
from pbem.games import registry
from pbem.port.game import Die
from pbem_rules.darkdecember.model import State
from pbem_rules.june44.model import GERMAN
from pbem_rules.june44.rules.fog import Stack, order
from pbem_rules.june44.rules.movement.costs import Budget
from pbem_rules.june44.rules.zones import Front
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.supply import Lines
from pbem_rules.normandy.rules.tracing import Steps
from pbem_rules.shared.orders import broken
from tests.switched_off import Rule, modules_of

Without: TypeAlias = Callable[[Rule], Rule]
NIGHT_AND_DAY = tuple(registry.load("normandy").rules.parts.sequence._phases.values())
NO_LINES = Lines(adjacent={}, roads=Edges.of(()), sources=frozenset(), passable=lambda _: False, off_road=0)


def plain(value: object) -> Without:
    """This value, whatever the rule is asked."""
    return lambda rule: lambda *_, **__: value


DARK_DECEMBER: dict[str, Without] = {
    "rules.combat.advances.left": plain({}),
    "rules.combat.declaration.declared": lambda rule: lambda *given: rule(*given[:4]),  # as any attack
    "rules.combat.responses.offered": plain({"stand": (0, 0)}),
    "rules.combat.retreats.closed": plain(set()),
    "rules.setup.first": lambda rule: lambda _, scenario, __: State(scenario=scenario),
    "rules.supply.lines": plain(NO_LINES),
}
JUNE_44: dict[str, Without] = {
    "rules.combat.attack.complete": lambda rule: lambda view, attack: attack,
    "rules.cards.effects._just_arrived": plain(None),
    "rules.cards.effects._next_panzer": plain(None),
    "rules.fog.stack": lambda rule: (
        lambda at, where, viewer: Stack(units=order(at.data, at.board.stack(where)))
    ),
    "rules.lookup.face": lambda rule: lambda data, unit: data.unit(unit.id).front,
    "rules.lookup.steps": plain(1),
    "rules.combat.losses.due": lambda rule: lambda at, involved, hits: hits,
    "rules.combat.losses.steps_of": plain(2),
    "rules.movement.costs._ashore": lambda rule: (
        lambda at, unit, points, reasons: Budget(points=points, one_hex=True)
    ),
    "rules.movement.costs.budget": lambda rule: (
        lambda at, unit: Budget(points=at.data.unit(unit.id).front.move, one_hex=True)
    ),
    "rules.movement.costs.step_cost": plain(1),
    "rules.combat.course.hits_of": plain(0),
    "rules.combat.course.roll": lambda rule: lambda at: evolve(rule(at), dice=(Die(sides=10),) * 2),
    "rules.setup.start": lambda rule: lambda *_: evolve(rule(*_), defences=()),
    "rules.combat.strength.attack": plain(()),
    "rules.combat.strength.defence": plain(()),
    "rules.combat.strength.flank": plain(()),
    "rules.combat.strength.terrain": plain(()),
    "rules.supply.halved": lambda rule: lambda points: points,
    "rules.victory.needed": plain(7),
    "rules.victory.result": plain(None),
    "rules.victory.worth": plain(1),
    "rules.weather.german_movement": plain(0),
}
PEGASUS: dict[str, Without] = {
    "rules.germans.infantry.next_area": plain(None),
    "rules.germans.infantry.shortened": lambda rule: lambda _, __, path: path,
    "rules.germans.road.road_cost": plain(1),
    "rules.ground.border_cost": plain(1),
    "rules.ground.step_cost": plain(1),
    "rules.orders.move.next_cost": plain(1),
    "rules.orders.units.allowance": plain(99),
    "rules.small_arms.small_arms": lambda rule: lambda _, unit, __=(): unit.strength,
    "rules.victory.result": plain(None),
}


def more_dice(rule: Rule) -> Rule:
    """The roll has twice as many dice."""

    def rolled(*given: object) -> object:
        roll = rule(*given)
        return evolve(roll, dice=roll.dice * 2)

    return rolled


def other(**changed: object) -> Without:
    """What the rule gives, but for these fields."""
    return lambda rule: lambda *given: evolve(rule(*given), **changed)


JUNE_6: dict[str, Without] = {
    "rules.air_and_sea.dropping.roll": more_dice,
    "rules.combat.results._double": lambda rule: (
        lambda data, side, units, parts: rule(data, side, units, (parts[0], parts[0]))
    ),
    "rules.combat.results.cell": lambda rule: (
        lambda data, _, __, total: rule(data, "assault", "stand", total)
    ),
    "rules.engineers.engineers.crossing": other(refusals=(broken("20.21", "nobody crosses"),)),
    "rules.ground.line_of_communication.sources": other(boxes=()),
    "rules.isolation.test_roll": more_dice,
    "rules.markers.drawing._opening": lambda rule: lambda state, side, slot: rule(state, side, slot + 1),
    "rules.markers.drawing.draw": more_dice,
    "rules.markers.logistics.purchase": other(kind="mode"),
    "rules.markers.logistics.resource_roll": more_dice,
    "rules.setup.arrival": other(turn=99),
    "rules.weather.roll": more_dice,
}
NORMANDY: dict[str, Without] = {
    "rules.combat.odds.column": lambda rule: lambda at, *_: at.data.charts.combat.columns[0],
    "rules.combat.price.of_defence": plain(0),  # what it is given is a price as well
    "rules.combat.procedure._roll": lambda rule: (
        lambda view: tuple(evolve(each, dice=each.dice * 2) for each in rule(view))
    ),
    "rules.combat.procedure._support": plain(()),
    "rules.combat.procedure.owed": plain(()),
    "rules.combat.results.result": lambda rule: lambda at, declared, _: rule(at, declared, "EX"),
    "rules.setup.first": other(part="night"),
    "rules.supply._divisions": plain(()),
    "rules.supply._heads": plain({}),
}
STAND_INS: Mapping[str, Mapping[str, Without]] = {
    "darkdecember": DARK_DECEMBER,
    "june44": JUNE_44,
    "pegasus": PEGASUS,
    "june6": JUNE_6,
    "normandy": NORMANDY,
}
"""By game; a rule is named by module and function. They go before what would stand in for the kind that a rule gives."""


def artillery_as_all(patch: pytest.MonkeyPatch) -> None:
    """June '44: artillery has a zone of control, too. The rule is a property, which nothing else can switch off."""
    sources = cached_property(lambda at: {**at.stands, GERMAN: at.stands[GERMAN] | at.works})
    sources.__set_name__(Front, "sources")
    patch.setattr(Front, "sources", sources)


def six_sided(patch: pytest.MonkeyPatch) -> None:
    """June 6: the die has six sides. The modules have it as a value, made when they are imported."""
    for module in modules_of(june6):
        for name, value in list(vars(module).items()):
            if value == Die(sides=10, low=0):
                patch.setattr(module, name, Die(sides=6))


def unasked(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Normandy: phases whose question is made by a rule of that name ask nobody."""

    def patched(patch: pytest.MonkeyPatch) -> None:
        for phase in NIGHT_AND_DAY:
            if phase.owed.__qualname__.startswith(f"{name}.<locals>"):
                patch.setitem(vars(phase), "owed", lambda _: ())

    return patched


def never_wet(patch: pytest.MonkeyPatch) -> None:
    """Normandy: a line of supply crosses every river."""
    patch.setattr(Steps, "_over", lambda *_: True)


PATCHED: Mapping[str, Mapping[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "june44": {"rules.zones.Front.sources": artillery_as_all},
    "june6": {"rules.weather.ten_sided": six_sided},
    "normandy": {
        "rules.days._arrivals": unasked("_arrivals"),
        "rules.sequence._mechanised": unasked("_mechanised"),
        "rules.tracing.Steps._over": never_wet,
    },
}
"""Rules that are methods, or that were asked once for all, by game and name, and what is done to each."""

ONCE: Mapping[str, frozenset[str]] = {"normandy": frozenset({"rules.tracing.length"})}
"""Rules that are asked once for the data of a game: without each the game has to be made anew."""
