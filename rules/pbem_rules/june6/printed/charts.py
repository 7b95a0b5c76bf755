"""Reads ``charts.toml``. Raises DataError with the path; rows of totals must cover every whole number once."""

from __future__ import annotations

import re

from pbem_rules.june6.printed.data import Bombing, Cell, Charts, Drop, Hexside, Road, Terrain, WeatherState
from pbem_rules.june6.printed.numbers import MovementNumbers, Numbers, Resources, Support
from pbem_rules.kernel.charts import Bands, Odds, die_table
from pbem_rules.kernel.tables import Table, into, wrong

_EFFECTS = ("dis1", "dis2", "red")
_PAIRS = ("assault_stand", "assault_retreat", "probe_stand", "probe_retreat")
_PIN = "pin"
_FIRERS = ("markers_1", "markers_2", "tot_division", "tot_corps", "nebelwerfer")
_STRONGPOINT = "strongpoint"
_PART = re.compile(r"([A-F]) (dis1|dis2|red)")
_HIT = re.compile(r"([A-F]) (pin|dis1|dis2|red)")
Parts = tuple[tuple[str, str], ...]
_CROSSING = ("prohibited", "crossed_by", "assisted_cost", "except", "except_cost")
_WINDS = ("NE", "E", "SE", "SW", "W", "NW")


def read_charts(table: Table) -> Charts:
    """All charts, and the single numbers."""
    weather = table.table("weather")
    die = die_table(weather, "die", "roll", lambda row: row.text("state"), faces=range(10))
    states = weather.table("states")
    return Charts(
        turn_names={r.integer("turn"): r.text("dates") for r in table.table("turns").rows("track")},
        weather_die=tuple(die[face] for face in range(10)),
        weather={key: into(WeatherState, row) for key, row in states.tables()},
        after_storm_cap=weather.table("after_storm").integer("allied_rp_cap"),
        historical_weather={
            row.integer("turn"): row.one_of("state", states.keys())
            for row in weather.table("historical").rows("states")
        },
        initiative_penalty={
            row.integer("turn"): row.integer("drm")
            for row in table.table("initiative").rows("german_penalty")
        },
        base_points={
            row.integer("turn"): (row.integer("allied"), row.integer("german"))
            for row in table.table("resources").table("base").rows("turns")
        },
        odds=Odds.parse(table.table("odds"), "columns", "odds", lambda row: row.integer("drm")),
        crt={pair: _results(table.table("crt"), pair) for pair in _PAIRS},
        terrain={k: into(Terrain, row, "prohibited") for k, row in table.table("terrain").subtables()},
        hexsides={k: _hexside(row) for k, row in table.table("hexsides").subtables()},
        roads={k: _road(k, row) for k, row in table.table("roads").subtables()},
        bombing=_bombing(table.table("bombardment"), table.table("terrain")),
        boxes=_boxes(table.table("support")),
        naval_entries="".join(table.table("support").texts("naval_interdiction_entry")),
        numbers=read_numbers(table),
        drops=die_table(
            table.table("drops"), "rows", "die", lambda row: into(Drop, row, "die"), faces=range(10)
        ),
        drop_directions=_winds(table.table("drops")),
        attrition=Bands.parse(table.table("attrition"), "rows", "total", lambda row: row.integer("steps")),
    )


def _winds(table: Table) -> tuple[str, ...]:
    """Where a unit is carried, for each face of the die."""
    found = table.texts("directions")
    if len(found) != 10 or any(name not in _WINDS for name in found):
        raise wrong(table.path("directions"), f"expected ten of {', '.join(_WINDS)}, one for each face")
    return found


def _bombing(table: Table, terrain: Table) -> Bombing:
    """The Bombardment Table; every kind of firer has its modifier, targets are printed strongpoints and terrains."""
    firers = {row.one_of("firer", _FIRERS): row.integer("drm") for row in table.rows("firer_drm")}
    missing = [name for name in _FIRERS if name not in firers]
    if missing:
        raise wrong(table.path("firer_drm"), f"{', '.join(missing)} is missing")
    known = (_STRONGPOINT, *(key for key, _ in terrain.subtables()))
    return Bombing(
        firers=firers,
        targets={row.one_of("target", known): row.integer("drm") for row in table.rows("target_drm")},
        results=_open_ended(Bands.parse(table, "rows", "total", _hits)),
    )


