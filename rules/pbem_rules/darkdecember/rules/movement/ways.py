"""The ways that a unit can go: what may be wrong with a step, with a whole way, and with moving at all (3.1 to 3.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import EXPLOITATION, MOVE, REACTION, State, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, Data
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.rules import sharing
from pbem_rules.darkdecember.rules.movement import restricted
from pbem_rules.darkdecember.rules.movement.costs import OFF_ROAD, Mover, left, step_cost
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.paths import least_barred
from pbem_rules.kernel.paths import reach as search
from pbem_rules.shared.orders import broken, not_beside, too_far

_COMMANDERS_WAIT = "18 Dec AM"
_END = "errata-strategic-end"
_PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}

# --- one step; ``frm`` is empty for a hex of entry ----------------------------------------------------------------------


@BOOK.rule("3.1a", "3.4c", "O9.4")
def into_enemies(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """A hex with enemies who do not give way; a hex of entry is blocked by units (3.4c), to a commander by one as well."""
    if (frm or mover.leader) and mover.position.in_the_way(mover.unit.id, to):
        yield broken("3.1a", Message("an enemy stands in {hex}", hex=to), to)


@BOOK.rule("3.1b")
def zone_to_zone(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """A step out of an enemy zone straight into another."""
    if frm == mover.unit.where and to in mover.zones and not mover.unit.began:
        said = Message("{frm} and {to} are both in enemy zones", frm=frm, to=to)
        yield broken("3.1b", said, to)


@BOOK.rule("3.8a")
def out_of_a_zone(mover: Mover, frm: str, _to: str) -> Iterator[Violation]:
    """A step out of a zone that was entered in this phase."""
    if frm != mover.unit.where or mover.unit.began:
        said = Message("the enemy zone in {hex} ends the move of {unit}", hex=frm, unit=mover.unit.id)
        yield broken("3.8a", said, frm)


@BOOK.rule("3.2c", "3.8b", "E3")
def out_of_column(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """A step that nobody in strategic movement takes."""
    position, unit = mover.position, mover.unit.id
    if to in mover.zones:
        yield broken("3.2c", Message("{unit} enters an enemy zone in {hex}", unit=unit, hex=to), to)
    if frm and not position.road_open(frm, to) and not position.chosen(OFF_ROAD):
        yield broken("3.2c", _no_road(position, unit, frm, to), to)


def _no_road(position: Position, unit: str, frm: str, to: str) -> Message:
    if position.fresh(frm, to):
        return Message("the bridge from {frm} to {to} has just been built", frm=frm, to=to)
    if position.data.ground.roads.has(frm, to):
        return Message("the bridge from {frm} to {to} is blown", frm=frm, to=to)
    return Message("no road leads {unit} from {frm} to {to}", unit=unit, frm=frm, to=to)


def _beside_columns(mover: Mover, where: str) -> bool:
    """Whether a road joins a hex to another friend in strategic movement."""
    position = mover.position
    around = position.data.ground.grid.adjacent[where]
    stacks = (
        position.board[name] for at in around if position.road_open(where, at) for name in mover.friends(at)
    )
    return any(unit.column for unit in stacks)


@BOOK.rule("3.2g", "N17")
def beside_columns(mover: Mover, _frm: str, to: str) -> Iterator[Violation]:
    """A hex beside another column."""
    if not mover.position.chosen(_END) and _beside_columns(mover, to):
        yield broken("3.2g", Message("{hex} is beside a friend in strategic movement", hex=to), to)


def closed_ground(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """A step to ground that is closed to restricted units (3.6)."""
    return restricted.across(mover.position, mover.unit, frm, to) if frm else iter(())


def wrong_step(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """All that is wrong with a step."""
    yield from into_enemies(mover, frm, to)
    if frm in mover.zones:
        yield from zone_to_zone(mover, frm, to)
        yield from out_of_a_zone(mover, frm, to)
    if mover.position.board.at(to):
        yield from sharing.wrong(mover.position, mover.unit, to)
    if mover.unit.column:
        yield from out_of_column(mover, frm, to)
        yield from beside_columns(mover, frm, to)
    yield from closed_ground(mover, frm, to)


# --- moving at all -------------------------------------------------------------------------------------------------------


@BOOK.rule("S1.2", "N50")
def surprised(position: Position, unit: Unit) -> bool:
    """Whether the surprise of 16 December keeps a unit from moving."""
    first = position.data.charts.advantage.surprise
    if position.side_of(unit.id) != ALLIED or position.turn > first + 1 or position.is_leader(unit.id):
        return False
    fast = position.turn > first and position.motorized(unit.id)
    return not (unit.woken or fast or unit.entered)


@BOOK.rule("S2.3")
def landed(position: Position, unit: Unit) -> bool:
    """Whether a unit has just dropped."""
    kind = position.data.units.get(unit.id)
    return kind is not None and kind.drops and unit.entered == position.turn


@BOOK.rule("O9.6", "N58")
def commanders_wait(position: Position, unit: Unit) -> bool:
    """Whether a commander does not move yet."""
    leader = position.data.leaders.get(unit.id)
    if leader is None or not leader.hex:
        return False
    return position.turn <= position.data.turns.index(_COMMANDERS_WAIT)


@BOOK.rule("O8.1", "O8.2", "O8.3", "O8.4", "N86")
def not_its_phase(position: Position, unit: Unit) -> Iterator[Violation]:
    """Reserves in the movement phase, or others in a phase of reserves."""
    phase = position.state.phase
    if phase == MOVE and unit.named:
        yield broken("O8.1", Message("{unit} is in reserve", unit=unit.id), unit.id)
    if phase in (REACTION, EXPLOITATION) and not unit.reserve:
        paragraph = "O8.3" if phase == REACTION else "O8.2"
        yield broken(paragraph, Message("{unit} is not a reserve", unit=unit.id), unit.id)
    if phase == REACTION and unit.column:
        yield broken("O8.3", Message("{unit} is in strategic movement", unit=unit.id), unit.id)


def still(position: Position, unit: Unit) -> Iterator[Violation]:
    """Why a unit may not move at all now."""
    name = unit.id
    if surprised(position, unit):
        yield broken("S1.2", Message("{unit} does not move yet: it was not attacked", unit=name), name)
    if landed(position, unit):
        yield broken("S2.3", Message("{unit} has just landed", unit=name), name)
    if commanders_wait(position, unit):
        yield broken("O9.6", Message("{unit} does not move yet", unit=name), name)
    if restricted.waits(position, unit):
        yield broken("3.6", Message("{unit} is restricted and not active", unit=name), name)
    if unit.bridging:
        yield broken("5.2", Message("{unit} builds a bridge", unit=name), name)
    yield from not_its_phase(position, unit)


# --- whole ways ----------------------------------------------------------------------------------------------------------


@BOOK.rule("S1.2")
def one_hex(mover: Mover) -> bool:
    """Whether one hex is all that a unit may move."""
    position = mover.position
    early = position.turn <= position.data.charts.advantage.surprise + 1
    return (
        early
        and mover.side == ALLIED
        and not mover.motorized
        and bool(mover.unit.where)
        and not mover.unit.entered
    )


@BOOK.rule("3.1c", "N13")
def always(mover: Mover, path: tuple[str, ...]) -> bool:
    """Whether a way is the one hex that costs nobody too much."""
    unit = mover.unit
    return len(path) == 1 and not unit.spent and not (unit.column or unit.columned)


@BOOK.rule("3.1a", "O8.3")
def too_dear(mover: Mover, path: tuple[str, ...], more: int = 0) -> Iterator[Violation]:
    """A way that costs more than is left, ``more`` included."""
    if cost(mover, path) + more > left(mover) and not (always(mover, path) and not more):
        paragraph = "O8.3" if mover.position.state.phase == REACTION else "3.1a"
        price, there = in_points(cost(mover, path) + more), in_points(max(left(mover), 0))
        yield too_far(paragraph, mover.unit.id, (path or (mover.unit.where,))[-1], price, there)


@BOOK.rule("E2")
def ends_beside_columns(mover: Mover, path: tuple[str, ...]) -> Iterator[Violation]:
    """An end beside a friend in strategic movement."""
    if mover.unit.column and mover.position.chosen(_END) and path and _beside_columns(mover, path[-1]):
        yield broken("E2", Message("{hex} is beside a friend in strategic movement", hex=path[-1]), path[-1])


def in_points(thirtieths: int) -> str:
    """Points as players write them: whole ones, and the part of one that is left."""
    whole, rest = divmod(thirtieths, PART)
    part = _PARTS.get(Fraction(rest, PART), f" {rest}/{PART}")
    return f"{whole or ''}{part}" if rest else str(whole)


def cost(mover: Mover, path: tuple[str, ...]) -> int:
    """What a way costs."""
    return sum(step_cost(mover, frm, to) for frm, to in pairwise((mover.unit.where, *path)))


@BOOK.rule("3.0", "3.1a")
def not_adjacent(mover: Mover, path: tuple[str, ...]) -> Iterator[Violation]:
    """Hexes that are none, or not beside one another."""
    adjacent = mover.position.data.ground.grid.adjacent
    for frm, to in pairwise((mover.unit.where, *path)):
        if to not in (adjacent.get(frm, ()) if frm else adjacent):
            yield not_beside("3.1a", mover.unit.id, frm, to)


def wrong_way(mover: Mover, path: tuple[str, ...], more: int = 0) -> Iterator[Violation]:
    """All that is wrong with a way whose hexes follow one another; ``more`` is spent at its end."""
    for frm, to in pairwise((mover.unit.where, *path)):
        yield from wrong_step(mover, frm, to)
    if one_hex(mover) and (len(path) > 1 or mover.unit.began):
        yield broken("S1.2", Message("{unit} moves one hex", unit=mover.unit.id), mover.unit.id)
    yield from too_dear(mover, path, more)
    yield from ends_beside_columns(mover, path)


def least_wrong(mover: Mover, to: str) -> tuple[str, ...]:
    """The way to a hex with the least against it."""
    adjacent = mover.position.data.ground.grid.adjacent
    return least_barred(
        mover.unit.where,
        to,
        adjacent,
        lambda frm, to: step_cost(mover, frm, to),
        lambda frm, to: next(wrong_step(mover, frm, to), None) is not None,
    )


def reach(position: Position, name: str) -> Mapping[str, tuple[str, ...]]:
    """Every hex where a unit's move may end, with the cheapest way, the hex left not included."""
    return _reach(position.state, position.data, name)


