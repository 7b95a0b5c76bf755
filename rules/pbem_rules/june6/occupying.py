"""What a unit changes by entering a hex: beaches, objectives, strongpoints and Cherbourg.

Movement, retreats and advances all come here, once for every hex that is entered.
"""

from __future__ import annotations

from pbem.ruleset import Outcome
from pbem.values import evolve
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, State, Unit
from pbem_rules.june6.printed import Data


def occupy(data: Data, state: State, unit: Unit, where: str) -> State:
    """The state after ``unit`` has entered ``where``; the board is left as it is.

    Shape: ``beaches``, ``beaches_lost``, ``held``, ``destroyed`` and ``cherbourg_lost`` may change, nothing else.
    """
    scenario = data.scenarios.get(state.scenario)
    if where not in data.ground.telling and (scenario is None or where not in scenario.goals):
        return state
    for change in (_takes_the_beach, _holds, _destroys_the_strongpoint, _takes_cherbourg):
        state = change(data, state, unit, where)
    return state


@BOOK.rule(
    "9.2", text="A beach hex that an Allied combat unit has held defends itself until a German unit enters."
)
def _takes_the_beach(data: Data, state: State, unit: Unit, where: str) -> State:
    kind, beaches = data.units[unit.id], state.beaches
    if kind.side == GERMAN and where in beaches:
        left = tuple(beach for beach in beaches if beach != where)
        return evolve(state, beaches=left, beaches_lost=tuple(sorted({*state.beaches_lost, where})))
    if kind.side != ALLIED or not kind.combat or where in beaches or where in state.beaches_lost:
        return state
    if not any(where in hexes for hexes in data.ground.beaches.values()):
        return state
    return evolve(state, beaches=tuple(sorted((*beaches, where))))


def watched(data: Data, state: State, where: str) -> bool:
    """Whether the last holder of a hex matters: objectives of the scenario, printed strongpoints, Cherbourg."""
    if where in data.ground.strongpoints or where in data.ground.cherbourg:
        return True
    scenario = data.scenarios.get(state.scenario)
    return scenario is not None and where in scenario.goals


def _holds(data: Data, state: State, unit: Unit, where: str) -> State:
    side = data.units[unit.id].side
    if (where, side) in state.held or not watched(data, state, where):
        return state
    others = (pair for pair in state.held if pair[0] != where)
    return evolve(state, held=tuple(sorted((*others, (where, side)))))


@BOOK.rule("19.43", text="A printed strongpoint is destroyed when an Allied unit occupies its hex.")
def _destroys_the_strongpoint(data: Data, state: State, unit: Unit, where: str) -> State:
    if (
        where not in data.ground.strongpoints
        or where in state.destroyed
        or data.units[unit.id].side != ALLIED
    ):
        return state
    return evolve(state, destroyed=tuple(sorted((*state.destroyed, where))))


@BOOK.rule(
    "5.22", text="Cherbourg is no source of supply any more once an Allied unit has held one of its hexes."
)
def _takes_cherbourg(data: Data, state: State, unit: Unit, where: str) -> State:
    if state.cherbourg_lost or where not in data.ground.cherbourg or data.units[unit.id].side != ALLIED:
        return state
    return evolve(state, cherbourg_lost=True)


def occupation(before: State, after: State) -> tuple[Outcome, ...]:
    """What changed hands between two states, in words: kinds beach, beach-lost, held, strongpoint and cherbourg."""
    out = [
        Outcome(kind="beach", text=f"The beach at {hex_} now defends itself.", paragraph="9.2", hexes=(hex_,))
        for hex_ in after.beaches
        if hex_ not in before.beaches
    ]
    out.extend(
        Outcome(
            kind="beach-lost", text=f"The beach at {hex_} is lost for good.", paragraph="9.2", hexes=(hex_,)
        )
        for hex_ in after.beaches_lost
        if hex_ not in before.beaches_lost
    )
    earlier = dict(before.held)
    out.extend(
        Outcome(
            kind="held",
            text=f"{hex_} is now in {_ADJECTIVE[side]} hands.",
            side=side,
            hexes=(hex_,),
        )
        for hex_, side in after.held
        if earlier.get(hex_) != side
    )
    out.extend(
        Outcome(
            kind="strongpoint", text=f"The strongpoint at {h} was destroyed.", paragraph="19.43", hexes=(h,)
        )
        for h in after.destroyed
        if h not in before.destroyed
    )
    if after.cherbourg_lost and not before.cherbourg_lost:
        out.append(Outcome(kind="cherbourg", text="Cherbourg supplies no longer.", paragraph="5.22"))
    return tuple(out)


_ADJECTIVE = {ALLIED: "Allied", GERMAN: "German"}
