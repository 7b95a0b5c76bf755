"""June 6 as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Outcome, Result, Rolled, Side, Step, Table
from pbem.port.map_displays import Furniture
from pbem.port.scene import Scene
from pbem.port.standing import Line
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Play, State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.reading import read
from pbem_rules.june6.rules import setup, soundness, teaching, victory
from pbem_rules.june6.rules.parts import KINDS, LABELS
from pbem_rules.june6.rules.sequence import SEQUENCE
from pbem_rules.june6.writing import WRITING
from pbem_rules.shared.game import GameWithPlayer
from pbem_rules.shared.parts import LateParts, Parts


def _late() -> LateParts[State, Data, View]:
    from pbem_rules.june6.late_parts import LATE_PARTS  # noqa: PLC0415  # few commands draw or think

    return LATE_PARTS


@frozen(kw_only=True, slots=False)
class June6(GameWithPlayer[State, Data, View, Play]):
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
        late=_late,
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

    # --- plans for activations ------------------------------------------------------------------------------------------

    def standing_draft(self, state: State, side: Side, occasion: str) -> Sequence[Line]:
        """The adviser's lines for an activation, or for an objective."""
        from pbem_rules.june6.standing import drafting  # noqa: PLC0415  # as above

        if objective := super().standing_draft(state, side, occasion):
            return objective
        return drafting.drafted(self.on(state), self.view(state, side), occasion)

    def standing_order(self, state: State, side: Side, order: AttrsInstance) -> AttrsInstance | None:
        """An order of an activation as it would be given now."""
        from pbem_rules.june6.standing import occasions  # noqa: PLC0415  # as above

        return occasions.order_now(self.view(state, side), order)

    def standing_distance(self, state: State, a: str, b: str) -> int | None:
        """How far two hexes are from one another."""
        from pbem_rules.june6.standing import occasions  # noqa: PLC0415  # as above

        return occasions.distance(self.view(state, side=self.sides[0]), a, b)

    def moment(self, state: State) -> Moment:
        name = self.printed(state).charts.turn_names.get(state.turn, str(state.turn))
        return Moment(turn=state.turn, turn_name=words.moment(name), phase=SEQUENCE.title(state.phase))

    def result(self, state: State) -> Result | None:
        view = self.view(state)
        return teaching.marked(view, victory.result(view))

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The map with every counter: nothing on it is hidden in June 6 (9.3)."""
        from pbem_rules.june6.picture import scene  # noqa: PLC0415  # as above

        return scene.scene(View(data=self.data, state=state), tuple(recent), self.moment(state))

    def furniture(self, state: State, side: Side | None) -> Furniture:
        """What lies beside the map: all of it is open."""
        from pbem_rules.june6.picture import beside  # noqa: PLC0415  # as above

        return beside.furnished(View(data=self.data, state=state), super().furniture(state, side))

    def unsound(self, state: State) -> Sequence[Violation]:
        """Why a state that another version or data pack left cannot be gone on from."""
        return tuple(soundness.unsound(self.view(state)))

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        from pbem_rules.june6 import positions  # noqa: PLC0415  # as above

        return self.in_a_phase(positions.place(self.data.of(scenario), scenario, position))


def create(tables: Mapping[str, object]) -> June6:
    """The game on a data pack. Raises DataError naming file and path."""
    return June6(data=read(tables))
