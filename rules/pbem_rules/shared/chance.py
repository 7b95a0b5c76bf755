"""What the protocol tells a game: that a value is sealed or shown, a roll asked for or thrown, a deck mixed or dealt.

Each thing that is told bears a label, such as ``combat/7``. Its first word says what it is about; a :class:`Label` holds
what the game makes of it. That it is due, and that the faces are faces of its dice, is checked once for every game
(:mod:`pbem_rules.shared.due`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar, cast

from pbem.bytes.errors import Violation
from pbem.port.game import Dealt, Masked, Requested, Rolled, Sealed, Shown, Table

V = TypeVar("V")
P = TypeVar("P")
T = TypeVar("T", bound=Table)
ANYTHING = ""
"""The word of a label that takes whatever no other label takes."""


def label_of(told: Table) -> str:
    """The label of what the protocol tells."""
    match told:
        case Rolled(why=why) | Requested(why=why):
            return why
        case Sealed(at=at) | Shown(at=at):
            return at
        case Masked(deck=deck) | Dealt(deck=deck):
            return deck


class Label(Generic[V, P]):
    """What a game makes of everything told under labels that begin with ``word``.

    ``early`` is the paragraph cited when it is not due.
    """

    def __init__(self, word: str, *, early: str = "") -> None:
        self.word, self.early = word, early
        self._told: dict[type[object], Callable[[P, object], None]] = {}
        self._wrong: list[Callable[[V, Table], Iterable[Violation]]] = []

    def _bind(self, kind: type[T], function: Callable[[P, T], None]) -> Callable[[P, T], None]:
        self._told[kind] = cast("Callable[[P, object], None]", function)
        return function

    def rolled(self, function: Callable[[P, Rolled], None]) -> Callable[[P, Rolled], None]:
        """The faces have come."""
        return self._bind(Rolled, function)

    def requested(self, function: Callable[[P, Requested], None]) -> Callable[[P, Requested], None]:
        """A sealed roll has been asked for: the other side may choose under it."""
        return self._bind(Requested, function)

    def sealed(self, function: Callable[[P, Sealed], None]) -> Callable[[P, Sealed], None]:
        """A side has committed to its values."""
        return self._bind(Sealed, function)

    def shown(self, function: Callable[[P, Shown], None]) -> Callable[[P, Shown], None]:
        """A side has opened a value, or shown a card."""
        return self._bind(Shown, function)

    def masked(self, function: Callable[[P, Masked], None]) -> Callable[[P, Masked], None]:
        """A side has mixed the deck."""
        return self._bind(Masked, function)

    def dealt(self, function: Callable[[P, Dealt], None]) -> Callable[[P, Dealt], None]:
        """A side has been dealt cards."""
        return self._bind(Dealt, function)

    def wrong(
        self, function: Callable[[V, Table], Iterable[Violation]]
    ) -> Callable[[V, Table], Iterable[Violation]]:
        """What may be wrong with something due: the number of values sealed, a value that the rules do not know."""
        self._wrong.append(function)
        return function

    def verdict(self, view: V, told: Table) -> tuple[Violation, ...]:
        """Every rule that it breaks."""
        return tuple(each for verdict in self._wrong for each in verdict(view, told))

    def tell(self, play: P, told: Table) -> None:
        """Carry out what was told."""
        self._told[type(told)](play, told)
