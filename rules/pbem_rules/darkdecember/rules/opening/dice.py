"""What a half begins with: withdrawals (3.9), and the dice of weather, surrender and optional forces (O1.0, O3.0, O5.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Demand, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ISOLATED, Due
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.movement.restricted import near_meuse
from pbem_rules.darkdecember.rules.play import DIE, Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.chance import Label

WEATHER = Label[View, Play]("weather", early="O5.0")
SURRENDER = Label[View, Play]("surrender", early="O1.0")
OPTIONAL = Label[View, Play]("optional", early="O3.0")
_BASTOGNE, _FIRST = "Bastogne", "CCR/5Arm"


def _roll(view: View, word: str, dice: int, paragraph: str) -> tuple[Demand, ...]:
    """A roll of a half. The side that acted last asks for it, so that the other side plays on in the same mail."""
    why = f"{word}/{view.turn}/{view.state.half}"
    return (Roll(side=view.enemy(view.state.half), why=why, dice=(DIE,) * dice, paragraph=paragraph),)


def _thrown(play: Play, word: str) -> None:
    play.change(thrown=(*play.state.thrown, word), rolls=play.state.rolls + 1)


# --- withdrawals and the weather --------------------------------------------------------------------------


@BOOK.rule("3.9", "N66")
def withdrawals(play: Play) -> None:
    """Units and commanders of the half that leave the game now."""
    for unit in tuple(play.board):
        kind = play.data.units.get(unit.id) or play.data.leaders[unit.id]
        if kind.side == play.state.half and 0 < kind.leaves <= play.turn:
            play.withdraw(unit.id, "3.9", Message("{unit} is withdrawn.", unit=unit.id))


@BOOK.rule("O5.0")
def weather_due(view: View) -> bool:
    """Whether the die of the weather is due."""
    rule, state = view.data.charts.weather, view.state
    now = rule.rolled_from <= view.turn < rule.snow_from and state.half == GERMAN
    return weather.variable(view) and now and not state.cleared and "weather" not in state.thrown


def opening(view: View) -> tuple[Demand, ...]:
    """The die of the weather."""
    return _roll(view, "weather", 1, "O5.0") if weather_due(view) else ()


@WEATHER.rolled
def weather_rolled(play: Play, roll: Rolled) -> None:
    _thrown(play, "weather")
    if roll.faces[0] in play.data.charts.weather.clear_faces:
        play.change(cleared=play.turn)
    said = Message("The sky clears.") if play.state.cleared else Message("The sky stays overcast.")
    play.say("weather", said, "O5.0", faces=roll.faces)


# --- surrender --------------------------------------------------------------------------------------------


@BOOK.rule("O1.0", "N81", "N116")
def surrendering(position: Position) -> tuple[str, ...]:
    """The hexes for which a die is thrown, in order."""
    enemy = position.enemy(position.state.half)
    return tuple(sorted(where for where in position.held(enemy) if _gives_up(position, enemy, where)))


def _gives_up(position: Position, side: str, where: str) -> bool:
    kinds = [position.kind(name) for name in position.units_of(side, where)]
    isolated = all(position.board[kind.id].supply == ISOLATED for kind in kinds)
    return isolated and any(kind.infantry for kind in kinds) and not any(kind.elite for kind in kinds)


def determined(view: View) -> tuple[Demand, ...]:
    """The dice of surrender and of optional forces, after the supply."""
    state = view.state
    if view.chosen("surrender") and "surrender" not in state.thrown and surrendering(view):
        return _roll(view, "surrender", len(surrendering(view)), "O1.0")
    if optional_due(view):
        return _roll(view, "optional", view.data.charts.optional_dice, "O3.0")
    return ()


@SURRENDER.rolled
def surrendered(play: Play, roll: Rolled) -> None:
    _thrown(play, "surrender")
    enemy = play.enemy(play.state.half)
    for where, face in zip(surrendering(play), roll.faces, strict=True):
        said = (
            Message("{hex} surrenders.", hex=where) if face == 1 else Message("{hex} holds out.", hex=where)
        )
        play.say("surrender", said, "O1.0", side=enemy, hexes=(where,), faces=(face,))
        if face <= play.data.charts.numbers.surrender:
            for name in play.units_of(enemy, where):
                if play.kind(name).infantry:
                    play.destroy(name, "O1.0")


# --- optional forces --------------------------------------------------------------------------------------


@BOOK.rule("O3.0")
def crisis(position: Position) -> bool:
    """Whether optional forces are rolled for."""
    near = near_meuse(position.data.ground, position.data.charts.numbers.optional_near)
    bastogne = next(where for where, name in position.data.ground.towns.items() if name == _BASTOGNE)
    germans = position.units(GERMAN)
    close = any(unit.where in near and not position.lacks_supply(unit.id) for unit in germans)
    return close and bastogne in position.held(GERMAN)


def uncalled(position: Position, side: str) -> Iterator[str]:
    """The optional units of a side that have not been called."""
    state = position.state
    seen = {*state.lost, *state.gone, *(each.unit for each in state.due)}
    for kind in position.data.units.values():
        if kind.optional and kind.side == side and kind.id not in seen and kind.id not in state.board:
            yield kind.id


def optional_due(view: View) -> bool:
    """Whether the dice of optional forces are due for the side of the half."""
    side = view.state.half
    chosen = view.chosen("optional-forces") and "optional" not in view.state.thrown
    return chosen and crisis(view) and any(True for _ in uncalled(view, side))


@OPTIONAL.rolled
@BOOK.rule("O3.0", "N54")
def optional_rolled(play: Play, roll: Rolled) -> None:
    _thrown(play, "optional")
    if _FIRST in uncalled(play, ALLIED):
        call(play, _FIRST)
    numbers = play.data.charts.numbers
    called = roll.faces.count(numbers.optional_face) * numbers.optional_units
    allied, german = play.state.calls
    mine = play.state.half == ALLIED
    play.change(calls=(allied + called * mine, german + called * (not mine)))
    said = Message("{n} optional units may be called.", n=called)
    play.say("optional", said, "O3.0", side=play.state.half, faces=roll.faces)


def call(play: Play, name: str) -> None:
    """An optional unit comes, not before its date."""
    due = Due(unit=name, turn=max(play.turn, play.kind(name).turn))
    play.change(due=(*play.state.due, due))
