"""What each option may touch: paragraphs, and rolls and orders (``roll combat``, ``order mode``).

A case that cites none of the paragraphs and has none of the steps says the same with the option and without it.
"""

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from pbem.bytes.canon import Json
from pbem.dev.game_lint import agreed
from pbem.games import cases, registry
from pbem.port.agreed import Option, options_of, word_of
from pbem.port.game import Ruleset

TOUCHED: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("touched.toml").read_text("utf-8")
)


@frozen
class Chosen:
    """A value of an option of a game, and the other values that a case has to tell it from."""

    game: str
    option: Option
    value: Json
    others: tuple[Json, ...]

    def __str__(self) -> str:
        return f"{self.game}-{self.option.name}-{word_of(self.value)}"

    @property
    def named(self) -> tuple[str, str]:
        """As a case names it."""
        return self.option.name, word_of(self.value)


def values() -> Iterator[Chosen]:
    """Every value that cases owe; beside one of a range lie its neighbours, beside any other all others."""
    for info in registry.installed():
        for option in agreed.offered(registry.load_version(info)):
            owed = agreed.shown_by_cases(option)
            numbers = (
                sorted(each for each in option.values if isinstance(each, int)) if option.is_range else []
            )
            for value in option.values:
                near = [each for each in numbers if isinstance(value, int) and abs(each - value) == 1]
                others = near if option.is_range else [each for each in option.values if each != value]
                if word_of(value) in owed:
                    yield Chosen(info.name, option, value, tuple(others))


@cache
def cases_of(game: str) -> tuple[cases.Case, ...]:
    """The cases that a game ships."""
    return tuple(cases.parse(text, name) for name, text in registry.cases(game).items())


def with_option(case: cases.Case, name: str, value: Json) -> cases.Case:
    """The same case with an option at another value."""
    chosen = case.position.get("options", {})
    return evolve(case, position={**case.position, "options": {**chosen, name: value}})


def holds(case: cases.Case) -> bool:
    """Whether a case holds; one with values of its own is played on those."""
    return cases.run(case, None if case.pack else registry.load(case.game).rules).holds


def touches(case: cases.Case, words: Iterable[str]) -> bool:
    """Whether a case cites one of the paragraphs, or has one of the steps."""
    steps = [f"{kind} {step[kind]}" for step in case.steps for kind in ("roll", "order") if kind in step]
    return any(word in case.paragraphs or any(each.startswith(word) for each in steps) for word in words)


def is_offered(case: cases.Case, name: str) -> bool:
    """Whether the scenario from which a case takes its position offers the option; where it takes none, some does."""
    rules: Ruleset[object] = registry.load(case.game).rules
    there = [case.scenario] if case.scenario in rules.scenarios else rules.scenarios
    return any(each.name == name for scenario in there for each in options_of(rules, scenario) or ())
