"""The Battle for Normandy as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.reading import read
from pbem_rules.normandy.rules import setup, victory
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.sequence import KINDS, LABELS, SEQUENCE, opening
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.writing import WRITING
from pbem_rules.shared.game import GameWithPlayer
from pbem_rules.shared.parts import LateParts, Parts


def _late() -> LateParts[State, Data, View]:
    from pbem_rules.normandy.late_parts import LATE_PARTS  # noqa: PLC0415  # few commands draw or think

    return LATE_PARTS


@frozen(kw_only=True, slots=False)
class Normandy(GameWithPlayer[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "normandy"
    title = "The Battle for Normandy"
    sides = (ALLIED, GERMAN)
    book = BOOK
    parts = Parts(
        kinds=KINDS,
        labels=LABELS,
        sequence=SEQUENCE,
        out_of_turn="N2",
        writing=WRITING,
        view=View,
        play=Play,
        result=victory.result,
        late=_late,
    )

    def read_late(self) -> None:
        """The whole map."""
        super().read_late()
        self.data.ground  # noqa: B018

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """Those of :data:`pbem_rules.normandy.rules.setup.OPTIONS` that can matter on its days."""
        return setup.offered(self.data, self.data.scenarios[scenario])

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """Options are those that the scenario offers, each yes or no."""
        play = self.play(setup.first(self.data, scenario, options))
        SEQUENCE.begin(play, opening(play))
        return self.settled(play.state).state

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        view = self.view(state)
        return Moment(turn=view.turn_number, turn_name=view.now.title, phase=SEQUENCE.title(state.phase))


def create(tables: Mapping[str, object]) -> Normandy:
    """The game on a data pack. Raises DataError naming file and path."""
    return Normandy(data=read(tables))
