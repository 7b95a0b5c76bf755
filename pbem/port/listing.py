"""Orders that are listed unit by unit: with a thousand counters on a map nobody reads all orders, but those of one unit.

A game need not list any kind so: one that does is :class:`ByUnit`; ask through :func:`wide`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import Ruleset, Side

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
MANY = 20
"""With more units than this to be asked about, a list of all orders takes longer than people wait."""


@runtime_checkable
class ByUnit(Protocol[S_contra]):
    """A game with kinds of orders that it lists unit by unit."""

    def listed_units(self, state: S_contra, side: Side, /) -> Mapping[str, tuple[str, ...]]:
        """By kind, the units to which an order may be given; not each of them has one that is legal."""

    def options_of(self, state: S_contra, side: Side, kind: str, unit: str, /) -> Iterator[AttrsInstance]:
        """The legal orders of a kind that begin with this unit, in the order in which ``options`` has them."""

    def options(self, state: S_contra, side: Side, /, but: Collection[str] = ()) -> Iterator[AttrsInstance]:
        """The legal orders, without those kinds."""


def wide(rules: Ruleset[S], state: S, side: Side) -> tuple[ByUnit[S] | None, Mapping[str, tuple[str, ...]]]:
    """The kinds that are too many to be listed whole in this position, with their units, and who lists them."""
    if not isinstance(rules, ByUnit):
        return None, {}
    found = rules.listed_units(state, side)
    return (rules, found) if sum(map(len, found.values())) > MANY else (None, {})


@runtime_checkable
class Points(Protocol):
    """A ruleset that says what an order names that is not there."""

    def pointless(self, state: object, side: Side, action: AttrsInstance) -> Sequence[Violation]:
        """An unknown unit, a hex of no map, also where the order is not due; empty where there is all that it names."""
