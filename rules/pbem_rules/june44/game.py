"""June '44 as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Outcome, Secrets, Side
from pbem.port.insight import Weighed
from pbem.port.player import Advice
from pbem_rules.june44 import luck, positions
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.picture import beside, layers, scene
from pbem_rules.june44.player import advice
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules import setup, victory
from pbem_rules.june44.rules.parts import KINDS, LABELS
from pbem_rules.june44.rules.play import Play, View
from pbem_rules.june44.rules.sequence import SEQUENCE
from pbem_rules.june44.show import tables
from pbem_rules.june44.writing import WRITING
from pbem_rules.shared.game import Game
from pbem_rules.shared.parts import Parts
from pbem_rules.shared.player.intentions import intentions


@frozen(kw_only=True, slots=False)
class June44(Game[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "june44"
    title = "June '44"
    sides = (ALLIED, GERMAN)
    book = BOOK
    parts = Parts(
        kinds=KINDS,
        labels=LABELS,
        sequence=SEQUENCE,
        out_of_turn="5.0",
        writing=WRITING,
        view=View,
        play=Play,
        result=victory.result,
        scene=scene.scene,
        furnished=beside.furnished,
        place=positions.place,
        facts=positions.facts,
        show=tables.show,
        layers=layers.LAYERS,
        usual=("defend", "lose", "replace"),
    )

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """Optional rules, the game for one, and the points for victory."""
        return setup.offered(self.data.scenarios[scenario])

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """See :mod:`pbem_rules.june44.rules.setup` for the options."""
        return setup.start(self.data, scenario, options)

    def weigh(self, outcome: Outcome) -> Weighed | None:
        """What a combat roll was worth (see :mod:`pbem_rules.june44.luck`)."""
        return luck.weigh(self.data, outcome)

    def allowed(self, scenario: str, side: Side, at: str) -> Iterable[Json]:
        """The strengths that a beach may hold."""
        return luck.allowed(self.data, scenario, at) if side == GERMAN else ()

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return self.think(state, side, secrets, salt).order

    def think(self, state: State, side: Side, secrets: Secrets, salt: int) -> Advice:
        """The same with its reason."""
        return advice.player(self.data).think(self, state, side, secrets, salt)

    def intentions(self, state: State, side: Side) -> tuple[str, ...]:
        """What a side is about."""
        return intentions(advice.player(self.data).field(state, side))

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        scenario = self.view(state).scenario
        number = min(state.turn - scenario.first_turn, len(scenario.turns) - 1)
        title = SEQUENCE.title(state.phase)
        return Moment(turn=state.turn, turn_name=scenario.turns[number], phase=title)


def create(tables: Mapping[str, object]) -> June44:
    """The game on a data pack. Raises DataError naming file and path."""
    return June44(data=read(tables))
