"""Dark December as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment
from pbem_rules.darkdecember import words
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data
from pbem_rules.darkdecember.printed.reading import read
from pbem_rules.darkdecember.rules import setup, victory
from pbem_rules.darkdecember.rules.parts import KINDS, LABELS
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.sequence import SEQUENCE
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.writing import WRITING
from pbem_rules.shared.game import GameWithPlayer
from pbem_rules.shared.parts import LateParts, Parts


def _late() -> LateParts[State, Data, View]:
    from pbem_rules.darkdecember.late_parts import LATE_PARTS  # noqa: PLC0415  # few commands draw or think

    return LATE_PARTS


@frozen(kw_only=True, slots=False)
class DarkDecember(GameWithPlayer[State, Data, View, Play]):
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
        result=victory.result,
        late=_late,
    )

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """The optional rules, errata and variants that can matter in its turns."""
        return tuple(
            Option(name=each.id, values=("no", "yes"), title=each.name, paragraph=each.paragraph)
            for each in setup.offered(self.data, self.data.scenarios[scenario])
        )

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """Options are those that the scenario offers, each yes or no."""
        return setup.first(self.data, scenario, options)

    def moment(self, state: State) -> Moment:
        """Turn and phase."""
        return Moment(
            turn=state.turn,
            turn_name=words.turn(self.data.turns[state.turn - 1]),
            phase=SEQUENCE.title(state.phase),
        )


def create(tables: Mapping[str, object]) -> DarkDecember:
    """The game on a data pack. Raises DataError naming file and path."""
    return DarkDecember(data=read(tables))
