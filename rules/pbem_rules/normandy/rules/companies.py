"""Companies: battalions that are broken up and formed again (16.1 to 16.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import Piece
from pbem_rules.normandy.rules import settled, stacking
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.tracks import is_company
from pbem_rules.normandy.rules.view import Position, View, battalion, own
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class BreakDown:
    """A battalion becomes companies: three, or two if it is reduced (16.1)."""

    unit: str


@frozen(kw_only=True)
class Join:
    """Companies in one hex become their battalion again, or a reduced one takes a company in (16.2, 16.5)."""

    unit: str
    companies: tuple[str, ...]


BREAK_DOWN = Kind[BreakDown, View, Play](BreakDown, early="16.1")
JOIN = Kind[Join, View, Play](Join, early="16.2")
KINDS = (BREAK_DOWN, JOIN)
_AIRBORNE = ("parachute", "glider")
_FIRST_DAY = "06-06"


@BREAK_DOWN.invalid
def not_yours(view: View, order: BreakDown) -> Iterator[Violation]:
    yield from own(view, order.unit, "16.1", boxes=True)


@BREAK_DOWN.wrong
@BOOK.rule("16.1", "21.3", "N20")
def cannot_break(view: View, order: BreakDown) -> Iterator[Violation]:
    """Units without companies, and units that have moved or fought."""
    unit = view.board[order.unit]
    if is_company(order.unit) or not view.type_of(order.unit).company or view.steps(order.unit) < 1:
        yield broken("16.1", Message("{unit} has no companies", unit=order.unit), order.unit)
    elif unit.moved:
        yield broken("16.1", Message("{unit} has moved", unit=order.unit), order.unit)
    elif unit.attacked:
        yield broken("16.1", Message("{unit} has attacked this turn", unit=order.unit), order.unit)


@BREAK_DOWN.wrong
def just_joined(view: View, order: BreakDown) -> Iterator[Violation]:
    yield from settled.again(view, (order.unit,))


@BREAK_DOWN.legal
def breakable(view: View) -> Iterator[BreakDown]:
    for unit in view.board:
        if view.side_of(unit.id) == view.side and not is_company(unit.id) and view.type_of(unit.id).company:
            yield BreakDown(unit=unit.id)


@BREAK_DOWN.carry_out
def break_down(play: Play, order: BreakDown) -> None:
    split(play, order.unit)
    settled.settle(play, (order.unit,))
    said = Message("{unit} is broken into companies.", unit=order.unit)
    play.say("broken", said, "16.1", side=play.side_of(order.unit), units=(order.unit,))


@BOOK.rule("16.1", "N20")
def split(play: Play, name: str) -> None:
    """A battalion's companies take its place; they are whole and bear its marks."""
    rule, unit = play.data.charts.companies, play.unit(name)
    number = rule.reduced if unit.lost else rule.full
    made = tuple(evolve(unit, id=f"{name}.{n}", lost=0) for n in range(1, number + 1))
    play.remove(name)
    play.put(*made)
    play.change(
        gone=tuple(lost for lost in play.state.gone if lost not in play.board)
    )  # one lost before bore the name


@JOIN.invalid
def not_together(view: View, order: Join) -> Iterator[Violation]:
    for name in order.companies:
        mine = name in view.board and view.side_of(name) == view.side
        if not mine or not is_company(name) or battalion(name) != order.unit:
            said = Message("{company} is not a company of {unit}", company=name, unit=order.unit)
            yield broken("16.2", said, name)
    if not order.companies or len(set(order.companies)) != len(order.companies):
        yield broken("16.2", Message("name companies of {unit}, each once", unit=order.unit), order.unit)


@JOIN.wrong
@BOOK.rule("16.2", "16.3", "16.4", "16.5", "21.21", "N20", "N126")
def cannot_join(view: View, order: Join) -> Iterator[Violation]:
    """In different hexes, too few, no headquarters, an enemy zone."""
    fired = [shot.unit for shot in view.state.shots if shot.unit in (order.unit, *order.companies)]
    if fired:
        yield broken("21.21", Message("{unit} fires in this phase", unit=fired[0]), fired[0])
    there = {view.board[name].where for name in order.companies}
    whole = view.board.get(order.unit)
    if len(there | ({whole.where} if whole else set())) != 1:
        yield broken("16.2", Message("they do not stand in one hex"), order.unit)
    elif whole is not None:
        if whole.lost != 1 or len(order.companies) != 1:
            yield broken("16.5", Message("a reduced battalion takes one company in"), order.unit)
    else:
        yield from _alone(view, order, next(iter(there)))


