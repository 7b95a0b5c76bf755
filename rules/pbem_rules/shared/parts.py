"""What a game is made of (:class:`Parts`), and what each part has to be able to do (``rules/README.md``).

Every command loads the parts. Those that few commands need may be in a module of their own (:class:`LateParts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Never, Protocol, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.records import AttrsInstance, field, fields, frozen
from pbem.port.game import Demand, Moment, Outcome, Result, Table
from pbem_rules.shared.chance import ANYTHING, Label, label_of
from pbem_rules.shared.orders import AnyKind
from pbem_rules.shared.sequence import Sequence as SequenceOfPlay

if TYPE_CHECKING:
    from pbem.port.insight import Weighed
    from pbem.port.map_displays import Furniture
    from pbem.port.scene import Layer, Scene
    from pbem_rules.shared.player.order_choice import AnyPlayer
    from pbem_rules.shared.standing import Standing

S = TypeVar("S", bound=AttrsInstance)
D = TypeVar("D")
V = TypeVar("V")
P = TypeVar("P", bound="Carried")
S_contra = TypeVar("S_contra", contravariant=True)
D_contra = TypeVar("D_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
P_co = TypeVar("P_co", covariant=True)


class Carried(Protocol):
    """A working copy, whatever its game (:class:`pbem_rules.shared.play.Play`)."""

    @property
    def state(self) -> AttrsInstance: ...
    @property
    def outcomes(self) -> list[Outcome]: ...
    @property
    def begun(self) -> Sequence[tuple[int, AttrsInstance]]: ...


@frozen
class ShownLayer(Generic[V]):
    """A layer of the map: its name, what it shows in one sentence, and what draws it for the side of a view."""

    name: str
    about: str
    draw: Callable[[V], Layer | None]


class Writing(Protocol[S]):
    """How the states of a game are written (:mod:`pbem_rules.shared.writing`)."""

    def dump(self, state: S) -> Json: ...
    def write(self, state: S) -> bytes: ...
    def load(self, value: Json) -> S: ...


class Looking(Protocol[D_contra, S_contra, V_co]):
    """What makes a view: the class of it."""

    def __call__(self, *, data: D_contra, state: S_contra, side: str) -> V_co: ...


class Working(Protocol[D_contra, S_contra, P_co]):
    """What makes a working copy: the class of it."""

    def __call__(self, *, data: D_contra, state: S_contra) -> P_co: ...


def _left_out(*_: object) -> Never:
    raise NotImplementedError("the game has neither this part nor a method of its own in its place")


@frozen(kw_only=True, slots=False)
class LateParts(Generic[S, D, V]):
    """What few commands need: pictures, cases, charts, orders in advance, the player at the computer.

    ``standing`` are the game's own words for orders in advance; without them the game takes those of any game, and ``usual``
    are the kinds that its usual lines leave to the adviser. ``player`` (on what is printed, with a salt) and ``weighed`` are
    those of a :class:`pbem_rules.shared.game.GameWithPlayer`.
    """

    scene: Callable[[V, Iterable[Outcome], Moment], Scene] = _left_out
    furnished: Callable[[V, Furniture], Furniture] = lambda _, plain: plain
    place: Callable[[D, str, Mapping[str, Json]], S] = _left_out
    facts: Callable[[V, tuple[Demand, ...]], Mapping[str, Json]] = _left_out
    show: Callable[[D, str], str] = _left_out
    layers: tuple[ShownLayer[V], ...] = ()
    standing: Standing[V] | None = None
    usual: tuple[str, ...] = ()
    player: Callable[[D, int], AnyPlayer[S]] = lambda *_: _left_out()
    weighed: Callable[[V, Outcome], Weighed | None] = lambda *_: None


@frozen(kw_only=True, slots=False)
class Parts(LateParts[S, D, V], Generic[S, D, V, P]):
    """What a game is made of. ``kinds`` stand in the order in which people see them listed.

    ``out_of_turn`` is the paragraph that lets nobody act before their time. ``late`` loads the parts that few commands need;
    without it they are given here. A game that writes a method of its own for its result, its picture, its cases or what it
    shows leaves that part out.
    """

    kinds: tuple[AnyKind[V, P], ...]
    labels: tuple[Label[V, P], ...]
    sequence: SequenceOfPlay[V, P]
    out_of_turn: str
    writing: Writing[S]
    view: Looking[D, S, V]
    play: Working[D, S, P]
    result: Callable[[V], Result | None] = _left_out
    late: Callable[[], LateParts[S, D, V]] | None = None
    actions: Codec = field(init=False, eq=False, repr=False)
    by_class: Mapping[type[object], AnyKind[V, P]] = field(init=False, eq=False, repr=False)
    by_word: Mapping[str, AnyKind[V, P]] = field(init=False, eq=False, repr=False)
    by_label: Mapping[str, Label[V, P]] = field(init=False, eq=False, repr=False)

    @actions.default
    def _actions(self) -> Codec:
        return Codec(kind.order for kind in self.kinds)

    @by_class.default
    def _by_class(self) -> Mapping[type[object], AnyKind[V, P]]:
        return {kind.order: kind for kind in self.kinds}

    @by_word.default
    def _by_word(self) -> Mapping[str, AnyKind[V, P]]:
        return {kind.word: kind for kind in self.kinds}

    @by_label.default
    def _by_label(self) -> Mapping[str, Label[V, P]]:
        return {label.word: label for label in self.labels}

    @cached_property
    def late_parts(self) -> LateParts[S, D, V]:
        """The parts that few commands need."""
        return self.late() if self.late else self

    def left_out(self) -> tuple[str, ...]:
        """The parts in whose place a game owes a method of its own."""
        parts = {
            each.name: getattr(self.late_parts, each.name, getattr(self, each.name)) for each in fields(Parts)
        }
        return tuple(name for name, part in parts.items() if part is _left_out)

    def label(self, told: Table) -> Label[V, P] | None:
        """Who takes what the protocol tells: by the first word of its label."""
        word = label_of(told).partition("/")[0]
        return self.by_label.get(word) or self.by_label.get(ANYTHING)
