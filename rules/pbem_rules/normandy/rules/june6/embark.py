"""Before the landing: who lies off which beach hex, in which wave (21.2 to 21.7, 17.28, 17.30, 19.4, 19.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import settled
from pbem_rules.normandy.rules.companies import split
from pbem_rules.normandy.rules.june6 import hoc
from pbem_rules.normandy.rules.june6.places import BOX, WAVE, Assault, assault, beach_of, box_of
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.tracks import is_company
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.sheets import LAYOUT, SHEETS
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Embark:
    """A unit goes into the Nth assault hex off a beach hex, written B2107/1; or back into the ``box`` of its beach
    (21.2).
    """

    unit: str
    wave: str


EMBARK = Kind[Embark, View, Play](Embark, early="21.2")
BACK = "box"
_BEHIND = ("headquarters", "reconnaissance", "artillery")


@derived
def _goals(data: Data) -> Mapping[str, Assault]:
    """Every assault hex by what an order calls it."""
    waves = range(1, data.charts.landing.waves + 1)
    return {f"{where}/{n}": Assault(hex=where, number=n) for where in data.land.landings for n in waves}


def _goal(view: View, order: Embark) -> Assault | None:
    """The assault hex that an order names; None for none that there is."""
    return _goals(view.data).get(order.wave)


@EMBARK.invalid
def nowhere(view: View, order: Embark) -> Iterator[Violation]:
    if order.unit not in view.board or view.side_of(order.unit) != ALLIED or not box_of(view, order.unit):
        yield broken("21.2", Message("{unit} does not wait for the landing", unit=order.unit), order.unit)
    if order.wave != BACK and _goal(view, order) is None:
        said = Message("{wave} is not an assault hex: write B2107/1", wave=order.wave)
        yield broken("21.2", said, order.wave)


@EMBARK.wrong
@BOOK.rule("21.2", "19.4", "N117")
def another_beach(view: View, order: Embark) -> Iterator[Violation]:
    """A unit of another beach."""
    to = _goal(view, order)
    if to is None:
        return
    beach = beach_of(view.data, to.hex)
    if beach is None or beach.name != box_of(view, order.unit):
        yield broken("21.2", Message("{unit} lands on another beach", unit=order.unit), order.unit)
    elif not hoc.may_assault(view, order.unit, to):
        yield broken("19.4", Message("only the 2nd Rangers assault the point"), order.unit)


@EMBARK.wrong
def crowded(view: View, order: Embark) -> Iterator[Violation]:
    to = _goal(view, order)
    if to is not None:
        yield from no_room(view, order.unit, to)


@BOOK.rule("21.2", "21.5", "N121")
def no_room(at: Position, name: str, to: Assault) -> Iterator[Violation]:
    """Why a unit cannot lie in an assault hex beside those who are there."""
    others = [each for each in at.board.at(to.place) if each != name and _counts(at, each)]
    if not _counts(at, name):
        return
    companies = [each for each in others if is_company(each)]
    room = (
        not others if not is_company(name) else len(companies) == len(others) < at.data.charts.companies.full
    )
    if not room:
        said = Message("one battalion lies in {wave} already", wave=to.place.removeprefix(WAVE))
        yield broken("21.2", said, name)


def is_dd(at: Position, name: str) -> bool:
    """Whether it is a tank company, and so a DD company while it lies off a beach (17.28)."""
    return is_company(name) and at.type_of(name).branch == "tank"


def _counts(at: Position, name: str) -> bool:
    """Whether a unit counts for the limit of an assault hex."""
    kind = at.type_of(name)
    return not (kind.landing or kind.branch == "crocodile" or is_dd(at, name))


@EMBARK.wrong
@BOOK.rule("17.28", "17.30", "21.4")
def too_many_dd(view: View, order: Embark) -> Iterator[Violation]:
    """More DD companies than a beach has, or one that does not lie in the first assault hexes."""
    to = _goal(view, order)
    if to is None or not is_dd(view, order.unit) or to.number > 1:
        return
    beach = beach_of(view.data, to.hex)
    if beach is None:
        return
    there = [
        unit.id
        for unit in view.board
        if is_dd(view, unit.id) and unit.id != order.unit and _lies_first(view, unit.id, beach.name)
    ]
    most = view.data.charts.landing.tanks.companies[beach.name]
    if len(there) >= most:
        said = Message("DD companies of {beach}: {most}", beach=beach.name, most=most)
        yield broken("17.30", said, order.unit)


@BOOK.rule("17.28", "17.30", "N206")
def lay_tanks(play: Play) -> None:
    """Every beach has its DD companies, as far as there are tanks in its box: companies first, then of a battalion."""
    for beach in play.data.land.beaches.values():
        there = sum(is_dd(play, unit.id) and _lies_first(play, unit.id, beach.name) for unit in play.board)
        most = play.data.charts.landing.tanks.companies[beach.name]
        for number in range(there, most):
            name = _tanks(play, beach.name)
            if not name:
                break
            if not is_company(name):
                split(play, name)
                name = f"{name}.1"
            where = beach.hexes[(number + 1) * len(beach.hexes) // (most + 1)]
            play.mark(name, where=Assault(hex=where, number=1).place)
            said = Message("{unit} lies off {hex} with DD tanks.", unit=name, hex=where)
            play.say("embarked", said, "17.30", side=ALLIED, units=(name,))


def _tanks(at: Position, beach: str) -> str:
    """A tank company in the box of a beach, else a battalion that has companies; empty for none."""
    found = [
        (not is_company(unit.id), unit.id)
        for unit in at.board
        if unit.where == f"{BOX}{beach}"
        and (is_dd(at, unit.id) or (at.type_of(unit.id).branch == "tank" and at.type_of(unit.id).company))
    ]
    return min(found)[1] if found else ""


def _lies_first(at: Position, name: str, beach: str) -> bool:
    lies = assault(at.board[name].where)
    return lies is not None and lies.number == 1 and box_of(at, name) == beach


@derived
def _threatened(state: State, data: Data) -> frozenset[str]:
    """The landing hexes in or beside which an enemy stands: on a grid of these hexes alone, for the map is large."""
    held = View(data=data, state=state).held(GERMAN) & data.land.terrain.keys()
    beside = Grid(layout=LAYOUT, sheets=SHEETS, hexes=held | data.land.landings.keys()).adjacent
    return frozenset(where for where in data.land.landings if not held.isdisjoint((where, *beside[where])))


@EMBARK.wrong
@BOOK.rule("21.7", "N14")
def too_near(view: View, order: Embark) -> Iterator[Violation]:
    """Who does not land first where an enemy stands beside the beach."""
    to = _goal(view, order)
    if to is None or to.number > 1 or view.type_of(order.unit).branch not in _BEHIND:
        return
    if to.hex in _threatened(view.state, view.data):
        yield broken("21.7", Message("{unit} does not lie beside an enemy", unit=order.unit), order.unit)


@EMBARK.wrong
def just_embarked(view: View, order: Embark) -> Iterator[Violation]:
    yield from settled.again(view, (order.unit,))


@EMBARK.legal
def places(view: View) -> Iterator[Embark]:
    land, waves = view.data.land, range(1, view.data.charts.landing.waves + 1)
    for unit in view.board:
        beach = land.beaches.get(box_of(view, unit.id))
        if beach is None or view.side_of(unit.id) != ALLIED:
            continue
        hexes = beach.hexes if not hoc.is_rangers(unit.id) else (*beach.hexes, land.pointe_du_hoc[0])
        for where in hexes:
            for number in waves:
                if unit.where != f"{WAVE}{where}/{number}":
                    yield Embark(unit=unit.id, wave=f"{where}/{number}")
        if not unit.where.startswith(BOX):
            yield Embark(unit=unit.id, wave=BACK)


@EMBARK.carry_out
def embark(play: Play, order: Embark) -> None:
    place = f"{BOX}{box_of(play, order.unit)}" if order.wave == BACK else WAVE + order.wave
    play.mark(order.unit, where=place)
    settled.settle(play, (order.unit,))
    said = Message("{unit} embarks for {wave}.", unit=order.unit, wave=order.wave)
    play.say("embarked", said, "21.2", side=ALLIED, units=(order.unit,))
