"""What a game can tell a player beyond its verdicts, if it knows how: the exact chances of an order, layers on the map.

A game need not have any of it. One that does has a method of the same name (:class:`Forecasts`, :class:`Layered`); ask
through :func:`forecast`, :func:`layers` and :func:`layer`, which answer for every game. Nothing here reaches the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.game import Die, Outcome, Reason, Side
from pbem.port.scene import Layer

if TYPE_CHECKING:
    from fractions import Fraction

# --- what an order may bring ------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Chance:
    """One thing that may come of a roll: ``ways`` of the branch's ``of`` equally likely ways lead to it.

    ``text`` is the result in the words of the outcome, ``code`` the same as its table has it, where a program reckons with
    it, ``then`` what follows of it before anybody has to choose.
    ``faces`` are the rolls that give it, each a face for every die thrown. ``signs`` are stable words for programs:
    ``attacker hurt``, ``defender hurt``, ``retreat``, ``advance``, ``breakthrough``, ``rout``.
    """

    text: str
    ways: int
    faces: tuple[tuple[int, ...], ...] = ()
    then: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    code: str = ""


@frozen(kw_only=True)
class Branch:
    """The distribution when ``when`` holds, such as ``("assault", "stand")``: every chance, the lowest roll first.

    ``reasons`` are the modifiers and ``modifier`` their sum; ``dice`` are thrown in this order. The ways of the chances
    add up to ``of``.
    """

    when: tuple[str, ...]
    dice: tuple[Die, ...]
    reasons: tuple[Reason, ...]
    modifier: int
    of: int
    chances: tuple[Chance, ...]

    def share(self, sign: str) -> Fraction:
        """How likely a result with this sign is."""
        from fractions import Fraction  # noqa: PLC0415  # brings decimal numbers along

        return Fraction(sum(each.ways for each in self.chances if sign in each.signs), self.of)


@frozen(kw_only=True)
class Forecast:
    """What one order may bring, computed from the charts and not by trying.

    ``parts`` name what ``when`` of a branch holds, such as ``("attacker", "defender")``. What the asking side cannot know
    is not averaged: each possibility is a branch. ``notes`` say in sentences what is not in the figures.
    """

    text: str
    paragraph: str
    parts: tuple[str, ...]
    branches: tuple[Branch, ...]
    notes: tuple[str, ...] = ()


@runtime_checkable
class Forecasts(Protocol):
    """A game that knows the chances of its orders."""

    def forecast(self, state: object, side: Side, action: AttrsInstance) -> Forecast | None:
        """What a legal action of ``side`` may bring by dice; None when no roll hangs on it. Pure."""


def forecast(rules: object, state: object, side: Side, action: AttrsInstance) -> Forecast | None:
    """What a legal action may bring; None when no roll hangs on it, or when the game does not know."""
    return rules.forecast(state, side, action) if isinstance(rules, Forecasts) else None


# --- layers on the map ------------------------------------------------------------------------------------------------


@runtime_checkable
class Layered(Protocol):
    """A game that can show more on its map than the counters."""

    def layers(self) -> tuple[tuple[str, str], ...]:
        """The layers there are: a name (``zoc``, ``supply``) and what it shows, in one sentence."""

    def layer(self, state: object, side: Side, name: str) -> Layer | None:
        """One layer for one side as the engine sees it now; None for a name or a side that has none. Pure."""


def layers(rules: object) -> tuple[tuple[str, str], ...]:
    """The names of a game's layers with what they show; none when it has none."""
    return rules.layers() if isinstance(rules, Layered) else ()


def layer(rules: object, state: object, side: Side, name: str) -> Layer | None:
    """One layer for one side; None when the game has none of that name."""
    return rules.layer(state, side, name) if isinstance(rules, Layered) else None


# --- what an order costs ------------------------------------------------------------------------------------------------


@runtime_checkable
class Tolled(Protocol):
    """A game that counts what its orders cost the unit that they are given to."""

    def toll(self, state: object, side: Side, action: AttrsInstance) -> str:
        """What a legal order costs, in the game's points as its players write them; "" where nothing is counted. Pure."""


def toll(rules: object, state: object, side: Side, action: AttrsInstance) -> str:
    """What a legal order costs the unit that it is given to; "" where the game counts nothing."""
    return rules.toll(state, side, action) if isinstance(rules, Tolled) else ""


# --- what a finished game tells ---------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Weighed:
    """For whom a roll came out well: what each equally likely way is worth to ``side``, and which of them came.

    The worths are whole numbers on a scale of the game's own, in tenths of ``unit``: above 0 where it gains ``side`` more
    than it costs. ``attack`` is false where nobody attacked: a landing, guns alone, a counterattack.
    """

    side: Side
    worths: tuple[int, ...]
    came: int
    unit: str = "steps"
    attack: bool = True


@runtime_checkable
class Weighs(Protocol):
    """A game that knows what its rolls are worth."""

    def weigh(self, outcome: Outcome) -> Weighed | None:
        """What the roll behind an outcome could have brought and brought; None when nothing was at stake. Pure."""


@runtime_checkable
class WeighsInPlace(Protocol):
    """A game that must look at the position to know what a roll was worth (Pegasus: what stands in a bunker)."""

    def weigh_in(self, state: object, outcome: Outcome) -> Weighed | None:
        """As :meth:`Weighs.weigh`; ``state`` is the one before the entry that brought the outcome. Pure."""


def weigh(rules: object, state: object, outcome: Outcome) -> Weighed | None:
    """What the roll behind an outcome was worth; None when nothing was at stake, or the game does not know."""
    if isinstance(rules, WeighsInPlace):
        return rules.weigh_in(state, outcome)
    return rules.weigh(outcome) if isinstance(rules, Weighs) else None


@runtime_checkable
class Allows(Protocol):
    """A game that can list every value its rules allow in a commitment."""

    def allowed(self, scenario: str, side: Side, at: str) -> Iterable[Json]:
        """Every legal value under the label ``at``, so that one never opened can be found out at the end. Pure."""


# --- what another version of the game left ----------------------------------------------------------------------------


@runtime_checkable
class TakesOver(Protocol):
    """A game that can go on from a state of another version of itself whose model was another."""

    def takes_over(self, version: str, value: Json) -> Json:
        """What ``dump`` of that ``version`` gave, as ``dump`` of this one would: for changed models. Pure.

        ``version`` is this one's own where only the data differ. Raises DataError naming field, unit or paragraph when
        that cannot be.
        """


@runtime_checkable
class Sound(Protocol):
    """A game that knows what must hold of every state with its charts, counters and map."""

    def unsound(self, state: object) -> Sequence[Violation]:
        """What does not hold of a state, naming unit or hex; empty when it can be gone on from. Pure."""


# --- while a game is written ------------------------------------------------------------------------------------------


@runtime_checkable
class Unfinished(Protocol):
    """A game that can look through its own parts."""

    def unfinished(self) -> Iterable[str]:
        """What its parts still lack, a sentence each; nothing when it is finished."""
