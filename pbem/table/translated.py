"""What the page is told, in the language that it speaks: the sentences of the game that its language table knows.

Only what is shown changes; orders, names and paragraphs stay as they are. Where the table knows nothing the English stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.view.language import panel_line


def spoken(value: Json, tongue: Catalogue) -> Json:
    """An answer of the table in another language."""
    if tongue.code == ENGLISH.code:
        return value
    if isinstance(value, Message):
        return tongue.say(value)
    if isinstance(value, list):
        return [spoken(each, tongue) for each in value]
    if isinstance(value, dict):
        return {name: _field(name, each, value, tongue) for name, each in value.items()}
    return value


def _field(name: str, value: Json, whole: Mapping[str, Json], tongue: Catalogue) -> Json:
    match name, value:
        case "text", str() if "faces" in whole:
            return tongue.say(value)
        case "reasons", list():
            return [_reason(each, tongue) for each in value]
        case "key", list():
            return [tongue.say(each) if isinstance(each, str) else each for each in value]
        case "panel", list():
            return [(panel_line(tongue, each) if isinstance(each, str) else each) for each in value]
        case "moment", dict():
            return {key: tongue.say(each) if isinstance(each, str) else each for key, each in value.items()}
        case "beside", dict():
            return _beside(value, tongue)
        case "cells", list() if "drawing" in whole:
            return [_cell(each, tongue) for each in value]
        case "counters", list():
            return [_counter(each, tongue) for each in value]
        case (("said" | "help"), str()) if value:
            return tongue.say(value)
        case "why", str() if value:
            return tongue.say(value)
        case (("heading" | "result"), str()) if value:
            return tongue.say(value)
    return spoken(value, tongue)


def _cell(value: Json, tongue: Catalogue) -> Json:
    """A cell of the board: the last is what the ground is. Names stay."""
    if not isinstance(value, list) or not isinstance(value[-1], Message):
        return value
    return [*value[:-1], tongue.say(value[-1])]


def _counter(value: Json, tongue: Catalogue) -> Json:
    """A counter of a pile: its name, its side, and what is said of it."""
    return (
        [tongue.say(each) if isinstance(each, Message) else each for each in value]
        if isinstance(value, list)
        else value
    )


def _reason(value: Json, tongue: Catalogue) -> Json:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(text, str):
        return value
    return {**value, "text": tongue.say(text)}


_BESIDE = frozenset({"name", "phases", "weather", "level"})


def _beside(value: Mapping[str, Json], tongue: Catalogue, inside: str = "") -> dict[str, Json]:
    """The furniture: names of turns and phases, the weather, levels and terms of the score."""

    def said(name: str, each: Json) -> Json:
        if isinstance(each, dict):
            return _beside(each, tongue, name)
        if isinstance(each, list):
            return [said(name, item) for item in each]
        shown = isinstance(each, Message) or inside in ("thresholds", "terms") or name in _BESIDE
        return tongue.say(each) if isinstance(each, str) and each and shown else each

    return {name: said(name, each) for name, each in value.items()}
