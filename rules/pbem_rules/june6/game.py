"""June 6 as pbem sees it: the game port over movement, combat and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Protocol, cast

from attrs import AttrsInstance, evolve, frozen

from pbem.bytes.canon import Json, digest
from pbem.bytes.errors import DataError, Violation
from pbem.port.game import (
    Answered,
    Demand,
    Moment,
    Outcome,
    Requested,
    Result,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Shuffle,
    Side,
    Slip,
    Step,
    Table,
    in_order,
)
from pbem.port.insight import Forecast, Weighed
from pbem.port.scene import Layer, Scene
from pbem_rules.june6 import (
    breaking,
    bridges,
    combat,
    forecast,
    fortune,
    gunnery,
    layers,
    movement,
    plans,
    player,
    positions,
    scenes,
    sequence,
    setup,
    showing,
    soundness,
    standing,
    standing_follow,
    standing_names,
    standing_sealed,
    standing_sheet,
    standing_text,
    teaching,
    victory,
    writing,
)
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Bombardment, Combat, State
from pbem_rules.june6.orders import (
    ORDERS,
    SECRET,
    Advance,
    Announce,
    Assign,
    Attack,
    Barrage,
    Bombard,
    BreakDown,
    Build,
    Buy,
    Counterattack,
    Defend,
    Demolish,
    Halt,
    Interdict,
    Lean,
    Mode,
    Move,
    Plan,
    Rally,
    Refit,
    Retreat,
    Standing,
    Strategic,
    Suffer,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.reading import read

_MOVEMENT = (Assign, Move, Strategic, Rally, Refit)
_ENGINEERS = (Demolish, Build)
_COMBAT = (Attack, Mode, Defend, Suffer, Retreat, Advance, Halt, Counterattack, Announce, Lean)
_BREAKING = (BreakDown,)
_BOMBARDMENT = (Bombard, Interdict, Barrage)
_CHANCE = (Sealed, Requested, Rolled, Shown)


class _Organ(Protocol):
    """The shape that the movement, combat and sequence modules share."""

    def check(
        self, data: Data, state: State, side: Side, action: AttrsInstance | Table
    ) -> Sequence[Violation]: ...

    def apply(self, data: Data, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]: ...


@frozen(kw_only=True, slots=False)
class June6:
    """The ruleset (see :class:`pbem.port.game.Ruleset`); ``data`` is everything printed."""

    data: Data
    name: str = "june6"
    title: str = "June 6: D-Day, 1944"
    sides: tuple[Side, Side] = (ALLIED, GERMAN)
    book = BOOK
    actions = ORDERS
    secret = SECRET

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of the data pack."""
        return tuple(self.data.scenarios)

    def _printed(self, state: State) -> Data:
        """What the scenario of a state is played with."""
        return self.data.of(state.scenario)

    def on(self, state: State) -> June6:
        """The game as the scenario of a state has it: on its part of the map."""
        printed = self._printed(state)
        return self if printed is self.data else evolve(self, data=printed)

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """The first state (see :mod:`pbem_rules.june6.setup`)."""
        if scenario not in self.data.scenarios:
            known = ", ".join(self.data.scenarios)
            raise DataError(
                "no-scenario", f"June 6 has no scenario {scenario!r}.", hint=f"There is: {known}."
            )
        return setup.start(self.data.of(scenario), scenario, options)

    def setup_digest(self, scenario: str) -> str:
        """The digest of the first state without options."""
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        """Who owes what: a combat on top of the stack first, else the sequence of play."""
        if state.frames and isinstance(state.frames[-1], Combat):
            owed = combat.demands(self._printed(state), state)
        else:
            owed = sequence.demands(self._printed(state), state)
        return standing_follow.instead(state, owed) if state.sheets else owed

    def check(self, state: State, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule broken."""
        if isinstance(action, Shown) and standing_follow.is_part(action):
            return standing_follow.wrong(self._printed(state), self.demands(state), action)
        return self._organ(state, action).check(self._printed(state), state, side, action)

    def apply(self, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]:
        """What a legal action does, and what opened standing orders answer to it (N203)."""
        if isinstance(action, Shown) and standing_follow.is_part(action):
            step = standing_follow.opened(state, action)
        else:
            step = self.carry_out(state, side, action)
        return standing_follow.carried_out(self._printed(state), self, step) if step.state.sheets else step

    def carry_out(self, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]:
        """What a legal action does by itself."""
        printed, said = self._printed(state), tuple[Outcome, ...]()
        if isinstance(action, Rolled) and teaching.taught(printed, state):
            state, action, said = teaching.fixed(printed, state, action, self.demands(state))
        step = self._organ(state, action).apply(printed, state, side, action)
        return Step(state=step.state, outcomes=(*said, *step.outcomes)) if said else step

    def _organ(self, state: State, action: AttrsInstance | Table) -> _Organ:
        if isinstance(action, _ENGINEERS):
            return cast("_Organ", bridges)
        if isinstance(action, _MOVEMENT):
            return cast("_Organ", movement)
        if isinstance(action, _BREAKING):
            return cast("_Organ", breaking)
        salvo = bool(state.frames) and isinstance(state.frames[-1], Bombardment)
        if isinstance(action, _BOMBARDMENT) or (isinstance(action, Suffer) and salvo):
            return cast("_Organ", gunnery)
        fighting = bool(state.frames) and isinstance(state.frames[-1], Combat)
        if isinstance(action, _COMBAT) or (isinstance(action, _CHANCE) and fighting):
            return cast("_Organ", combat)
        return cast("_Organ", sequence)

    def options(self, state: State, side: Side) -> Iterator[AttrsInstance]:
        """Legal orders: assignments and moves, then combat and bombardment, then the sequence's own."""
        return chain(
            breaking.options(self._printed(state), state, side),
            movement.options(self._printed(state), state, side),
            bridges.options(self._printed(state), state, side),
            combat.options(self._printed(state), state, side),
            gunnery.options(self._printed(state), state, side),
            sequence.options(self._printed(state), state, side),
        )

    def complete(self, state: State, side: Side, action: AttrsInstance) -> AttrsInstance:
        """A destination becomes a path."""
        if isinstance(action, Move | Strategic):
            return movement.complete(self._printed(state), state, action)
        return action

    def conceal(
        self, state: State, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        """The label and values that a secret order commits to; a cup's markers are shuffled."""
        match action:
            case Buy():
                return sequence.conceal(state, action, shuffle)
            case Plan():
                return plans.conceal(self._printed(state), state, action)
            case Standing():
                return standing_sealed.conceal(state, action)
            case Mode(mode=mode):
                frame = state.frames[-1]
                assert isinstance(frame, Combat)
                return f"mode/{frame.n}", (mode,)
            case _:
                raise ValueError(f"{action!r} is no secret order")

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order (see :mod:`pbem_rules.june6.player`)."""
        return player.advise(self.on(state), state, side, salt)

    def weigh(self, outcome: Outcome) -> Weighed | None:
        """What a combat or bombardment roll could have brought, and brought (see :mod:`pbem_rules.june6.fortune`)."""
        return fortune.weigh(self.data, outcome)

    def forecast(self, state: State, side: Side, action: AttrsInstance) -> Forecast | None:
        """The exact chances of an attack, an answer or a bombardment (see :mod:`pbem_rules.june6.forecast`)."""
        return forecast.forecast(self._printed(state), state, side, action)

    def standing_template(self, state: State, side: Side) -> str:
        """A commented sheet of standing orders (``schemas/standing.md``)."""
        return standing_text.template(self._printed(state), state, side)

    def standing_check(self, state: State, side: Side, sheet: Mapping[str, Json]) -> Sequence[Slip]:
        """Every slip in a sheet."""
        return standing_names.sheet_slips(self._printed(state), side, sheet)

    def standing_kinds(self, side: Side) -> Sequence[str]:
        """The open orders that a sheet of this side can give."""
        return standing.kinds(side)

    def standing_answer(
        self, state: State, side: Side, sheet: Mapping[str, Json], secrets: Secrets, demand: Demand
    ) -> Answered:
        """What a sheet answers: a legal order, or why it hands back. Nothing secret is needed for it."""
        if not standing.topic(state, demand):
            return Answered(action=None, reason=standing.SILENT)
        if self.standing_check(state, side, sheet):
            return Answered(action=None, reason="the standing orders have slips: pbem standing check")
        printed = self._printed(state)
        plain = standing_sheet.Sheet(tables=standing_names.spelled_out(printed, side, sheet))
        found = standing.answer(printed, state, side, plain, demand)
        if isinstance(found, str):
            return Answered(action=None, reason=found)
        wrong = self.check(state, side, found)
        if wrong:
            return Answered(
                action=None, reason=f"not allowed here: {wrong[0].message} [{wrong[0].paragraph}]"
            )
        return Answered(action=found)

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        return sequence.moment(self._printed(state), state)

    def result(self, state: State) -> Result | None:
        """Victory at the end of the last turn."""
        printed = self._printed(state)
        return teaching.marked(printed, state, victory.result(printed, state))

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The map with every counter: nothing on it is hidden in June 6 (9.3)."""
        return scenes.scene(self.data, state, tuple(recent), self.moment(state))

    def layers(self) -> tuple[tuple[str, str], ...]:
        """Zones of control and lines of communication."""
        return layers.LAYERS

    def layer(self, state: State, side: Side, name: str) -> Layer | None:
        """One of them for one side (see :mod:`pbem_rules.june6.layers`)."""
        return layers.layer(self._printed(state), state, side, name)

    def dump(self, state: State) -> Json:
        """The state as JSON values."""
        return writing.dump(state)

    def write(self, state: State) -> bytes:
        """The canonical bytes of the dumped state."""
        return writing.write(state)

    def load(self, value: Json) -> State:
        """The state again."""
        return writing.load(value)

    def unsound(self, state: State) -> Sequence[Violation]:
        """Why a state that another version or data pack left cannot be gone on from."""
        return tuple(soundness.unsound(self._printed(state), state))

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        """A case file's position."""
        return positions.place(self.data.of(scenario), scenario, position)

    def facts(self, state: State) -> Mapping[str, Json]:
        """What a case file may expect."""
        return positions.facts(self._printed(state), state, self.demands(state))

    def show(self, name: str) -> str:
        """A chart, a unit, a formation or a hex with its provenance."""
        return showing.show(self.data, name)

    def provenance(self) -> Mapping[str, int]:
        """Counts of values by provenance: cells, ratings, hexes."""
        return self.data.provenance


def create(tables: Mapping[str, object]) -> June6:
    """The game on a data pack. Raises DataError naming file and path."""
    return June6(data=read(tables))
