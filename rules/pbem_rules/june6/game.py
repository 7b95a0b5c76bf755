"""June 6 as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Outcome, Result, Rolled, Secrets, Side, Step, Table
from pbem.port.insight import Weighed
from pbem.port.map_displays import Furniture
from pbem.port.player import Advice
from pbem.port.scene import Scene
from pbem.port.standing import Line
from pbem_rules.june6 import forecast, luck, positions, words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Play, State, View
from pbem_rules.june6.picture import beside, layers
from pbem_rules.june6.picture import scene as scenes
from pbem_rules.june6.player import advice
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.reading import read
from pbem_rules.june6.rules import setup, soundness, teaching, victory
from pbem_rules.june6.rules.parts import KINDS, LABELS
from pbem_rules.june6.rules.sequence import SEQUENCE
from pbem_rules.june6.show import tables as showing
from pbem_rules.june6.standing import drafting, occasions, orders
from pbem_rules.june6.writing import WRITING
from pbem_rules.shared.game import Game
from pbem_rules.shared.parts import Parts
from pbem_rules.shared.player.intentions import intentions


@frozen(kw_only=True, slots=False)
class June6(Game[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "june6"
    title = "June 6: D-Day, 1944"
    sides = (ALLIED, GERMAN)
    book = BOOK
    parts = Parts(
        kinds=KINDS,
        labels=LABELS,
        sequence=SEQUENCE,
        out_of_turn="3.0",
        writing=WRITING,
        view=View,
        play=Play,
        facts=positions.facts,
        show=showing.show,
        layers=layers.LAYERS,
        standing=orders.STANDING,
    )

    def printed(self, state: State) -> Data:
        """What the scenario of a state is played with."""
        return self.data.of(state.scenario)

    def on(self, state: State) -> June6:
        """The game as the scenario of a state has it: on its part of the map."""
        printed = self.printed(state)
        return self if printed is self.data else evolve(self, data=printed)

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """Those of ``scenarios.toml``; the usual value is the scenario's own."""
        return setup.offered(self.data.of(scenario).scenarios[scenario])

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        return setup.start(self.data.of(scenario), scenario, options)

    def apply(self, state: State, side: Side, action: AttrsInstance | Table) -> Step[State]:
        """What a legal action does; in a teaching game the faces of a roll come from the list (N200)."""
        if not isinstance(action, Rolled) or not teaching.taught(self.view(state)):
            return super().apply(state, side, action)
        state, action, said = teaching.fixed(self.printed(state), state, action, self.demands(state))
        step = super().apply(state, side, action)
        return Step(state=step.state, outcomes=(*said, *step.outcomes))

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return self.think(state, side, secrets, salt).order

    def think(self, state: State, side: Side, secrets: Secrets, salt: int) -> Advice:
        """The same with its reason."""
        here = self.on(state)
        return advice.player(here.data, salt).think(here, state, side, secrets, salt)

    def intentions(self, state: State, side: Side) -> tuple[str, ...]:
        """What a side is about."""
        here = self.on(state)
        return intentions(advice.player(here.data, 0).field(state, side))

    # --- plans for activations ------------------------------------------------------------------------------------------

    def standing_draft(self, state: State, side: Side, occasion: str) -> Sequence[Line]:
        """The adviser's lines for an activation, or for an objective."""
        if objective := super().standing_draft(state, side, occasion):
            return objective
        return drafting.drafted(self.on(state), self.view(state, side), occasion)

    def standing_order(self, state: State, side: Side, order: AttrsInstance) -> AttrsInstance | None:
        """An order of an activation as it would be given now."""
        return occasions.order_now(self.view(state, side), order)

    def standing_distance(self, state: State, a: str, b: str) -> int | None:
        """How far two hexes are from one another."""
        return occasions.distance(self.view(state, side=self.sides[0]), a, b)

    def weigh(self, outcome: Outcome) -> Weighed | None:
        """What a combat or bombardment roll could have brought, and brought (see :mod:`pbem_rules.june6.luck`)."""
        return luck.weigh(self.data, outcome)

    def moment(self, state: State) -> Moment:
        name = self.printed(state).charts.turn_names.get(state.turn, str(state.turn))
        return Moment(turn=state.turn, turn_name=words.moment(name), phase=SEQUENCE.title(state.phase))

    def result(self, state: State) -> Result | None:
        view = self.view(state)
        return teaching.marked(view, victory.result(view))

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The map with every counter: nothing on it is hidden in June 6 (9.3)."""
        return scenes.scene(View(data=self.data, state=state), tuple(recent), self.moment(state))

    def furniture(self, state: State, side: Side | None) -> Furniture:
        """What lies beside the map: all of it is open."""
        return beside.furnished(View(data=self.data, state=state), super().furniture(state, side))

    def unsound(self, state: State) -> Sequence[Violation]:
        """Why a state that another version or data pack left cannot be gone on from."""
        return tuple(soundness.unsound(self.view(state)))

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        return self.in_a_phase(positions.place(self.data.of(scenario), scenario, position))


def create(tables: Mapping[str, object]) -> June6:
    """The game on a data pack. Raises DataError naming file and path."""
    return June6(data=read(tables))


__all__ = ["June6", "create", "forecast"]
