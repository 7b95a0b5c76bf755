"""Switching a rule off: the function bound to a paragraph gives nothing, and some case of the game has to fail."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from pbem import cases, registry
from pbem.rulebook import Rulebook
from pbem.ruleset import Ruleset

Rule = Callable[..., object]
NOTHING: dict[str, Rule] = {
    "None": lambda *_, **__: None,
    "bool": lambda *_, **__: False,
    "str": lambda *_, **__: "",
    "Iterator": lambda *_, **__: iter(()),
    "tuple": lambda *_, **__: (),
    "frozenset": lambda *_, **__: frozenset(),
}


def modules_of(folder: ModuleType) -> list[ModuleType]:
    """Every module of a game's folder."""
    return [
        importlib.import_module(f"{folder.__name__}.{each.name}")
        for each in pkgutil.iter_modules(folder.__path__)
    ]


def nothing_for(function: Rule) -> Rule | None:
    """A function that gives nothing of the same kind; None when there is no such thing (a number, a list)."""
    kind = str(inspect.signature(function).return_annotation)
    return next((empty for word, empty in NOTHING.items() if kind.startswith(word)), None)


def parts(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...], Rule, Rule]]:
    """Each bound function that can be switched off: dotted name, its paragraphs, itself, what stands in for it."""
    paragraphs: dict[str, list[str]] = {}
    for number in sorted(book.bound_paragraphs()):
        for where in book.bound(number):
            paragraphs.setdefault(where, []).append(number)
    for where, numbers in sorted(paragraphs.items()):
        module, name = where.rsplit(".", 1)
        try:
            function = getattr(importlib.import_module(module), name)
        except ModuleNotFoundError:
            continue  # a method: the functions that use it are switched off
        empty = nothing_for(function)
        if empty is not None:
            yield where, tuple(numbers), function, empty


def switch_off(
    patch: pytest.MonkeyPatch, modules: list[ModuleType], name: str, function: Rule, empty: Rule
) -> None:
    """``function`` is ``empty`` wherever a module of the game knows it by its name, or has it in a table."""
    for module in modules:
        for known, value in list(vars(module).items()):
            if known == name and value is function:
                patch.setattr(module, known, empty)
            elif isinstance(value, dict) and any(each is function for each in value.values()):
                patch.setattr(
                    module, known, {key: empty if each is function else each for key, each in value.items()}
                )


def some_case_fails(game: str, tried: list[cases.Case]) -> bool:
    """Whether one of the cases does not hold; a crash is no success either."""
    rules = registry.load(game).rules
    return any(_fails(case, rules) for case in tried)


def _fails(case: cases.Case, rules: Ruleset[object]) -> bool:
    """A case that lays values over the data is played on those, for on ours it would fail whatever is switched off."""
    try:
        return not cases.run(case, None if case.pack else rules).holds
    except Exception:  # without a rule anything may happen
        return True


def nearest_first(tried: list[cases.Case], numbers: tuple[str, ...]) -> list[cases.Case]:
    """The cases that cite one of the paragraphs first: one of them should be the one that fails."""
    return sorted(tried, key=lambda case: not set(case.paragraphs) & set(numbers))
