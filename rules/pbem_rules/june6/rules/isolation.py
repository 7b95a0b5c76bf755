"""The end phase: isolation, surrender, and markers that come off (3.8, 6.15, 22.0)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Roll
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Play, Position, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import losses
from pbem_rules.june6.rules.command import led
from pbem_rules.june6.rules.ground import line_of_communication, zones_of_control
from pbem_rules.june6.rules.ground.terrain import can_enter
from pbem_rules.june6.rules.lookup import enemy_of, on_map, ratings, side_of
from pbem_rules.june6.rules.weather import D10


@BOOK.rule("3.81", "22.12", "22.11", "5.34")
def determine(play: Play) -> None:
    """Isolated markers go on and come off, all on one position; then every isolated unit suffers."""
    units = tuple(unit for unit in play.board if on_map(play.data, unit))
    lines = line_of_communication.supplied(play, units)
    for unit in units:
        cut = not lines[unit.id]
        if cut != unit.isolated:
            text = Message("{unit} is isolated.", unit=unit.id)
            if not cut:
                text = Message("{unit} is no longer isolated.", unit=unit.id)
            _told(play, unit, "isolated" if cut else "relieved", text, "22.12")
    play.put(*(evolve(unit, isolated=not lines[unit.id]) for unit in units))
    _suffer(play)


@BOOK.rule("22.21", "N257")
def _suffer(play: Play) -> None:
    said = len(play.outcomes)
    for unit in tuple(play.board):
        if unit.isolated:
            losses.suffer(play, unit.id, losses.DIS1)
    play.outcomes[said:] = [evolve(each, paragraph="22.21") for each in play.outcomes[said:]]


# --- surrender --------------------------------------------------------------------------------------------------------


@BOOK.rule("22.31")
def tested(at: Position) -> tuple[str, ...]:
    """The units of both sides that take a surrender test, in order of id (N79)."""
    limit = at.data.numbers.surrender.cohesion_at_most
    return tuple(
        unit.id
        for unit in at.state.board
        if unit.isolated and ratings(at.data, unit).cohesion <= limit and surrounded(at, unit)
    )


def surrounded(at: Position, unit: Unit) -> bool:
    """Whether every hex round a unit is held by enemies, in their undisputed zone, or closed to it (N79)."""
    side = side_of(at.data, unit.id)
    enemy = enemy_of(side)
    for where in at.data.ground.grid.adjacent.get(unit.where, ()):
        there = at.state.board.at(where)
        if there and at.data.unit(there[0]).side == enemy:
            continue
        if can_enter(at, unit, unit.where, where):
            continue
        if not zones_of_control.undisputed(at, where, enemy, apart_from=unit.where):
            return False
    return True


@BOOK.rule("22.32")
def test_roll(at: Position) -> Roll:
    """One die for each unit that is tested, all in one roll."""
    dice = (D10,) * len(tested(at))
    return Roll(side=ALLIED, why=f"surrender/{at.state.turn}", dice=dice, paragraph="22.32")


def surrenders(data: Data, cohesion: int, die: int) -> bool:
    """Whether a die takes a unit; double is read as at least double (N80)."""
    if cohesion == data.numbers.surrender.cohesion_at_most:
        return die == 9
    return die >= cohesion * data.numbers.surrender.roll_at_least_times


@BOOK.rule("22.33")
def rolled(play: Play, faces: tuple[int, ...]) -> None:
    """Those whose die is high enough are gone."""
    for name, die in zip(tested(play), faces, strict=True):
        unit = play.board[name]
        cohesion = ratings(play.data, unit).cohesion
        gone = surrenders(play.data, cohesion, die)
        text = Message(
            "{unit} (cohesion {cohesion}) {fate} on a roll of {die}.",
            unit=name,
            cohesion=cohesion,
            fate=Message("surrenders") if gone else Message("holds out"),
            die=die,
        )
        _told(play, unit, "surrendered" if gone else "held-out", text, "22.32", faces=(die,))
        if gone:
            losses.eliminate(play, name, paragraph="22.32")


# --- the end of the turn ----------------------------------------------------------------------------------------------


def clean_up(play: Play) -> None:
    """Everything that ends with a turn."""
    _empty_divisions(play)
    _take_off_markers(play)


@BOOK.rule("6.15")
def _empty_divisions(play: Play) -> None:
    """Units still to come keep it; a corps unit assigned to it does not (N75)."""
    coming = {name for arrival in play.state.arrivals for name in arrival.units}
    for formation in play.data.formations.values():
        if formation.kind != "division" or formation.hq not in play.board:
            continue
        others = (name for name in formation.units if name != formation.hq)
        if not any(name in play.board or name in coming for name in others):
            losses.eliminate(play, formation.hq, paragraph="6.15")


@BOOK.rule("3.82")
@BOOK.rule("3.83")
@BOOK.rule("3.85", "3.86")
@BOOK.rule("6.13")
def _take_off_markers(play: Play) -> None:
    board = play.board
    play.put(
        *(
            evolve(
                unit,
                pinned=False,
                scattered=False,
                fired=False,
                moved=False,
                fought=False,
                assigned="",
                efficiency=led(play.data, unit, board),
            )
            for unit in board
        )
    )


def _told(  # an outcome has as many parts
    play: Play, unit: Unit, kind: str, text: str, paragraph: str, faces: tuple[int, ...] = ()
) -> None:
    side = side_of(play.data, unit.id)
    play.say(kind, text, paragraph, side=side, units=(unit.id,), hexes=(unit.where,), faces=faces)
