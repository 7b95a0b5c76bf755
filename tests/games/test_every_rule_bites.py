"""Every rule of every game is shown by a case that fails without it: each bound function is switched off in turn."""

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from types import ModuleType

import pytest
from attrs import frozen

from pbem.games import cases, registry
from tests.games.stand_ins import ONCE, PATCHED, STAND_INS
from tests.lists import held
from tests.sampling import games_tried
from tests.switched_off import Rule, modules_of, nearest_first, parts, some_case_fails, switch_off

DEFINED = {"darkdecember": {"1.1", "3.5"}, "normandy": {"21.1"}}
"""Definitions that a function knows."""
GAMES = [each.name for each in registry.installed()]


@frozen(kw_only=True)
class Tried:
    """A rule: module and name in the game's package, its paragraphs, and what puts something in its place."""

    game: str
    name: str
    numbers: tuple[str, ...]
    replace: Callable[[pytest.MonkeyPatch], None]


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
    """Every rule that has something to stand in for it, or another to be in its place."""
    kinds = {
        where.removeprefix(_prefix(game)): empty
        for where, _, _, empty in parts(registry.load(game).rules.book)
    }
    found = []
    for name, numbers in _bound(game).items():
        replace = PATCHED.get(game, {}).get(name)
        if replace is None and {name} & {*kinds, *STAND_INS[game]}:
            replace = partial(_switched_off, game, name, kinds.get(name))
        if replace is not None:
            found.append(Tried(game=game, name=name, numbers=numbers, replace=replace))
    return found


def _switched_off(game: str, name: str, empty: Rule | None, patch: pytest.MonkeyPatch) -> None:
    """What stands in for a rule is in its place; ``empty`` would stand in for its kind."""
    module, _, short = name.rpartition(".")
    function: Rule = getattr(importlib.import_module(_prefix(game) + module), short)
    without = STAND_INS[game].get(name)
    instead = without(function) if without else empty
    assert instead is not None
    switch_off(patch, list(_modules(game)), short, function, instead)


RULES = [each for game in GAMES for each in _rules(game)]


@pytest.mark.parametrize("game", GAMES)
def test_every_bound_rule_is_switched_off_below(game: str) -> None:
    assert set(_bound(game)) == {each.name for each in RULES if each.game == game}


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_stands_in_stands_in_for_a_rule(game: str) -> None:
    assert set() == {*STAND_INS[game], *PATCHED.get(game, {})} - set(_bound(game))


def _bites(rule: Tried) -> None:
    once = rule.name in ONCE.get(rule.game, ())
    with pytest.MonkeyPatch.context() as patch:
        rule.replace(patch)
        with _made_anew() if once else nullcontext():
            assert some_case_fails(rule.game, nearest_first(list(_cases(rule.game)), rule.numbers)), (
                "no case fails"
            )


@pytest.mark.parametrize("game", GAMES)
def test_some_case_fails_without_a_rule(game: str) -> None:
    """Always the same rules, each sixteenth: the others are tried below."""
    held(((each.name, each) for each in RULES[::16] if each.game == game), _bites)


@pytest.mark.wider
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("game", games_tried())
def test_some_case_fails_without_any_rule(game: str, part: int) -> None:
    """A game by turns; every game with ``PBEM_ALL=1``."""
    held([(each.name, each) for each in RULES if each.game == game][part::8], _bites)


@contextmanager
def _made_anew() -> Iterator[None]:
    """No game that is loaded already is used, and none that is loaded here afterwards."""
    registry._load.cache_clear()
    yield
    registry._load.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_with_a_function_stands_as_carried_out(game: str) -> None:
    standing = {each.number: each.standing for each in registry.paragraphs(game)}
    bound = registry.load(game).rules.book.bound_paragraphs() & set(standing)
    assert set() == {number for number in bound if standing[number] != "implemented"} ^ DEFINED.get(
        game, set()
    )
