"""A position as checks and lists see it: the data, the state, and whose order it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from pbem.bytes.records import frozen

S = TypeVar("S")
D = TypeVar("D")


@frozen(kw_only=True, slots=False)
class View(Generic[S, D]):
    """What a rule looks at. ``side`` is who asks; empty when nobody does (what is owed, what follows)."""

    data: D
    state: S
    side: str = ""


class Position(Generic[S, D]):
    """What a view and a play have in common. A game derives its questions from it, and its view and its play from those.

    So a rule can ask the same of a position that is looked at and of one that is being changed.
    """

    if TYPE_CHECKING:  # the fields are those of the view or the play

        @property
        def data(self) -> D:
            """Everything printed."""
            raise NotImplementedError

        @property
        def state(self) -> S:
            """The state as it is now."""
            raise NotImplementedError
