"""The game port: what a game must offer so that it can be played by mail.

A game is a handful of pure functions over a frozen state. Chance is a seat at the table that only the protocol may sit
in: what it does (:class:`Sealed`, :class:`Requested`, :class:`Rolled`, :class:`Shown`) reaches the game as actions like
any other, so that folding a log is one function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, field, frozen
from pbem.port.rulebook import Rulebook
from pbem.port.scene import Scene

Side: TypeAlias = str
"""A side by the game's own name, such as ``"allied"``."""

S = TypeVar("S")
"""The game's state: an immutable attrs value."""


MAX_DICE, MAX_SIDES, MAX_FACE = 100, 2**32, 1000
"""Dice of a roll, sides of a die, and how far from zero its lowest face may lie (``schemas/dice.md``)."""


@frozen(kw_only=True)
class Die:
    """One die: ``sides`` faces numbered from ``low`` upwards (a ten-sided die read 0 to 9 is ``Die(sides=10, low=0)``)."""

    sides: int
    low: int = 1


# --- what the game waits for ------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Choice:
    """``side`` must act in the open, with one of ``kinds``; ``why`` names the occasion and ``paragraph`` the rule."""

    side: Side
    kinds: tuple[str, ...]
    why: str
    paragraph: str = ""


@frozen(kw_only=True)
class Conceal:
    """``side`` must commit to secret values under the label ``at``; it states them with an action of kind ``kind``."""

    side: Side
    kind: str
    at: str
    why: str
    paragraph: str = ""


@frozen(kw_only=True)
class Roll:
    """``side`` asks for the roll ``why`` (unique in the game).

    ``sealed`` is true whenever the other side has a choice to make under this roll: then the asker's seed stays hidden
    until the other side has answered (``schemas/dice.md``).
    """

    side: Side
    why: str
    dice: tuple[Die, ...]
    sealed: bool = False
    paragraph: str = ""


@frozen(kw_only=True)
class Disclose:
    """``side`` must open the commitments ``ns`` (numbered from 1) that it made under the label ``at``.

    When ``at`` labels a deck, ``ns`` are slots dealt to ``side``: it shows these cards.
    """

    side: Side
    at: str
    ns: tuple[int, ...]
    why: str = ""
    paragraph: str = ""


@frozen(kw_only=True)
class Mask:
    """``side`` must mask and shuffle the deck labelled ``deck``; the game asks both sides for it, one after the other.

    With ``cards`` a new deck is made: slot 1, 2 ... will hold these cards in an order nobody knows. With ``slots`` the
    cards in these slots, wherever they are and known or not, are shuffled among one another and can be dealt again; all
    other slots keep their card and their owner (``schemas/deck.md``). A deck has at most 110 cards. They and
    the deck have names of 1 to 64 ASCII characters.
    """

    side: Side
    deck: str
    cards: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    why: str = ""
    paragraph: str = ""


@frozen(kw_only=True)
class Deal:
    """``side`` must hand over its keys to ``slots`` of ``deck``: then ``to``, the other side, alone knows these cards."""

    side: Side
    deck: str
    to: Side
    slots: tuple[int, ...]
    why: str = ""
    paragraph: str = ""


Demand: TypeAlias = Choice | Conceal | Roll | Disclose | Mask | Deal


# --- what the protocol tells the game ---------------------------------------------------------------------------------


@frozen(kw_only=True)
class Sealed:
    """``side`` has committed to ``count`` values under ``at``."""

    side: Side
    at: str
    count: int


@frozen(kw_only=True)
class Requested:
    """The sealed roll ``why`` has been asked for; the other side may now make its choices under it."""

    why: str


@frozen(kw_only=True)
class Rolled:
    """The faces of the roll ``why``, in the order of its dice."""

    why: str
    faces: tuple[int, ...]


@frozen(kw_only=True)
class Shown:
    """``side`` has opened value ``n`` under ``at``; the protocol has checked it against the commitment.

    For a deck it is the card's name in slot ``n``, and the protocol has checked the proof.
    """

    side: Side
    at: str
    n: int
    value: Json


@frozen(kw_only=True)
class Masked:
    """``side`` has masked and shuffled ``deck``."""

    side: Side
    deck: str


@frozen(kw_only=True)
class Dealt:
    """``to`` now knows the cards in ``slots`` of ``deck``."""

    to: Side
    deck: str
    slots: tuple[int, ...]


Table: TypeAlias = Sealed | Requested | Rolled | Shown | Masked | Dealt
"""What only the protocol may do."""


# --- what comes of it -------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Reason:
    """One modifier of a roll, or one term of a sum, written down as it is added."""

    paragraph: str
    text: str
    value: int


@frozen(kw_only=True)
class Moment:
    """Where the game stands, for people: the turn's number and name, and the phase."""

    turn: int
    turn_name: str
    phase: str


