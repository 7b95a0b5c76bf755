"""Pegasus Bridge as pbem sees it: its parts, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.agreed import Option
from pbem.port.game import Moment, Side, Table
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, WITNESS, State
from pbem_rules.pegasus.play import Play, View, ordered
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.printed.reading import read
from pbem_rules.pegasus.rules import landing, turns, victory
from pbem_rules.pegasus.rules.landing import MOST_DICE, USUAL_DICE
from pbem_rules.pegasus.rules.orders import clear, fire, gammon, give, grenade, move, piat, ready, shell
from pbem_rules.pegasus.writing import WRITING
from pbem_rules.shared.due import CHANCE
from pbem_rules.shared.game import GameWithPlayer
from pbem_rules.shared.parts import LateParts, Parts
from pbem_rules.shared.straight import dice

_DICE_AT_ONCE = Message("Dice that are asked for in one mail")
_REINFORCED = Message("The optional table for British reinforcements")
_KINDS = (
    move.MOVE,
    grenade.GRENADE,
    gammon.GAMMON,
    clear.CLEAR,
    ready.READY,
    give.GIVE,
    fire.FIRE,
    piat.PIAT,
    shell.SHELL,
    turns.DONE,
)


def _late() -> LateParts[State, Data, View]:
    from pbem_rules.pegasus.late_parts import LATE_PARTS  # noqa: PLC0415  # few commands draw or think

    return LATE_PARTS


@frozen(kw_only=True, slots=False)
class Pegasus(GameWithPlayer[State, Data, View, Play]):
    """The game; ``data`` is everything printed."""

    name = "pegasus"
    title = "Pegasus Bridge: The Beginning of D-Day, 1944"
    sides = (BRITISH, WITNESS)
    book = BOOK
    parts = Parts(
        kinds=_KINDS,
        labels=(dice(_KINDS, ordered),),
        sequence=turns.SEQUENCE,
        out_of_turn="9.1",
        writing=WRITING,
        view=View,
        play=Play,
        result=victory.result,
        late=_late,
    )

    def scenario_options(self, scenario: str) -> Sequence[Option]:
        """How many dice are asked for at once, and the optional rule."""
        numbers = (USUAL_DICE, *(n for n in range(1, MOST_DICE + 1) if n != USUAL_DICE))
        return (
            Option(name="handful", values=numbers, title=_DICE_AT_ONCE),
            Option(name="optional", values=(False, True), title=_REINFORCED, paragraph="3.3"),
        )

    def first(self, scenario: str, options: Mapping[str, Json]) -> State:
        """Options: ``handful`` (dice asked for at once, 1 to 60), ``optional`` (3.3, true or false)."""
        handful, optional = landing.read_options(options)
        return landing.first_state(self.data, scenario, handful=handful, optional=optional)

    def check(self, state: State, side: Side, action: AttrsInstance | Table) -> Sequence[Violation]:
        """Every rule broken; an order of the witness breaks one before any other is looked at."""
        refused = () if isinstance(action, CHANCE) else tuple(turns.gives_no_orders(side))
        return refused or super().check(state, side, action)

    def moment(self, state: State) -> Moment:
        """Turn, time and phase."""
        return Moment(
            turn=state.turn,
            turn_name=self.data.tables.times[state.turn - 1],
            phase=turns.SEQUENCE.title(state.phase),
        )


def create(tables: Mapping[str, object]) -> Pegasus:
    """The game on a data pack. Raises DataError naming file and path."""
    return Pegasus(data=read(tables))
