"""June 6's data files, read once, and the questions several tests ask of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files

from pbem_rules.kernel.tables import Table, root

FILES = ("charts.toml", "units.toml", "schedule.toml", "scenarios.toml")
PAIRS = ("assault_stand", "assault_retreat", "probe_stand", "probe_retreat")


def read(name: str) -> Table:
    text = (files("pbem_rules.june6") / "data" / name).read_text(encoding="utf-8")
    return root(tomllib.loads(text), name)


CHARTS, FORCES, SCHEDULE, SCENARIOS = (read(name) for name in FILES)
MAP = read("map.toml")
TERRAIN = {name: MAP.table("terrain").text(name) for name in MAP.table("terrain").values}
BEACHES = {box: MAP.table("beaches").texts(box) for box in MAP.table("beaches").values}
FORMATIONS = dict(FORCES.table("formations").tables())
UNITS = dict(FORCES.table("units").tables())
LANDINGS = SCENARIOS.table("scenarios").table("landings")
ARRIVALS = {side: SCHEDULE.table(side).rows("arrivals") for side in ("allied", "german")}


def number(unit: Table, key: str) -> int:
    return unit.integer(
        key, FORCES.table("defaults").integer(key) if key in FORCES.table("defaults") else None
    )


def side_of(name: str) -> str:
    owner = UNITS[name].text("formation")
    return FORMATIONS[owner].text("side") if owner else UNITS[name].text("side")


def tables(value: object, at: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Every table inside a file, with its path."""
    if isinstance(value, dict):
        yield at, value
        for key, inner in value.items():
            yield from tables(inner, f"{at}.{key}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from tables(inner, f"{at}[{i}]")


def standing() -> dict[str, str]:
    """Every unit on the map before the first activation of the landings, with its hex."""
    found: dict[str, str] = {}
    for part in ("german", "strongpoints", "drop"):
        for name, row in LANDINGS.table(part).table("units").tables():
            assert name not in found, name
            found[name] = row.text("hex")
    return found