@frozen(kw_only=True)
class Outcome:
    """Something that happened: a fact in the past tense, derived on replay and never part of the log.

    ``kind`` is stable for programs; ``text`` is one English sentence for people; ``hexes`` are where it happened, in
    order of travel where there is one; ``reasons`` are the modifiers behind ``total``. ``when`` is the turn and phase it
    happened in; None: those in which its entry was made.
    """

    kind: str
    text: str
    paragraph: str = ""
    side: Side | None = None
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()
    total: int | None = None
    when: Moment | None = None


@frozen(kw_only=True)
class Step(Generic[S]):
    """The next state, and what happened on the way to it."""

    state: S
    outcomes: tuple[Outcome, ...] = ()


@frozen(kw_only=True)
class Result:
    """How the game ended: the winner (None for a draw), the level in words, and the score that led to it."""

    winner: Side | None
    level: str
    score: int
    reasons: tuple[Reason, ...] = ()


@frozen(kw_only=True)
class Secrets:
    """What one side alone knows: the values it has sealed, by label, and the cards dealt to it, by deck and slot.

    ``mix``: 32 bytes that belong to the decision that is owed now, for a sheet that mixes its answers; empty where the home
    of the side is not at hand.
    """

    sealed: Mapping[str, tuple[Json, ...]] = field(factory=dict)
    hand: Mapping[str, Mapping[int, str]] = field(factory=dict)
    mix: bytes = b""


Shuffle: TypeAlias = Callable[[tuple[Json, ...]], tuple[Json, ...]]
"""Puts values in an order that only their owner could have foretold."""


def in_order(values: tuple[Json, ...]) -> tuple[Json, ...]:
    """No shuffle at all: for cases and tests."""
    return values


class Ruleset(Protocol[S]):
    """A game, built from its data. Every method is pure: same arguments, same answer, in the same order.

    ``S`` is the frozen state. Player actions are frozen attrs values of the classes in ``actions``; kinds listed in
    ``secret`` never stand on the log: they are sealed through :meth:`conceal`.
    """

    name: str
    title: str
    sides: tuple[Side, Side]
    scenarios: tuple[str, ...]
    book: Rulebook
    actions: Codec
    secret: frozenset[str]

    def setup(self, scenario: str, options: Mapping[str, Json]) -> S:
        """The first state. Raises :class:`~pbem.bytes.errors.DataError` for an unknown scenario or option."""

    def setup_digest(self, scenario: str) -> str:
        """The digest of everything the scenario fixes."""

    def demands(self, state: S) -> tuple[Demand, ...]:
        """Who owes what now, in order: the side of the first demand acts. Empty when the game is over."""

    def check(self, state: S, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule that the action breaks; empty when it is legal. Never raises."""

    def apply(self, state: S, side: Side, action: AttrsInstance | Table) -> Step[S]:
        """What a legal action does."""

    def options(self, state: S, side: Side) -> Iterator[AttrsInstance]:
        """The legal actions of ``side``, secret ones included, in a pinned order."""

    def complete(self, state: S, side: Side, action: AttrsInstance) -> AttrsInstance:
        """The action with what a person may leave out filled in (a path for a destination)."""

    def conceal(
        self, state: S, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        """The label and the values that a secret action commits to.

        Where the order of the values means nothing the game passes them through ``shuffle``: the other side sees
        which commitment is opened when, and a list as a person types it has an order that tells something.
        """

    def advise(self, state: S, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible action for ``side`` when it owes a choice or a secret; ``salt`` varies the style."""

    def moment(self, state: S) -> Moment:
        """Turn and phase."""

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""

    def scene(self, state: S, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """What ``side`` may see (None: what both know), with ``recent`` drawn as arrows and marks."""

    def dump(self, state: S) -> Json:
        """The state as canonical JSON values."""

    def write(self, state: S) -> bytes:
        """The canonical bytes of :meth:`dump`; a game may know a quicker way than ``encode_value(self.dump(state))``."""

    def load(self, value: Json) -> S:
        """The state from what :meth:`dump` gave. Raises :class:`~pbem.bytes.errors.DataError`."""

    def place(self, scenario: str, position: Mapping[str, Json]) -> S:
        """A position of a case file (``schemas/case.md``). Raises :class:`~pbem.bytes.errors.DataError`."""

    def facts(self, state: S) -> Mapping[str, Json]:
        """What a case file may expect of a position, by dotted name (``unit.505/82.hex``)."""

    def show(self, name: str) -> str:
        """A table or a unit as text for people, with its provenance. Raises :class:`~pbem.bytes.errors.UsageError`."""

    def provenance(self) -> Mapping[str, int]:
        """How many values - cells, ratings, hexes - have each provenance."""
