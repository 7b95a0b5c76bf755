"""Each kind of order goes to the desk that decides it; the first order that is legal is the answer.

A game lists its desks by the word of the order, in the order in which they are asked. A desk yields what it would like, best
first, each with its reason; what is not legal is passed over. When no desk has anything, the first legal order is given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, Protocol, Self, TypeVar

from attrs import field as kept

from pbem.bytes.codec import kind_of
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.game import Demand, Secrets, Step, Table
from pbem.port.player import Advice
from pbem_rules.shared.due import kinds

S = TypeVar("S")
F = TypeVar("F")
A = TypeVar("A", bound=AttrsInstance)
C = TypeVar("C", bound="Comparable")

LISTED = 200
"""So many orders of a kind are weighed."""


class Comparable(Protocol):
    """What has an order."""

    def __lt__(self, other: Self, /) -> bool: ...


class Asked(Protocol[S]):
    """What the player asks of its game: the port, and one kind of order at a time."""

    def demands(self, state: S) -> tuple[Demand, ...]: ...
    def options(self, state: S, side: str, but: Collection[str] = ()) -> Iterator[AttrsInstance]: ...
    def check(self, state: S, side: str, action: AttrsInstance | Table) -> Sequence[Violation]: ...
    def apply(self, state: S, side: str, action: AttrsInstance | Table) -> Step[S]: ...


@frozen(kw_only=True)
class Decision(Generic[S, F]):
    """One decision: the position, whose it is, and what is due (words of orders)."""

    game: Asked[S] = kept(repr=False)
    state: S = kept(repr=False)
    side: str
    due: tuple[str, ...]
    field: F = kept(repr=False)
    secrets: Secrets = kept(repr=False)
    salt: int

    def listed(self, word: str) -> Iterator[AttrsInstance]:
        """The legal orders of a kind, no more than are weighed."""
        others = [each for each in self.due if each != word]
        return islice(self.game.options(self.state, self.side, others), LISTED)


Desk = Callable[[Decision[S, F]], Iterator[Advice]]
"""Decides one kind of order."""
Choose = Callable[[F, Iterable[AttrsInstance]], AttrsInstance | None]
"""Takes one of the legal orders of a kind, or none."""


def chosen(word: str, choose: Choose[F]) -> Desk[S, F]:
    """The desk that takes one of the legal orders of a kind."""

    def desk(case: Decision[S, F]) -> Iterator[Advice]:
        order = choose(case.field, case.listed(word))
        if order is not None:
            yield Advice(order=order)

    return desk


def cheapest(kind: type[A], price: Callable[[F, A], C | None]) -> tuple[str, Desk[S, F]]:
    """A kind of order with the desk that takes the legal one of least price, the first of equals; at None none is taken."""

    def choose(field: F, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
        listed = ((price(field, each), each) for each in orders if isinstance(each, kind))
        priced = [(cost, order) for cost, order in listed if cost is not None]
        return min(priced, key=lambda each: each[0])[1] if priced else None

    return kind_of(kind), chosen(kind_of(kind), choose)


def first(word: str, wanted: Callable[[F], bool] = lambda _: True) -> tuple[str, Desk[S, F]]:
    """A kind of order with the desk that takes the first legal one, where it is wanted."""
    return word, chosen(word, lambda field, orders: next(iter(orders), None) if wanted(field) else None)


def always(order: AttrsInstance) -> Desk[S, F]:
    """The desk that has one order to give."""
    return lambda _: iter((Advice(order=order),))


@frozen(kw_only=True)
class Player(Generic[S, F]):
    """A game's player: how a position looks to a side, who decides what, and what the side is ``about``.

    A desk under "" is asked whatever is due. ``after`` says instead of ``about`` what the side is about after a turn: it is
    given how things look, and how they looked when the turn began (None: not known).
    """

    field: Callable[[S, str], F]
    desks: tuple[tuple[str, Desk[S, F]], ...]
    about: Callable[[F], tuple[str, ...]] = lambda _: ()
    after: Callable[[F, F | None], tuple[str, ...]] | None = None

    def intentions(self, state: S, side: str, begun: S | None = None) -> tuple[str, ...]:
        """What a side is about, in sentences; ``begun`` is the position in which the turn that is over began."""
        now = self.field(state, side)
        if self.after is None:
            return self.about(now)
        return self.after(now, None if begun is None else self.field(begun, side))

    def think(self, game: Asked[S], state: S, side: str, secrets: Secrets, salt: int) -> Advice:
        """A legal order of a side that owes one, with its reason. Raises ValueError when it owes no decision."""
        case = Decision(
            game=game,
            state=state,
            side=side,
            due=kinds(game.demands(state), side),
            field=self.field(state, side),
            secrets=secrets,
            salt=salt,
        )
        if not case.due:
            raise ValueError(f"{side} owes no decision")
        for word, desk in self.desks:
            for advice in desk(case) if not word or word in case.due else ():
                if kind_of(type(advice.order)) in case.due and not game.check(state, side, advice.order):
                    return advice
        return Advice(order=next(iter(game.options(state, side))))


class AnyPlayer(Protocol[S]):
    """A player, whatever it sees."""

    def think(self, game: Asked[S], state: S, side: str, secrets: Secrets, salt: int) -> Advice: ...
    def intentions(self, state: S, side: str, begun: S | None = None) -> tuple[str, ...]: ...
