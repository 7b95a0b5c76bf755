"""Charts, counters, scenarios and hexes as text, each value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.messages import Message
from pbem_rules.darkdecember.printed.counters import Kind
from pbem_rules.darkdecember.printed.data import Data, Places, Scenario
from pbem_rules.darkdecember.show.words import SIDES, arm, led, places, points, strength, turn
from pbem_rules.kernel.tables import LABEL_WORDS, root
from pbem_rules.shared.provenance import told
from pbem_rules.shared.unknown_table import unknown_table

_TERRAIN = "{:<22}{:>8}{:>12}{:>8}{:>8}".format


def show(data: Data, name: str) -> str:
    """A chart (``combat``, ``terrain``, ``fuel`` ...), ``units``, a unit, a formation, a commander, a scenario or a hex.

    Raises UsageError with the names that there are.
    """
    return "\n".join(_found(data, name.strip()) or _unknown(data, name))


def _found(data: Data, name: str) -> list[str]:
    formation = [unit for unit in data.units.values() if name and unit.formation == name]
    if name in data.units:
        return list(_unit(data, data.units[name]))
    if name in data.leaders:
        return [led(data.leaders[name]), _cited(data, f"units.leaders.{name}")]
    if formation:
        return [
            f"{name}: {len(formation)} units",
            *(line for unit in formation for line in _unit(data, unit)),
        ]
    if name in data.scenarios:
        return list(_scenario(data, data.scenarios[name]))
    if name in data.ground.grid:
        return list(_hex(data, name))
    if name in ("units", "scenarios", "leaders"):
        return [line for each in getattr(data, name) for line in _found(data, each)]
    if name in ("combat", "crt"):
        return list(_combat(data))
    if name == "terrain":
        return list(_terrain(data))
    return list(_chart(data, name)) if name in _charts(data) else []


def _charts(data: Data) -> tuple[str, ...]:
    return tuple(root(data.raw["charts"], "charts.toml").values)


def _unknown(data: Data, name: str) -> list[str]:
    charts = ("combat", *(each for each in _charts(data) if each != "crt"), "units", "leaders", "scenarios")
    also = Message("Also any unit (393/99), formation (99), scenario or hex (3913).")
    raise unknown_table(name, charts, [*data.units, *data.leaders, *data.scenarios], also)


# --- where it comes from ----------------------------------------------------------------------------------------------


def _cited(data: Data, path: str) -> str:
    """A line that says where the values of a table come from, and how many of them from elsewhere."""
    found = data.sources.labels
    (first, _), *others = found.groups(path)
    more = f"; {told(found.counts(path))}" if others else ""
    return f"  ({first.provenance}: {first.source}{more})"


# --- charts -----------------------------------------------------------------------------------------------------------


def _combat(data: Data) -> Iterator[str]:
    combat = data.charts.combat
    yield "Combat results (4.3): two dice; the second column of dice holds for the side with tactical advantage"
    yield "  " + "".join(f"{text:>8}" for text in ("dice", "with", *(f"{a}:{d}" for a, d in combat.columns)))
    for row in combat.rows:
        cells = (str(row.dice), str(row.advantage), *map(str, row.results))
        yield "  " + "".join(f"{text:>8}" for text in cells)
    yield "  D, A: level of the assault; [n]: steps lost first; FF: both lose steps; CA: the defender counterattacks"
    yield _cited(data, "charts.crt")


def _terrain(data: Data) -> Iterator[str]:
    yield "Terrain (3.0, 4.2): points to enter or cross, and the defence level of who stands there"
    yield "  " + _TERRAIN("", "foot", "motorized", "level", "frost")
    chart = data.charts.terrain
    for name in root(data.raw["charts"], "charts.toml").table("terrain").values:
        if name not in LABEL_WORDS:
            line = getattr(chart, name)
            frost = f"-{points(line.frost)}" if line.frost else ""
            yield "  " + _TERRAIN(line.name, points(line.foot), points(line.motor), line.tdl, frost)
            yield "  " + _cited(data, f"charts.terrain.{name}")


def _chart(data: Data, name: str) -> Iterator[str]:
    yield name.replace("_", " ").capitalize()
    table = root(data.raw["charts"], "charts.toml").table(name)
    for key, value in table.values.items():
        if key not in LABEL_WORDS:
            yield f"  {key.replace('_', ' '):<24}{_said(value)}"
    yield _cited(data, f"charts.{name}")


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(each)}" for key, each in value.items())
    return str(value)


# --- counters, scenarios, hexes ---------------------------------------------------------------------------------------


def _unit(data: Data, kind: Kind) -> Iterator[str]:
    back = f", reduced {strength(kind.back)}" if kind.back is not None else ", one step"
    yield f"{kind.id}: {kind.name}, {arm(kind)}, {strength(kind.front)}{back}"
    comes = f"comes {turn(data, kind.turn)} in {', '.join(kind.areas) or 'a drop'}" if kind.turn else ""
    stands = f"stands in {places(data, kind.hex)}" if kind.hex else f"in the area of {kind.army}"
    flags = ("star", "restricted", "optional", "variant", "fortified")
    words = [comes or stands, *(word for word in flags if getattr(kind, word))]
    words += [f"withdrawn {turn(data, kind.leaves)}"] if kind.leaves else []
    yield f"  {'; '.join(words)} ({kind.cited.provenance}: {kind.cited.source})"


def _scenario(data: Data, scenario: Scenario) -> Iterator[str]:
    yield f"{scenario.name}: {turn(data, scenario.first)} to {turn(data, scenario.last)}"
    yield f"  {victory(data, scenario)}"
    yield _cited(data, f"scenarios.{scenario.id}")


def victory(data: Data, scenario: Scenario) -> str:
    """What the German side must reach."""
    aim = scenario.victory
    if isinstance(aim, Places):
        held = " and ".join(places(data, where) for where in aim.hexes)
        return f"The German side wins with {held} and {aim.armour} supplied armoured units west of column {aim.west_of}."
    towns = ", ".join(f"{places(data, where)} {n}" for where, n in aim.towns.items())
    return f"The German side wins with {aim.german} points, draws with {aim.draw}. Towns: {towns}."


def _hex(data: Data, where: str) -> Iterator[str]:
    ground, chart = data.ground, data.charts.terrain
    kinds = [getattr(chart, ground.terrain[where]).name]
    kinds += [
        word
        for word, holds in (("town", where in ground.towns), ("Westwall", where in ground.westwall))
        if holds
    ]
    yield f"{places(data, where)}: {', '.join(kinds)}"
    for word, edges in (
        ("road to", ground.roads),
        ("river towards", ground.rivers),
        ("bridge to", ground.bridges),
    ):
        if edges.at(where):
            yield f"  {word} {', '.join(edges.at(where))}"
    if where in ground.exits:
        door = ground.exits[where]
        yield f"  exit over the {door.edge} edge, area {door.area}"
    armies = [SIDES["german"] + " " + name for name, army in ground.armies.items() if where in army.infantry]
    yield from [f"  set-up area of {', '.join(armies)}"] if armies else []
    yield _cited(data, f"map.terrain.{where}")
