"""What a move costs: the points of a unit and of each step (7.5, 10.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.records import field, frozen
from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import GERMAN, STEP_ASHORE, Unit
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.lookup import ENTRY, SEA, at_sea, face
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.weather import german_movement

ROAD, RIVER, HILL = "road", "river", "hill"
SLOW = "slow"
INVASION_TURN = 1
_WEATHER: Mapping[str, str] = {
    str(each): each for each in (Message("clear"), Message("overcast"), Message("rain"), Message("storm"))
}
"""The weather in the middle of a sentence."""


@frozen(kw_only=True)
class Budget:
    """What a unit may spend: ``points``, or one hex whatever it costs when ``one_hex`` is true (10.0, 13.0).

    ``reasons``: the printed allowance and what changes it. ``why``: in words, when the unit does not move at all.
    """

    points: int
    one_hex: bool
    reasons: tuple[Reason, ...] = ()
    why: str = ""
    paragraph: str = "10.0"
    only_one: bool = field(default=False)


@BOOK.rule("10.0", "7.4", "7.5", "13.0", "N38")
def budget(at: Position, unit: Unit) -> Budget:
    """What a unit may spend in this phase."""
    printed = face(at.data, unit).move
    reasons = [Reason(paragraph="2.4.3", text=Message("printed"), value=printed)]
    if printed == 0:
        return _none("10.0", Message("{unit} has no movement points and never moves", unit=unit.id))
    if at.state.phase == STEP_ASHORE:
        return Budget(points=printed, one_hex=True, only_one=True, reasons=tuple(reasons), paragraph="13.0")
    points = printed
    if at.state.turn > INVASION_TURN:
        for reason in _german_changes(at, unit):
            reasons.append(reason)
            points = max(0, points + reason.value)
        if not supply.supplied(at, unit):
            half = supply.halved(points)
            reasons.append(Reason(paragraph="7.4", text=Message("out of supply"), value=half - points))
            points = half
    return _ashore(at, unit, points, reasons)


def _none(paragraph: str, why: str) -> Budget:
    return Budget(points=0, one_hex=False, why=why, paragraph=paragraph)


@BOOK.rule("7.5", "12.1")
def _german_changes(at: Position, unit: Unit) -> Iterator[Reason]:
    change = german_movement(at) if at.side_of(unit.id) == GERMAN else 0
    if change:
        weather = _WEATHER.get(at.state.weather, at.state.weather)
        text = Message("weather: {weather}", weather=weather)
        if effects.in_force(at, SLOW):
            text = Message("weather: {weather}, French Resistance", weather=weather)
        yield Reason(paragraph="7.5", text=text, value=change)


@BOOK.rule("8.3", "12.1", "N39")
def _ashore(at: Position, unit: Unit, points: int, reasons: list[Reason]) -> Budget:
    """The points left to a unit that lands, or has landed this turn."""
    beach = unit.where.partition(":")[2] if at_sea(unit) else unit.where
    if not at_sea(unit) and unit.landed != at.state.turn:
        return Budget(points=points, one_hex=True, reasons=tuple(reasons))
    if beach not in at.state.mulberries:
        if at_sea(unit):
            return Budget(points=0, one_hex=True, only_one=True, reasons=tuple(reasons), paragraph="8.3")
        return _none(
            "8.3", Message("{unit} came ashore this turn and has no movement points left", unit=unit.id)
        )
    half = supply.halved(points)
    reasons.append(Reason(paragraph="12.1", text=Message("lands at a Mulberry"), value=half - points))
    return Budget(points=half, one_hex=at_sea(unit), reasons=tuple(reasons), paragraph="12.1")


@BOOK.rule("10.1", "3.2", "N68")
@BOOK.rule("10.1", "N40")
@BOOK.rule("8.3", "12.1", "N39")
def step_cost(data: Data, frm: str, to: str) -> int:
    """The points from a hex to the next; from the edge of the map those of the hex, from the sea none."""
    ground, chart = data.ground, data.charts.terrain
    if frm.startswith(SEA):
        return 0
    if ground.roads.has(frm, to):
        return chart[ROAD].move
    if frm.startswith(ENTRY) and ground.roads.at(to):
        return chart[ROAD].move
    hill = chart[HILL].move if to in ground.hills else 0
    cost = max(hill, *(chart[kind].move for kind in ground.terrain[to]))
    if ground.rivers.has(frm, to) and not ground.bridges.has(frm, to):
        cost += chart[RIVER].move
    return cost
