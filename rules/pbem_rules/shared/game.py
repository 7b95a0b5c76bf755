"""A game as pbem sees it, from its parts: what every game does the same way is here once.

A game derives from :class:`Game`, names its parts, and writes the few methods that are its own: the first state, turn and
phase, the result, the picture, and what a case file may say (``rules/README.md``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Generic, Protocol, TypeVar, cast

from pbem.bytes.canon import Json, digest
from pbem.bytes.codec import Codec
from pbem.bytes.errors import DataError, Violation
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.port.agreed import Option
from pbem.port.described import described
from pbem.port.game import Demand, Moment, Outcome, Result, Secrets, Shuffle, Side, Step, Table, in_order
from pbem.port.insight import Forecast, Weighed
from pbem.port.map_displays import Furniture, Turn
from pbem.port.messages import Message
from pbem.port.player import Advice
from pbem.port.rulebook import Rulebook
from pbem.port.scene import Layer, Scene
from pbem.port.standing import Answered, Line, Occasion, Words
from pbem_rules.kernel.derived import derived
from pbem_rules.shared import due
from pbem_rules.shared.orders import broken
from pbem_rules.shared.parts import Carried, LateParts, Looking, Parts, ShownLayer, Working, Writing  # noqa: F401  # where they stood
from pbem_rules.shared.provenance import Sources

S = TypeVar("S", bound=AttrsInstance)
D = TypeVar("D")
V = TypeVar("V")
P = TypeVar("P", bound=Carried)


class Printed(Protocol):
    """Everything printed, of a game whose data has scenarios by name, and says where its values come from."""

    @property
    def scenarios(self) -> Mapping[str, object]: ...
    @property
    def sources(self) -> Sources: ...


@frozen(kw_only=True, slots=False)
class Game(ABC, Generic[S, D, V, P]):
    """The port (:class:`pbem.port.game.Ruleset`) over a game's parts; ``data`` is everything printed."""

    data: D

    name: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[Side, Side]]
    book: ClassVar[Rulebook]
    parts: ClassVar[Parts[S, D, V, P]]

    def __init_subclass__(cls) -> None:
        """The orders say whose they are, where they tell how they are typed."""
        if "parts" in vars(cls):
            cls.parts.actions.game = cls.name

    # --- a game's own -------------------------------------------------------------------------------------------------

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Their names; the first is the default."""
        return tuple(cast("Printed", self.data).scenarios)

    @abstractmethod
    def first(self, scenario: str, options: Mapping[str, Json]) -> S:
        """The state before anything has happened. Raises DataError for an option that there is not."""

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """What both sides may agree on for a scenario (:mod:`pbem.port.agreed`)."""
        return ()

    @abstractmethod
    def advise(self, state: S, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """The demonstration player's order."""

    @abstractmethod
    def moment(self, state: S) -> Moment:
        """Turn and phase."""

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.parts.result(self.view(state))

    def scene(self, state: S, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """What a side may see."""
        return self.late.scene(self.view(state, side or ""), recent, self.moment(state))

    def place(self, scenario: str, position: Mapping[str, Json]) -> S:
        """A position of a case file."""
        return self.settled(self.in_a_phase(self.late.place(self.data, scenario, position))).state

    def in_a_phase(self, state: S) -> S:
        """A position that was written by hand. Raises DataError for one in a phase that the game does not have."""
        named, known = self.parts.sequence.now(self.view(state)), self.parts.sequence.names
        if named not in known:
            raise DataError("case", f"there is no phase {named!r}; known: {', '.join(known)}.")
        return state

    def facts(self, state: S) -> Mapping[str, Json]:
        """What a case file may expect of a position."""
        return self.late.facts(self.view(state), self.demands(state))

    def show(self, name: str) -> str:
        """A chart or a counter as text, with its provenance."""
        return self.late.show(self.data, name)

    def provenance(self) -> Mapping[str, int]:
        """Counts by provenance: of values, of cells."""
        return cast("Printed", self.data).sources.counts

    # --- looking and changing ---------------------------------------------------------------------------------------------

    def view(self, state: S, side: Side = "") -> V:
        """A position as checks and lists see it."""
        return self.parts.view(data=self.printed(state), state=state, side=side)

    def play(self, state: S) -> P:
        """A working copy of a position."""
        return self.parts.play(data=self.printed(state), state=state)

    def printed(self, state: S) -> D:
        """What a position is played with: everything printed, or the part that its scenario uses."""
        return self.data

    @property
    def late(self) -> LateParts[S, D, V]:
        """The parts that few commands need."""
        return self.parts.late_parts

    def read_late(self) -> None:
        """Read what is read late, when a rule asks: for tables that somebody may have typed. Raises DataError."""
        _ = self.late

    def setup(self, scenario: str, options: Mapping[str, Json]) -> S:
        """The first state in which somebody owes something."""
        if scenario not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise DataError(
                "no-scenario", f"{self.title} has no scenario {scenario!r}.", hint=f"There is: {known}."
            )
        return self.settled(self.first(scenario, options)).state

    def setup_digest(self, scenario: str) -> str:
        """The digest of the first state without options."""
        return digest(self.dump(self.setup(scenario, {})))

    def settled(self, state: S) -> Step[S]:
        """The state once everything has happened that needs no decision."""
        return self._gone_on(self.play(state))

    def _gone_on(self, play: P) -> Step[S]:
        self.parts.sequence.go_on(
            play, lambda now: self.view(cast("S", now.state)), lambda now: self.demands(cast("S", now.state))
        )
        return Step(state=cast("S", play.state), outcomes=tuple(self._timed(play)))

    def _timed(self, play: P) -> Iterator[Outcome]:
        """What happened; what came after a turn or phase had begun says so."""
        begun = [*play.begun, (len(play.outcomes) + 1, play.state)]
        yield from play.outcomes[: begun[0][0]]
        for (first, state), (last, _) in pairwise(begun):
            if told := play.outcomes[first:last]:
                moment = self.moment(cast("S", state))
                yield from (evolve(each, when=moment) for each in told)

    # --- orders and chance ----------------------------------------------------------------------------------------------

    @property
    def actions(self) -> Codec:
        """The orders, in the order in which people see them listed."""
        return self.parts.actions

    @property
    def secret(self) -> frozenset[str]:
        """The kinds that are sealed."""
        return frozenset(kind.word for kind in self.parts.kinds if kind.secret)

    def demands(self, state: S) -> tuple[Demand, ...]:
        """Who owes what now; empty when the game is over."""
        return _owed(state, self)

    def check(self, state: S, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule broken. What is not due is not looked at further."""
        owed = self.demands(state)
        if isinstance(action, due.CHANCE):
            label = self.parts.label(action)
            said = due.told_not_due(owed, action)
            if said:
                return (broken((label.early if label else "") or self.parts.out_of_turn, said),)
            return label.verdict(self.view(state, side), action) if label is not None else ()
        kind = self.parts.by_class.get(type(action))
        if kind is None:
            said = Message("{kind} is not an order of {game}", kind=type(action).__name__, game=self.title)
            return (broken(self.parts.out_of_turn, said),)
        said = due.order_not_due(owed, side, kind.word, self.name)
        if said:
            more = kind.not_due(self.view(state, side), action)
            return more or (broken(kind.early or self.parts.out_of_turn, said, kind.word),)
        return kind.verdict(self.view(state, side), action)

    def pointless(self, state: S, side: Side, action: AttrsInstance) -> Sequence[Violation]:
        """What an order names that is not there, also where it is not due."""
        return self.parts.by_class[type(action)].pointless(self.view(state, side), action)

    def apply(self, state: S, side: Side, action: AttrsInstance | Table) -> Step[S]:
        """What a legal action does, and everything after it that needs no decision."""
        play = self.play(state)
        if isinstance(action, due.CHANCE):
            label = self.parts.label(action)
            assert label is not None, f"nothing of {self.title} takes {action!r}"
            label.tell(play, action)
        else:
            self.parts.by_class[type(action)].perform(play, action)
        return self._gone_on(play)

    def options(self, state: S, side: Side, but: Collection[str] = ()) -> Iterator[AttrsInstance]:
        """The legal orders without those kinds: kind by kind as they are owed, each in its own order."""
        view = self.view(state, side)
        for word in due.kinds(self.demands(state), side):
            if word not in but:
                yield from self.parts.by_word[word].listed(view)

    def listed_units(self, state: S, side: Side) -> Mapping[str, tuple[str, ...]]:
        """By kind that is listed unit by unit, the units that an order may be given to."""
        view, kinds = self.view(state, side), due.kinds(self.demands(state), side)
        return {word: units for word in kinds if (units := self.parts.by_word[word].units(view))}

    def options_of(self, state: S, side: Side, kind: str, unit: str) -> Iterator[AttrsInstance]:
        """The legal orders of a kind that begin with a unit."""
        return self.parts.by_word[kind].listed_of(self.view(state, side), unit)

    def complete(self, state: S, side: Side, action: AttrsInstance) -> AttrsInstance:
        """The order with what was left out filled in."""
        return self.parts.by_class[type(action)].completed(self.view(state, side), action)

    def conceal(
        self, state: S, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        """The label and the values that a secret order commits to."""
        return self.parts.by_class[type(action)].concealed(self.view(state), action, shuffle)

    def forecast(self, state: S, side: Side, action: AttrsInstance) -> Forecast | None:
        """The exact chances of a legal order."""
        _ = self.late  # forecasts may be bound there
        return self.parts.by_class[type(action)].foretold(self.view(state, side), action)

    def toll(self, state: S, side: Side, action: AttrsInstance) -> str:
        """What a legal order costs the unit that it is given to, as players write it; "" where nothing is counted."""
        return self.parts.by_class[type(action)].tolled(self.view(state, side), action)

    def unfinished(self) -> Iterator[str]:
        """What its parts still lack, for the author of a game (``pbem game lint``)."""
        for kind in self.parts.kinds:
            yield from kind.unfinished()
        for name in self.parts.left_out():
            if getattr(type(self), name) is getattr(Game, name):
                yield Message(
                    "there is neither a part {name} nor a method {name} (rules/README.md: The port, method by method)",
                    name=name,
                )
        if type(self).provenance is Game.provenance and not hasattr(self.data, "sources"):
            yield Message(
                "the data has no sources, and the game no method provenance (rules/README.md: The port, method by method)"
            )

    # --- orders in advance ----------------------------------------------------------------------------------------------

    @property
    def passing_marks(self) -> frozenset[str]:
        """Marks of its counters that come and go by themselves."""
        return self.late.standing.passing_marks if self.late.standing else frozenset()

    @property
    def mending(self) -> frozenset[str]:
        """Kinds of orders that a unit gets because it was hurt."""
        return self.late.standing.mending if self.late.standing else frozenset()

    def standing_words(self, state: S, side: Side) -> Mapping[str, Words]:
        """What lines may say: the game's own words, else names for each kind of order."""
        if own := self.late.standing:
            return own.words(self.view(state, side))
        from pbem_rules.shared import standing  # noqa: PLC0415  # few commands ask for lines

        asked = ((kind.word, described(kind.order)) for kind in self.parts.kinds if not kind.secret)
        return standing.any_words(self, asked)

    def standing_holds(
        self, state: S, side: Side, condition: str, value: Json, line: Line, demand: Demand
    ) -> str:
        """Why a condition holds; "" when it does not."""
        own = self.late.standing.holds if self.late.standing else {}
        if condition in own:
            return own[condition](self.view(state, side), value, line, demand)
        from pbem_rules.shared import standing  # noqa: PLC0415  # as above

        return standing.any_holds(self, state, side, condition, value, demand)

    def standing_choose(self, state: S, side: Side, line: Line, secrets: Secrets, demand: Demand) -> Answered:
        """What a line chooses."""
        if own := self.late.standing:
            return own.chosen(self.view(state, side), line, secrets, demand)
        from pbem_rules.shared import standing  # noqa: PLC0415  # as above

        return standing.any_choose(self, state, side, line, demand)

    def standing_usual(self, state: S, side: Side) -> Sequence[Line]:
        """The lines of a side that writes none: the game's own, else the adviser's answers to what is asked of it."""
        if own := self.late.standing:
            return own.usual(self.view(state, side))
        return tuple(Line(when=word, do=("recommended",)) for word in self.late.usual)

    def standing_occasions(self, state: S, side: Side, secrets: Secrets) -> Mapping[str, Occasion]:
        """What may be prepared."""
        return self.late.standing.prepared(self.view(state, side), secrets) if self.late.standing else {}

    def standing_draft(self, state: S, side: Side, occasion: str) -> Sequence[Line]:
        """The adviser's lines for an objective: a game with other occasions writes its own for those."""
        return self.late.standing.drafted(self.view(state, side), occasion) if self.late.standing else ()

    def standing_decided(self, state: S, side: Side, lines: Sequence[Line]) -> Sequence[Line]:
        """Lines with what they say of objectives put into them."""
        own = self.late.standing.objectives if self.late.standing else None
        return own.decided(self.view(state, side), lines) if own else lines

    def standing_order(self, state: S, side: Side, order: AttrsInstance) -> AttrsInstance | None:
        """An order of an occasion as it would be given now: a game with occasions writes its own."""
        return order

    def standing_distance(self, state: S, a: str, b: str) -> int | None:
        """How far two places are from one another: a game with occasions writes its own."""
        return 0 if a == b else None

    # --- layers, furniture and writing -----------------------------------------------------------------------------------

    def layers(self) -> tuple[tuple[str, str], ...]:
        """The layers there are, and what each shows."""
        return tuple((each.name, each.about) for each in self.late.layers)

    def layer(self, state: S, side: Side, name: str) -> Layer | None:
        """One layer for one side."""
        found = (each.draw(self.view(state, side)) for each in self.late.layers if each.name == name)
        return next(found, None)

    def furniture(self, state: S, side: Side | None) -> Furniture:
        """Turn and phases, and what else the game says lies beside its map."""
        moment, phases = self.moment(state), self.parts.sequence.titles
        plain = Furniture(
            turn=moment.turn,
            turns=(Turn(number=moment.turn, name=moment.turn_name),),
            phase=phases.index(moment.phase) if moment.phase in phases else -1,
            phases=phases,
        )
        return self.late.furnished(self.view(state, side or ""), plain)

    def dump(self, state: S) -> Json:
        """The state as JSON values."""
        return self.parts.writing.dump(state)

    def write(self, state: S) -> bytes:
        """The canonical bytes of the dumped state."""
        return self.parts.writing.write(state)

    def load(self, value: Json) -> S:
        """The state again."""
        return self.parts.writing.load(value)


class GameWithPlayer(Game[S, D, V, P]):
    """A game whose late parts have a player that tells its reasons, and say what rolls were worth."""

    def advise(self, state: S, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return self.think(state, side, secrets, salt).order

    def think(self, state: S, side: Side, secrets: Secrets, salt: int) -> Advice:
        """The same with its reason."""
        player = self.late.player(self.printed(state), salt)
        return player.think(self, state, side, secrets, salt)

    def intentions(self, state: S, side: Side, begun: S | None = None) -> tuple[str, ...]:
        """What a side is about."""
        return self.late.player(self.printed(state), 0).intentions(state, side, begun)

    def weigh_in(self, state: S, outcome: Outcome) -> Weighed | None:
        """What the roll behind an outcome was worth."""
        return self.late.weighed(self.view(state), outcome)


@derived
def _owed(state: S, game: Game[S, D, V, P]) -> tuple[Demand, ...]:
    return game.parts.sequence.owed(game.view(state))
