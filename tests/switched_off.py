"""Switching a rule off: the function bound to a paragraph gives nothing, and some case of the game has to fail."""

import importlib
import inspect
import pkgutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType

import pytest

from pbem.games import cases, registry
from pbem.port.game import Reason, Ruleset, Step
from pbem.port.rulebook import Rulebook
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind
from pbem_rules.shared.parts import ShownLayer
from pbem_rules.shared.sequence import Phase, Procedure, Sequence

Rule = Callable[..., object]
SECONDS = 15
"""Of work of the processor: all cases of a game take half of it."""
NOTHING: dict[str, Rule] = {
    "None": lambda *_, **__: None,
    "bool": lambda *_, **__: False,
    "str": lambda *_, **__: "",
    "int": lambda *_, **__: 0,
    "Reason": lambda *_, **__: Reason(paragraph="", text="", value=0),
    "Iterator": lambda *_, **__: iter(()),
    "list": lambda *_, **__: [],
    "tuple": lambda *_, **__: (),
    "frozenset": lambda *_, **__: frozenset(),
}


def modules_of(folder: ModuleType) -> list[ModuleType]:
    """Every module of a game's folder and of the folders in it."""
    found = pkgutil.walk_packages(folder.__path__, f"{folder.__name__}.")
    return [importlib.import_module(each.name) for each in found]


def nothing_for(function: Rule) -> Rule | None:
    """A function that gives nothing of the same kind, or that changes nothing: the state as it came, alone or as a step.

    None when there is no such thing (a roll, a choice).
    """
    signature = inspect.signature(function)
    kind = str(signature.return_annotation)
    if kind.endswith("| None"):
        return NOTHING["None"]
    same = [name for name, each in signature.parameters.items() if each.annotation in (kind, _in(kind))]
    if same:
        return _as_it_came(signature, same[0], step=kind.startswith("Step["))
    return next((empty for word, empty in NOTHING.items() if kind.startswith(word)), None)


def _in(kind: str) -> str:
    """What a step is a step of: ``Step[State]`` is ``State``."""
    return kind.removeprefix("Step[").removesuffix("]")


def _as_it_came(signature: inspect.Signature, name: str, *, step: bool) -> Rule:
    def empty(*given: object, **named: object) -> object:
        came = signature.bind(*given, **named).arguments[name]
        return Step(came) if step else came

    return empty


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


def switch_off(patch, modules, name, function, empty):
    """``function`` is ``empty`` wherever a module of the game knows it by its name, has it in a table, or has bound it."""
    for module in modules:
        for known, value in list(vars(module).items()):
            if known == name and value is function:
                patch.setattr(module, known, empty)
            elif isinstance(value, dict | list | tuple):
                _in_table(patch, module, known, function, empty)
            elif isinstance(value, _BINDING):
                _unbind(patch, value, function, empty)


def _in_table(patch: pytest.MonkeyPatch, module: ModuleType, known: str, function: Rule, empty: Rule) -> None:
    """``empty`` in a table of rules, by name or in a row, and in whatever binds rules there."""
    value = vars(module)[known]
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, _BINDING) and hasattr(each, "__dict__"):
            _unbind(patch, each, function, empty)
    if isinstance(value, dict) and any(each is function for each in value.values()):
        swapped = {key: empty if each is function else each for key, each in value.items()}
        patch.setattr(module, known, swapped)
    elif type(value) in (list, tuple) and any(each is function for each in value):
        patch.setattr(module, known, type(value)(empty if each is function else each for each in value))


_BINDING = (Kind, Label, Sequence, Phase, Procedure, ShownLayer)
"""What functions of a game are bound to while its modules are imported."""


def _unbind(patch: pytest.MonkeyPatch, holder: object, function: Rule, empty: Rule) -> None:
    """``empty`` in the stead of ``function`` in what a kind of order, a label, a phase or the sequence holds."""
    held = vars(holder)
    for name, value in list(held.items()):
        if value is function:
            patch.setitem(held, name, empty)
        elif isinstance(value, FunctionType):
            for cell in value.__closure__ or ():
                if cell.cell_contents is function:  # it is called by a function that was made of it
                    patch.setattr(cell, "cell_contents", empty)
        elif isinstance(value, list) and function in value:
            patch.setitem(held, name, [empty if each is function else each for each in value])
        elif isinstance(value, dict | tuple):
            for each in value.values() if isinstance(value, dict) else value:
                if isinstance(each, _BINDING) and hasattr(each, "__dict__"):
                    _unbind(patch, each, function, empty)
            if isinstance(value, dict) and function in value.values():
                swapped = {key: empty if each is function else each for key, each in value.items()}
                patch.setitem(held, name, swapped)


def some_case_fails(game: str, tried: list[cases.Case]) -> bool:
    """Whether one of the cases does not hold; neither a crash nor a game that stands still is a success."""
    rules = registry.load(game).rules
    with _at_most(SECONDS):
        return any(_fails(case, rules) for case in tried)
    return True


def _fails(case: cases.Case, rules: Ruleset[object]) -> bool:
    """A case that lays values over the data is played on those, for on ours it would fail whatever is switched off."""
    try:
        return not cases.run(case, None if case.pack else rules).holds
    except Exception:  # without a rule anything may happen
        return True


class StandsStill(BaseException):
    """Nothing goes on without the rule: no ``except Exception`` on the way holds it up."""


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise StandsStill

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # of work: a busy machine is no rule that fails
    try:
        yield
    except StandsStill:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def nearest_first(tried: list[cases.Case], numbers: tuple[str, ...]) -> list[cases.Case]:
    """The cases that cite one of the paragraphs first: one of them should be the one that fails."""
    return sorted(tried, key=lambda case: not set(case.paragraphs) & set(numbers))