def _alone(view: View, order: Join, where: str) -> Iterator[Violation]:
    """What keeps companies without their battalion from forming it."""
    if len(order.companies) < view.data.charts.companies.join:
        yield broken("16.2", Message("two companies make a battalion"), order.unit)
    apart = evolve(view, state=evolve(view.state, board=view.board.remove(*order.companies)))
    yield from stacking.no_room(apart, where, (Piece(id=order.unit, where=where),))
    if view.state.day == _FIRST_DAY:
        return
    if view.type_of(order.companies[0]).branch not in _AIRBORNE and not _headquarters_beside(view, where):
        yield broken("16.2", Message("no headquarters stands beside {hex}", hex=where), where)
    if zone_of_control(view, view.enemy(view.side)).get(where):
        yield broken("16.2", Message("{hex} lies in an enemy zone", hex=where), where)


def _headquarters_beside(at: View, where: str) -> bool:
    """Whether a headquarters of the side stands in a hex or beside it."""
    near = (where, *at.data.ground.grid.adjacent.get(where, ()))
    return any(
        at.type_of(name).branch == "headquarters" for one in near for name in at.units_of(at.side, one)
    )


@JOIN.wrong
def just_broken(view: View, order: Join) -> Iterator[Violation]:
    yield from settled.again(view, (order.unit,))


@JOIN.legal
def joins(view: View) -> Iterator[Join]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for unit in view.board:
        if is_company(unit.id) and view.side_of(unit.id) == view.side:
            key = (battalion(unit.id), unit.where)
            found[key] = (*found.get(key, ()), unit.id)
    for (name, _), companies in sorted(found.items()):
        sizes = (
            (1,) if name in view.board else tuple(range(view.data.charts.companies.join, len(companies) + 1))
        )
        for size in sizes:
            for each in combinations(companies, size):
                yield Join(unit=name, companies=each)


@JOIN.carry_out
def join(play: Play, order: Join) -> None:
    _form(play, order.unit, order.companies, "16.5" if order.unit in play.board else "16.2")
    settled.settle(play, (order.unit,))


def _form(play: Play, name: str, companies: tuple[str, ...], paragraph: str) -> None:
    """The battalion takes the place of its companies."""
    units = [play.unit(each) for each in companies]
    whole = play.board.get(name)
    play.remove(*companies)
    play.put(_formed(play, name, [*units, *([whole] if whole else [])], whole is not None))
    said = Message("{unit} is formed again.", unit=name)
    play.say("joined", said, paragraph, side=play.side_of(name), units=(name,))


@BOOK.rule("21.30", "N124")
def form_up(play: Play, names: Iterable[str]) -> None:
    """Companies that have come together are their battalions again, where these are not on the board."""
    found: dict[str, tuple[str, ...]] = {}
    for name in filter(is_company, names):
        found[battalion(name)] = (*found.get(battalion(name), ()), name)
    for whole, companies in found.items():
        if len(companies) >= play.data.charts.companies.join and whole not in play.board:
            _form(play, whole, companies, "21.30")


def _formed(at: Position, name: str, units: list[Piece], absorbs: bool) -> Piece:
    """The battalion: whole with three companies, reduced with two; it has done what any of them has done."""
    full = absorbs or len(units) >= at.data.charts.companies.full
    return Piece(
        id=name,
        where=units[0].where,
        lost=0 if full else 1,
        moved=any(unit.moved for unit in units),
        attacked=any(unit.attacked for unit in units),
        hit=any(unit.hit for unit in units),
        strategic=any(unit.strategic for unit in units),
        still=any(unit.still for unit in units),
        spent=max(unit.spent for unit in units),
    )
