"""The charts, the schedule and the scenarios as lines for people: dice as ranges, each line with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from pbem_rules.june44.printed.data import Data, Scenario
from pbem_rules.shared.provenance import told

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


def where_from(data: Data, *path: str) -> str:
    """Where a row comes from, in brackets, and which of its values come from elsewhere."""
    most = data.sources.labels.groups(".".join(path))[0][0]
    parts = elsewhere(data, *path)
    return f"({most.provenance}: {most.source}{'; ' if parts else ''}{parts})"


def elsewhere(data: Data, *path: str) -> str:
    """Which values of a row come from elsewhere than the row: ``published: defence (11.3 example 1)``."""
    (most, _), *others = data.sources.labels.groups(".".join(path))
    return "; ".join(
        f"{each.provenance}: {', '.join(map(_words, keys))}"
        + (f" ({each.source})" if each.source != most.source else "")
        for each, keys in others
    )


def _words(key: str) -> str:
    return key.replace("_", " ").replace(".", " ")


def raw(data: Data, *path: str) -> Row:
    """A table as it was read, empty when there is none."""
    found: object = data.raw
    for key in path:
        found = found.get(key, {}) if isinstance(found, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def combat(data: Data) -> Iterator[str]:
    """The combat results table, and the cells that the rules tell."""
    most = data.sources.labels.groups("charts.combat")[0][0]
    yield f"combat ({most.provenance}: {most.source})"
    columns = sorted(data.charts.combat)
    yield "die " + " ".join(f"{column:+3d}" for column in columns)
    for face in range(_FACES):
        cells = (data.charts.combat[column][face] for column in columns)
        yield f"{(face + 1) % _FACES:>3} " + " ".join(f"{_HITS[n]:>3}" for n in cells)
    for column in columns:
        path = ("charts", "combat", "columns", str(column))
        told_cells = (f"{cell} on {face}" for face, cell in raw(data, *path, "told").items())
        if parts := elsewhere(data, *path):
            yield f"  column {column:+d}: {', '.join(told_cells)} ({parts})"


def terrain(data: Data) -> Iterator[str]:
    """The terrain chart."""
    yield "terrain: points to enter or cross, and what is added to the defence"
    for name, line in data.charts.terrain.items():
        more = ", on top of other terrain" if line.cumulative else ""
        source = where_from(data, "charts", "terrain", name)
        yield f"  {line.name}: movement {line.move}, defence {line.defence:+d}{more} {source}"


def weather(data: Data) -> Iterator[str]:
    """The weather die and what each kind of weather gives."""
    charts = data.charts
    kinds = [charts.weather[kind].name for kind in charts.weather_die]
    faces = ", ".join(f"{span(low, high)} {name}" for low, high, name in spans(kinds))
    yield f"weather: {faces} {where_from(data, 'charts', 'weather', 'die')}"
    for name, line in charts.weather.items():
        supply = f"{line.supply_drm:+d} to the supply die" if line.supply_drm else "supply die as it falls"
        slower = f"German movement -{line.german_move}" if line.german_move else "German movement as printed"
        storm = ", a storm: no Mulberry is built or gives supply" if line.storm else ""
        source = where_from(data, "charts", "weather", "kinds", name)
        yield f"  {line.name}: air units {line.air}, naval points {line.naval}, {slower}, {supply}{storm} {source}"


def supply(data: Data) -> Iterator[str]:
    """The supply and replacement die."""
    yield f"supply: points, Allied and German replacements by the die {where_from(data, 'charts', 'supply')}"
    for low, high, row in spans(data.charts.supply):
        less, more = (" or less" if low == 1 else "", " or more" if high == _FACES else "")
        points = f"{row.points} point{'s' if row.points > 1 else ''}"
        yield f"  {span(low, high)}{less}{more}: {points}, Allied {row.allied}, German {row.german}"


def air(data: Data) -> Iterator[str]:
    """Air units of both sides."""
    charts = data.charts
    yield f"air {where_from(data, 'charts', 'air')}"
    yield f"  Allied air units: {charts.air_success} succeed, {charts.air_abort} abort"
    yield f"  German fighters: {charts.fighter_success} succeeds, {charts.fighter_abort} aborts"


def ranges(data: Data) -> Iterator[str]:
    """How far artillery and ships fire."""
    yield f"ranges {where_from(data, 'charts', 'ranges')}"
    yield f"  artillery: {data.charts.artillery_range} hexes from the target"
    yield f"  naval points: {data.charts.naval_range} hexes from a hex with ocean"


def schedule(data: Data) -> Iterator[str]:
    """Every reinforcement with its turn, place and source."""
    whole = data.scenarios[next(iter(data.scenarios))]
    yield f"schedule {told(data.sources.labels.counts('schedule'))}"
    for turn, name in enumerate(whole.turns, start=1):
        for each in whole.arrivals:
            if each.turn == turn:
                yield f"  turn {turn}, {name}: {each.unit} at {_place(data, each.place)} {arrival_from(data, each.unit)}"


def arrival_from(data: Data, unit: str) -> str:
    """Where the line of the schedule comes from that brings a unit."""
    for side in ("allied", "german"):
        rows = raw(data, "schedule", side).get("arrivals", [])
        for n, row in enumerate(rows if isinstance(rows, list) else (), 1):
            if row["unit"] == unit:
                return where_from(data, "schedule", side, "arrivals", str(n))
    return ""


def _place(data: Data, place: str) -> str:
    nations = {"us": "any American beach", "cw": "any Commonwealth beach"}
    entry = ", ".join(data.ground.entries.get(place, ()))
    return f"entry {place} ({entry})" if entry else nations.get(place, place)


def scenarios(data: Data) -> Iterator[str]:
    """Every scenario: its length, points, defences, drops and the first places of units."""
    for name, scenario in data.scenarios.items():
        yield f"{name}: {scenario.name} {where_from(data, 'scenarios', name)}"
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
