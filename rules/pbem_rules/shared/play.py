"""One action being carried out: a working copy of the state, and what has happened so far.

A rule that does something is a function over a ``Play``, written as the text tells it: it changes the state, says what
happened, and calls the next. Nothing outside changes: the state it began with stays as it was.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar, cast

from pbem.bytes.records import AttrsInstance, define, field
from pbem.bytes.values import changed
from pbem.port.game import Outcome, Reason, Step
from pbem_rules.kernel.board import Board, Piece
from pbem_rules.shared.modifiers import Throw

S = TypeVar("S", bound=AttrsInstance)
D = TypeVar("D")
_CLOCK = frozenset({"turn", "phase"})
"""Fields of a state by which people know when something happened."""


@define(kw_only=True)
class Play(Generic[S, D]):
    """The state as it changes. A game derives from it and adds the verbs of its rulebook.

    ``begun``: how many outcomes there were when a turn or phase began, and the state then.
    """

    data: D
    state: S
    outcomes: list[Outcome] = field(factory=list)
    begun: list[tuple[int, S]] = field(factory=list)

    def change(self, **fields: object) -> None:
        """The state with other fields."""
        self.state = changed(self.state, **fields)
        if _CLOCK & fields.keys():
            self.begun.append((len(self.outcomes), self.state))

    def say(  # noqa: PLR0913  # an outcome has as many parts
        self,
        kind: str,
        text: str,
        paragraph: str = "",
        *,
        side: str | None = None,
        units: tuple[str, ...] = (),
        hexes: tuple[str, ...] = (),
        faces: tuple[int, ...] = (),
        reasons: tuple[Reason, ...] = (),
        total: int | None = None,
        throw: Throw | None = None,
    ) -> None:
        """Something has happened (see :class:`pbem.port.game.Outcome`). ``throw`` stands for faces, reasons and total."""
        if throw is not None:
            faces, reasons, total = (throw.face,), throw.reasons, throw.total
        self.outcomes.append(
            Outcome(
                kind=kind,
                text=text,
                paragraph=paragraph,
                side=side,
                units=units,
                hexes=hexes,
                faces=faces,
                reasons=reasons,
                total=total,
            )
        )

    def step(self) -> Step[S]:
        """The end of it."""
        return Step(state=self.state, outcomes=tuple(self.outcomes))


class Counter(Piece, AttrsInstance, Protocol):
    """A piece that is a frozen attrs value."""


U = TypeVar("U", bound=Counter)


class _OnBoard(Protocol[U]):
    @property
    def board(self) -> Board[U]: ...


@define(kw_only=True)
class BoardPlay(Play[S, D], Generic[S, D, U]):
    """A play over a state whose counters are on a ``board``."""

    @property
    def board(self) -> Board[U]:
        """The board as it is now."""
        return cast("_OnBoard[U]", self.state).board

    def unit(self, name: str) -> U:
        """A unit on the board. Raises KeyError."""
        return self.board[name]

    def put(self, *units: U) -> None:
        """Units put on the board, each in the stead of the one that had its name."""
        self.change(board=self.board.put(*units))

    def mark(self, *names: str, **fields: object) -> None:
        """Units on the board with other fields, their place among them."""
        self.put(*(changed(self.board[name], **fields) for name in names))

    def remove(self, *names: str) -> None:
        """Units leave the board. Raises KeyError."""
        self.change(board=self.board.remove(*names))
