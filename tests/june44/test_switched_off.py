"""Every rule is shown by a case that fails without it: each bound function is switched off in turn."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cached_property

import pytest
from attrs import evolve

import pbem_rules.june44 as folder
from pbem.games import cases, registry
from pbem.port.game import Die
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import GERMAN
from pbem_rules.june44.rules.fog import Stack, order
from pbem_rules.june44.rules.movement.costs import Budget
from pbem_rules.june44.rules.zones import Front
from tests.switched_off import Rule, modules_of, nearest_first, parts, some_case_fails, switch_off

CASES = [cases.parse(text, name) for name, text in registry.cases("june44").items()]
MODULES = modules_of(folder)
Without = Callable[[Rule], Rule]
NUMBERS: dict[str, Without] = {
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
"""Rules that give a number, a value or a list, by module and name: what stands in for each, made of the rule itself."""


def test_with_nothing_switched_off_every_case_holds() -> None:
    assert not some_case_fails("june44", CASES)


@pytest.mark.parametrize(
    ("where", "numbers", "function", "empty"), [pytest.param(*p, id=p[0]) for p in parts(BOOK)]
)
def test_some_case_fails_without_the_rule(
    where: str, numbers: tuple[str, ...], function: Rule, empty: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_off(monkeypatch, MODULES, where.rsplit(".", 1)[1], function, empty)
    assert some_case_fails("june44", nearest_first(CASES, numbers))


@pytest.mark.parametrize("where", sorted(NUMBERS))
def test_some_case_fails_when_a_rule_gives_the_plain_value(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = where.rpartition(".")
    function: Rule = getattr(importlib.import_module(f"{folder.__name__}.{module}"), name)
    switch_off(monkeypatch, MODULES, name, function, NUMBERS[where](function))
    assert some_case_fails("june44", CASES)


def test_some_case_fails_when_artillery_has_a_zone_of_control(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = cached_property(lambda at: {**at.stands, GERMAN: at.stands[GERMAN] | at.works})
    sources.__set_name__(Front, "sources")
    monkeypatch.setattr(Front, "sources", sources)
    assert some_case_fails("june44", CASES)


def test_every_bound_rule_is_switched_off() -> None:
    """Nobody binds a rule to a paragraph without a case that needs it."""
    prefix = f"{folder.__name__}."
    tried = (
        {each[0].removeprefix(prefix) for each in parts(BOOK)} | set(NUMBERS) | {"rules.zones.Front.sources"}
    )
    bound = {where for number in BOOK.bound_paragraphs() for where in BOOK.bound(number)}
    assert tried == {where.removeprefix(prefix) for where in bound}


def test_every_paragraph_with_a_function_stands_as_carried_out() -> None:
    standing = {each.number: each.standing for each in registry.paragraphs("june44")}
    bound = {number for number in BOOK.bound_paragraphs() if not number.startswith("N")}
    assert set() == {number for number in bound if standing[number] != "implemented"}
