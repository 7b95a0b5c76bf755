"""Assigning a corps unit to an active division (6.13a) and rallying from Disorder (21.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Activation, Play, Position, Unit, View
from pbem_rules.june6.printed.data import Data, Formation
from pbem_rules.june6.rules.lookup import on_map, title
from pbem_rules.june6.rules.movement.checks import (
    acting,
    barred_from_acting,
    for_one_unit,
    headquarters_of,
    movers,
)
from pbem_rules.june6.rules.movement.reorganising import done_already, isolated
from pbem_rules.june6.words import word
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Rally:
    """A unit that neither moves nor attacks loses one level of Disorder (21.21, 21.22)."""

    unit: str


RALLY = Kind[Rally, View, Play](Rally, early="7.24")


_NEVER_RALLY = frozenset({"detachment", "strongpoint"})


def division_for(data: Data, frame: Activation, formation: str) -> Formation | None:
    """The active division a unit is to join: the one named, or the only active one when none is named."""
    name = formation or (frame.formations[0] if len(frame.formations) == 1 else "")
    found = data.formations.get(name)
    return found if found is not None and name in frame.formations and found.kind == "division" else None


@BOOK.rule("6.13")
def barred_from_joining(at: Position, frame: Activation, unit: Unit, formation: str) -> Iterator[Violation]:
    """Why a unit may not be assigned (6.13a)."""
    said: list[str] = []
    division = division_for(at.data, frame, formation)
    corps = at.data.formations.get(unit.corps or at.data.unit(unit.id).formation)
    if frame.stage != "move":
        said.append(Message("the active formation has finished moving"))
    if division is None:
        none = Message("no division {formation} is active", formation=formation)
        said.append(none if formation else Message("name one of the active divisions"))
    if corps is None or corps.kind != "corps" or at.data.unit(unit.id).hq:
        said.append(Message("{unit} is not a unit of a corps, headquarters apart", unit=unit.id))
    elif division is not None and division.side == ALLIED and division.corps != corps.id:
        said.append(
            Message(
                "{division} is under {corps} Corps, {unit} under {own}",
                division=division.name,
                corps=division.corps,
                unit=unit.id,
                own=corps.id,
            )
        )
    if unit.assigned:
        said.append(
            Message(
                "{unit} belongs to {formation} this turn",
                unit=unit.id,
                formation=title(at.data, unit.assigned),
            )
        )
    if unit.moved:
        said.append(Message("{unit} has moved this turn", unit=unit.id))
    if unit.fought:
        said.append(Message("{unit} has attacked this turn (N13)", unit=unit.id))
    if division is not None:
        said.extend(_not_with(at, frame, unit, division))
    for why in said:
        yield broken("6.13", Message("{unit} cannot be assigned: {why}", unit=unit.id, why=why), unit.id)


def _not_with(at: Position, frame: Activation, unit: Unit, division: Formation) -> Iterator[str]:
    """Why the headquarters cannot take it: too far, or not active itself, so that nobody acts with it (N253)."""
    headquarters = at.state.board.get(division.hq)
    if headquarters is None or not on_map(at.data, headquarters) or not on_map(at.data, unit):
        yield Message(
            "{unit} and the headquarters of {division} are not both on the map",
            unit=unit.id,
            division=division.name,
        )
        return
    far = at.data.ground.grid.distance(unit.where, headquarters.where)
    most = at.data.numbers.ranges.corps_unit_assignment
    if far > most:
        yield Message("{hq} is {far} hexes away, more than {most}", hq=headquarters.id, far=far, most=most)
    if headquarters.efficiency != frame.full:
        yield Message("{hq} is not active", hq=headquarters.id)


def assign(play: Play, frame: Activation, unit: Unit, formation: str) -> None:
    """The unit joins the division. Where it began the activation is known: it has not moved (``activation.begin``)."""
    division = division_for(play.data, frame, formation)
    assert division is not None
    play.mark(unit.id, assigned=division.id, efficiency=_efficient(play, frame, unit))
    text = Message("{unit} joined {division} for the turn.", unit=unit.id, division=division.name)
    play.say("assigned", text, "6.13", side=frame.side, units=(unit.id,), hexes=(unit.where,))


@BOOK.rule("6.13", "N253")
def _efficient(at: Position, frame: Activation, unit: Unit) -> bool:
    """Whether it joins without a Reduced Efficiency marker: at reduced efficiency it takes the division's (N253)."""
    return frame.full and (unit.efficiency or _comes_under_command(at, unit))


def _comes_under_command(at: Position, unit: Unit) -> bool:
    """A unit whose corps headquarters is gone is at reduced efficiency until it joins another formation (6.16b)."""
    return headquarters_of(at, unit) is None


for_one_unit(RALLY)


@RALLY.wrong
def barred_from_rallying(view: View, order: Rally) -> Iterator[Violation]:
    """Why a unit may not rally."""
    frame, unit = acting(view.state, order.unit)
    yield from barred_from_acting(view.data, frame, unit)
    yield from _is_in_disorder(unit)
    yield from _does_nothing_else(frame, unit)
    yield from _is_not_isolated(view, unit)
    yield from _can_rally_at_all(view.data, unit)


@BOOK.rule("21.21")
def _is_in_disorder(unit: Unit) -> Iterator[Violation]:
    if not unit.disorder:
        yield broken("21.21", Message("{unit} is not in Disorder", unit=unit.id), unit.id)


@BOOK.rule("21.22")
def _does_nothing_else(frame: Activation, unit: Unit) -> Iterator[Violation]:
    for said in done_already(frame, unit):
        yield broken("21.22", said, unit.id)


@BOOK.rule("21.23", "22.25")
def _is_not_isolated(at: Position, unit: Unit) -> Iterator[Violation]:
    for each in isolated(at, unit):
        yield broken("21.23", Message("{each} is isolated", each=each.id), each.id)


@BOOK.rule("21.24", "19.22", "19.34")
def _can_rally_at_all(data: Data, unit: Unit) -> Iterator[Violation]:
    kind = data.unit(unit.id)
    if kind.type in _NEVER_RALLY:
        said = Message("{unit}, a {type}, does not rally", unit=unit.id, type=word(kind.type))
        yield broken("21.24", said, unit.id)


@RALLY.carry_out
def rally(play: Play, order: Rally) -> None:
    """One level of Disorder less."""
    frame, unit = acting(play.state, order.unit)
    left = unit.disorder - 1
    play.mark(unit.id, disorder=left)
    play.alter(rallied=(*frame.rallied, unit.id))
    text, hexes = Message("{unit} rallied.", unit=unit.id), (unit.where,)
    if left:
        text = Message("{unit} rallied to Disorder {level}.", unit=unit.id, level=left)
    play.say("rallied", text, "21.21", side=frame.side, units=(unit.id,), hexes=hexes)


@RALLY.legal
def rallies(view: View) -> Iterator[Rally]:
    """The units that can rally, and others."""
    return (Rally(unit=unit.id) for unit in movers(view))
