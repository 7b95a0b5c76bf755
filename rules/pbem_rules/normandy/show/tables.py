"""Charts, counters, scenarios and hexes as text, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.messages import Message
from pbem_rules.kernel.tables import LABEL_WORDS, Cited, root
from pbem_rules.normandy.printed import Data, Scenario, Unit
from pbem_rules.normandy.show.words import SIDES, strength
from pbem_rules.shared.provenance import values
from pbem_rules.shared.unknown_table import unknown_table

_CELL = "{:>6}".format


def show(data: Data, name: str) -> str:
    """A chart (``combat``, ``terrain``, ``points`` ...), a unit, a type, a formation, a scenario or a hex.

    Raises UsageError with the names that there are.
    """
    return "\n".join(_found(data, name.strip()) or _unknown(data, name))


def _found(data: Data, name: str) -> list[str]:
    if name in data.units:
        return list(_unit(data, data.units[name]))
    if name in data.formations:
        return list(_formation(data, name))
    if name in data.types:
        return list(_type(data, name))
    if name in data.scenarios:
        return list(_scenario(data, data.scenarios[name]))
    if name in data.land.terrain:
        return list(_hex(data, name))
    if name in ("combat", "crt"):
        return list(_combat(data))
    return list(_chart(data, name)) if name in _charts(data) else []


def _charts(data: Data) -> tuple[str, ...]:
    return tuple(root(data.raw["charts"], "charts.toml").values)


def _unknown(data: Data, name: str) -> list[str]:
    also = Message("Also a unit (I/115/29), formation (29), scenario or hex (C3747).")
    raise unknown_table(name, _charts(data), [*data.units, *data.formations, *data.scenarios], also)


def _source(cited: Cited) -> str:
    return f"  ({cited.provenance}: {cited.source})"


# --- charts -------------------------------------------------------------------------------------------------------------


def _combat(data: Data) -> Iterator[str]:
    chart = data.charts.combat
    yield "Combat results (12.1): a ten-sided die with its modifiers; odds rounded down for the defender"
    yield _CELL("die") + "".join(_CELL(each.odds) for each in chart.columns)
    for n in range(len(chart.columns[0].results)):
        yield _CELL(n + chart.first) + "".join(_CELL(each.results[n]) for each in chart.columns)
    yield "  A, D: attacker, defender; number: steps lost; R: back two hexes; EX: a step each; DE: all are lost"
    yield _source(data.cited["combat"])


def _chart(data: Data, name: str) -> Iterator[str]:
    yield name.replace("_", " ").capitalize()
    yield from _rows(root(data.raw["charts"], "charts.toml").table(name).values, 2)
    if name in data.cited:
        yield _source(data.cited[name])


def _rows(values: object, indent: int) -> Iterator[str]:
    if not isinstance(values, dict):
        return
    for key, value in values.items():
        if key in LABEL_WORDS or key in ("published", "quoted", "inferred", "history", "reconstructed"):
            continue
        word = str(key).replace("_", " ")
        if isinstance(value, dict):
            yield f"{' ' * indent}{word}"
            yield from _rows(value, indent + 2)
            if "provenance" in value:
                yield f"{' ' * indent}  ({value['provenance']}: {value.get('source', '')})"
        else:
            yield f"{' ' * indent}{word:<24}{_said(value)}"


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_said, value))
    if isinstance(value, dict):
        return " ".join(f"{key} {_said(each)}" for key, each in value.items())
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# --- counters, scenarios, hexes -----------------------------------------------------------------------------------------


def _type(data: Data, name: str) -> Iterator[str]:
    kind = data.types[name]
    faces = ", then ".join(strength(kind, lost) for lost in range(kind.steps))
    words = [f"{kind.branch} {kind.size}", faces, f"stacking {kind.stack}"]
    words += [f"range {kind.range}"] if kind.range else []
    words += [f"{kind.circle} circle"] if kind.circle else []
    words += [f"{kind.dot} dot"] if kind.dot else []
    yield f"{name}: {'; '.join(words)}"
    yield _source(kind.cited)


def _unit(data: Data, unit: Unit) -> Iterator[str]:
    formation = data.formations[unit.formation]
    yield f"{unit.id}: {formation.name}, {SIDES[formation.side]}"
    yield from _type(data, unit.type)


def _formation(data: Data, name: str) -> Iterator[str]:
    formation = data.formations[name]
    corps = f", {formation.corps} Corps" if formation.corps else ""
    yield f"{name}: {formation.name}, {SIDES[formation.side]}{corps}"
    for unit in data.units.values():
        if unit.formation == name:
            yield f"  {unit.id:<24}{strength(data.types[unit.type], 0):<12}{unit.type}"
    yield _source(formation.cited)


def _scenario(data: Data, scenario: Scenario) -> Iterator[str]:
    yield f"{scenario.title}: {scenario.first.title} to {scenario.last.title}, {scenario.turns} turns"
    yield from _labels(data, scenario.id, "first", "last")
    for goal in scenario.goals:
        each = " each" if goal.each else ""
        yield f"  {goal.name:<24}{goal.points:>3}{each}  {', '.join(goal.hexes)}"
    for level in scenario.levels:
        yield f"  {level.least} points and more: {level.name}"
    yield from _labels(data, scenario.id, "victory")


def _labels(data: Data, scenario: str, *keys: str) -> Iterator[str]:
    """Where the values under some keys of a scenario come from: the label of most, then others with what they say."""
    found: dict[Cited, list[str]] = {}
    for each in values(root(data.raw["scenarios"], "scenarios.toml")):
        if each.path[0] == scenario and each.path[1] in keys:
            found.setdefault(each.cited, []).append(".".join(each.path[2:]))
    most, *others = sorted(found, key=lambda cited: -len(found[cited]))
    yield _source(most)
    yield from (f"  ({', '.join(found[each])} {each.provenance}: {each.source})" for each in others)


def _hex(data: Data, where: str) -> Iterator[str]:
    ground = data.ground
    kinds = [ground.terrain[where]]
    kinds += [ground.settlements[where]] if where in ground.settlements else []
    kinds += ["hill"] if where in ground.hills else []
    kinds += [f"{ground.works[where].kind} {ground.works[where].name}"] if where in ground.works else []
    name = ground.names.get(where, "")
    yield f"{where}{f' {name}' if name else ''}: {', '.join(kinds)}"
    for word, edges in (
        ("main road to", ground.main),
        ("road to", ground.roads),
        ("river towards", ground.rivers),
        ("stream towards", ground.streams),
        ("bridge to", ground.bridges),
        ("bluff towards", ground.bluffs),
    ):
        if edges.at(where):
            yield f"  {word} {', '.join(edges.at(where))}"
    yield "  (reconstructed: data/MAP.md)"
