"""The landing: tide and tanks, three waves, the queue, emergency fire, and the end of it (21.8, 21.9, 21.24 to 21.34)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Demand, Die, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules import companies, settled, stacking
from pbem_rules.normandy.rules.june6 import embark, walk
from pbem_rules.normandy.rules.june6.places import BOX, FLEET, Assault, assault, beach_of, box_of
from pbem_rules.normandy.rules.night import is_over, numbered
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Shift:
    """A unit in a queue changes to the assault hex off the neighbouring beach hex (21.28)."""

    unit: str
    beach: str


@frozen(kw_only=True)
class Emergency:
    """A point of combat supply brings five naval units into range of a beach (21.24)."""

    beach: str
    ships: tuple[str, ...]


SHIFT = Kind[Shift, View, Play](Shift, early="21.28")
EMERGENCY = Kind[Emergency, View, Play](Emergency, early="21.24")
LANDING = Label[View, Play]("landing", early="21.9")
ASHORE = "ashore"
"""The stage of the first landing phase after its dice."""
_UNLIKELY = ("ranger", "commando")

# --- the first wave --------------------------------------------------------------------------------------------


def _lying(at: Position, last: int) -> tuple[str, ...]:
    """The units off the beaches up to a wave, in the order of beaches, hexes and waves."""
    ground = at.data.ground
    order = [
        where for beach in ground.beaches.values() for where in (*beach.hexes, *ground.pointe_du_hoc[:1])
    ]
    found = []
    for unit in at.board:
        lies = assault(unit.where)
        if lies is not None and lies.number <= last:
            found.append((order.index(lies.hex), lies.number, unit.id))
    return tuple(name for _, _, name in sorted(found))


def _swimming(at: Position) -> tuple[str, ...]:
    """The DD companies of the first wave."""
    return tuple(name for name in _lying(at, 1) if embark.is_dd(at, name))


@BOOK.rule("21.9", "17.28", "N29", "N94")
def tide(view: View) -> tuple[Demand, ...]:
    """The dice of the first wave."""
    landing, first = view.data.charts.landing, _lying(view, 1)
    if view.state.wave != 1 or view.state.stage or not first:
        return ()
    dice = (Die(sides=landing.drift.die),) * len(first) + (Die(sides=landing.tanks.die),) * len(
        _swimming(view)
    )
    return (Roll(side=ALLIED, why=numbered(view, LANDING.word), dice=dice, paragraph="21.9"),)


@LANDING.rolled
@BOOK.rule("21.8", "21.9", "17.19", "17.28", "17.29", "N52", "N53")
def rolled(play: Play, told: Rolled) -> None:
    """Everybody drifts or does not, tanks arrive or sink, and those with room come ashore."""
    first, tanks, faces = _lying(play, 1), _swimming(play), list(told.faces)
    for name in first:
        _drift(play, name, faces.pop(0))
    for name in tanks:
        face, beach = faces.pop(0), box_of(play, name)
        if face > play.data.charts.landing.tanks.arrive[beach]:
            said = Message("The DD tanks of {unit} sink.", unit=name)
            play.say("sunk", said, "17.28", side=ALLIED, units=(name,), faces=(face,))
            play.eliminate(name, "17.28")
    for name in first:
        if name in play.board:
            _ashore(play, name)
    play.change(rolls=play.state.rolls + 1, stage=ASHORE)


@BOOK.rule("21.9", "17.19", "N122")
def _drift(play: Play, name: str, face: int) -> None:
    """The tide carries a unit to the next hex of its beach."""
    lies = assault(play.unit(name).where)
    assert lies is not None
    beach, rule = beach_of(play.data, lies.hex), play.data.charts.landing.drift
    if beach is None or lies.hex not in beach.hexes[:-1]:
        return
    value = rule.value[beach.name] + (rule.rangers if play.type_of(name).branch in _UNLIKELY else 0)
    if face <= value:
        to = Assault(hex=beach.hexes[beach.hexes.index(lies.hex) + 1], number=lies.number)
        play.mark(name, where=to.place)
        said = Message("The tide carries {unit} to {hex}.", unit=name, hex=to.hex)
        play.say("drift", said, "21.9", side=ALLIED, units=(name,), hexes=(to.hex,), faces=(face,))


@BOOK.rule("21.8", "21.26", "21.27", "N14")
def _ashore(play: Play, name: str) -> None:
    """A unit comes ashore if it can."""
    lies = assault(play.unit(name).where)
    assert lies is not None
    if play.units_of(GERMAN, lies.hex):
        return
    if any(stacking.no_room(play, lies.hex, (play.unit(name),))):
        return
    play.mark(name, where=lies.hex, moved=True, spent=1)
    play.change(arrived=tuple(sorted({*play.state.arrived, lies.hex})))
    said = Message("{unit} comes ashore in {hex}.", unit=name, hex=lies.hex)
    play.say("landed", said, "21.8", side=ALLIED, units=(name,), hexes=(lies.hex,))


def closes(play: Play) -> None:
    """The wave of the phase comes ashore; in the first the dice have brought it."""
    if play.state.wave > 1:
        for name in _lying(play, play.state.wave):
            _ashore(play, name)


# --- the queue -------------------------------------------------------------------------------------------------


@SHIFT.invalid
def not_at_sea(view: View, order: Shift) -> Iterator[Violation]:
    if order.unit not in view.board or assault(view.board[order.unit].where) is None:
        yield broken("21.28", Message("{unit} does not lie off a beach", unit=order.unit), order.unit)
    beach = beach_of(view.data, order.beach)
    if beach is None or order.beach not in beach.hexes:
        yield broken("21.28", Message("{hex} is not a beach hex", hex=order.beach), order.beach)


@SHIFT.wrong
@BOOK.rule("21.28", "N123")
def too_far(view: View, order: Shift) -> Iterator[Violation]:
    """Hexes that are not next to each other, or no room."""
    lies = assault(view.board[order.unit].where)
    if lies is None:
        return
    if view.state.wave == 1:
        yield broken("21.28", Message("the first wave lands where it lies"), order.unit)
    if order.beach not in _next_to(view, lies.hex):
        yield broken("21.28", Message("{hex} is not the next beach hex", hex=order.beach), order.beach)
    yield from embark.no_room(view, order.unit, Assault(hex=order.beach, number=lies.number))


@SHIFT.wrong
def just_shifted(view: View, order: Shift) -> Iterator[Violation]:
    yield from settled.again(view, (order.unit,))


def _next_to(at: Position, where: str) -> tuple[str, ...]:
    """The hexes before and after a landing hex of its beach."""
    beach = beach_of(at.data, where)
    if beach is None or where not in beach.hexes:
        return ()
    n = beach.hexes.index(where)
    return (*beach.hexes[max(0, n - 1) : n], *beach.hexes[n + 1 : n + 2])


@SHIFT.legal
def shifts(view: View) -> Iterator[Shift]:
    for name in _lying(view, view.data.charts.landing.waves):
        lies = assault(view.board[name].where)
        for where in _next_to(view, lies.hex) if lies else ():
            yield Shift(unit=name, beach=where)


@SHIFT.carry_out
def shift(play: Play, order: Shift) -> None:
    lies = assault(play.unit(order.unit).where)
    assert lies is not None
    play.mark(order.unit, where=Assault(hex=order.beach, number=lies.number).place)
    settled.settle(play, (order.unit,))
    said = Message("{unit} lies off {hex} now.", unit=order.unit, hex=order.beach)
    play.say("shifted", said, "21.28", side=ALLIED, units=(order.unit,), hexes=(order.beach,))


# --- emergency fire --------------------------------------------------------------------------------------------


@EMERGENCY.invalid
def no_fleet(view: View, order: Emergency) -> Iterator[Violation]:
    if order.beach not in view.data.land.beaches:
        yield broken("21.24", Message("there is no beach {beach}", beach=order.beach), order.beach)
    for name in order.ships:
        if name not in view.board or view.type_of(name).branch != "ship":
            yield broken("21.24", Message("there is no ship {unit}", unit=name), name)


@EMERGENCY.wrong
@BOOK.rule("21.24", "N18", "N118")
def not_at_hand(view: View, order: Emergency) -> Iterator[Violation]:
    """Too many ships, ships of another beach, called already, or no points."""
    rule, place = view.data.charts.points, FLEET + order.beach
    if not 1 <= len(set(order.ships)) == len(order.ships) <= rule.emergency_units:
        yield broken("21.24", Message("name one to {most} ships", most=rule.emergency_units))
    for name in order.ships:
        if view.board[name].where != place or view.board[name].moved:
            said = Message("{unit} does not lie off {beach}", unit=name, beach=order.beach)
            yield broken("21.24", said, name)
    if any(view.board[name].moved for name in view.board.at(place)):
        yield broken("21.24", Message("ships fire for {beach} already", beach=order.beach), order.beach)
    if view.state.points < rule.emergency:
        yield broken("21.24", Message("there is no point of combat supply left"))


@EMERGENCY.legal
def calls(view: View) -> Iterator[Emergency]:
    for beach in view.data.land.beaches:
        ships = view.board.at(FLEET + beach)[: view.data.charts.points.emergency_units]
        if ships:
            yield Emergency(beach=beach, ships=ships)


@EMERGENCY.carry_out
def emergency(play: Play, order: Emergency) -> None:
    play.pay(play.data.charts.points.emergency)
    play.mark(*order.ships, moved=True)
    said = Message("{ships} fire for {beach}.", ships=", ".join(order.ships), beach=order.beach)
    play.say("emergency", said, "21.24", side=ALLIED, units=order.ships)


def ships_rest(play: Play) -> None:
    """Ships that were called may be called again in the next phase."""
    called = [unit.id for unit in play.board if unit.moved and unit.where.startswith(FLEET)]
    if called:
        play.mark(*called, moved=False)


# --- the phases ------------------------------------------------------------------------------------------------


def next_wave(play: Play) -> str:
    """The next landing phase, or the end of the landing."""
    if play.state.wave < play.data.charts.landing.waves:
        play.change(wave=play.state.wave + 1)
        return "landing-move"
    return "regroup"


def moves(view: View) -> bool:
    """Whether an Allied unit can do anything in a landing phase."""
    return not is_over(view) and (
        next(walk.listed(view), None) is not None
        or (view.state.wave > 1 and bool(_lying(view, view.state.wave)))
    )


@BOOK.rule("17.24", "17.34", "21.29", "21.30", "21.32", "21.34", "18.9")  # fmt: skip
def regroup(play: Play) -> None:
    """The end of the landing."""
    play.take_off(*(unit.id for unit in play.board if play.type_of(unit.id).landing))
    at_sea = tuple(unit.id for unit in play.board if assault(unit.where) is not None)
    for name in at_sea:
        play.mark(name, where=BOX + box_of(play, name))
    companies.form_up(play, at_sea)
    heads = {where for where in play.state.arrived if play.units_of(ALLIED, where)}
    play.change(beachheads=tuple(sorted({*play.state.beachheads, *heads})), wave=0)
    guns = [unit.id for unit in play.board if unit.fired or unit.moved]
    if guns:
        play.mark(*guns, fired=False, moved=False)
    said = Message("Beachheads: {hexes}.", hexes=", ".join(sorted(heads)) or "-")
    play.say("beachheads", said, "21.32", side=ALLIED, hexes=tuple(sorted(heads)))


def begin(play: Play) -> None:
    """The first landing phase."""
    play.change(wave=1)
