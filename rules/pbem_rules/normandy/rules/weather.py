"""Weather, and the combat supply that it lets come (5.6, 5.14); the port falls and is judged (18.14 to 18.16)."""

from __future__ import annotations

from pbem.port.game import Demand, Rolled
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import port
from pbem_rules.normandy.rules.night import OVER, is_over, of_day, roll
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label

WEATHER = Label[View, Play]("weather", early="5.6")
STORM = Label[View, Play]("storm", early="5.6")
_TENS = "storm"


@BOOK.rule("N45", text="A die a day; a ten asks for a second, which may make a storm.")
def owed(view: View) -> tuple[Demand, ...]:
    """The die of the day, or the second."""
    rule = view.data.charts.weather
    if is_over(view) or _by_history(view):
        return ()
    if view.state.stage == _TENS:
        return roll(of_day(view, _TENS), 1, rule.die, "5.6")
    return roll(of_day(view, WEATHER.word), 1, rule.die, "5.6")


def _by_history(at: Position) -> bool:
    """Whether the great storm comes by the option of N45."""
    return at.chosen("great-storm") and at.state.day in at.data.charts.weather.great_storm


def opens(play: Play) -> None:
    """The great storm comes without a die."""
    if _by_history(play):
        _comes(play, "storm", ())


@WEATHER.rolled
def rolled(play: Play, told: Rolled) -> None:
    """The die of the day, higher after a storm."""
    rule = play.data.charts.weather
    face = min(told.faces[0] + (rule.after_storm if play.state.weather == "storm" else 0), rule.die)
    if face == rule.die:
        play.change(stage=_TENS)
        return
    _comes(play, next(row.kind for row in rule.kinds if face <= row.upto), told.faces)


@STORM.rolled
def rolled_again(play: Play, told: Rolled) -> None:
    """The second die."""
    rule = play.data.charts.weather
    _comes(play, "storm" if told.faces[0] >= rule.second else rule.kinds[-1].kind, told.faces)


def _comes(play: Play, kind: str, faces: tuple[int, ...]) -> None:
    """The weather of the day is known."""
    port.falls(play)
    port.judged(play)
    points = income(play, kind)
    play.change(weather=kind, points=play.state.points + points, stage=OVER)
    said = Message("Weather: {weather}. {points} points of combat supply come.", weather=kind, points=points)
    play.say("weather", said, "5.6", faces=faces)


@BOOK.rule(
    "5.6",
    "5.14",
    "17.14",
    "18.18",
    "N44",
    "N57",
    text="By weather, mulberries and port; none in bad weather.",
)
def income(at: Position, kind: str) -> int:
    """The combat supply of a day with this weather."""
    rule = at.data.charts.points
    if not rule.daily[kind]:
        return 0
    complete = sum(built >= at.data.charts.mulberry.complete for built in at.state.mulberries.values())
    return rule.daily[kind] + rule.mulberry * complete + rule.cherbourg * port.works(at)
