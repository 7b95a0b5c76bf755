"""What a game gives its player: one position as one side sees it, in the few terms in which the player thinks.

A game writes one class, its :class:`Field` (or, with a weighing of its own, its :class:`Scene`), made from its view of a
side: nothing in it may be hidden from that side.
What is asked often is kept (``cached_property``, ``kernel.derived``); a Field is made anew for every order, and is a frozen
class with a dictionary (``slots=False``), so that sectors can be kept on it.

Units: strengths are the game's own, as long as attack and defence are the same; costs of ways are the game's own, about 1
for a step by road; percentages are whole numbers. ``Aim.worth`` is about 1 to 10: a town that decides is 10.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.insight import Forecast
from pbem_rules.kernel.hexes import Grid

FAR = 999
"""The cost of a way that there is not."""
LINE, GUNS, STAFF = "line", "guns", "staff"
"""Who fights, who supports from behind, who leads: the last two keep behind the line."""


@frozen(kw_only=True)
class Piece:
    """A unit as the player sees it.

    ``stood``: where it stood when the phase began (a sector is given by that, so that it stays while units move). ``group``:
    the formation that it acts with, or "". ``steps`` it has left; ``moved``: it has moved in this phase (one that has just
    come on the map has not).
    """

    id: str
    where: str
    stood: str
    attack: int
    defence: int
    group: str = ""
    role: str = LINE
    steps: int = 1
    moved: bool = False


@frozen(kw_only=True)
class Aim:
    """A place that counts for a side: its worth, and whether it holds it."""

    place: str
    worth: int
    held: bool


@frozen(kw_only=True)
class Plan:
    """What a formation is for, in order: places that it takes one after the other, or holds and falls back to the next."""

    take: tuple[str, ...] = ()
    hold: tuple[str, ...] = ()


@frozen(kw_only=True)
class Fight:
    """An attack that can be ordered: who strikes which places, and its exact chances (None where the game knows none).

    ``owed``: one of its places has to be attacked in this phase. ``leaves``: the places that others must attack when this
    attack has been made.
    """

    order: AttrsInstance
    units: tuple[str, ...]
    targets: tuple[str, ...]
    forecast: Forecast | None
    owed: bool = False
    leaves: tuple[str, ...] = ()


class Scene(Protocol):
    """One position as one side sees it, as far as formations and their aims go (:mod:`sectors`)."""

    @property
    def side(self) -> str:
        """Whose eyes."""

    @property
    def enemy(self) -> str:
        """The other side."""

    @property
    def pressing(self) -> bool:
        """Whether this side has to get on to win; the other one wins by standing."""

    @property
    def mine(self) -> Mapping[str, tuple[Piece, ...]]:
        """Own units on the map by place."""

    @property
    def theirs(self) -> Mapping[str, tuple[Piece, ...]]:
        """The enemy's that are seen, by place."""

    @property
    def aims(self) -> Mapping[str, Aim]:
        """The places that count, by place."""

    @property
    def plans(self) -> Mapping[str, Plan]:
        """What formations are for, by group; one that is not there goes where it is needed most."""

    def name(self, place: str) -> str:
        """What a person calls a place."""

    @property
    def grid(self) -> Grid:
        """The map."""

    def ways(self, goal: str) -> Mapping[str, int]:
        """From every place about how far it is to a goal, as if nobody stood between."""


class Movable(Scene, Protocol):
    """One position as one side sees it, with where its units can go (:mod:`moves`)."""

    def moves(self, unit: str) -> Mapping[str, AttrsInstance]:
        """The places where a move of a unit may end, each with the order; empty when it cannot move."""


class Field(Movable, Protocol):
    """One position as one side sees it, with what its units can do (:mod:`moves`, :mod:`attacks`)."""

    @property
    def turns_left(self) -> int:
        """Turns after this one; 0 in the last."""

    def ground(self, place: str, side: str) -> int:
        """What the ground makes of the defence of a side there, in percent: 100 in the open."""

    def crossing(self, frm: str, to: str) -> int:
        """What is left of an attack over that edge, in percent: 100 without a river."""

    def road(self, place: str) -> bool:
        """Whether a road goes through."""

    def fed(self, place: str) -> bool:
        """Whether own units are in supply there as everybody stands."""

    def fights(self) -> Iterator[Fight]:
        """The attacks that can be ordered, in a pinned order."""


class _Sided(Protocol):
    @property
    def side(self) -> str: ...
    def enemy(self, side: str, /) -> str: ...


class Stacked(ABC):
    """Of a Field over a ``view`` of one side: whose eyes, and both sides' stacks out of all of them."""

    view: _Sided

    @property
    @abstractmethod
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Piece, ...]]]:
        """By side and place."""

    @property
    def side(self) -> str:
        """Whose eyes."""
        return self.view.side

    @property
    def enemy(self) -> str:
        """The other side."""
        return self.view.enemy(self.side)

    @cached_property
    def mine(self) -> Mapping[str, tuple[Piece, ...]]:
        """Own stacks."""
        return self.stacks[self.side]

    @cached_property
    def theirs(self) -> Mapping[str, tuple[Piece, ...]]:
        """Enemy stacks."""
        return self.stacks[self.enemy]


def strength(pieces: Sequence[Piece]) -> tuple[int, int]:
    """Attack and defence of some units together."""
    return sum(each.attack for each in pieces), sum(each.defence for each in pieces)
