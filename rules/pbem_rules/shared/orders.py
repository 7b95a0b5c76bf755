"""The kinds of orders of a game: what a player may say, what is wrong with it, which are legal, and what it does.

One order lives in one module::

    @frozen(kw_only=True)
    class Move:
        \"\"\"A unit moves to a hex.\"\"\"          # the help of ``pbem do move --help``

        unit: str
        to: str

    MOVE = Kind[Move, View, Play](Move)

    @MOVE.invalid                               # what the order names is not there: nothing else can be asked
    @MOVE.wrong                                 # every rule that it breaks
    @MOVE.legal                                 # the orders there are, in a pinned order
    @MOVE.carry_out                             # what it does

The functions are bound while the module is imported and never change afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.codec import kind_of
from pbem.bytes.errors import Violation
from pbem.port.game import Shuffle
from pbem.port.insight import Forecast
from pbem.port.messages import Message, Series

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741  # an order
V = TypeVar("V")
P = TypeVar("P")

NOBODY = Message("nobody")
Verdict: TypeAlias = Callable[[V, O], Iterable[Violation]]
Listing: TypeAlias = Callable[[V], Iterable[O]]
UnitListing: TypeAlias = Callable[[V, str], Iterable[O]]
Doing: TypeAlias = Callable[[P, O], None]
Concealed: TypeAlias = tuple[str, tuple[Json, ...]]


def broken(paragraph: str, message: str, subject: str = "") -> Violation:
    """A rule that an order breaks: its paragraph, the reason in one sentence, and the unit or hex it is about."""
    return Violation(paragraph=paragraph, message=message, subject=subject)


def not_own(paragraph: str, name: str, *, known: bool, own: bool) -> Violation:
    """Why a side cannot give a unit orders: there is none of the name, it is the enemy's, or it is not on the map."""
    if not known:
        return broken(paragraph, Message("there is no unit {unit}", unit=name), name)
    if not own:
        return broken(paragraph, Message("{unit} is the enemy's", unit=name), name)
    return broken(paragraph, Message("{unit} is not on the map", unit=name), name)


def not_beside(paragraph: str, unit: str, frm: str, to: str) -> Violation:
    """Why a step is none."""
    said = Message("{unit} cannot go from {frm} to {to}: they are not adjacent", unit=unit, frm=frm, to=to)
    return broken(paragraph, said, to)


def too_far(paragraph: str, unit: str, to: str, cost: str, left: str) -> Violation:
    """Why a unit does not come to a hex on a way that nothing else bars."""
    said = Message(
        "{hex} is too far for {unit}: the way costs {cost} of {left}", hex=to, unit=unit, cost=cost, left=left
    )
    return broken(paragraph, said, unit)


def not_among(paragraph: str, name: str, among: Iterable[str]) -> Violation:
    """Why a unit has no part in what is decided: others have."""
    said = Message(
        "{unit} has no part in this; those who have: {units}", unit=name, units=Series(among) or NOBODY
    )
    return broken(paragraph, said, name)


