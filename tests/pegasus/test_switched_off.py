"""Every rule is shown by a case that fails without it: each bound function is switched off in turn."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

import pbem_rules.pegasus as folder
from pbem import cases, registry
from pbem_rules.pegasus import sequence
from pbem_rules.pegasus.book import BOOK

CASES = [cases.parse(text, name) for name, text in registry.cases("pegasus").items()]
MODULES: list[ModuleType] = [
    importlib.import_module(f"{folder.__name__}.{each.name}")
    for each in pkgutil.iter_modules(folder.__path__)
]
BOUND = sorted({where for number in BOOK.bound_paragraphs() for where in BOOK.bound(number)})
NOTHING: dict[str, Callable[..., object]] = {
    "None": lambda *_, **__: None,
    "bool": lambda *_, **__: False,
    "str": lambda *_, **__: "",
    "Iterator": lambda *_, **__: iter(()),
    "tuple": lambda *_, **__: (),
    "frozenset": lambda *_, **__: frozenset(),
}


def nothing_for(function: Callable[..., object]) -> Callable[..., object] | None:
    """A function that gives nothing of the same kind; None when there is no such thing (a number, a list)."""
    kind = str(inspect.signature(function).return_annotation)
    return next((empty for word, empty in NOTHING.items() if kind.startswith(word)), None)


def parts() -> Iterator[tuple[str, Callable[..., object], Callable[..., object]]]:
    for where in BOUND:
        module, name = where.rsplit(".", 1)
        function = getattr(importlib.import_module(module), name)
        empty = nothing_for(function)
        if empty is not None:
            yield name, function, empty


@pytest.mark.parametrize(
    ("name", "function", "empty"), list(parts()), ids=lambda each: each if isinstance(each, str) else ""
)
def test_some_case_fails_without_the_rule(
    name: str, function: Callable[..., object], empty: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = registry.load("pegasus").rules
    for module in MODULES:
        if getattr(module, name, None) is function:
            monkeypatch.setattr(module, name, empty)
    for table in ("_PHASE", "_ORDER"):
        swapped = {key: empty if each is function else each for key, each in getattr(sequence, table).items()}
        monkeypatch.setattr(sequence, table, swapped)
    assert any(fails(case, rules) for case in CASES)


def fails(case: cases.Case, rules: object) -> bool:
    """Whether a case does not hold; a crash is no success either."""
    try:
        return not cases.run(case, rules).holds  # type: ignore[arg-type]  # the ruleset as loaded
    except Exception:  # without a rule anything may happen
        return True
