"""What a unit suffers: Disorder, Reduction, elimination (13.1, 13.2). All harm to units goes through here."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import returning
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import formation_of, update_units
from pbem_rules.june6.model import State, Unit
from pbem_rules.june6.printed import Data

PIN, DIS1, DIS2, RED = "pin", "dis1", "dis2", "red"
EFFECTS = (DIS1, DIS2, RED)
"""What combat can do to a unit, mildest first; a bombardment may pin it besides."""

EFFECT_NAMES = {PIN: "Pinned", DIS1: "Disorder-1", DIS2: "Disorder-2", RED: "a Reduction"}


def costs_step(unit: Unit, effect: str) -> bool:
    """Whether the effect would turn the unit over or remove it (13.14, 13.21)."""
    return effect == RED or (unit.disorder > 0 and effect == DIS2) or (unit.disorder == 2 and effect == DIS1)


def suffer(data: Data, state: State, unit_id: str, effect: str) -> Step[State]:
    """The state after one unit has taken a pin or one of ``EFFECTS``; nothing when it is no longer on the board.

    Raises ValueError for any other effect.
    """
    if effect not in (PIN, *EFFECTS):
        raise ValueError(f"{effect!r} is not something a unit can suffer")
    unit = state.board.get(unit_id)
    if unit is None:
        return Step(state=state)
    if effect == PIN:
        return _pin(data, state, unit)
    if costs_step(unit, effect):
        return _reduce(data, state, unit, effect)
    return _disorder(data, state, unit, effect)


def _pin(data: Data, state: State, unit: Unit) -> Step[State]:
    """A unit carries one Pinned marker at most, until the end of the turn (3.82, 8.22, 12.24, 16.13)."""
    if unit.pinned:
        return Step(state=state)
    said = _happened(data, "pinned", unit, f"{unit.id} is pinned.", "8.22")
    return Step(state=update_units(state, [evolve(unit, pinned=True)]), outcomes=(said,))


@BOOK.rule("13.11", "13.13")
def _disorder(data: Data, state: State, unit: Unit, effect: str) -> Step[State]:
    level = unit.disorder + 1 if effect == DIS1 else 2
    text = f"{unit.id} is in Disorder-{level}."
    paragraph = "13.13" if unit.disorder else "13.11"
    return Step(
        state=update_units(state, [evolve(unit, disorder=level)]),
        outcomes=(_happened(data, "disordered", unit, text, paragraph),),
    )


@BOOK.rule("13.14", "13.15", "13.21")
def _reduce(data: Data, state: State, unit: Unit, effect: str) -> Step[State]:
    paragraph = ("13.15" if unit.disorder else "13.21") if effect == RED else "13.14"
    if unit.reduced or data.unit(unit.id).reduced is None:
        return eliminate(data, state, unit.id, paragraph=paragraph)
    text = f"{unit.id} is reduced" + (", and its Disorder is gone." if unit.disorder else ".")
    return Step(
        state=update_units(state, [evolve(unit, reduced=True, disorder=0)]),
        outcomes=(_happened(data, "reduced", unit, text, paragraph),),
    )


@BOOK.rule("6.16")
def eliminate(data: Data, state: State, unit_id: str, *, paragraph: str = "13.21") -> Step[State]:
    """The unit leaves the game; the units of a lost headquarters take Reduced Efficiency markers (6.16a, b).

    Nothing happens when it is not on the board.
    """
    unit = state.board.get(unit_id)
    if unit is None:
        return Step(state=state)
    kind = data.unit(unit_id)
    after = evolve(state, board=state.board.remove(unit_id), lost=_gone(data, state, unit_id))
    if kind.hq:
        after = returning.mourn(data, after, unit, paragraph)
        orphans = [
            evolve(other, efficiency=False)
            for other in after.board
            if formation_of(data, other) == kind.formation
        ]
        after = update_units(after, orphans)
    return Step(
        state=after, outcomes=(_happened(data, "eliminated", unit, f"{unit_id} is eliminated.", paragraph),)
    )


@BOOK.rule("19.35", text="An eliminated Detachment goes back among those that can be formed.")
def _gone(data: Data, state: State, unit_id: str) -> tuple[str, ...]:
    """The list of losses with one unit more; a Detachment is no loss for good (N148)."""
    return state.lost if data.unit(unit_id).type == "detachment" else (*state.lost, unit_id)


def _happened(data: Data, kind: str, unit: Unit, text: str, paragraph: str) -> Outcome:
    return Outcome(
        kind=kind,
        text=text,
        paragraph=paragraph,
        side=data.unit(unit.id).side,
        units=(unit.id,),
        hexes=(unit.where,),
    )
