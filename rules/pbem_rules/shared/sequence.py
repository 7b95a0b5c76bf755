"""The sequence of play: phases in order, and procedures that interrupt them.

A *procedure* is something under way that must end before the phase goes on: a combat with its losses and retreats, a
card laid on the table, a formation that acts. The first that is under way decides what is owed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Generic, TypeVar

from pbem.bytes.records import frozen
from pbem.port.game import Demand

V = TypeVar("V")
P = TypeVar("P")

_MOST = 4_096
"""So many steps may follow one another without a decision: more than a whole game has."""


def _nothing(_view: object) -> tuple[Demand, ...]:
    return ()


def still(_play: object) -> bool:
    """Nothing happens by itself."""
    return False


def _stays(_play: object, phase: str) -> None:
    raise RuntimeError(f"this game has no phase {phase} to go to")


@frozen(kw_only=True, slots=False)
class Procedure(Generic[V, P]):
    """Something under way. ``owed``: what it waits for. ``go_on``: one step that nobody decides; False: there is none.

    ``at_once``: such a step that is taken before anybody is asked (the only marker left in a cup is drawn by itself).
    """

    name: str
    under_way: Callable[[V], bool]
    owed: Callable[[V], tuple[Demand, ...]]
    go_on: Callable[[P], bool] = still
    at_once: Callable[[P], bool] = still


@frozen(slots=False)
class Phase(Generic[V, P]):
    """One phase by the ``name`` that the state holds, and as people call it (``title``).

    ``owed``: what it waits for, if anything. ``opens``: what its beginning does. ``go_on``: one step inside it that nobody
    decides; False when there is none. ``at_once``: as in a procedure. ``closes``: its end, once nothing is owed; it may
    name the phase that follows, else the next in the list does.
    """

    name: str
    title: str
    owed: Callable[[V], tuple[Demand, ...]] = _nothing
    opens: Callable[[P], None] | None = None
    go_on: Callable[[P], bool] = still
    at_once: Callable[[P], bool] = still
    closes: Callable[[P], str | None] | None = None


class Sequence(Generic[V, P]):
    """The phases of a game, the last of which is its end, and the procedures that interrupt them, the innermost first."""

    def __init__(
        self,
        phases: tuple[Phase[V, P], ...],
        *,
        phase: Callable[[V], str],
        enter: Callable[[P, str], None] = _stays,
        procedures: tuple[Procedure[V, P], ...] = (),
    ) -> None:
        self._phases = {each.name: each for each in phases}
        self._next = {a.name: b.name for a, b in pairwise(phases)}
        self._over = phases[-1].name
        self._phase, self._enter, self._procedures = phase, enter, procedures

    @property
    def titles(self) -> tuple[str, ...]:
        """The phases of a turn as people call them, in order; the end of the game is none."""
        names = (each.title for each in self._phases.values() if each.name != self._over)
        return tuple(dict.fromkeys(names))

    def now(self, view: V) -> str:
        """The phase that the position holds, whether there is such a one or not."""
        return self._phase(view)

    @property
    def names(self) -> tuple[str, ...]:
        """The phases as a state holds them, in order."""
        return tuple(self._phases)

    def title(self, name: str) -> str:
        """A phase as people call it."""
        return self._phases[name].title

    def owed(self, view: V) -> tuple[Demand, ...]:
        """What the position waits for; empty when the game is over."""
        return self._current(view).owed(view)

    def begin(self, play: P, name: str) -> None:
        """A phase begins."""
        self._enter(play, name)
        opens = self._phases[name].opens
        if opens is not None:
            opens(play)

    def go_on(
        self, play: P, look: Callable[[P], V], owed: Callable[[P], tuple[Demand, ...]] | None = None
    ) -> None:
        """Everything that needs no decision, until somebody owes something or the game is over.

        ``owed`` answers as :meth:`owed` for where the play has come to, and keeps the answer: it is asked for again at once.
        """
        for _ in range(_MOST):
            view = look(play)
            current = self._current(view)
            if current.at_once(play):
                continue
            if owed(play) if owed is not None else current.owed(view):
                return
            if current.go_on(play):
                continue
            if isinstance(current, Procedure):
                raise RuntimeError(f"{current.name} waits for nobody and does not go on")
            if current.name == self._over:
                return
            self.leave(play, current.name)
        raise RuntimeError(f"nobody owes anything and the game is not over: {self._phase(look(play))}")

    def leave(self, play: P, name: str) -> None:
        """A phase ends, by itself or by an order, and the one that follows begins."""
        phase = self._phases[name]
        following = phase.closes(play) if phase.closes is not None else ""
        self.begin(play, following or self._next[phase.name])

    def _current(self, view: V) -> Procedure[V, P] | Phase[V, P]:
        for each in self._procedures:
            if each.under_way(view):
                return each
        return self._phases[self._phase(view)]
