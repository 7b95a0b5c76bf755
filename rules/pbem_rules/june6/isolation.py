"""The end phase: isolation, surrender, and markers that come off (3.8, 6.15, 22.0)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Roll, Step
from pbem_rules.june6 import communication, control, losses
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import enemy_of, on_map, ratings, side_of, update_units
from pbem_rules.june6.model import ALLIED, State, Unit
from pbem_rules.june6.printed import Data
from pbem_rules.june6.setup import led
from pbem_rules.june6.terrain import can_enter
from pbem_rules.june6.weather import D10


@BOOK.rule("3.81", "22.12", "22.11", "5.34", text="In the end phase every unit on the map traces a line.")
def determine(data: Data, state: State) -> Step[State]:
    """Isolated markers go on and come off, all on one position; then every isolated unit suffers."""
    units = tuple(unit for unit in state.board if on_map(data, unit))
    lines = communication.supplied(data, state, units)
    said: list[Outcome] = []
    for unit in units:
        cut = not lines[unit.id]
        if cut != unit.isolated:
            text = f"{unit.id} is {'isolated' if cut else 'no longer isolated'}."
            kind = "isolated" if cut else "relieved"
            said.append(_told(data, unit, kind, text, "22.12"))
    state = update_units(state, [evolve(unit, isolated=not lines[unit.id]) for unit in units])
    step = _suffer(data, state)
    return Step(state=step.state, outcomes=(*said, *step.outcomes))


@BOOK.rule("22.21", text="Every isolated unit then takes a level of Disorder.")
def _suffer(data: Data, state: State) -> Step[State]:
    said: list[Outcome] = []
    for unit in tuple(state.board):
        if unit.isolated:
            step = losses.suffer(data, state, unit.id, losses.DIS1)
            state = step.state
            said.extend(evolve(each, paragraph="22.21") for each in step.outcomes)
    return Step(state=state, outcomes=tuple(said))


# --- surrender --------------------------------------------------------------------------------------------------------


@BOOK.rule("22.31", text="An isolated unit of cohesion 5 or less may surrender when it is wholly surrounded.")
def tested(data: Data, state: State) -> tuple[str, ...]:
    """The units of both sides that take a surrender test, in order of id (N79)."""
    limit = data.constant("surrender.cohesion_at_most")
    return tuple(
        unit.id
        for unit in state.board
        if unit.isolated and ratings(data, unit).cohesion <= limit and surrounded(data, state, unit)
    )


def surrounded(data: Data, state: State, unit: Unit) -> bool:
    """Whether every hex round a unit is held by enemies, in their undisputed zone, or closed to it (N79)."""
    side = side_of(data, unit.id)
    enemy = enemy_of(side)
    for where in data.ground.grid.adjacent.get(unit.where, ()):
        there = state.board.at(where)
        if there and data.unit(there[0]).side == enemy:
            continue
        if can_enter(data, state, unit, unit.where, where):
            continue
        if not control.undisputed(data, state, where, enemy, apart_from=unit.where):
            return False
    return True


@BOOK.rule("22.32", text="A unit surrenders when the die is twice its cohesion; a 9 doubles 5.")
def test_roll(data: Data, state: State) -> Roll:
    """One die for each unit that is tested, all in one roll."""
    dice = (D10,) * len(tested(data, state))
    return Roll(side=ALLIED, why=f"surrender/{state.turn}", dice=dice, paragraph="22.32")


def surrenders(data: Data, cohesion: int, die: int) -> bool:
    """Whether a die takes a unit; double is read as at least double (N80)."""
    if cohesion == data.constant("surrender.cohesion_at_most"):
        return die == 9
    return die >= cohesion * data.constant("surrender.roll_at_least_times")


@BOOK.rule("22.33", text="Nobody moves at once into the hexes of units that surrender.")
def rolled(data: Data, state: State, faces: tuple[int, ...]) -> Step[State]:
    """Those whose die is high enough are gone."""
    said: list[Outcome] = []
    for name, die in zip(tested(data, state), faces, strict=True):
        unit = state.board[name]
        cohesion = ratings(data, unit).cohesion
        gone = surrenders(data, cohesion, die)
        text = f"{name} (cohesion {cohesion}) {'surrenders' if gone else 'holds out'} on a roll of {die}."
        kind = "surrendered" if gone else "held-out"
        said.append(evolve(_told(data, unit, kind, text, "22.32"), faces=(die,)))
        if gone:
            step = losses.eliminate(data, state, name, paragraph="22.32")
            state = step.state
            said.extend(step.outcomes)
    return Step(state=state, outcomes=tuple(said))


# --- the end of the turn ----------------------------------------------------------------------------------------------


def clean_up(data: Data, state: State) -> Step[State]:
    """Everything that ends with a turn."""
    step = _empty_divisions(data, state)
    return Step(state=_take_off_markers(data, step.state), outcomes=step.outcomes)


@BOOK.rule(
    "6.15", text="A division that has lost all its organic units loses its headquarters in the end phase."
)
def _empty_divisions(data: Data, state: State) -> Step[State]:
    """Units still to come keep it; a corps unit assigned to it does not (N75)."""
    said: list[Outcome] = []
    coming = {name for arrival in state.arrivals for name in arrival.units}
    for formation in data.formations.values():
        if formation.kind != "division" or formation.hq not in state.board:
            continue
        others = (name for name in formation.units if name != formation.hq)
        if not any(name in state.board or name in coming for name in others):
            step = losses.eliminate(data, state, formation.hq, paragraph="6.15")
            state = step.state
            said.extend(step.outcomes)
    return Step(state=state, outcomes=tuple(said))


@BOOK.rule("3.82", text="Pinned and Scattered markers come off.")
@BOOK.rule("3.83", text="Artillery that has fired is ready again.")
@BOOK.rule(
    "3.85",
    "3.86",
    text="Only the Cherbourg Command and units without a headquarters keep Reduced Efficiency.",
)
@BOOK.rule("6.13", text="An assignment ends with the turn.")
def _take_off_markers(data: Data, state: State) -> State:
    present = frozenset(state.board.pieces)
    return update_units(
        state,
        [
            evolve(
                unit,
                pinned=False,
                scattered=False,
                fired=False,
                moved=False,
                fought=False,
                assigned="",
                efficiency=led(data, unit.id, present, unit.corps),
            )
            for unit in state.board
        ],
    )


def _told(data: Data, unit: Unit, kind: str, text: str, paragraph: str) -> Outcome:
    return Outcome(
        kind=kind,
        text=text,
        paragraph=paragraph,
        side=side_of(data, unit.id),
        units=(unit.id,),
        hexes=(unit.where,),
    )
