"""Procedures written as straight text, with dice where the text has them.

An order or the end of a phase that lacks a die stops and leaves no trace; once dice have come it is carried out again from
its beginning, with the faces thrown so far in the order thrown. So it is written as the rules tell it::

    @BOMB.carry_out
    def throw(play: Play, order: Bomb) -> None:
        if play.die("bomb") >= 5:                                   # the roll bomb/1 is owed, if no face is left
            suffer(play, order.target, points=play.die("loss"))     # and so may more be

A game that writes so takes :class:`StraightPlay` for its play, :class:`StraightKind` for its kinds of orders and
:class:`StraightSequence` for its phases (what happens in one is what ``closes`` does); it lists :func:`dice_missing` among
its procedures and :func:`dice` among its labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar, cast

from pbem.bytes.records import AttrsInstance, define, field
from pbem.bytes.values import changed
from pbem.port.game import Demand, Die, Outcome, Reason, Roll, Rolled, Side
from pbem_rules.shared.chance import ANYTHING, Label
from pbem_rules.shared.modifiers import Throw
from pbem_rules.shared.orders import AnyKind, Kind, P_contra, V_contra
from pbem_rules.shared.play import BoardPlay, Counter
from pbem_rules.shared.sequence import Procedure, Sequence

Face = tuple[int, int]
"""A die thrown: how many sides it has, and the face it shows."""


class Task(AttrsInstance, Protocol):
    """What waits for dice, as the game writes it down: an order by its word, or a phase by its name (never the same)."""

    @property
    def kind(self) -> str: ...


class Waiting(Protocol):
    """What a state carries. It changes only between procedures.

    ``task``: the order or phase that waits for dice. ``need``, ``need_sides``: what the missing
    die is for ("" when none is), and its sides. ``pool``: dice thrown and not yet used. ``rolls``: how many rolls there have
    been. ``handful``: how many six-sided dice are asked for at once; a die of other sides is asked for alone.
    """

    @property
    def task(self) -> Task | None: ...
    @property
    def need(self) -> str: ...
    @property
    def need_sides(self) -> int: ...
    @property
    def pool(self) -> tuple[Face, ...]: ...
    @property
    def rolls(self) -> int: ...
    @property
    def handful(self) -> int: ...


class NeedDice(Exception):
    """Not an error: a die is missing, what for and with how many sides."""

    def __init__(self, label: str, sides: int) -> None:
        super().__init__(label)
        self.label, self.sides = label, sides


S = TypeVar("S", bound=AttrsInstance)
D = TypeVar("D")
U = TypeVar("U", bound=Counter)
O = TypeVar("O", bound=AttrsInstance)  # noqa: E741  # an order
V = TypeVar("V")
T = TypeVar("T", bound=Task)


@define(kw_only=True)
class StraightPlay(BoardPlay[S, D, U], Generic[S, D, U]):
    """A play that takes its dice as it goes. ``pool``: those that the procedure has not used yet."""

    pool: list[Face] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.pool = list(self._waiting.pool)

    @property
    def _waiting(self) -> Waiting:
        return cast("Waiting", self.state)

    def task(self, kind: str, order: AttrsInstance | None = None) -> Task:
        """How the state writes down what waits for dice: an order, or the phase ``kind``. A game says it."""
        raise NotImplementedError

    def die(self, label: str, sides: int = 6) -> int:
        """The next die with that many sides, 1 and up. Raises NeedDice."""
        for n, (size, face) in enumerate(self.pool):
            if size == sides:
                del self.pool[n]
                return face
        raise NeedDice(label, sides)

    def throw(self, label: str, reasons: tuple[Reason, ...] = ()) -> Throw:
        """A six-sided die with its modifiers. Raises NeedDice."""
        return Throw(face=self.die(label), reasons=reasons)

    def attempt(self, procedure: Callable[[], None], kind: str, order: AttrsInstance | None = None) -> None:
        """Carry out a procedure, or none of it: then the state waits for the die, and keeps what was to be done."""
        before, told, begun = self.state, len(self.outcomes), len(self.begun)
        try:
            procedure()
        except NeedDice as need:
            del self.outcomes[told:], self.begun[begun:]
            task = self.task(kind, order)
            self.state = changed(before, task=task, need=need.label, need_sides=need.sides)
        else:
            self.change(task=None, pool=tuple(self.pool))

    def take(self, faces: Iterable[int]) -> None:
        """Dice have come."""
        state = self._waiting
        self.pool = [*state.pool, *((state.need_sides, face) for face in faces)]
        self.change(pool=tuple(self.pool), need="", need_sides=0, rolls=state.rolls + 1)

    def put_dice_away(self) -> None:
        """What is left over is gone before the next choice."""
        if self._waiting.pool and not self._waiting.need:
            self.pool = []
            self.change(pool=())


class Attempting(Protocol):
    """A :class:`StraightPlay`, whatever its game."""

    @property
    def state(self) -> AttrsInstance: ...
    @property
    def outcomes(self) -> list[Outcome]: ...
    def attempt(
        self, procedure: Callable[[], None], kind: str, order: AttrsInstance | None = None
    ) -> None: ...
    def take(self, faces: Iterable[int]) -> None: ...
    def put_dice_away(self) -> None: ...


P = TypeVar("P", bound=Attempting)


class StraightKind(Kind[O, V, P]):
    """A kind of order that may stop for dice. ``run`` carries it out as far as the dice go and raises NeedDice."""

    def run(self, play: P, order: AttrsInstance) -> None:
        """Carry out a legal order with the dice that there are. Raises NeedDice."""
        super().perform(play, order)

    def perform(self, play: P, order: AttrsInstance) -> None:
        """Carry out a legal order, or wait for dice."""
        play.attempt(lambda: self.run(play, order), self.word, order)


class AnyStraight(AnyKind[V_contra, P_contra], Protocol[V_contra, P_contra]):
    """A :class:`StraightKind`, whatever its class of order."""

    def run(self, play: P_contra, order: AttrsInstance, /) -> None: ...


class StraightSequence(Sequence[V, P]):
    """Phases whose end may stop for dice; the next phase begins with the same attempt."""

    def go_on(
        self, play: P, look: Callable[[P], V], owed: Callable[[P], tuple[Demand, ...]] | None = None
    ) -> None:
        """Everything that needs no decision, as far as the dice go."""
        super().go_on(play, look, owed)
        play.put_dice_away()

    def leave(self, play: P, name: str) -> None:
        """A phase ends and the next begins, or the end waits for dice."""
        play.attempt(lambda: super(StraightSequence, self).leave(play, name), name)


class LooksAt(Protocol):
    """A view of a state that may wait for dice."""

    @property
    def state(self) -> Waiting: ...


L = TypeVar("L", bound=LooksAt)


def dice_missing(side: Side) -> Procedure[L, P]:
    """A procedure lacks a die: a roll by ``side``, labelled with what it is for and its number (``fire/12``)."""

    def owed(view: L) -> tuple[Demand, ...]:
        state = view.state
        count = max(1, state.handful) if state.need_sides == 6 else 1
        dice = (Die(sides=state.need_sides),) * count
        return (Roll(side=side, why=f"{state.need}/{state.rolls + 1}", dice=dice),)

    return Procedure(name="dice", under_way=lambda view: bool(view.state.need), owed=owed)


def dice(
    kinds: Iterable[AnyKind[V, P]], ordered: Callable[[T, type[AttrsInstance]], AttrsInstance]
) -> Label[V, P]:
    """Whatever is thrown: the order that waits is carried out again; a phase ends again by itself.

    ``ordered`` reads the order of a class out of the task.
    """
    by_word = {kind.word: kind for kind in kinds}
    label = Label[V, P](ANYTHING)

    @label.rolled
    def come(play: P, roll: Rolled) -> None:
        play.take(roll.faces)
        task = cast("T | None", cast("Waiting", play.state).task)
        kind = by_word.get(task.kind) if task is not None else None
        if task is not None and kind is not None:
            kind.perform(play, ordered(task, kind.order))

    return label