class Kind(Generic[O, V, P]):
    """One kind of order. ``word`` is what is typed; ``early`` the paragraph cited when it is not due.

    ``secret``: it is sealed and never stands on the log. ``exact``: what ``legal`` lists is legal and is not looked at
    again; else the listing may offer too much and the verdict decides.
    """

    def __init__(self, order: type[O], *, early: str = "", secret: bool = False, exact: bool = False) -> None:
        self.order: type[AttrsInstance] = order
        self.word, self.early, self.secret = kind_of(order), early, secret
        self._exact = exact
        self._invalid: list[Verdict[V, O]] = []
        self._wrong: list[Verdict[V, O]] = []
        self._untimely: list[Verdict[V, O]] = []
        self._legal: list[Listing[V, O]] = []
        self._by_unit: list[tuple[Callable[[V], Iterable[str]], UnitListing[V, O]]] = []
        self._carry_out: list[Doing[P, O]] = []
        self._complete: list[Callable[[V, O], O]] = []
        self._conceal: list[Callable[[V, O, Shuffle], Concealed]] = []
        self._forecast: list[Callable[[V, O], Forecast | None]] = []
        self._toll: list[Callable[[V, O], str]] = []

    # --- binding ------------------------------------------------------------------------------------------------------

    def invalid(self, function: Verdict[V, O]) -> Verdict[V, O]:
        """What makes an order point at nothing: an unknown unit, a hex of no map. Asked first; nothing else after it."""
        self._invalid.append(function)
        return function

    def wrong(self, function: Verdict[V, O]) -> Verdict[V, O]:
        """A rule that an order may break. All are asked, in the order in which they were bound."""
        self._wrong.append(function)
        return function

    def untimely(self, function: Verdict[V, O]) -> Verdict[V, O]:
        """What the rules say of an order that is not due, beside that it is not. Asked in every position, of both sides."""
        self._untimely.append(function)
        return function

    def passed_over(self, when: Callable[[V], bool]) -> None:
        """Where nobody was asked for the order since none could be given, what is wrong with it is told.

        ``when`` says whether its place in the sequence of play is, or has just been, here.
        """

        def not_asked(view: V, order: O) -> tuple[Violation, ...]:
            return self.verdict(view, order) if when(view) else ()

        self._untimely.append(not_asked)

    def legal(self, function: Listing[V, O]) -> Listing[V, O]:
        """The orders of this kind that a side can give, in a pinned order."""
        self._legal.append(function)
        return function

    def by_unit(
        self, units: Callable[[V], Iterable[str]]
    ) -> Callable[[UnitListing[V, O]], UnitListing[V, O]]:
        """The orders of this kind that begin with one of these units, so that a table can ask for those of one alone."""

        def bound(function: UnitListing[V, O]) -> UnitListing[V, O]:
            self._by_unit.append((units, function))
            return function

        return bound

    def carry_out(self, function: Doing[P, O]) -> Doing[P, O]:
        """What a legal order does."""
        self._carry_out.append(function)
        return function

    def complete(self, function: Callable[[V, O], O]) -> Callable[[V, O], O]:
        """What a person may leave out is filled in (a path for a destination)."""
        self._complete.append(function)
        return function

    def conceal(self, function: Callable[[V, O, Shuffle], Concealed]) -> Callable[[V, O, Shuffle], Concealed]:
        """The label and the values that a secret order commits to."""
        self._conceal.append(function)
        return function

    def forecast(self, function: Callable[[V, O], Forecast | None]) -> Callable[[V, O], Forecast | None]:
        """The exact chances of the order; None when no roll hangs on it."""
        self._forecast.append(function)
        return function

    def toll(self, function: Callable[[V, O], str]) -> Callable[[V, O], str]:
        """What a legal order costs its unit, as players write it; "" where nothing is counted."""
        self._toll.append(function)
        return function

    # --- what is still missing ----------------------------------------------------------------------------------------

    def unfinished(self) -> Iterator[str]:
        """What a kind needs and nobody has bound: without it the order does nothing, or is never offered."""
        if self.secret and not self._conceal:
            yield Message(
                "the order {kind} is secret and has no conceal: nothing can be sealed", kind=self.word
            )
        if not self.secret and not self._carry_out:
            yield Message("the order {kind} has no carry_out: it does nothing", kind=self.word)
        if not self._legal and not self._by_unit:
            yield Message("the order {kind} has no legal and no by_unit: it is never offered", kind=self.word)

    # --- asking -------------------------------------------------------------------------------------------------------
    # The caller holds an order of this class, though they cannot say so: kinds are found by it.

    def pointless(self, view: V, order: AttrsInstance) -> tuple[Violation, ...]:
        """What the order names that is not there, also where it is not due."""
        return tuple(each for verdict in self._invalid for each in verdict(view, cast("O", order)))

    def verdict(self, view: V, order: AttrsInstance) -> tuple[Violation, ...]:
        """Every rule that a due order breaks, each once; empty when it is legal."""
        given = cast("O", order)
        for asked in (self._invalid, self._wrong):
            found = tuple(dict.fromkeys(each for verdict in asked for each in verdict(view, given)))
            if found:
                return found
        return ()

    def not_due(self, view: V, order: AttrsInstance) -> tuple[Violation, ...]:
        """What the rules say of an order that is not due; empty when they say no more than that."""
        given = cast("O", order)
        return tuple(dict.fromkeys(each for verdict in self._untimely for each in verdict(view, given)))

    def listed(self, view: V) -> Iterator[AttrsInstance]:
        """The legal orders of this kind, in their pinned order."""
        for listing in self._legal:
            yield from self._sound(view, listing(view))
        for unit in self.units(view):
            yield from self.listed_of(view, unit)

    def units(self, view: V) -> tuple[str, ...]:
        """The units by which this kind is listed; none when it is listed whole. Not each has a legal order."""
        return tuple(unit for units, _ in self._by_unit for unit in units(view))

    def listed_of(self, view: V, unit: str) -> Iterator[AttrsInstance]:
        """The legal orders that begin with a unit."""
        for _, listing in self._by_unit:
            yield from self._sound(view, listing(view, unit))

    def _sound(self, view: V, orders: Iterable[O]) -> Iterator[O]:
        return (order for order in orders if self._exact or not self.verdict(view, order))

    def perform(self, play: P, order: AttrsInstance) -> None:
        """Carry out a legal order."""
        for doing in self._carry_out:
            doing(play, cast("O", order))

    def completed(self, view: V, order: AttrsInstance) -> AttrsInstance:
        """The order with what was left out filled in."""
        given = cast("O", order)
        for complete in self._complete:
            given = complete(view, given)
        return given

    def concealed(self, view: V, order: AttrsInstance, shuffle: Shuffle) -> Concealed:
        """Label and values. Raises ValueError for a kind that is not secret."""
        if not self._conceal:
            raise ValueError(f"{order!r} is not a secret order")
        return self._conceal[-1](view, cast("O", order), shuffle)

    def foretold(self, view: V, order: AttrsInstance) -> Forecast | None:
        """The chances of a legal order, if the game knows them."""
        return self._forecast[-1](view, cast("O", order)) if self._forecast else None

    def tolled(self, view: V, order: AttrsInstance) -> str:
        """What a legal order costs its unit; "" where nothing is counted."""
        return self._toll[-1](view, cast("O", order)) if self._toll else ""


