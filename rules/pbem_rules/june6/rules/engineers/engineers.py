"""Engineers: which headquarters have a bridge action left, who lends one, and whom it takes across a river (20.1 to 20.3).

Nothing is ordered for a crossing: a move over a major river without a bridge, or an attack across it, uses the action of
the unit's headquarters, or one that a corps lends (N162). What has been used stands in ``State.bridging`` (for the turn) and
in ``Activation.helped`` (who is taken across in this activation, by whom).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Activation, Position, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import formation_of, on_map, top
from pbem_rules.june6.rules.markers.cup import headquarters
from pbem_rules.shared.orders import broken

_CORPS = "corps"


def reach(data: Data) -> int:
    """How many hexes engineers work from their headquarters."""
    return data.numbers.ranges.engineers


@BOOK.rule("20.11")
@BOOK.rule("20.15")
def staffs(at: Position, frame: Activation) -> tuple[Unit, ...]:
    """The headquarters that are active and on the map, in the order of the frame's formations (N168)."""
    found = (headquarters(at, name) for name in frame.formations)
    return tuple(
        head for head in found if head is not None and on_map(at.data, head) and head.efficiency == frame.full
    )


@BOOK.rule("20.14")
@BOOK.rule("6.13")
def lenders(at: Position, staff: Unit) -> tuple[Unit, ...]:
    """The corps headquarters near enough to lend their engineers to a headquarters, in counter order; none to a corps."""
    own = at.data.formations[at.data.unit(staff.id).formation]
    if own.kind == _CORPS:
        return ()
    allied = own.side == ALLIED
    corps = (each for each in at.data.formations.values() if each.kind == _CORPS and each.side == own.side)
    found = (at.state.board.get(each.hq) for each in corps if not allied or each.id == own.corps)
    return tuple(
        head
        for head in found
        if head is not None
        if on_map(at.data, head) and at.data.ground.grid.distance(head.where, staff.where) <= reach(at.data)
    )


@BOOK.rule("20.13")
def spare(state: State, headquarters_id: str) -> bool:
    """Whether a headquarters has its bridge action of this turn left."""
    return headquarters_id not in state.bridging


# --- across a river ---------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Crossing:
    """Help for one unit: ``by`` whom, for whose headquarters (``staff``); or, with ``by`` empty, ``refusals``."""

    by: str = ""
    staff: str = ""
    refusals: tuple[Violation, ...] = ()


@BOOK.rule("20.21", "8.44")
@BOOK.rule("20.23")
def crossing(at: Position, frame: Activation, unit: Unit, bank: str) -> Crossing:
    """Who takes a unit on foot across a major river from the hex ``bank``, or why nobody does (N162, N163, N164)."""
    formation = formation_of(at.data, unit)
    staff = next((each for each in staffs(at, frame) if _leads(at.data, each, formation)), None)
    if staff is None:
        said = Message(
            "{unit} has no active headquarters on the map whose engineers could take it across the river",
            unit=unit.id,
        )
        return Crossing(refusals=(broken("20.21", said, unit.id),))
    away = at.data.ground.grid.distance(bank, staff.where)
    if away > reach(at.data):
        said = Message(
            "{unit} would cross from {bank}, {away} hexes from {staff}; its engineers work within {reach}",
            unit=unit.id,
            bank=bank,
            away=away,
            staff=staff.id,
            reach=reach(at.data),
        )
        return Crossing(refusals=(broken("20.21", said, unit.id),))
    known = next((by for name, by, _ in frame.helped if name == unit.id), "")
    by = known or _own(at, frame, staff) or _lent(at, frame, staff)
    if by:
        return Crossing(by=by, staff=staff.id)
    return Crossing(refusals=(_spent(frame, staff, unit),))


def _leads(data: Data, staff: Unit, formation: str) -> bool:
    return data.unit(staff.id).formation == formation


def _own(at: Position, frame: Activation, staff: Unit) -> str:
    """The headquarters itself while it takes its two units across; a corps takes one (N163)."""
    corps = at.data.formations[at.data.unit(staff.id).formation].kind == _CORPS
    printed = at.data.numbers.engineers
    most = printed.assisted_units_more if corps else printed.assisted_units
    taken = sum(by == staff.id for _, by, _ in frame.helped)
    return staff.id if spare(at.state, staff.id) or 0 < taken < most else ""


@BOOK.rule("20.22")
def _lent(at: Position, frame: Activation, staff: Unit) -> str:
    taken = sum(by != staff.id and whose == staff.id for _, by, whose in frame.helped)
    if taken >= at.data.numbers.engineers.assisted_units_more:
        return ""
    return next((head.id for head in lenders(at, staff) if spare(at.state, head.id)), "")


def _spent(frame: Activation, staff: Unit, unit: Unit) -> Violation:
    taken = [name for name, _, whose in frame.helped if whose == staff.id]
    if not taken:
        said = Message(
            "{staff} has used its bridge action this turn and no corps lends {unit} another",
            staff=staff.id,
            unit=unit.id,
        )
        return broken("20.13", said, unit.id)
    said = Message(
        "the engineers of {staff} have taken {taken} across and cannot take {unit} as well",
        staff=staff.id,
        taken=", ".join(taken),
        unit=unit.id,
    )
    return broken("20.22", said, unit.id)


def take_across(data: Data, state: State, unit: Unit, bank: str) -> State:
    """The state with the help for a unit's crossing used up; as it is when nobody helps or somebody has already."""
    frame = state.frames[-1]
    if not isinstance(frame, Activation) or any(name == unit.id for name, _, _ in frame.helped):
        return state
    found = crossing(View(data=data, state=state), frame, unit, bank)
    if not found.by:
        return state
    state = use(state, found.by)
    return top(state, evolve(frame, helped=(*frame.helped, (unit.id, found.by, found.staff))))


def use(state: State, headquarters_id: str) -> State:
    """The state with a headquarters' bridge action of the turn used."""
    if headquarters_id in state.bridging:
        return state
    return evolve(state, bridging=(*state.bridging, headquarters_id))


def all_across(data: Data, state: State, units: Iterable[Unit]) -> tuple[Violation, ...]:
    """Why units that stand on the bank cannot all be helped in one attack, beyond what holds for each alone (20.31)."""
    refused: list[Violation] = []
    for unit in units:
        frame = state.frames[-1]
        if not isinstance(frame, Activation):
            return ()
        refused.extend(crossing(View(data=data, state=state), frame, unit, unit.where).refusals)
        state = take_across(data, state, unit, unit.where)
    return tuple(refused)
