"""150 Panzer Brigade infiltrates: the order ``infiltrate`` (O2.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Demand, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import GERMAN, Data
from pbem_rules.darkdecember.rules.movement.costs import Mover, left
from pbem_rules.darkdecember.rules.movement.move import mover_of, own, travel
from pbem_rules.darkdecember.rules.movement.ways import cost, not_adjacent, reach_of, still, wrong_way
from pbem_rules.darkdecember.rules.play import DIE, Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.sequence import Procedure

BRIGADE = "150"
_LAST = "18 Dec PM"


@frozen(kw_only=True)
class Infiltrate:
    """150 Panzer Brigade tries to leave an enemy zone in the middle of its move, along ``path`` (O2.0)."""

    path: tuple[str, ...]


INFILTRATE = Kind[Infiltrate, View, Play](Infiltrate, early="O2.0", exact=True)
INFILTRATION = Label[View, Play]("infiltration", early="O2.0")


@INFILTRATE.invalid
def nobody(view: View, order: Infiltrate) -> Iterator[Violation]:
    yield from own(view, BRIGADE, "O2.0")
    if view.on_map(BRIGADE):
        yield from not_adjacent(mover_of(view, BRIGADE), order.path)


def last_try(data: Data) -> int:
    """The last turn of infiltration."""
    return data.turns.index(_LAST) + 1


@INFILTRATE.wrong
@BOOK.rule("O2.0")
def no_try(view: View, _order: Infiltrate) -> Iterator[Violation]:
    unit, who = view.board[BRIGADE], mover_of(view, BRIGADE)
    reasons = (
        (not view.chosen("infiltration"), Message("this game is played without infiltration")),
        (
            view.state.infiltrations >= view.data.charts.numbers.infiltration_tries,
            Message("there is no try left"),
        ),
        (view.turn > last_try(view.data), Message("there is no infiltration any more")),
        (not unit.began or unit.where not in who.zones, Message("it has not entered an enemy zone")),
    )
    yield from (broken("O2.0", said, BRIGADE) for holds, said in reasons if holds)


def slipping(view: Position) -> Mover:
    """The brigade as if the zone where it stands did not hold it."""
    who = mover_of(view, BRIGADE)
    return evolve(who, zones=who.zones - {who.unit.where})


@INFILTRATE.wrong
def way(view: View, order: Infiltrate) -> Iterator[Violation]:
    yield from still(view, view.board[BRIGADE])
    if not order.path:
        yield broken("O2.0", Message("name the hexes of the way"), BRIGADE)
    yield from wrong_way(slipping(view), order.path)


def _ways(view: View) -> Mapping[str, tuple[str, ...]]:
    who = slipping(view)
    return reach_of(who, who.unit.where, left(who))


@INFILTRATE.legal
def tries(view: View) -> Iterator[Infiltrate]:
    ready = view.on_map(BRIGADE) and view.side == GERMAN
    if ready and not any(no_try(view, Infiltrate(path=()))) and not any(still(view, view.board[BRIGADE])):
        yield from (Infiltrate(path=path) for path in _ways(view).values())


@INFILTRATE.carry_out
def infiltrate(play: Play, order: Infiltrate) -> None:
    play.change(infiltrating=order.path, infiltrations=play.state.infiltrations + 1)


def _owed(view: View) -> tuple[Demand, ...]:
    why = f"infiltration/{view.state.infiltrations}"
    return (Roll(side=GERMAN, why=why, dice=(DIE,), paragraph="O2.0"),)


PROCEDURE = Procedure[View, Play](
    name="infiltration", under_way=lambda view: bool(view.state.infiltrating), owed=_owed
)


@INFILTRATION.rolled
@BOOK.rule("O2.0")
def rolled(play: Play, roll: Rolled) -> None:
    numbers, path = play.data.charts.numbers, play.state.infiltrating
    early = play.turn <= play.data.charts.advantage.surprise + 1
    slips = roll.faces[0] <= (numbers.infiltration_first if early else numbers.infiltration_later)
    where = play.unit(BRIGADE).where
    said = Message("150 Panzer Brigade slips through.") if slips else Message("150 Panzer Brigade is held.")
    play.change(infiltrating=(), rolls=play.state.rolls + 1)
    if slips:
        travel(play, BRIGADE, path, cost(slipping(play), path))
    way = (where, *path) if slips else (where,)
    play.say("infiltrated", said, "O2.0", side=GERMAN, units=(BRIGADE,), hexes=way, faces=roll.faces)
