"""Every rule of every game is shown by a case that fails without it: each bound function is switched off in turn."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from types import ModuleType

import pytest
from attrs import frozen

from pbem.games import cases, registry
from tests.games.stand_ins import ONCE, PATCHED, STAND_INS
from tests.switched_off import Rule, modules_of, nearest_first, parts, some_case_fails, switch_off

DEFINED = {"darkdecember": {"1.1", "3.5"}, "normandy": {"21.1"}}
"""Definitions that a function knows."""
GAMES = [each.name for each in registry.installed()]


@frozen(kw_only=True)
class Tried:
    """A rule: module and name in the game's package, its paragraphs, itself, and what would stand in for its kind."""

    game: str
    name: str
    numbers: tuple[str, ...]
    function: Rule
    empty: Rule | None


def _prefix(game: str) -> str:
    return f"{registry.info(game).package}."


@lru_cache
def _modules(game: str) -> tuple[ModuleType, ...]:
    return tuple(modules_of(importlib.import_module(registry.info(game).package)))


@lru_cache
def _cases(game: str) -> tuple[cases.Case, ...]:
    return tuple(cases.parse(text, name) for name, text in registry.cases(game).items())


@lru_cache
def _bound(game: str) -> dict[str, tuple[str, ...]]:
    """The paragraphs of every bound function, by its name in the game's package."""
    book, found = registry.load(game).rules.book, dict[str, tuple[str, ...]]()
    for number in sorted(book.bound_paragraphs()):
        for where in book.bound(number):
            name = where.removeprefix(_prefix(game))
            found[name] = (*found.get(name, ()), number)
    return found


def _rules(game: str) -> list[Tried]:
    """Every rule that has something to stand in for it."""
    kinds = {
        where.removeprefix(_prefix(game)): empty
        for where, _, _, empty in parts(registry.load(game).rules.book)
    }
    found = []
    for name, numbers in _bound(game).items():
        if name in PATCHED.get(game, {}) or not {name} & {*kinds, *STAND_INS[game]}:
            continue
        module, _, short = name.rpartition(".")
        function: Rule = getattr(importlib.import_module(_prefix(game) + module), short)
        found.append(Tried(game=game, name=name, numbers=numbers, function=function, empty=kinds.get(name)))
    return found


RULES = [each for game in GAMES for each in _rules(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_case_holds_while_every_rule_is_on(game: str) -> None:
    """Else the tests below could not fail."""
    assert not some_case_fails(game, list(_cases(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_bound_rule_is_switched_off_below(game: str) -> None:
    off = {each.name for each in RULES if each.game == game} | set(PATCHED.get(game, {}))
    assert set(_bound(game)) == off


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_stands_in_stands_in_for_a_rule(game: str) -> None:
    assert set() == {*STAND_INS[game], *PATCHED.get(game, {})} - set(_bound(game))


@pytest.mark.parametrize("rule", [pytest.param(each, id=f"{each.game}-{each.name}") for each in RULES])
def test_some_case_fails_without_the_rule(rule: Tried, monkeypatch: pytest.MonkeyPatch) -> None:
    without = STAND_INS[rule.game].get(rule.name)
    empty = without(rule.function) if without else rule.empty
    assert empty is not None
    switch_off(monkeypatch, list(_modules(rule.game)), rule.name.rpartition(".")[2], rule.function, empty)
    once = rule.name in ONCE.get(rule.game, ())
    with _made_anew() if once else nullcontext():
        assert some_case_fails(rule.game, nearest_first(list(_cases(rule.game)), rule.numbers))


@contextmanager
def _made_anew() -> Iterator[None]:
    """No game that is loaded already is used, and none that is loaded here afterwards."""
    registry._load.cache_clear()
    yield
    registry._load.cache_clear()


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in PATCHED for name in PATCHED[game]])
def test_some_case_fails_with_another_rule_in_its_place(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PATCHED[game][name](monkeypatch)
    assert some_case_fails(game, nearest_first(list(_cases(game)), _bound(game)[name]))


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_with_a_function_stands_as_carried_out(game: str) -> None:
    standing = {each.number: each.standing for each in registry.paragraphs(game)}
    bound = registry.load(game).rules.book.bound_paragraphs() & set(standing)
    assert set() == {number for number in bound if standing[number] != "implemented"} ^ DEFINED.get(
        game, set()
    )