def _open_ended(bands: Bands[Parts]) -> Bands[Parts]:
    if bands.rows[0].span.low is not None or bands.rows[-1].span.high is not None:
        raise wrong(bands.at, "the lowest and the highest row must be open-ended")
    return bands


def _hits(row: Table) -> Parts:
    """Parts of one bombardment result: pins first, then what combat results know too (13.72)."""
    found = _split(row, "effect", _HIT, "one of pin, dis1, dis2, red")
    losses = tuple(part for part in found if part[1] != _PIN)
    if found[len(found) - len(losses) :] != losses:
        raise wrong(row.path("effect"), "pins are written before Disorder and Reductions")
    _paired(row, "effect", losses)
    return found


def _boxes(support: Table) -> tuple[str, ...]:
    """``AB`` for the box of entries A and B; a letter may be in one box only."""
    boxes = support.texts("interdiction_boxes")
    letters = "".join(boxes)
    if not boxes or len(set(letters)) != len(letters):
        raise wrong(support.path("interdiction_boxes"), "must be entry letters by box, each letter once")
    return tuple(boxes)


def read_numbers(table: Table) -> Numbers:
    """The single numbers; some of their tables hold more than these."""
    movement, resources, support = (table.table(name) for name in ("movement", "resources", "support"))
    return into(
        Numbers,
        table,
        *table.keys(),
        movement=into(MovementNumbers, movement, "landing_fraction"),
        resources=into(Resources, resources, "base"),
        support=into(Support, support, "interdiction_boxes", "naval_interdiction_entry"),
    )


def _results(crt: Table, pair: str) -> tuple[tuple[int | None, int | None, Cell], ...]:
    bands = Bands.parse(crt, "row", "total", lambda row: _cell(row.table(pair)))
    if bands.rows[0].span.low is not None or bands.rows[-1].span.high is not None:
        raise wrong(bands.at, "the lowest and the highest row must be open-ended")
    return tuple((row.span.low, row.span.high, row.value) for row in bands.rows)


def _cell(cell: Table) -> Cell:
    attacker, defender = _parts(cell, "attacker"), _parts(cell, "defender")
    return into(Cell, cell, "attacker", "defender", attacker=attacker, defender=defender)


def _parts(cell: Table, key: str) -> Parts:
    found = _split(cell, key, _PART, f"one of {', '.join(_EFFECTS)}")
    _paired(cell, key, found)
    return found


def _split(cell: Table, key: str, pattern: re.Pattern[str], effects: str) -> Parts:
    found = []
    for part in filter(None, cell.text(key).split("/")):
        match = pattern.fullmatch(part)
        if match is None:
            raise wrong(cell.path(key), f"{part!r} is not a letter A-F and {effects}")
        found.append((match[1], match[2]))
    return tuple(found)


def _paired(cell: Table, key: str, parts: Parts) -> None:
    letters = "".join(letter for letter, _ in parts)
    if len(parts) > 1 and letters not in ("BD", "CE"):
        raise wrong(cell.path(key), "a double result joins B with D or C with E (13.72)")


def _hexside(row: Table) -> Hexside:
    by_road, raiders = "road" in row.texts("crossed_by"), _raiders(row)
    return into(Hexside, row, *_CROSSING, by_road=by_road, raiders=raiders)


def _raiders(row: Table) -> int | None:
    """What Commandos and Rangers pay where others on foot may not cross (8.43, 8.44); None: as others do."""
    for key in ("assisted_cost", "except_cost"):
        if key in row:
            return row.integer(key)
    return None


def _road(key: str, row: Table) -> Road:
    leg, motor = _halves(row, "strategic_leg"), _halves(row, "strategic_motor")
    return into(
        Road, row, "strategic_leg", "strategic_motor", name=key, strategic_leg=leg, strategic_motor=motor
    )


def _halves(row: Table, key: str) -> int:
    """Points written ``1`` or ``1/2``, in half points."""
    written = row.text(key)
    if written == "1/2":
        return 1
    if not written.isdecimal():
        raise wrong(row.path(key), f"{written!r} is not a number of points such as 1 or 1/2")
    return 2 * int(written)
