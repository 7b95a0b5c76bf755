"""Pegasus Bridge as pbem sees it: the game port over a sequence that plays the Germans itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import AttrsInstance, asdict, frozen

from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.errors import DataError, Violation
from pbem.bytes.values import evolve
from pbem.port.game import (
    Demand,
    Moment,
    Outcome,
    Result,
    Rolled,
    Secrets,
    Shuffle,
    Side,
    Step,
    Table,
    in_order,
)
from pbem.port.insight import Forecast, Weighed
from pbem.port.scene import Layer, Scene
from pbem_rules.pegasus import (
    checks,
    forecast,
    fortune,
    layers,
    opening,
    options,
    player,
    positions,
    scenes,
    sequence,
    showing,
    victory,
    writing,
)
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, WITNESS, State, Task
from pbem_rules.pegasus.orders import ORDERS
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.reading import read

_HANDFUL = 12


@frozen(kw_only=True, slots=False)
class Pegasus:
    """The ruleset (see :class:`pbem.port.game.Ruleset`); ``data`` is everything printed."""

    data: Data
    name: str = "pegasus"
    title: str = "Pegasus Bridge: The Beginning of D-Day, 1944"
    sides: tuple[Side, Side] = (BRITISH, WITNESS)
    book = BOOK
    actions = ORDERS
    secret: frozenset[str] = frozenset()

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The difficulties."""
        return tuple(self.data.scenarios)

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """The first state. Options: ``handful`` (dice asked for at once, 1 to 60), ``optional`` (3.3, true or false)."""
        if scenario not in self.data.scenarios:
            known = ", ".join(self.data.scenarios)
            raise DataError(
                "no-scenario", f"Pegasus Bridge has no scenario {scenario!r}.", hint=f"There is: {known}."
            )
        handful, optional = options.get("handful", _HANDFUL), options.get("optional", False)
        if type(handful) is not int or not 1 <= handful <= 60 or type(optional) is not bool:
            raise DataError("bad-option", "handful is a number from 1 to 60, optional is true or false.")
        unknown = sorted(set(options) - {"handful", "optional"})
        if unknown:
            raise DataError("bad-option", f"Pegasus Bridge has no option {', '.join(unknown)}.")
        first = opening.first_state(self.data, scenario, handful=handful, optional=optional)
        return sequence.settle(self.data, first).state

    def setup_digest(self, scenario: str) -> str:
        """The digest of the first state without options."""
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        """A roll or a choice of the British player's; the witness answers rolls and owes nothing else."""
        return sequence.demands(state)

    def check(self, state: State, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule broken."""
        return checks.check(self.data, state, side, action)

    def apply(self, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]:
        """What a legal action does, and everything after it that needs no decision."""
        if isinstance(action, Rolled):
            pool = (*state.pool, *((state.need_sides, face) for face in action.faces))
            state = evolve(state, pool=pool, need="", need_sides=0, rolls=state.rolls + 1)
        else:
            state = evolve(state, task=_task(action), pool=())
        return sequence.settle(self.data, state)

    def options(self, state: State, side: Side) -> Iterator[AttrsInstance]:
        """Legal orders."""
        return options.options(self.data, state, side)

    def complete(self, state: State, side: Side, action: AttrsInstance) -> AttrsInstance:
        """Orders are typed in full."""
        return action

    def conceal(
        self, state: State, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        """Nothing is sealed: what nobody knows is drawn when it is first needed."""
        raise ValueError(f"{action!r} is no secret order")

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return player.advise(self.data, state, salt)

    def forecast(self, state: State, side: Side, action: AttrsInstance) -> Forecast | None:
        """The exact chances of an order (see :mod:`pbem_rules.pegasus.forecast`)."""
        return forecast.forecast(self.data, state, _task(action)) if side == BRITISH else None

    def weigh_in(self, state: State, outcome: Outcome) -> Weighed | None:
        """What the roll behind an outcome was worth (see :mod:`pbem_rules.pegasus.fortune`)."""
        return fortune.weigh(self.data, state, outcome)

    def moment(self, state: State) -> Moment:
        """Turn, time and phase."""
        return Moment(turn=state.turn, turn_name=self.data.tables.times[state.turn - 1], phase=state.phase)

    def result(self, state: State) -> Result | None:
        """Victory after the last turn."""
        return victory.result(self.data, state)

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The areas with every counter; chits face down are drawn as such."""
        return scenes.scene(self.data, state, tuple(recent), self.moment(state))

    def layers(self) -> tuple[tuple[str, str], ...]:
        """Where opportunity fire waits."""
        return layers.LAYERS

    def layer(self, state: State, side: Side, name: str) -> Layer | None:
        """It, for the British or the Germans (see :mod:`pbem_rules.pegasus.layers`)."""
        return layers.layer(self.data, state, side, name)

    def dump(self, state: State) -> Json:
        """The state as JSON values."""
        return writing.dump(state)

    def write(self, state: State) -> bytes:
        """The canonical bytes of the dumped state."""
        return encode_value(writing.dump(state))

    def load(self, value: Json) -> State:
        """The state again."""
        return writing.load(value)

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        """A case file's position."""
        return sequence.settle(self.data, positions.place(self.data, scenario, position)).state

    def facts(self, state: State) -> Mapping[str, Json]:
        """What a case file may expect."""
        return positions.facts(self.data, state, self.demands(state))

    def show(self, name: str) -> str:
        """A table, an area or a plan with its provenance."""
        return showing.show(self.data, name)

    def provenance(self) -> Mapping[str, int]:
        """Counts of values and areas by provenance."""
        return self.data.provenance


def _task(action: AttrsInstance) -> Task:
    """An order as what is to be carried out."""
    fields = asdict(action)
    unit = fields.get("unit") or fields.get("item") or ""
    target = fields.get("target") or fields.get("leader") or ""
    kind = ORDERS.kind(action)
    if kind == "give":
        target = fields["item"]
    return Task(
        kind=kind,
        unit=str(unit),
        target=str(target),
        units=fields.get("units", ()),
        guns=fields.get("guns", ()),
        path=fields.get("path", ()),
    )


def create(tables: Mapping[str, object]) -> Pegasus:
    """The game on a data pack. Raises DataError naming file and path."""
    return Pegasus(data=read(tables))
