"""Engineers: bridges in the engineering phase of the night (15.1), and trenches (15.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Demand, Rolled
from pbem.port.messages import Message, OrderWord
from pbem_rules.kernel.derived import recent
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import stacking
from pbem_rules.normandy.rules.night import OVER, numbered, roll
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, Stood, View, type_of
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.normandy.tasks import Span
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken

BUILD, DESTROY = "build", "destroy"


@frozen(kw_only=True)
class Bridge:
    """Engineers build or destroy the bridge over a hexside (15.1). ``work``: ``build`` | ``destroy``."""

    unit: str
    side: str
    work: str
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class Dig:
    """Engineers dig a trench in their hex: it stands after their second turn of work (15.5)."""

    unit: str


@frozen(kw_only=True)
class Abandon:
    """Engineers give up a trench that they have begun, and are free when the turn ends (15.5)."""

    unit: str


BRIDGE = Kind[Bridge, View, Play](Bridge, early="15.1")
DIG = Kind[Dig, View, Play](Dig, early="15.5")
ABANDON = Kind[Abandon, View, Play](Abandon, early="15.5")
BRIDGES = Label[View, Play]("bridge", early="15.1")


def sappers(at: Position, side: str) -> tuple[str, ...]:
    """The engineers of a side on the map, those of the landing left out."""
    return _sappers(at.data, at.stood(side))


@recent(8)
def _sappers(data: Data, stood: Stood) -> tuple[str, ...]:
    kinds = ((name, type_of(data, name)) for name, where in stood if where in data.land.terrain)
    return tuple(sorted(name for name, kind in kinds if kind.branch == "engineer" and not kind.landing))


def _pair(side: str) -> tuple[str, str]:
    one, _, two = side.partition("/")
    return one, two


@BRIDGE.invalid
def nothing_there(view: View, order: Bridge) -> Iterator[Violation]:
    for name in (order.unit, *order.others):
        if name not in sappers(view, view.side):
            yield broken("15.1", Message("you have no engineers {unit}", unit=name), name)
    ground, pair = view.data.ground, _pair(order.side)
    if pair not in ground.rivers.pairs and pair not in ground.streams.pairs:
        yield broken("15.1", Message("{side} is not a hexside with water", side=order.side), order.side)
    if order.work not in (BUILD, DESTROY):
        yield broken(
            "15.1",
            Message("the work is {build} or {destroy}", build=OrderWord(BUILD), destroy=OrderWord(DESTROY)),
            order.work,
        )


@BRIDGE.wrong
@BOOK.rule("15.1")
def cannot_work(view: View, order: Bridge) -> Iterator[Violation]:
    """Somewhere else, in a zone, at work already, or nothing to do."""
    busy = {name for span in view.state.spans for name in span.units}
    for name in (order.unit, *order.others):
        where = view.board[name].where
        if where not in _pair(order.side):
            yield broken("15.1", Message("{unit} does not stand at {side}", unit=name, side=order.side), name)
        elif zone_of_control(view, view.enemy(view.side)).get(where):
            yield broken("15.1", Message("{unit} stands in an enemy zone", unit=name), name)
        if name in busy:
            yield broken("15.1", Message("{unit} is at work already", unit=name), name)
    if view.bridged(*_pair(order.side)) == (order.work == BUILD) or any(
        order.side == span.side for span in view.state.spans
    ):
        said = Message("there is nothing to {work} at {side}", work=order.work, side=order.side)
        yield broken("15.1", said, order.side)


@BRIDGE.legal
def works(view: View) -> Iterator[Bridge]:
    ground = view.data.ground
    for name in sappers(view, view.side):
        where = view.board[name].where
        for other in ground.grid.adjacent[where]:
            pair = (where, other) if where < other else (other, where)
            if pair in ground.rivers.pairs or pair in ground.streams.pairs:
                side = "/".join(pair)
                yield Bridge(unit=name, side=side, work=DESTROY if view.bridged(*pair) else BUILD)


@BRIDGE.carry_out
def begin(play: Play, order: Bridge) -> None:
    span = Span(side=order.side, work=order.work, units=(order.unit, *order.others))
    play.change(spans=(*play.state.spans, span))


def dice(view: View) -> tuple[Demand, ...]:
    """A die for each bridge that has been named."""
    side = view.side_of(view.state.spans[0].units[0])
    return roll(
        numbered(view, BRIDGES.word), len(view.state.spans), view.data.charts.bridges.die, "15.1", side=side
    )


@BOOK.rule("15.1", "N50")
def chance(at: Position, span: Span) -> int:
    """The highest face with which the work succeeds."""
    rule = at.data.charts.bridges
    if span.work == BUILD:
        return rule.build + rule.further_engineers * (len(span.units) - 1)
    return rule.destroy_river if _pair(span.side) in at.data.ground.rivers.pairs else rule.destroy


@BRIDGES.rolled
def rolled(play: Play, told: Rolled) -> None:
    for span, face in zip(play.state.spans, told.faces, strict=True):
        done = face <= chance(play, span)
        if done:
            change_bridge(play, span.side, span.work == BUILD)
        said = _told(span, done)
        hexes, side = _pair(span.side), play.side_of(span.units[0])
        play.say("bridge", said, "15.1", side=side, units=span.units, hexes=hexes, faces=(face,))
    play.change(spans=(), rolls=play.state.rolls + 1, stage=OVER)


def _told(span: Span, done: bool) -> Message:
    """What came of the work."""
    if span.work == BUILD:
        built, not_yet = (
            Message("A bridge is built at {side}.", side=span.side),
            Message("No bridge at {side} yet.", side=span.side),
        )
        return built if done else not_yet
    blown, stays = (
        Message("The bridge {side} is blown.", side=span.side),
        Message("The bridge {side} stands.", side=span.side),
    )
    return blown if done else stays


def change_bridge(play: Play, side: str, stands_now: bool) -> None:
    """A bridge is there from now on, or no more."""
    built = tuple(each for each in play.state.built if each != side)
    blown = tuple(each for each in play.state.blown if each != side)
    printed = _pair(side) in play.data.ground.bridges.pairs
    if stands_now and not printed:
        built = tuple(sorted((*built, side)))
    if not stands_now and printed:
        blown = tuple(sorted((*blown, side)))
    play.change(built=built, blown=blown)


# --- trenches --------------------------------------------------------------------------------------------------


@DIG.invalid
def no_sapper(view: View, order: Dig) -> Iterator[Violation]:
    if order.unit not in sappers(view, view.side):
        yield broken("15.5", Message("you have no engineers {unit}", unit=order.unit), order.unit)


@BOOK.rule("15.5", "N108")
def digging(at: Position, name: str) -> bool:
    """Whether engineers have begun a trench that does not stand yet, or have given it up in this turn."""
    unit = at.board[name]
    return bool(unit.dug) and unit.where not in at.state.trenches


def _given_up(at: Position, dug: int) -> bool:
    """Whether engineers have given a trench up in this turn: it is marked as all of its turns."""
    return dug >= at.data.charts.trenches.turns


def rested(at: Position, dug: int) -> int:
    """The turns of work that a unit brings into the next turn."""
    return 0 if _given_up(at, dug) else dug


@DIG.wrong
@BOOK.rule("15.5")
def cannot_dig(view: View, order: Dig) -> Iterator[Violation]:
    """Who may not dig here now."""
    unit = view.board[order.unit]
    if view.side == ALLIED and not view.chosen("allied-trenches"):
        yield broken("15.5", Message("the Allied side digs no trenches in this game"), order.unit)
    if unit.moved or unit.spent:
        yield broken("15.5", Message("{unit} has moved", unit=order.unit), order.unit)
    elif _given_up(view, unit.dug):
        yield broken("15.5", Message("{unit} has dug already", unit=order.unit), order.unit)
    if unit.where in view.state.trenches:
        yield broken("15.5", Message("there is a trench in {hex}", hex=unit.where), unit.where)
        return
    most, mine = view.data.charts.stacking, stacking.points(view, unit.where)
    last = unit.dug + 1 >= view.data.charts.trenches.turns
    if last and mine + most.trench > most.most and not stacking.brigade_and_one(view, unit.where):
        yield broken("15.6", Message("{hex} would be too full", hex=unit.where), unit.where)


@DIG.legal
def digs(view: View) -> Iterator[Dig]:
    for name in sappers(view, view.side):
        yield Dig(unit=name)


@DIG.carry_out
@BOOK.rule("15.5", "N108")
def dig(play: Play, order: Dig) -> None:
    """A turn of work; after the last the trench stands."""
    unit, turns = play.unit(order.unit), play.data.charts.trenches.turns
    worked = unit.dug + 1
    play.mark(order.unit, dug=0 if worked >= turns else worked, moved=True)
    if worked >= turns:
        play.change(trenches=tuple(sorted((*play.state.trenches, unit.where))))
        said = Message("{unit} has dug a trench in {hex}.", unit=order.unit, hex=unit.where)
    else:
        said = Message("{unit} digs in {hex}.", unit=order.unit, hex=unit.where)
    side = play.side_of(order.unit)
    play.say("trench", said, "15.5", side=side, units=(order.unit,), hexes=(unit.where,))


@ABANDON.invalid
def no_digger(view: View, order: Abandon) -> Iterator[Violation]:
    if order.unit not in sappers(view, view.side):
        yield broken("15.5", Message("you have no engineers {unit}", unit=order.unit), order.unit)


@ABANDON.wrong
@BOOK.rule("15.5", "15.6", "N108")
def nothing_to_give_up(view: View, order: Abandon) -> Iterator[Violation]:
    """Who has begun nothing, and who has worked in this turn."""
    unit = view.board[order.unit]
    if unit.moved or unit.spent:
        yield broken("15.5", Message("{unit} has moved", unit=order.unit), order.unit)
    elif not digging(view, order.unit) or _given_up(view, unit.dug):
        yield broken("15.5", Message("{unit} has begun no trench", unit=order.unit), order.unit)


@ABANDON.legal
def diggers(view: View) -> Iterator[Abandon]:
    yield from (Abandon(unit=name) for name in sappers(view, view.side) if view.board[name].dug)


@ABANDON.carry_out
def abandon(play: Play, order: Abandon) -> None:
    """Their second turn goes by without work."""
    where = play.unit(order.unit).where
    play.mark(order.unit, dug=play.data.charts.trenches.turns)
    said = Message("{unit} gives up its trench in {hex}.", unit=order.unit, hex=where)
    play.say("trench", said, "15.5", side=play.side_of(order.unit), units=(order.unit,), hexes=(where,))


def can_work(at: Position, side: str) -> bool:
    """Whether a side has engineers on the map."""
    return side in (ALLIED, GERMAN) and bool(sappers(at, side))