V_contra = TypeVar("V_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class AnyKind(Protocol[V_contra, P_contra]):
    """A kind of order of a game, whatever its class: what is asked of it."""

    @property
    def order(self) -> type[AttrsInstance]: ...
    @property
    def word(self) -> str: ...
    @property
    def early(self) -> str: ...
    @property
    def secret(self) -> bool: ...
    def unfinished(self) -> Iterator[str]: ...
    def pointless(self, view: V_contra, order: AttrsInstance, /) -> tuple[Violation, ...]: ...
    def verdict(self, view: V_contra, order: AttrsInstance, /) -> tuple[Violation, ...]: ...
    def not_due(self, view: V_contra, order: AttrsInstance, /) -> tuple[Violation, ...]: ...
    def listed(self, view: V_contra, /) -> Iterator[AttrsInstance]: ...
    def units(self, view: V_contra, /) -> tuple[str, ...]: ...
    def listed_of(self, view: V_contra, unit: str, /) -> Iterator[AttrsInstance]: ...
    def perform(self, play: P_contra, order: AttrsInstance, /) -> None: ...
    def completed(self, view: V_contra, order: AttrsInstance, /) -> AttrsInstance: ...
    def concealed(self, view: V_contra, order: AttrsInstance, shuffle: Shuffle, /) -> Concealed: ...
    def foretold(self, view: V_contra, order: AttrsInstance, /) -> Forecast | None: ...
    def tolled(self, view: V_contra, order: AttrsInstance, /) -> str: ...
