"""Orders in advance: what a line says, and what a game offers so that lines can be followed (``schemas/standing.md``).

A game that takes them offers :class:`TakesStanding` besides :class:`pbem.port.game.Ruleset`. Which line speaks, and whether
its board has changed, is decided outside the game; the game knows its words, its conditions and its choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from pbem.bytes.canon import Json
from pbem.bytes.records import AttrsInstance, field, frozen
from pbem.port.game import Demand, Secrets, Side

NEXT, ANY, OCCASION = "next", "any", ""
"""Words for ``when``: an order that waits, a line that asks for all kinds; ``OCCASION``: what lines of occasions may say."""

ASK, SKIP = "ask", "skip"
"""``otherwise``: hand everything of the occasion back, or leave the order out."""

_S_contra = TypeVar("_S_contra", contravariant=True)


@frozen(kw_only=True)
class Line:
    """What a player writes once: when it speaks, where, what it does or how it chooses, and when they are asked instead."""

    when: str
    where: Mapping[str, Json] = field(factory=dict)
    do: tuple[str, ...] = ()
    choose: Mapping[str, Json] = field(factory=dict)
    ask: Mapping[str, Json] = field(factory=dict)
    otherwise: str = ASK


@frozen(kw_only=True)
class Slip:
    """What is wrong in a line: the path in it, keys and indices from 0, and one sentence."""

    path: tuple[str | int, ...]
    message: str


@frozen(kw_only=True)
class Answered:
    """What lines say to a demand: a legal order; none and the ``reason`` for handing back; neither: nothing."""

    action: AttrsInstance | None = None
    reason: str = ""


@frozen(kw_only=True)
class Key:
    """What may stand at a key: every slip in a value (paths from the key on), an example in TOML, and what it means."""

    slips: Callable[[Json], Iterable[Slip]]
    example: str
    about: str = ""


@frozen(kw_only=True)
class Words:
    """What a line for a kind of order may say: the keys of ``choose``, and the conditions of ``where`` and ``ask``.

    ``asks`` are the conditions of ``ask`` that hold when a line leaves them out.
    """

    about: str = ""
    choose: Mapping[str, Key] = field(factory=dict)
    conditions: Mapping[str, Key] = field(factory=dict)
    asks: Mapping[str, Json] = field(factory=dict)


@frozen(kw_only=True)
class Occasion:
    """Something of its own that a side may prepare: an activation, as a rule.

    ``at`` is the name of the one that goes on, or that could begin now: no two of a game have the same; "" while it has not
    come. ``units`` act in it. ``open``: it may still come up. ``objective``: it is a place, and what comes up is an attack
    on it by the other side; lines for it go into the answers (``standing_decided``) and are never followed by themselves.
    """

    title: str
    at: str = ""
    units: tuple[str, ...] = ()
    open: bool = True
    objective: bool = False


@runtime_checkable
class TakesStanding(Protocol[_S_contra]):
    """What a game offers so that orders can be given in advance. Every method is pure."""

    passing_marks: frozenset[str]
    """Marks on counters that come and go by themselves: a unit that has a new one was not hurt."""

    mending: frozenset[str]
    """Kinds of orders that a unit gets because it was hurt."""

    def standing_words(self, state: _S_contra, side: Side) -> Mapping[str, Words]:
        """What lines may say by ``when``: kinds of orders, ``ANY``, and ``OCCASION`` where the game has occasions."""

    def standing_holds(
        self, state: _S_contra, side: Side, condition: str, value: Json, line: Line, demand: Demand
    ) -> str:
        """Why a condition holds, in a sentence without its end; "" when it does not."""

    def standing_choose(
        self, state: _S_contra, side: Side, line: Line, secrets: Secrets, demand: Demand
    ) -> Answered:
        """What ``choose`` of a line without slips answers to a demand of its side."""

    def standing_usual(self, state: _S_contra, side: Side) -> Sequence[Line]:
        """The lines of a side that writes none; none where the other side's turn asks nothing."""

    def standing_occasions(self, state: _S_contra, side: Side, secrets: Secrets) -> Mapping[str, Occasion]:
        """What may be prepared, by the word in ``when``: what goes on or could begin now first."""

    def standing_draft(self, state: _S_contra, side: Side, occasion: str) -> Sequence[Line]:
        """The adviser's lines for an occasion, as if it came now."""

    def standing_decided(self, state: _S_contra, side: Side, lines: Sequence[Line]) -> Sequence[Line]:
        """The same lines with those for objectives put into the answers by kind, and taken out of what asks for them."""

    def standing_order(self, state: _S_contra, side: Side, order: AttrsInstance) -> AttrsInstance | None:
        """An order of an occasion as it would be given now; None where nothing is left for it to do."""

    def standing_distance(self, state: _S_contra, a: str, b: str) -> int | None:
        """How far two places are from one another in hexes; None where one of them does not lie on the map."""
