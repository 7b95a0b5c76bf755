"""The charts, the schedule and the scenarios as lines for people: dice as ranges, each line with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from pbem_rules.june44.printed import Data, Scenario
from pbem_rules.kernel.tables import Cited

_HITS = ("-", "HIT", "2")
_FACES = 10
Row = Mapping[str, object]
V = TypeVar("V")


def span(low: int, high: int) -> str:
    """Faces of the die as they are read off it, a ten as 0: ``1-4``, ``5``, ``6-0``."""
    ends = (str(low % _FACES), str(high % _FACES))
    return ends[0] if low == high else "-".join(ends)


def spans(values: Sequence[V]) -> Iterator[tuple[int, int, V]]:
    """The first and last face of each run of equal values, by face from 1 on."""
    face = 1
    for value, run in groupby(values):
        count = len(list(run))
        yield face, face + count - 1, value
        face += count


def where_from(cited: Cited, told: Sequence[str] = ()) -> str:
    """A source in brackets; ``told`` are the parts that the rules print where the rest is weaker."""
    parts = f"; published: {', '.join(told)}" if told else ""
    return f"({cited.provenance}: {cited.source}{parts})"


def told(row: Row) -> tuple[str, ...]:
    """The parts of a raw row that are listed as published."""
    found = row.get("published", [])
    return tuple(str(each).replace("_", " ") for each in found) if isinstance(found, list) else ()


def raw(data: Data, *path: str) -> Row:
    """A table as it was read, empty when there is none."""
    found: object = data.raw
    for key in path:
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def told_of(data: Data, *path: str) -> tuple[str, ...]:
    """What the rules print of the row at ``path``."""
    return told(raw(data, *path))


def combat(data: Data) -> Iterator[str]:
    """The combat results table, and the cells that the rules tell."""
    yield f"combat {where_from(data.cited['combat'])}"
    columns = sorted(data.charts.combat)
    yield "die " + " ".join(f"{column:+3d}" for column in columns)
    for face in range(_FACES):
        cells = (data.charts.combat[column][face] for column in columns)
        yield f"{(face + 1) % _FACES:>3} " + " ".join(f"{_HITS[n]:>3}" for n in cells)
    for column in columns:
        for cell in told_of(data, "charts", "combat", "columns", str(column)):
            yield f"  published in column {column:+d}: {cell}"


def terrain(data: Data) -> Iterator[str]:
    """The terrain chart."""
    yield "terrain: points to enter or cross, and what is added to the defence"
    for name, line in data.charts.terrain.items():
        more = ", on top of other terrain" if line.cumulative else ""
        source = where_from(data.cited[f"terrain.{name}"], told_of(data, "charts", "terrain", name))
        yield f"  {line.name}: movement {line.move}, defence {line.defence:+d}{more} {source}"


def weather(data: Data) -> Iterator[str]:
    """The weather die and what each kind of weather gives."""
    charts = data.charts
    kinds = [charts.weather[kind].name for kind in charts.weather_die]
    faces = ", ".join(f"{span(low, high)} {name}" for low, high, name in spans(kinds))
    yield f"weather: {faces} {where_from(data.cited['weather'])}"
    for name, line in charts.weather.items():
        supply = f"{line.supply_drm:+d} to the supply die" if line.supply_drm else "supply die as it falls"
        slower = f"German movement -{line.german_move}" if line.german_move else "German movement as printed"
        storm = ", a storm: no Mulberry is built or gives supply" if line.storm else ""
        source = where_from(data.cited[f"weather.{name}"], told_of(data, "charts", "weather", "kinds", name))
        yield f"  {line.name}: air units {line.air}, naval points {line.naval}, {slower}, {supply}{storm} {source}"


def supply(data: Data) -> Iterator[str]:
    """The supply and replacement die."""
    yield f"supply: points, Allied and German replacements by the die {where_from(data.cited['supply'])}"
    for low, high, row in spans(data.charts.supply):
        less, more = (" or less" if low == 1 else "", " or more" if high == _FACES else "")
        points = f"{row.points} point{'s' if row.points > 1 else ''}"
        yield f"  {span(low, high)}{less}{more}: {points}, Allied {row.allied}, German {row.german}"


def air(data: Data) -> Iterator[str]:
    """Air units of both sides."""
    charts = data.charts
    yield f"air {where_from(data.cited['air'], told_of(data, 'charts', 'air'))}"
    yield f"  Allied air units: {charts.air_success} succeed, {charts.air_abort} abort"
    yield f"  German fighters: {charts.fighter_success} succeeds, {charts.fighter_abort} aborts"


def ranges(data: Data) -> Iterator[str]:
    """How far artillery and ships fire."""
    yield f"ranges {where_from(data.cited['ranges'])}"
    yield f"  artillery: {data.charts.artillery_range} hexes from the target"
    yield f"  naval points: {data.charts.naval_range} hexes from a hex with ocean"


def schedule(data: Data) -> Iterator[str]:
    """Every reinforcement with its turn, place and source."""
    whole = data.scenarios[next(iter(data.scenarios))]
    about = raw(data, "schedule", "about")
    yield f"schedule ({about.get('provenance')}: {about.get('source')})"
    for turn, name in enumerate(whole.turns, start=1):
        for each in whole.arrivals:
            if each.turn == turn:
                cited = data.cited[f"arrival.{each.unit}"]
                own = "" if cited.source == about.get("source") else f" {where_from(cited)}"
                yield f"  turn {turn}, {name}: {each.unit} at {_place(data, each.place)}{own}"


def _place(data: Data, place: str) -> str:
    nations = {"us": "any American beach", "cw": "any Commonwealth beach"}
    entry = ", ".join(data.ground.entries.get(place, ()))
    return f"entry {place} ({entry})" if entry else nations.get(place, place)


def scenarios(data: Data) -> Iterator[str]:
    """Every scenario: its length, points, defences, drops and the first places of units."""
    for name, scenario in data.scenarios.items():
        yield f"{name}: {scenario.name} {where_from(data.cited[f'scenario.{name}'], told_of(data, 'scenarios', name))}"
        yield from (f"  {line}" for line in _terms(scenario))
        for side in ("allied", "german"):
            units = [(unit, at) for unit, at in scenario.units.items() if data.units[unit].side == side]
            places = (f"{unit} {at.replace('sea:', 'off ')}" for unit, at in units)
            yield f"  {'Allied' if side == 'allied' else 'German'} units: {', '.join(places)}"


def _terms(scenario: Scenario) -> Iterator[str]:
    turns = scenario.turns
    last = scenario.first_turn + len(turns) - 1
    yield f"turns {scenario.first_turn} to {last}: {turns[0]} to {turns[-1]}"
    yield f"victory with {scenario.victory} points, a draw with {scenario.draw}"
    yield f"a hex of Caen counts {scenario.caen_value} up to turn {scenario.caen_until}, then 1"
    yield f"naval points: {scenario.invasion_naval} in the invasion, by the weather up to turn {scenario.naval_until}"
    yield f"beach defences: {', '.join(map(str, scenario.defences))}"
    yield f"parachute regiments {', '.join(scenario.regiments)} by lot in {', '.join(scenario.drops)}"
    low = 1
    hexes = []
    for most, where in scenario.stray_hexes:
        hexes.append(f"{span(low, most)} in {where}")
        low = most + 1
    if scenario.stray:
        yield f"{scenario.stray} comes down by the die: {', '.join(hexes)}"
