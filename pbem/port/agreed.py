"""What the players of a scenario may agree on before they begin: its options, as the game offers them.

A game need not have any. One that does has a method of the same name (:class:`OffersOptions`); ask through
:func:`options_of`, which answers for every game, also for rules that were frozen before there was such a method.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen


@frozen(kw_only=True)
class Option:
    """One thing to agree on, by the ``name`` under which the rules know it.

    ``values`` are what the rules take for it, as they take it, the one that holds if nobody says anything first.
    ``title`` says in the game's words what it changes, ``paragraph`` where that is printed.
    """

    name: str
    values: tuple[Json, ...]
    title: str
    paragraph: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The values as they are shown and typed, in the same order; ``yes`` and ``no`` however the rules spell them."""
        return tuple(word_of(value) for value in self.values)

    @property
    def is_range(self) -> bool:
        """Whether any number between two may be chosen."""
        numbers = sorted(value for value in self.values if type(value) is int)
        return len(numbers) == len(self.values) == numbers[-1] - numbers[0] + 1


_PLAIN = {True: "yes", False: "no", "true": "yes", "false": "no"}


def word_of(value: Json) -> str:
    """A value as it is typed."""
    known = _PLAIN.get(value) if isinstance(value, bool | str) else None
    return known or str(value)


@runtime_checkable
class OffersOptions(Protocol):
    """A game with something to agree on."""

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """What may be agreed on for this scenario, in the order of the rules."""


def options_of(rules: object, scenario: str) -> tuple[Option, ...] | None:
    """What a game offers for a scenario; None when its rules cannot tell."""
    return tuple(rules.scenario_options(scenario)) if isinstance(rules, OffersOptions) else None
