"""The dice of a night: weather and its combat supply (5.6, 5.14), the fall of the port (18.14), and the rest (N90)."""

from __future__ import annotations

from pbem.port.game import Demand, Die, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.rules import mulberry, port, replacements, withdrawal
from pbem_rules.normandy.rules.night import OVER, is_over, of_day
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label

NIGHT = Label[View, Play]("weather", early="5.6")

_SAID = {
    "clear": Message("clear"),
    "overcast": Message("overcast"),
    "heavy-rain": Message("heavy rain"),
    "storm": Message("storm"),
}


@BOOK.rule("N45", "N90")
def owed(view: View) -> tuple[Demand, ...]:
    """Two dice of the weather, one a nation, one for each that may leave, five a mulberry."""
    if is_over(view):
        return ()
    charts = view.data.charts
    dice = (charts.weather.die,) * 2 + replacements.dice(view) + withdrawal.dice(view) + mulberry.dice(view)
    sides = tuple(Die(sides=die) for die in dice)
    return (Roll(side=GERMAN, why=of_day(view, NIGHT.word), dice=sides, paragraph="5.6"),)


@NIGHT.rolled
def rolled(play: Play, told: Rolled) -> None:
    """The weather first: the mulberries suffer from it."""
    faces = list(told.faces)
    first, second = faces.pop(0), faces.pop(0)
    _comes(play, kind_of(play, first, second), (first, second))
    for part in (replacements, withdrawal, mulberry):
        number = len(part.dice(play))
        part.rolled(play, tuple(faces[:number]))
        del faces[:number]
    play.change(stage=OVER)


@BOOK.rule("N45")
def kind_of(at: Position, first: int, second: int) -> str:
    """The weather that two dice bring."""
    rule = at.data.charts.weather
    if at.chosen("great-storm") and at.state.day in rule.great_storm:
        return "storm"
    face = min(first + (rule.after_storm if at.state.weather == "storm" else 0), rule.die)
    if face == rule.die and second >= rule.second:
        return "storm"
    return next(row.kind for row in rule.kinds if face <= row.upto)


def _comes(play: Play, kind: str, faces: tuple[int, ...]) -> None:
    """The weather of the day is known."""
    port.falls(play)
    port.judged(play)
    points = income(play, kind)
    play.change(weather=kind, points=play.state.points + points)
    said = counted(
        points,
        "Weather: {weather}. {n} point of combat supply comes.",
        "Weather: {weather}. {n} points of combat supply come.",
        weather=_SAID[kind],
    )
    play.say("weather", said, "5.6", faces=faces)


@BOOK.rule("5.6", "5.14", "17.14", "18.18", "N44", "N57")
def income(at: Position, kind: str) -> int:
    """The combat supply of a day with this weather."""
    rule = at.data.charts.points
    if not rule.daily[kind]:
        return 0
    complete = sum(built >= at.data.charts.mulberry.complete for built in at.state.mulberries.values())
    return rule.daily[kind] + rule.mulberry * complete + rule.cherbourg * port.works(at)
