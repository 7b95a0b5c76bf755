"""Dark December as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import AttrsInstance, frozen

from pbem.bytes.canon import Json
from pbem.port.furniture import Furniture
from pbem.port.game import Answered, Demand, Moment, Outcome, Result, Secrets, Side, Slip
from pbem.port.insight import Weighed
from pbem.port.messages import Message
from pbem.port.scene import Scene
from pbem_rules.darkdecember import fortune, positions, standing, words
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.picture import beside, layers, scene
from pbem_rules.darkdecember.player import advice
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data
from pbem_rules.darkdecember.printed.reading import read
from pbem_rules.darkdecember.rules import setup, victory
from pbem_rules.darkdecember.rules.parts import KINDS, LABELS
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.sequence import SEQUENCE
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show import tables
from pbem_rules.darkdecember.writing import WRITING
from pbem_rules.shared.game import Game, Parts
from pbem_rules.shared.standing_sheet import Sheet


@frozen(kw_only=True, slots=False)
class DarkDecember(Game[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "darkdecember"
    title = "Dark December: The Ardennes Offensive"
    sides = (GERMAN, ALLIED)
    book = BOOK
    parts = Parts(
        kinds=KINDS,
        labels=LABELS,
        sequence=SEQUENCE,
        out_of_turn="I8a",
        writing=WRITING,
        view=View,
        play=Play,
        layers=layers.LAYERS,
    )

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Their names; the first is the default."""
        return tuple(self.data.scenarios)

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """Options are those of ``options.toml``, each yes or no."""
        return setup.first(self.data, scenario, options)

    def advise(self, state: State, side: Side, secrets: Secrets, salt: int) -> AttrsInstance:
        """A sensible order."""
        return advice.advise(self, state, side, salt)

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        return Moment(
            turn=state.turn,
            turn_name=words.turn(self.data.turns[state.turn - 1]),
            phase=SEQUENCE.title(state.phase),
        )

    def result(self, state: State) -> Result | None:
        """Victory after the last turn."""
        return victory.result(self.view(state))

    def weigh_in(self, state: State, outcome: Outcome) -> Weighed | None:
        """What a roll was worth (see :mod:`pbem_rules.darkdecember.fortune`)."""
        return fortune.weigh(self.view(state), outcome)

    def scene(self, state: State, side: Side | None, *, recent: Iterable[Outcome] = ()) -> Scene:
        """The map with every counter."""
        return scene.scene(self.view(state, side or ""), recent, self.moment(state))

    def furniture(self, state: State, side: Side | None) -> Furniture:
        """What lies beside the map."""
        return beside.furnished(self.view(state, side or ""), super().furniture(state, side))

    def place(self, scenario: str, position: Mapping[str, Json]) -> State:
        """A case file's position."""
        return self.settled(positions.place(self.data, scenario, position)).state

    def facts(self, state: State) -> Mapping[str, Json]:
        """What a case file may expect."""
        return positions.facts(self.view(state), self.demands(state))

    def show(self, name: str) -> str:
        """A chart or a counter as text, with its provenance."""
        return tables.show(self.data, name)

    def provenance(self) -> Mapping[str, int]:
        """Counts of values by provenance."""
        return self.data.provenance

    # --- standing orders ----------------------------------------------------------------------------------------------

    def standing_template(self, state: State, side: Side) -> str:
        """A commented sheet (``schemas/standing.md``)."""
        return standing.FORM.template()

    def standing_check(self, state: State, side: Side, sheet: Mapping[str, Json]) -> Sequence[Slip]:
        """Every slip in a sheet."""
        return tuple(standing.FORM.slips(self.data, sheet))

    def standing_kinds(self, side: Side) -> Sequence[str]:
        """The open kinds that a sheet answers with."""
        return standing.KINDS

    def standing_answer(
        self, state: State, side: Side, sheet: Mapping[str, Json], secrets: Secrets, demand: Demand
    ) -> Answered:
        """What a sheet answers: an order that the rules allow, or why it is handed back."""
        if self.standing_check(state, side, sheet):
            return Answered(
                action=None, reason=Message("the standing orders have slips: pbem standing check")
            )
        found = standing.answer(self.view(state, side), Sheet(tables=sheet), demand)
        if isinstance(found, str):
            return Answered(action=None, reason=found)
        if self.check(state, side, found):
            return Answered(action=None, reason=Message("what the sheet says is not allowed here"))
        return Answered(action=found)


def create(tables: Mapping[str, object]) -> DarkDecember:
    """The game on a data pack. Raises DataError naming file and path."""
    return DarkDecember(data=read(tables))