@derived
def _reach(state: State, data: Data, name: str) -> Mapping[str, tuple[str, ...]]:
    view = View(data=data, state=state)
    mover = Mover.of(view, view.board[name])
    return reach_of(mover, mover.unit.where, left(mover))


def reach_of(mover: Mover, start: str, budget: int) -> Mapping[str, tuple[str, ...]]:
    """The ways from a hex for so much; a hex of entry is the start of one who comes on the map."""
    position = mover.position
    adjacent = position.data.ground.grid.adjacent
    far = not one_hex(mover)
    plain = not (mover.unit.column or mover.leader or restricted.restricted(position, mover.unit))
    stood = set(position.board.places())

    def step(frm: str, to: str, _spent: int, before: str | None) -> int | None:
        if before is not None and not far:
            return None
        asked = frm in mover.zones or to in stood or not plain  # else no rule has anything to say
        if asked and next(wrong_step(mover, frm, to), None) is not None:
            return None
        return step_cost(mover, frm, to)

    if not far and mover.unit.began:
        return {}
    found = search(start, adjacent, step, budget)
    ways = {to: found.path(to)[1:] for to in found.costs if to != start}
    for to in adjacent[start] if start == mover.unit.where else ():
        if always(mover, (to,)) and to not in ways and next(wrong_step(mover, start, to), None) is None:
            ways[to] = (to,)
    return {to: path for to, path in sorted(ways.items()) if not any(ends_beside_columns(mover, path))}
