"""What the words of a sheet stand for in June 6: units, formations and types of unit; hexes and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.port.game import Slip
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.standing.sheet import ATTACKS, HAND_BACK, slips
from pbem_rules.shared.standing_names import Meaning, folded, stand_ins, words_of, written_out

_UNITS, _HEXES = ("first", "last", "units"), ("hexes", "toward", "avoid")


def units(data: Data, side: str) -> Meaning:
    """A unit; a formation by its number or its name; a type of unit: those of this side."""

    def meaning(word: str) -> tuple[int, tuple[str, ...]]:
        if word in data.units:
            return 0, (word,)
        for formation in data.formations.values():
            if formation.side == side and folded(word) in (folded(formation.id), folded(formation.name)):
                return 1, formation.units
        fit = (name for name in data.units if data.unit(name).side == side)
        return 2, tuple(name for name in fit if data.unit(name).type == folded(word))

    return meaning


def hexes(data: Data) -> Meaning:
    """A hex, or a place on the map with every hex that has its name."""

    def meaning(word: str) -> tuple[int, tuple[str, ...]]:
        if word in data.ground.terrain:
            return 0, (word,)
        return 1, tuple(
            where for where, (name, _) in data.ground.names.items() if folded(name) == folded(word)
        )

    return meaning


def spelled_out(data: Data, side: str, sheet: Mapping[str, Json]) -> dict[str, Json]:
    """A sheet whose formations, types and places are written out as units and hexes."""
    return _rewritten(data, side, sheet, written_out)


def sheet_slips(data: Data, side: str, sheet: Mapping[str, Json]) -> Sequence[Slip]:
    """Every slip of a sheet as its owner wrote it."""
    found = slips(data, side, _rewritten(data, side, sheet, stand_ins))
    if not found:
        return slips(data, side, spelled_out(data, side, sheet))
    modes = sheet.get("modes")
    words: dict[str, str] = {}
    if isinstance(modes, dict):
        words = {
            **words_of(modes.get("units"), units(data, side)),
            **words_of(modes.get("hexes"), hexes(data)),
        }
    return tuple(
        Slip(path=tuple(words.get(str(key), key) for key in slip.path), message=slip.message)
        for slip in found
    )


def _rewritten(
    data: Data, side: str, sheet: Mapping[str, Json], how: Callable[[Json, Meaning], Json]
) -> dict[str, Json]:
    of_units, of_hexes = units(data, side), hexes(data)

    def table(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        return {key: entry(key, each) for key, each in value.items()}

    def entry(key: str, value: Json) -> Json:
        if key == HAND_BACK:
            return table(value)
        if key in _UNITS:
            return how(value, of_units)
        return how(value, of_hexes) if key in _HEXES else value

    def attack(row: Json) -> Json:
        if not isinstance(row, dict) or not isinstance(row.get("target"), str):
            return row
        found = of_hexes(str(row["target"]))[1]
        return {**row, "target": found[0]} if len(found) == 1 else row

    done: dict[str, Json] = {}
    for name, value in sheet.items():
        done[name] = (
            [attack(row) for row in value] if name == ATTACKS and isinstance(value, list) else table(value)
        )
    return done
