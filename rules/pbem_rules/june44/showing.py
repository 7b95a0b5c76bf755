"""Charts, cards, units and hexes as plain text for people, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from pbem.errors import UsageError
from pbem_rules.june44.printed import Card, Data, Kind
from pbem_rules.kernel.tables import typed_by

_LAYERS = ("terrain", "names", "forts", "fortlike")
_HITS = ("-", "HIT", "2")


def show(data: Data, name: str) -> str:
    """A chart (``combat``, ``weather`` ...), ``cards``, a card, a unit or a hex. Raises UsageError."""
    wanted = name.strip()
    if wanted in data.units:
        return "\n".join(_unit(data, data.units[wanted]))
    if wanted in data.cards:
        return "\n".join(_card(data.cards[wanted]))
    if wanted == "cards":
        return "\n".join(line for card in data.cards.values() for line in _card(card))
    if wanted == "combat":
        return "\n".join(_combat(data))
    if wanted in data.ground.terrain:
        return "\n".join(_hex(data, wanted))
    charts = _charts(data)
    if wanted in charts:
        return "\n".join(_table(wanted, charts[wanted], ""))
    known = [*charts, "cards", *data.units, *data.cards]
    near = get_close_matches(wanted, known, n=5, cutoff=0.5)
    meant = f"Did you mean {', '.join(near)}? " if near else ""
    raise UsageError(
        "no-table",
        f"June '44 has no table, card, unit or hex {name!r}.",
        hint=f"{meant}Charts: {', '.join(charts)}, cards. Also any unit, card or hex.",
    )


def _charts(data: Data) -> Mapping[str, object]:
    """Every table of the charts file, the schedule and the scenarios, by name."""
    charts = data.raw["charts"]
    assert isinstance(charts, dict)
    return {**charts, "schedule": data.raw["schedule"], "scenarios": data.raw["scenarios"]}


def _table(name: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield f"{indent}{name}:"
        for key, each in value.items():
            yield from _table(str(key), each, f"{indent}  ")
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield f"{indent}{name}:"
        yield from (f"{indent}  {', '.join(f'{k} {v}' for k, v in row.items())}" for row in value)
    elif isinstance(value, list):
        yield f"{indent}{name:<12} {' '.join(map(str, value))}"
    else:
        yield f"{indent}{name:<12} {value}"


def _combat(data: Data) -> Iterator[str]:
    cited = data.cited["combat"]
    yield f"combat ({cited.provenance}: {cited.source})"
    columns = sorted(data.charts.combat)
    yield "die " + " ".join(f"{column:+3d}" for column in columns)
    for face in range(10):
        cells = (data.charts.combat[column][face] for column in columns)
        yield f"{(face + 1) % 10:>3} " + " ".join(f"{_HITS[n]:>3}" for n in cells)


def _unit(data: Data, kind: Kind) -> Iterator[str]:
    yield f"{kind.id}: {kind.name}, {kind.nation} {kind.type} {kind.size}"
    for word, face in (("front", kind.front), ("back", kind.back)):
        if face is not None:
            yield f"  {word}: attack {face.attack}, defence {face.defence}, movement {face.move}"
    if kind.parent:
        yield f"  combines into {kind.parent} (8.2)"
    for each in (
        row for scenario in data.scenarios.values() for row in scenario.arrivals if row.unit == kind.id
    ):
        yield f"  arrives on turn {each.turn} at {each.place}"
    yield f"  {kind.cited.provenance}: {kind.cited.source}"


def _card(card: Card) -> Iterator[str]:
    many = f", {card.copies} of them" if card.copies > 1 else ""
    yield f"{card.id}: {card.name} ({card.user}, {card.when}{many}; {card.cited.provenance}: {card.cited.source})"
    yield f"  {card.text}"


def _hex(data: Data, name: str) -> Iterator[str]:
    ground = data.ground
    rows = (data.charts.terrain[kind] for kind in ground.terrain[name])
    kinds = " and ".join(f"{row.name} (movement {row.move}, defence {row.defence:+d})" for row in rows)
    yield f"{name}: {ground.names.get(name, 'no name')}, {kinds}"
    said = [
        ("hill", name in ground.hills),
        (f"city of {ground.cities.get(name, '')}", name in ground.cities),
        ("beach", name in ground.beaches),
        (f"fortification {ground.forts.get(name, 0)}", name in ground.forts),
        (f"defence bonus {ground.fortlike.get(name, 0)}", name in ground.fortlike),
        ("on the ocean", name in ground.ocean),
    ]
    found = [word for word, on in said if on]
    if found:
        yield f"  {', '.join(found)}"
    typed = [each for each in _LAYERS if typed_by(data.raw, "map", each, name)]
    if typed:
        yield f"  typed: {', '.join(typed)} ({typed_by(data.raw, 'map', typed[0], name)})"
    for word, edges in (
        ("road to", ground.roads),
        ("river to", ground.rivers),
        ("bridge to", ground.bridges),
        ("closed to", ground.forbidden),
    ):
        if edges.at(name):
            yield f"  {word} {', '.join(edges.at(name))}"
