"""Every rule is shown by a case that fails without it: each bound function is switched off in turn."""

from __future__ import annotations

import importlib

import pytest

import pbem_rules.darkdecember as folder
from pbem.games import cases, registry
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.rules.combat.declaration import declared
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.supply import Lines
from tests.switched_off import Rule, modules_of, nearest_first, parts, some_case_fails, switch_off

CASES = [cases.parse(text, name) for name, text in registry.cases("darkdecember").items()]
MODULES = modules_of(folder)
NO_LINES = Lines(adjacent={}, roads=Edges.of(()), sources=frozenset(), passable=lambda _: False, off_road=0)
INSTEAD: dict[str, Rule] = {
    "rules.combat.advances.left": lambda *_: {},
    "rules.combat.declaration.declared": lambda *given: declared(*given[:4]),  # a counterattack as any attack
    "rules.combat.responses.offered": lambda _: {"stand": (0, 0)},
    "rules.combat.retreats.closed": lambda *_: set(),
    "rules.setup.first": lambda _, scenario, __: State(scenario=scenario),
    "rules.supply.lines": lambda *_: NO_LINES,
}
"""What stands in for rules that give a number, or something else of which there is no nothing."""


def test_every_case_holds_while_every_rule_is_on() -> None:
    """Else the tests below could not fail."""
    assert not some_case_fails("darkdecember", CASES)


def test_every_bound_rule_is_switched_off_below() -> None:
    bound = {where for number in BOOK.bound_paragraphs() for where in BOOK.bound(number)}
    off = {where for where, *_ in parts(BOOK)} | {f"{folder.__name__}.{name}" for name in INSTEAD}
    assert bound == off


@pytest.mark.parametrize(
    ("where", "numbers", "function", "empty"), [pytest.param(*p, id=p[0]) for p in parts(BOOK)]
)
def test_some_case_fails_without_the_rule(
    where: str, numbers: tuple[str, ...], function: Rule, empty: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_off(monkeypatch, MODULES, where.rsplit(".", 1)[1], function, empty)
    assert some_case_fails("darkdecember", nearest_first(CASES, numbers))


@pytest.mark.parametrize("name", INSTEAD)
def test_some_case_fails_with_something_else_in_place_of_the_rule(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, short = name.rsplit(".", 1)
    function = getattr(importlib.import_module(f"{folder.__name__}.{module}"), short)
    switch_off(monkeypatch, MODULES, short, function, INSTEAD[name])
    assert some_case_fails("darkdecember", CASES)
