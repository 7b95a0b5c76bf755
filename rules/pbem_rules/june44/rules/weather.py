"""Weather, supply and what they give the two sides (I.1, I.2, 7.3, 7.5, 9.0, 12.1)."""

from __future__ import annotations

from pbem.port.game import Demand, Die, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN
from pbem_rules.june44.printed.data import Data, Weather
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.chance import Label

_TEN = Die(sides=10)
NO_MEN = "no-replacements"
WEATHER, SUPPLY = Label[View, Play]("weather"), Label[View, Play]("supply")


def weather_of(at: Position) -> Weather | None:
    """The weather of the turn; None on 6 June."""
    return at.data.charts.weather.get(at.state.weather)


def storm(at: Position) -> bool:
    """Whether there is a storm."""
    found = weather_of(at)
    return found is not None and found.storm


def weather_demands(view: View) -> tuple[Demand, ...]:
    """The German rolls for the weather (I.1)."""
    state = view.state
    if state.weather:
        return ()
    return (Roll(side=GERMAN, why=f"weather/{state.turn}", dice=(_TEN,), paragraph="5.0"),)


@WEATHER.rolled
@BOOK.rule("3.1", "5.0")
def rolled_weather(play: Play, roll: Rolled) -> None:
    """The weather is known."""
    found = play.data.charts.weather_die[roll.faces[0] - 1]
    play.change(rolled=found)
    turn_weather(play, found, roll.faces)


@BOOK.rule("9.0", "11.2")
def turn_weather(play: Play, weather: str, faces: tuple[int, ...] = ()) -> None:
    """The weather is or becomes this: air units and naval points follow it."""
    found = play.data.charts.weather[weather]
    naval = found.naval if play.state.turn <= play.scenario.naval_until else 0
    play.change(weather=weather, air=found.air, naval=naval)
    said = Message(
        "{weather}: {air} air units, {naval} naval points, German movement {move:+d}.",
        weather=found.name,
        air=found.air,
        naval=naval,
        move=found.german_move,
    )
    play.say("weather", said, "5.0", faces=faces)


@BOOK.rule("7.5")
def german_movement(at: Position) -> int:
    """What the weather adds to the movement of German units, 0 or less; nothing on 6 June."""
    found = weather_of(at)
    names = [effect for effect, _ in at.state.effects]
    weather = 0 if found is None or "night-march" in names else abs(found.german_move)
    return -weather - names.count("slow")


# --- supply and replacements ---------------------------------------------------------------------------------------------


@BOOK.rule("16.2")
def supply_demands(view: View) -> tuple[Demand, ...]:
    """The supply roll (I.2). The German, who acted last, asks for it, so that no mail goes for the asking (N24)."""
    state = view.state
    if "supply" in state.done:
        return ()
    dice = (_TEN, _TEN, _TEN) if view.chosen("own-replacements") else (_TEN,)
    return (Roll(side=GERMAN, why=f"supply/{state.turn}", dice=dice, paragraph="7.3"),)


@SUPPLY.rolled
@BOOK.rule("7.3")
@BOOK.rule("8.1")
def rolled_supply(play: Play, roll: Rolled) -> None:
    """Supply points are added to those saved; replacements are to be used this turn."""
    data, state, weather = play.data, play.state, weather_of(play)
    drm = weather.supply_drm if weather is not None else 0
    row = data.charts.supply[_line(data, roll.faces[0] + drm)]
    allied, german = row.allied, row.german
    if len(roll.faces) > 1:
        allied = data.charts.supply[_line(data, roll.faces[1])].allied
        german = data.charts.supply[_line(data, roll.faces[2])].german
    effects = [effect for effect, _ in state.effects]
    if NO_MEN in effects:
        allied = 0
    allied, german = allied + effects.count("draft-allied"), german + effects.count("draft-german")
    points = row.points + (0 if storm(play) else len(state.mulberries))
    play.change(supply=state.supply + points, replacements=(allied, german), done=(*state.done, "supply"))
    said = counted(
        points,
        "{n} supply point ({all} in all); replacements: {allied} Allied, {german} German.",
        "{n} supply points ({all} in all); replacements: {allied} Allied, {german} German.",
        all=play.state.supply,
        allied=allied,
        german=german,
    )
    play.say("supply", said, "7.3", side=ALLIED, faces=roll.faces, total=roll.faces[0] + drm)


def _line(data: Data, die: int) -> int:
    return min(max(die, 1), len(data.charts.supply)) - 1
