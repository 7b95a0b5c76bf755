"""Every rule is shown by a case that fails without it: each function bound to a paragraph is switched off in turn.

Where there is no nothing of what a rule gives, ``tests/GAME/instead.py`` says what stands in for it (INSTEAD), which rule is
switched off by a test of its own (ELSEWHERE), and which rule has no such case yet, and why (NOT_YET). That every case holds
while every rule is on is shown by ``tests/games/test_games.py``.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import ModuleType
from typing import cast

import pytest
from _pytest.mark import ParameterSet

from pbem.games import cases, registry
from pbem.port.rulebook import Rulebook
from tests.switched_off import Rule, Without, modules_of, nearest_first, parts, some_case_fails, switch_off

GAMES = tuple(each.name for each in registry.installed() if each.package.startswith("pbem_rules."))


def folder(game: str) -> ModuleType:
    return importlib.import_module(registry.info(game).package)


def book(game: str) -> Rulebook:
    """The game's rulebook, once every module has bound its rules."""
    modules(game)
    return cast("Rulebook", importlib.import_module(f"{folder(game).__name__}.book").BOOK)


def listed(game: str, table: str) -> Mapping[str, object]:
    """A table of the game's ``instead``, by the name of the rule below its folder."""
    found = vars(importlib.import_module(f"tests.{game}.instead")).get(table, {})
    return found if isinstance(found, dict) else dict.fromkeys(found)


@lru_cache
def cases_of(game: str) -> tuple[cases.Case, ...]:
    return tuple(cases.parse(text, name) for name, text in registry.cases(game).items())


@lru_cache
def modules(game: str) -> tuple[ModuleType, ...]:
    return tuple(modules_of(folder(game)))


def bound(game: str) -> dict[str, tuple[str, ...]]:
    """Every bound rule by its name below the game's folder, with its paragraphs."""
    known: dict[str, list[str]] = {}
    for number in sorted(book(game).bound_paragraphs()):
        for where in book(game).bound(number):
            known.setdefault(where.removeprefix(f"{folder(game).__name__}."), []).append(number)
    return {where: tuple(numbers) for where, numbers in known.items()}


def rules() -> Iterator[ParameterSet]:
    """Each rule that can be switched off: game, name, paragraphs, itself, what stands in for it."""
    for game in GAMES:
        prefix = f"{folder(game).__name__}."
        numbers = bound(game)
        swapped = cast("Mapping[str, Without]", listed(game, "INSTEAD"))
        for where, made in swapped.items():
            module, name = where.rsplit(".", 1)
            rule: Rule = getattr(importlib.import_module(prefix + module), name)
            yield pytest.param(game, where, numbers[where], rule, made(rule), id=f"{game}-{where}")
        for where, paragraphs, rule, empty in parts(book(game)):
            short = where.removeprefix(prefix)
            if short not in swapped:
                yield pytest.param(game, short, paragraphs, rule, empty, id=f"{game}-{short}")


RULES = tuple(rules())


@pytest.mark.parametrize("game", GAMES)
def test_every_bound_rule_is_switched_off_below(game: str) -> None:
    off = {str(each.values[1]) for each in RULES if each.values[0] == game}
    off |= set(listed(game, "ELSEWHERE")) | set(listed(game, "NO_NOTHING"))
    assert set(bound(game)) == off | {each for each in listed(game, "NOT_YET") if each in bound(game)}


@pytest.mark.parametrize(("game", "where", "numbers", "function", "empty"), RULES)
def test_some_case_fails_without_the_rule(
    game: str,
    where: str,
    numbers: tuple[str, ...],
    function: Rule,
    empty: Rule,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    switch_off(monkeypatch, list(modules(game)), where.rsplit(".", 1)[1], function, empty)
    found = some_case_fails(game, nearest_first(list(cases_of(game)), numbers))
    assert found is (where not in listed(game, "NOT_YET"))


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_with_a_function_stands_as_carried_out(game: str) -> None:
    standing = {each.number: each.standing for each in registry.paragraphs(game)}
    numbers = {number for number in book(game).bound_paragraphs() if not number.startswith("N")}
    assert set() == {number for number in numbers if standing[number] not in ("implemented", "definition")}
