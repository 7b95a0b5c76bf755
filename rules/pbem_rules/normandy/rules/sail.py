"""Ships move at sea and face the mines (9.19, 21.33)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Demand, Rolled
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules.night import nights_since, numbered, part, roll
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.tasks import Sailing
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.sequence import Procedure


@frozen(kw_only=True)
class Sail:
    """Naval units move to a hex at sea and face the mines on the way (9.19)."""

    to: str
    units: tuple[str, ...]


SAIL = Kind[Sail, View, Play](Sail, early="9.19")
MINES = Label[View, Play]("mines", early="9.19")
_FIRST_DAY = "06-06"


@SAIL.invalid
def no_ship(view: View, order: Sail) -> Iterator[Violation]:
    for name in order.units:
        if name not in view.board or view.type_of(name).branch != "ship":
            yield broken("9.19", Message("there is no ship {unit}", unit=name), name)
    if order.to not in part(view):
        yield broken("9.19", Message("there is no hex {hex} in this game", hex=order.to), order.to)
    if not order.units or len(set(order.units)) != len(order.units):
        yield broken("9.19", Message("name ships, each once"))


@SAIL.wrong
@BOOK.rule("9.19", "17.8")
def not_at_sea(view: View, order: Sail) -> Iterator[Violation]:
    """Land, and ships that have sailed already."""
    if view.data.ground.is_land(order.to):
        yield broken("9.19", Message("{hex} is land", hex=order.to), order.to)
    for name in order.units:
        if view.board[name].spent:
            yield broken("9.19", Message("{unit} has sailed already", unit=name), name)
        elif view.board[name].still:
            yield broken("17.8", Message("{unit} keeps still for the carpet of bombs", unit=name), name)


@SAIL.wrong
@BOOK.rule("21.33", "N110")
def too_many(view: View, order: Sail) -> Iterator[Violation]:
    """Too far off, or no room."""
    rule, ground = view.data.charts.landing, view.data.ground
    there = {name for name in view.board.at(order.to) if view.type_of(name).branch == "ship"} | set(
        order.units
    )
    points = sum(view.type_of(name).stack for name in there)
    if len(there) > rule.ships_units or points > rule.ships_points:
        said = Message(
            "{units} ships and {points} points stand in a hex at most",
            units=rule.ships_units,
            points=rule.ships_points,
        )
        yield broken("21.33", said, order.to)
    beaches = (where for beach in ground.beaches.values() for where in beach.hexes)
    if view.state.day == _FIRST_DAY and not any(
        ground.grid.distance(where, order.to) <= rule.ships_within for where in beaches
    ):
        said = Message("on 6 June ships stay within {hexes} hexes of a beach", hexes=rule.ships_within)
        yield broken("21.33", said, order.to)


@SAIL.legal
def places(view: View) -> Iterator[Sail]:
    ground = view.data.ground
    beaches = [where for beach in ground.beaches.values() for where in beach.hexes]
    near = {
        one for where in beaches for one in ground.grid.within(where, view.data.charts.landing.ships_within)
    }
    hexes = sorted(one for one in near if not ground.is_land(one) and one in part(view))
    for unit in view.board:
        if view.type_of(unit.id).branch == "ship" and not unit.spent:
            for where in hexes:
                yield Sail(to=where, units=(unit.id,))


@SAIL.carry_out
@BOOK.rule("13.4", "N200")
def sail(play: Play, order: Sail) -> None:
    origins = tuple(play.board[name].where for name in order.units)
    play.mark(*order.units, where=order.to, moved=True, spent=1)
    said = Message("{units} sail to {hex}.", units=", ".join(order.units), hex=order.to)
    play.say("sailed", said, "9.19", side=ALLIED, units=order.units, hexes=(order.to,))
    if _mined(play):
        play.change(sailing=Sailing(units=order.units, origins=origins))


@BOOK.rule("9.19", "N51")
def _mined(at: Position) -> bool:
    """Whether there are mines still."""
    return nights_since(at, at.data.charts.mines.none_from) < 0


def _owed(view: View) -> tuple[Demand, ...]:
    under_way = view.state.sailing
    assert under_way is not None
    return roll(
        numbered(view, MINES.word), len(under_way.units), view.data.charts.mines.die, "9.19", side=GERMAN
    )


@MINES.rolled
@BOOK.rule("9.19", "N51")
def rolled(play: Play, told: Rolled) -> None:
    """A die for each ship."""
    under_way, rule = play.state.sailing, play.data.charts.mines
    assert under_way is not None
    milder = nights_since(play, rule.only_turned_back_from) >= 0
    for name, origin, face in zip(under_way.units, under_way.origins, told.faces, strict=True):
        if face >= rule.sunk and not milder:
            said = Message("{unit} runs on a mine.", unit=name)
            play.say("mines", said, "9.19", side=GERMAN, units=(name,), faces=(face,))
            play.eliminate(name, "9.19")
        elif face >= (rule.sunk if milder else rule.turned_back):
            play.mark(name, where=origin)
            said = Message("Mines turn {unit} back.", unit=name)
            play.say("mines", said, "9.19", side=GERMAN, units=(name,), faces=(face,))
    play.change(sailing=None, rolls=play.state.rolls + 1)


PROCEDURE = Procedure[View, Play](
    name="mines", under_way=lambda view: view.state.sailing is not None, owed=_owed
)


def any_ship(at: Position) -> bool:
    """Whether a ship may still sail."""
    return any(at.type_of(unit.id).branch == "ship" and not unit.spent for unit in at.board)
