"""Weather, supply and what they give the two sides (I.1, I.2, 7.3, 7.5, 9.0, 12.1)."""

from __future__ import annotations

from pbem.port.game import Demand, Die, Roll, Rolled
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import chosen, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data, Weather

_TEN = Die(sides=10)
NO_MEN = "no-replacements"


def weather_of(data: Data, state: State) -> Weather | None:
    """The weather of the turn; None on 6 June."""
    return data.charts.weather.get(state.weather)


def storm(data: Data, state: State) -> bool:
    """Whether there is a storm."""
    found = weather_of(data, state)
    return found is not None and found.storm


def weather_demands(view: View) -> tuple[Demand, ...]:
    """The German rolls for the weather (I.1)."""
    state = view.state
    if state.weather:
        return ()
    return (Roll(side=GERMAN, why=f"weather/{state.turn}", dice=(_TEN,), paragraph="5.0"),)


@BOOK.rule("3.1", "5.0", text="The die for the weather: a 0 is ten.")
def rolled_weather(course: Course, roll: Rolled) -> None:
    """The weather is known."""
    found = course.data.charts.weather_die[roll.faces[0] - 1]
    course.change(rolled=found)
    turn_weather(course, found, roll.faces)


@BOOK.rule(
    "9.0", "11.2", text="The weather gives air units and naval points; the latter end with 29-30 June."
)
def turn_weather(course: Course, weather: str, faces: tuple[int, ...] = ()) -> None:
    """The weather is or becomes this: air units and naval points follow it."""
    found = course.data.charts.weather[weather]
    naval = found.naval if course.state.turn <= scenario_of(course.data, course.state).naval_until else 0
    course.change(weather=weather, air=found.air, naval=naval)
    said = (
        f"{found.name}: {found.air} air units, {naval} naval points, German movement {found.german_move:+d}."
    )
    course.say("weather", said, "5.0", faces=faces)


@BOOK.rule("7.5", text="The better the weather, the more is taken off the movement of every German unit.")
def german_movement(data: Data, state: State) -> int:
    """What the weather adds to the movement of German units, 0 or less; nothing on 6 June."""
    found = weather_of(data, state)
    names = [effect for effect, _ in state.effects]
    weather = 0 if found is None or "night-march" in names else abs(found.german_move)
    return -weather - names.count("slow")


# --- supply and replacements ---------------------------------------------------------------------------------------------


@BOOK.rule("16.2", text="With dice of their own each side rolls for its own replacements.")
def supply_demands(view: View) -> tuple[Demand, ...]:
    """The supply roll (I.2). The German, who acted last, asks for it, so that no mail goes for the asking (N24)."""
    state = view.state
    if "supply" in state.done:
        return ()
    dice = (_TEN, _TEN, _TEN) if chosen(state, "own-replacements") else (_TEN,)
    return (Roll(side=GERMAN, why=f"supply/{state.turn}", dice=dice, paragraph="7.3"),)


@BOOK.rule("7.3", text="A storm takes 2 off the supply die.")
@BOOK.rule("8.1", text="The same die gives both sides their replacements, which must be used at once.")
def rolled_supply(course: Course, roll: Rolled) -> None:
    """Supply points are added to those saved; replacements are to be used this turn."""
    data, state = course.data, course.state
    weather = weather_of(data, state)
    drm = weather.supply_drm if weather is not None else 0
    row = data.charts.supply[_line(data, roll.faces[0] + drm)]
    allied, german = row.allied, row.german
    if len(roll.faces) > 1:
        allied = data.charts.supply[_line(data, roll.faces[1])].allied
        german = data.charts.supply[_line(data, roll.faces[2])].german
    if any(effect == NO_MEN for effect, _ in state.effects):
        allied = 0
    extra = 0 if storm(data, state) else len(state.mulberries)
    bonus_allied, bonus_german = _drafts(state)
    course.change(
        supply=state.supply + row.points + extra,
        replacements=(allied + bonus_allied, german + bonus_german),
        done=(*state.done, "supply"),
    )
    said = (
        f"{row.points + extra} supply points ({course.state.supply} in all); "
        f"replacements: {allied + bonus_allied} Allied, {german + bonus_german} German."
    )
    course.say("supply", said, "7.3", side=ALLIED, faces=roll.faces, total=roll.faces[0] + drm)


def _line(data: Data, die: int) -> int:
    return min(max(die, 1), len(data.charts.supply)) - 1


def _drafts(state: State) -> tuple[int, int]:
    """Replacement points that cards have promised."""
    allied = sum(1 for effect, _ in state.effects if effect == "draft-allied")
    german = sum(1 for effect, _ in state.effects if effect == "draft-german")
    return allied, german
