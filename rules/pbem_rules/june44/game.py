"""June '44 as pbem sees it: the game port over the sequence of play, movement, combat and the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import AttrsInstance, frozen

from pbem.bytes.canon import Json, digest, encode_value
from pbem.bytes.errors import Violation
from pbem.port.furniture import Furniture
from pbem.port.game import (
    Demand,
    Moment,
    Outcome,
    Result,
    Secrets,
    Shuffle,
    Side,
    Step,
    Table,
    in_order,
)
from pbem.port.insight import Forecast, Weighed
from pbem.port.scene import Layer, Scene
from pbem_rules.june44 import (
    actions,
    beside,
    checks,
    choices,
    combat,
    forecast,
    fortune,
    invasion,
    layers,
    movement,
    player,
    positions,
    scenes,
    sequence,
    setup,
    showing,
    victory,
    writing,
)
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.orders import ORDERS, SECRET, Attack, Beaches, Move
from pbem_rules.june44.printed import Data
from pbem_rules.june44.reading import read


@frozen(kw_only=True, slots=False)
class June44:
    """The ruleset (see :class:`pbem.port.game.Ruleset`); ``data`` is everything printed."""

    data: Data
    name: str = "june44"
    title: str = "June '44"
    sides: tuple[Side, Side] = (ALLIED, GERMAN)
    book = BOOK
    actions = ORDERS
    secret = SECRET

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of the data pack."""
        return tuple(self.data.scenarios)

    def setup(self, scenario: str, options: Mapping[str, Json]) -> State:
        """The first state (see :mod:`pbem_rules.june44.setup` for the options)."""
        return sequence.settle(self.data, setup.start(self.data, scenario, options)).state

    def setup_digest(self, scenario: str) -> str:
        """The digest of the first state without options."""
        return digest(self.dump(self.setup(scenario, {})))

    def demands(self, state: State) -> tuple[Demand, ...]:
        """Who owes what."""
        return checks.demands(self.data, state)

    def check(self, state: State, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule broken."""
        return checks.check(self.data, state, side, action)

    def apply(self, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]:
        """What a legal action does."""
        return actions.apply(self.data, state, side, action)

    def options(self, state: State, side: Side) -> Iterator[AttrsInstance]:
        """Legal orders."""
        return choices.options(self.data, state, side)

    def complete(self, state: State, side: Side, action: AttrsInstance) -> AttrsInstance:
        """A destination becomes a path; naval support that was planned is used."""
        match action:
            case Move():
                return movement.complete(self.data, state, side, action)
            case Attack():
                return combat.complete(state, side, action)
            case _:
                return action

    def forecast(self, state: State, side: Side, action: AttrsInstance) -> Forecast | None:
        """The exact chances of an attack or an answer to one (see :mod:`pbem_rules.june44.forecast`)."""
        return forecast.forecast(self.data, state, side, action)

    def weigh(self, outcome: Outcome) -> Weighed | None:
        """What a combat roll was worth (see :mod:`pbem_rules.june44.fortune`)."""
        return fortune.weigh(self.data, outcome)

    def allowed(self, scenario: str, side: Side, at: str) -> Iterable[Json]:
        """The strengths that a beach may hold."""
        return fortune.allowed(self.data, scenario, at) if side == GERMAN else ()

    def conceal(
        self, state: State, action: AttrsInstance, shuffle: Shuffle = in_order
    ) -> tuple[str, tuple[Json, ...]]:
        """The strengths of the beaches, in the order of the beaches: there is nothing to shuffle."""
        if isinstance(action, Beaches):
            return invasion.concealed(action)
        raise ValueError(f"{action!r} is no secret order")

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return player.advise(self.data, state, side, secrets, salt)

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        scenario = scenario_of(self.data, state)
        number = min(state.turn - scenario.first_turn, len(scenario.turns) - 1)
        return Moment(
            turn=state.turn,
            turn_name=scenario.turns[number],
            phase=sequence.NAMES.get(state.phase, state.phase),
        )

    def result(self, state: State) -> Result | None:
        """Who has won, once the game is over."""
        return victory.result(self.data, state)

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The map with every counter; what is face down, or beneath a unit of the other side, is drawn so."""
        return scenes.scene(self.data, state, tuple(recent), self.moment(state), side)

    def furniture(self, state: State, side: Side | None) -> Furniture:
        """What lies beside the map (see :mod:`pbem_rules.june44.beside`)."""
        return beside.furnished(self.data, state)

    def layers(self) -> tuple[tuple[str, str], ...]:
        """Zones of control and lines of supply."""
        return layers.LAYERS

    def layer(self, state: State, side: Side, name: str) -> Layer | None:
        """One of them for one side (see :mod:`pbem_rules.june44.layers`)."""
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
        return positions.place(self.data, scenario, position)

    def facts(self, state: State) -> Mapping[str, Json]:
        """What a case file may expect."""
        return positions.facts(self.data, state, self.demands(state))

    def show(self, name: str) -> str:
        """A chart, a card, a unit or a hex with its provenance."""
        return showing.show(self.data, name)

    def provenance(self) -> Mapping[str, int]:
        """Counts of values by provenance: cells, ratings, hexes."""
        return self.data.provenance


def create(tables: Mapping[str, object]) -> June44:
    """The game on a data pack. Raises DataError naming file and path."""
    return June44(data=read(tables))
