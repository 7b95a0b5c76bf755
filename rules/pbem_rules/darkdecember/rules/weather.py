"""Weather and tactical advantage (S1.1, S3.0 to S5.0, O5.0)."""

from __future__ import annotations

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules.view import Position

_VARIABLE = "weather"


def variable(position: Position) -> bool:
    """Whether dice make the weather (O5.0)."""
    return position.chosen(_VARIABLE)


@BOOK.rule("S3.0", "O5.0", "N56")
def clear(position: Position) -> bool:
    """Whether the weather is clear."""
    rule = position.data.charts.weather
    if variable(position):
        return bool(position.state.cleared) and position.turn < rule.snow_from
    return rule.clear_from <= position.turn <= rule.clear_to


@BOOK.rule("S4.0")
def frost(position: Position) -> bool:
    """Whether the ground is frozen."""
    rule = position.data.charts.weather
    return rule.frost_from <= position.turn < rule.snow_from


@BOOK.rule("S5.0")
def snow(position: Position) -> bool:
    """Whether snow lies."""
    return position.turn >= position.data.charts.weather.snow_from


@BOOK.rule("S1.1", "S3.3", "4.3a", "N52")
def advantage(position: Position) -> str:
    """The side with tactical advantage, or nobody."""
    german, cleared = position.turn <= position.data.charts.advantage.german_to, clear(position)
    if cleared:
        return "" if german else ALLIED
    return GERMAN if german else ""
