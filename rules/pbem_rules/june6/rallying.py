"""Assigning a corps unit to an active division (6.13a) and rallying from Disorder (21.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import on_map, top, update_units
from pbem_rules.june6.model import ALLIED, Activation, State, Unit
from pbem_rules.june6.movement_checks import headquarters_of, may_act
from pbem_rules.june6.printed import Data, Formation
from pbem_rules.june6.reorganising import done_already, isolated

_NEVER_RALLY = frozenset({"detachment", "strongpoint"})


def division_for(data: Data, frame: Activation, formation: str) -> Formation | None:
    """The active division a unit is to join: the one named, or the only active one when none is named."""
    name = formation or (frame.formations[0] if len(frame.formations) == 1 else "")
    found = data.formations.get(name)
    return found if found is not None and name in frame.formations and found.kind == "division" else None


@BOOK.rule(
    "6.13", text="A corps unit within four hexes that has not moved may join an active division for the turn."
)
def may_join(data: Data, state: State, frame: Activation, unit: Unit, formation: str) -> Iterator[Violation]:
    """Why a unit may not be assigned (6.13a)."""
    said: list[str] = []
    division = division_for(data, frame, formation)
    corps = data.formations.get(unit.corps or data.unit(unit.id).formation)
    if frame.stage != "move":
        said.append("the active formation has finished moving")
    if division is None:
        said.append(f"no division {formation} is active" if formation else "name one of the active divisions")
    if corps is None or corps.kind != "corps" or data.unit(unit.id).hq:
        said.append(f"{unit.id} is not a unit of a corps, headquarters apart")
    elif division is not None and division.side == ALLIED and division.corps != corps.id:
        said.append(f"{division.name} is under {division.corps} Corps, {unit.id} under {corps.id}")
    if unit.assigned:
        said.append(f"{unit.id} belongs to {unit.assigned} this turn")
    if unit.moved:
        said.append(f"{unit.id} has moved this turn")
    if unit.fought:
        said.append(f"{unit.id} has attacked this turn (N13)")
    if division is not None:
        said.extend(_not_with(data, state, frame, unit, division))
    for why in said:
        yield Violation(paragraph="6.13", message=f"{unit.id} cannot be assigned: {why}", subject=unit.id)


def _not_with(data: Data, state: State, frame: Activation, unit: Unit, division: Formation) -> Iterator[str]:
    """Why the headquarters cannot take it: too far, or not active itself, so that nobody acts with it (N253)."""
    headquarters = state.board.get(division.hq)
    if headquarters is None or not on_map(data, headquarters) or not on_map(data, unit):
        yield f"{unit.id} and the headquarters of {division.name} are not both on the map"
        return
    far, most = (
        data.ground.grid.distance(unit.where, headquarters.where),
        data.constant("ranges.corps_unit_assignment"),
    )
    if far > most:
        yield f"{headquarters.id} is {far} hexes away, more than {most}"
    if headquarters.efficiency != frame.full:
        yield f"{headquarters.id} is not active"


def assign(data: Data, state: State, frame: Activation, unit: Unit, formation: str) -> Step[State]:
    """The unit joins the division. Where it began the activation is known: it has not moved (``activation.begin``)."""
    division = division_for(data, frame, formation)
    assert division is not None
    joined = evolve(unit, assigned=division.id, efficiency=_efficient(data, state, frame, unit))
    said = Outcome(
        kind="assigned",
        text=f"{unit.id} joined {division.name} for the turn.",
        paragraph="6.13",
        side=frame.side,
        units=(unit.id,),
        hexes=(unit.where,),
    )
    return Step(state=update_units(state, (joined,)), outcomes=(said,))


@BOOK.rule("6.13", "N253", text="It acts as the division does, at full or at reduced efficiency.")
def _efficient(data: Data, state: State, frame: Activation, unit: Unit) -> bool:
    """Whether it joins without a Reduced Efficiency marker: at reduced efficiency it takes the division's (N253)."""
    return frame.full and (unit.efficiency or _comes_under_command(data, state, unit))


def _comes_under_command(data: Data, state: State, unit: Unit) -> bool:
    """A unit whose corps headquarters is gone is at reduced efficiency until it joins another formation (6.16b)."""
    return headquarters_of(data, state, unit) is None


def may_rally(data: Data, state: State, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Why a unit may not rally."""
    yield from may_act(data, frame, unit)
    yield from _is_in_disorder(unit)
    yield from _does_nothing_else(frame, unit)
    yield from _is_not_isolated(data, state, unit)
    yield from _can_rally_at_all(data, unit)


@BOOK.rule("21.21", text="Rallying takes away one level of Disorder.")
def _is_in_disorder(unit: Unit) -> Iterator[Violation]:
    if not unit.disorder:
        yield Violation(paragraph="21.21", message=f"{unit.id} is not in Disorder", subject=unit.id)


@BOOK.rule("21.22", text="A unit rallies in an activation in which it neither moves nor attacks.")
def _does_nothing_else(frame: Activation, unit: Unit) -> Iterator[Violation]:
    for said in done_already(frame, unit):
        yield Violation(paragraph="21.22", message=said, subject=unit.id)


@BOOK.rule("21.23", "22.25", text="Neither the unit nor its headquarters may be isolated.")
def _is_not_isolated(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    for each in isolated(data, state, unit):
        yield Violation(paragraph="21.23", message=f"{each.id} is isolated", subject=each.id)


@BOOK.rule("21.24", "19.22", "19.34", text="Strongpoint units and Detachments do not rally.")
def _can_rally_at_all(data: Data, unit: Unit) -> Iterator[Violation]:
    kind = data.unit(unit.id)
    if kind.type in _NEVER_RALLY:
        yield Violation(
            paragraph="21.24", message=f"{unit.id}, a {kind.type}, does not rally", subject=unit.id
        )


def rally(state: State, frame: Activation, unit: Unit) -> Step[State]:
    """One level of Disorder less."""
    left = unit.disorder - 1
    state = update_units(state, (evolve(unit, disorder=left),))
    said = Outcome(
        kind="rallied",
        text=f"{unit.id} rallied{f' to Disorder {left}' if left else ''}.",
        paragraph="21.21",
        side=frame.side,
        units=(unit.id,),
        hexes=(unit.where,),
    )
    return Step(state=top(state, evolve(frame, rallied=(*frame.rallied, unit.id))), outcomes=(said,))
