"""What the page is told, in the language that it speaks: the sentences of the game that its language table knows.

Only what is shown changes; orders, names and paragraphs stay as they are. Where the table knows nothing the English stays.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.view.language import ENGLISH, Tongue, panel_line

_LINES = {"heading": "headings", "result": "level"}


def spoken(value: Json, tongue: Tongue) -> Json:
    """An answer of the table in another language."""
    if tongue.code == ENGLISH.code:
        return value
    if isinstance(value, list):
        return [spoken(each, tongue) for each in value]
    if isinstance(value, dict):
        return {name: _field(name, each, value, tongue) for name, each in value.items()}
    return value


def _field(name: str, value: Json, whole: Mapping[str, Json], tongue: Tongue) -> Json:
    match name, value:
        case "text", str() if "faces" in whole:
            return tongue.say(value)
        case "reasons", list():
            return [_reason(each, tongue) for each in value]
        case "panel", list():
            return [_line(each, tongue) for each in value]
        case "moment", dict():
            return {
                key: tongue.say(each, "moments") if isinstance(each, str) else each
                for key, each in value.items()
            }
        case "beside", dict():
            return _beside(value, tongue)
        case "why", str() if value:
            return tongue.find(value, "occasions") or tongue.say(value, "moments")
        case (("heading" | "result"), str()) if value:
            return tongue.say(value, _LINES[name])
    return spoken(value, tongue)


def _reason(value: Json, tongue: Tongue) -> Json:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(text, str):
        return value
    return {**value, "text": tongue.say(text, "reasons")}


def _line(value: Json, tongue: Tongue) -> Json:
    return panel_line(tongue, value) if isinstance(value, str) else value


_BESIDE = {"name": "moments", "phases": "moments", "weather": "sky", "level": "level"}


def _beside(value: Mapping[str, Json], tongue: Tongue, inside: str = "") -> dict[str, Json]:
    """The furniture: names of turns and phases, the weather, levels and terms of the score."""
    found: dict[str, Json] = {}
    for name, each in value.items():
        table = "level" if inside == "thresholds" else "terms" if inside == "terms" else _BESIDE.get(name, "")
        if isinstance(each, dict):
            found[name] = _beside(each, tongue, name)
        elif isinstance(each, list):
            found[name] = [
                _beside(item, tongue, name)
                if isinstance(item, dict)
                else tongue.say(item, table)
                if isinstance(item, str) and table
                else item
                for item in each
            ]
        else:
            found[name] = tongue.say(each, table) if isinstance(each, str) and each and table else each
    return found
