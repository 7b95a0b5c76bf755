"""Breaking German infantry down into Detachments (19.3): before the landings, and where an activation begins."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice
from pbem.port.messages import Message, Series
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import BEFORE_LANDINGS, GERMAN, Activation, Play, Position, State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.command import led
from pbem_rules.june6.rules.ground.occupying import absorb, occupation, occupy
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import formation_of, on_map, units_of, waits
from pbem_rules.june6.rules.movement.checks import active, belongs, find
from pbem_rules.june6.rules.movement.costs import Mover, allowance, points
from pbem_rules.june6.rules.movement.steps import obstacles
from pbem_rules.shared.orders import Kind, broken, not_beside


@frozen(kw_only=True)
class BreakDown:
    """A German infantry unit is broken down into Detachments, which stand in ``hexes`` (19.33), its own or next to it.

    It turns over for one Detachment, or, ``whole``, gives way to as many as its strength makes.
    """

    unit: str
    hexes: tuple[str, ...]
    whole: bool = False


DETACHMENT = "detachment"
_MAKESHIFT = frozenset({DETACHMENT, "strongpoint"})


def counters(at: Position) -> tuple[str, ...]:
    """The Detachments that are not in play, in order (19.35)."""
    return tuple(
        name
        for name in sorted(at.data.units)
        if at.data.units[name].type == DETACHMENT and name not in at.state.board
    )


# --- when, and who ------------------------------------------------------------------------------------------------------


@BOOK.rule("19.31")
def _moment(state: State) -> Activation | bool | None:
    """The activation that begins, True before the landings, None at any other time (N145)."""
    if state.phase == BEFORE_LANDINGS and not state.frames:
        return True
    frame = active(state, GERMAN)
    if frame is None or not frame.full or frame.stage != "move":
        return None
    return None if (*frame.moved, *frame.strategic, *frame.rallied) else frame


@BOOK.rule("7.4")
def _at_reduced_efficiency(state: State) -> bool:
    frame = active(state, GERMAN)
    return frame is not None and not frame.full


@BOOK.rule("19.32")
def _unfit(at: Position, frame: Activation | bool, unit: Unit) -> Iterator[str]:
    """Every reason why a unit cannot be broken down."""
    kind, least = at.data.unit(unit.id), at.data.numbers.activation.breakdown_cohesion
    if not kind.infantry_type or kind.type in _MAKESHIFT:
        yield Message("it is not infantry")
    if kind.full.cohesion < least:
        yield Message("its cohesion is under {least}", least=least)
    if unit.reduced:
        yield Message("it is reduced")
    if unit.disorder:
        yield Message("it is in Disorder")
    if not on_map(at.data, unit):
        yield Message("it is not on the map")
    if not _under_command(at, frame, unit):
        yield Message("no headquarters of its formation acts at full efficiency now")


def _under_command(at: Position, frame: Activation | bool, unit: Unit) -> bool:
    if isinstance(frame, Activation):
        return belongs(at.data, frame, unit) and not waits(unit)
    formation = at.data.formations.get(formation_of(at.data, unit))
    head = at.state.board.get(formation.hq) if formation is not None and formation.hq else None
    return head is not None and head.efficiency and led(at.data, unit, at.state.board)


def fit(at: Position) -> Iterator[Unit]:
    """The units that can be broken down now, in order of id; none when all Detachments are in play."""
    frame = _moment(at.state)
    if frame is None or not counters(at):
        return
    for unit in units_of(at, GERMAN):
        if next(_unfit(at, frame, unit), None) is None:
            yield unit


def possible(at: Position) -> bool:
    """Whether any unit can be broken down now."""
    return next(fit(at), None) is not None


CHOICE = Choice(
    side=GERMAN,
    kinds=("break-down", "done"),
    why=Message("break units down into Detachments before the landings, or done"),
    paragraph="19.31",
)
"""What the German may do before the landings."""


# --- the order ----------------------------------------------------------------------------------------------------------


BREAK_DOWN = Kind[BreakDown, View, Play](BreakDown, early="19.31", exact=True)


@BREAK_DOWN.untimely
@BREAK_DOWN.wrong
def not_so(view: View, action: BreakDown) -> tuple[Violation, ...]:
    """Everything wrong with breaking a unit down so; empty when it is legal."""
    data, state, side, frame = view.data, view.state, view.side, _moment(view.state)
    if frame is None and side == GERMAN and _at_reduced_efficiency(state):
        said = Message("no unit is broken down at reduced efficiency")
        return (broken("7.4", said, action.unit),)
    if frame is None or side != GERMAN:
        said = Message(
            "units are broken down before the landings, or before anybody of the formation moves or rallies"
        )
        return (broken("19.31", said, action.unit),)
    unit = find(view, side, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    unfit = tuple(
        broken("19.32", Message("{unit} cannot be broken down: {why}", unit=unit.id, why=why), unit.id)
        for why in _unfit(view, frame, unit)
    )
    wrong = (*unfit, *_number(data, unit, action), *_counters_left(view, action))
    return wrong if wrong else (*_ways(view, unit, action), *_stacks(view, unit, action))


@BOOK.rule("19.33")
def _number(data: Data, unit: Unit, action: BreakDown) -> Iterator[Violation]:
    """The number is what the strength gives, neither more nor fewer (N146)."""
    kind = data.unit(unit.id)
    due = _altogether_due(data, unit) if action.whole else 1
    if not action.whole and kind.reduced is None:
        said = Message(
            "{unit} has no reduced side; it can only give way to Detachments altogether", unit=unit.id
        )
        yield broken("19.33", said, unit.id)
    if due >= 1 and len(action.hexes) == due:
        return
    said = Message(
        "with `{way}` {unit} of strength {cs} makes {due} Detachments, not {len}",
        way="whole=yes" if action.whole else "whole=no", unit=unit.id, cs=kind.full.cs, due=due, len=len(action.hexes),
    )  # fmt: skip
    yield broken("19.33", said, unit.id)


def _altogether_due(data: Data, unit: Unit) -> int:
    """How many Detachments a unit makes that gives way to them: as its strength and theirs have it (N146)."""
    each = min((kind.full.cs for kind in data.units.values() if kind.type == DETACHMENT), default=1)
    return data.unit(unit.id).full.cs // max(1, each)


@BOOK.rule("19.35")
def _counters_left(at: Position, action: BreakDown) -> Iterator[Violation]:
    left = len(counters(at))
    if len(action.hexes) > left:
        said = Message("Detachments left: {left}, not {len}", left=left, len=len(action.hexes))
        yield broken("19.35", said, action.unit)


def _ways(at: Position, unit: Unit, action: BreakDown) -> Iterator[Violation]:
    """A Detachment stays, or goes one hex as any move of one hex (N147)."""
    for name, to in zip(counters(at), action.hexes, strict=False):
        if to == unit.where:
            continue
        mover = Mover(data=at.data, state=at.state, unit=_made(unit, name, unit.where), full=False)
        if unit.pinned or unit.scattered:
            said = Message(
                "{name} is {marked} like {unit} and stays in {hex}",
                name=name,
                marked=Message("pinned") if unit.pinned else Message("scattered"),
                unit=unit.id,
                hex=unit.where,
            )
            yield broken("8.22", said, name)
        if to in at.data.ground.terrain and to not in at.data.ground.grid.adjacent.get(unit.where, ()):
            yield not_beside("8.11", unit.id, unit.where, to)
            continue
        closed = tuple(obstacles(mover, unit.where, to))
        yield from closed
        if not closed and (points(mover, unit.where, to) or 0) > allowance(mover):
            yield broken("8.12", Message("{name} cannot pay for {to}", name=name, to=to), name)


def _stacks(at: Position, unit: Unit, action: BreakDown) -> Iterator[Violation]:
    after = _after(at, unit, action)
    for where in sorted({unit.where, *action.hexes}):
        yield from stacking_violations(View(data=at.data, state=after), where)


@BOOK.rule("19.34")
def _made(unit: Unit, name: str, where: str) -> Unit:
    """A Detachment, with the markers of the unit from which it comes (N147)."""
    return Unit(
        id=name,
        where=where,
        efficiency=False,
        isolated=unit.isolated,
        pinned=unit.pinned,
        scattered=unit.scattered,
    )


def _after(at: Position, unit: Unit, action: BreakDown) -> State:
    made = [_made(unit, n, w) for n, w in zip(counters(at), action.hexes, strict=False)]
    if action.whole:
        board = at.state.board.remove(unit.id).put(*made)
        return evolve(at.state, board=board, lost=(*at.state.lost, unit.id))
    return evolve(at.state, board=at.state.board.put(evolve(unit, reduced=True), *made))


@BREAK_DOWN.carry_out
def break_down(play: Play, action: BreakDown) -> None:
    """The unit is reduced or gone (N148), and its Detachments stand where they were sent."""
    before = play.state
    unit, names = before.board[action.unit], counters(play)[: len(action.hexes)]
    play.state = _after(play, unit, action)
    for name, where in zip(names, action.hexes, strict=True):
        if where != unit.where:
            occupy(play, play.board[name], where)
            absorb(play, where)
    way = Message("gave way to") if action.whole else Message("turned over and made")
    pairs = zip(names, action.hexes, strict=True)
    places = Series(Message("{unit} in {hex}", unit=name, hex=where) for name, where in pairs)
    hexes = (unit.where, *action.hexes)
    said = Message("{unit} {way} {places}.", unit=unit.id, way=way, places=places)
    play.say("broken-down", said, "19.33", side=GERMAN, units=(unit.id, *names), hexes=hexes)
    play.outcomes.extend(occupation(before, play.state, GERMAN))


@BREAK_DOWN.legal
def break_downs(view: View) -> Iterator[BreakDown]:
    """For each unit one Detachment, where it stays and in each hex around; then its end in one arrangement."""
    for unit in tuple(fit(view)):
        around = (unit.where, *view.data.ground.grid.adjacent.get(unit.where, ()))
        for where in around:
            order = BreakDown(unit=unit.id, hexes=(where,))
            if not not_so(view, order):
                yield order
        yield from _altogether(view, unit, around)


def _altogether(view: View, unit: Unit, around: tuple[str, ...]) -> Iterator[BreakDown]:
    """As many Detachments as there is room for in each hex in turn; nothing when they do not all find a place."""
    data, order = view.data, BreakDown(unit=unit.id, hexes=(), whole=True)
    if len(counters(view)) < _altogether_due(data, unit):
        return
    for where in around:
        for _ in range(data.numbers.stacking.combat):
            more = evolve(order, hexes=(*order.hexes, where))
            if any(True for _ in (*_ways(view, unit, more), *_stacks(view, unit, more))):
                break
            order = more
            if not not_so(view, order):
                yield order
                return
