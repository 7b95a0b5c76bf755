"""June '44 as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Side
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.reading import read
from pbem_rules.june44.rules import setup, victory
from pbem_rules.june44.rules.parts import KINDS, LABELS
from pbem_rules.june44.rules.play import Play, View
from pbem_rules.june44.rules.sequence import SEQUENCE
from pbem_rules.june44.writing import WRITING
from pbem_rules.shared.game import GameWithPlayer
from pbem_rules.shared.parts import LateParts, Parts


def _late() -> LateParts[State, Data, View]:
    from pbem_rules.june44.late_parts import LATE_PARTS  # noqa: PLC0415  # few commands draw or think

    return LATE_PARTS


@frozen(kw_only=True, slots=False)
class June44(GameWithPlayer[State, Data, View, Play]):
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
        late=_late,
    )

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """Optional rules, the game for one, and the points for victory."""
        return setup.offered(self.data.scenarios[scenario])

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """See :mod:`pbem_rules.june44.rules.setup` for the options."""
        return setup.start(self.data, scenario, options)

    def allowed(self, scenario: str, side: Side, at: str) -> Iterable[Json]:
        """The strengths that a beach may hold."""
        from pbem_rules.june44 import luck  # noqa: PLC0415  # only an audit asks

        return luck.allowed(self.data, scenario, at) if side == GERMAN else ()

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        scenario = self.view(state).scenario
        number = min(state.turn - scenario.first_turn, len(scenario.turns) - 1)
        title = SEQUENCE.title(state.phase)
        return Moment(turn=state.turn, turn_name=scenario.turns[number], phase=title)


def create(tables: Mapping[str, object]) -> June44:
    """The game on a data pack. Raises DataError naming file and path."""
    return June44(data=read(tables))
