"""The Battle for Normandy as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Outcome, Secrets, Side
from pbem.port.insight import Weighed
from pbem.port.player import Advice
from pbem_rules.normandy import luck, positions
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.picture import beside, layers, scene
from pbem_rules.normandy.player import advice
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.reading import read
from pbem_rules.normandy.rules import setup, victory
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.sequence import KINDS, LABELS, SEQUENCE, opening
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show import tables as shown
from pbem_rules.normandy.standing import STANDING
from pbem_rules.normandy.writing import WRITING
from pbem_rules.shared.game import Game
from pbem_rules.shared.parts import Parts
from pbem_rules.shared.player.intentions import intentions


@frozen(kw_only=True, slots=False)
class Normandy(Game[State, Data, View, Play]):
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
        scene=scene.scene,
        furnished=beside.furnished,
        place=positions.place,
        facts=positions.facts,
        show=shown.show,
        layers=layers.LAYERS,
        standing=STANDING,
    )

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """Those of :data:`pbem_rules.normandy.rules.setup.OPTIONS` that can matter on its days."""
        return setup.offered(self.data, self.data.scenarios[scenario])

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """Options are those that the scenario offers, each yes or no."""
        play = self.play(setup.first(self.data, scenario, options))
        SEQUENCE.begin(play, opening(play))
        return self.settled(play.state).state

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
        view = self.view(state)
        return Moment(turn=view.turn_number, turn_name=view.now.title, phase=SEQUENCE.title(state.phase))

    def weigh_in(self, state: State, outcome: Outcome) -> Weighed | None:
        """What a roll was worth (see :mod:`pbem_rules.normandy.luck`)."""
        return luck.weigh(self.view(state), outcome)


def create(tables: Mapping[str, object]) -> Normandy:
    """The game on a data pack. Raises DataError naming file and path."""
    return Normandy(data=read(tables))
