"""Charts, cards, units and hexes as plain text for people, each with where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.port.messages import Message
from pbem_rules.june44.printed.data import Card, Data, Kind
from pbem_rules.june44.show import charts as showing_charts
from pbem_rules.kernel.tables import typed_by
from pbem_rules.shared.unknown_table import unknown_table

_LAYERS = ("terrain", "names", "forts", "fortlike")
FIRST_CARDS = 2
"""The turn on which cards are first drawn (12.0)."""
_WHEN = {"event": "in the card phase", "weather": "after the weather die", "combat": "in a combat"}
_CHARTS: Mapping[str, Callable[[Data], Iterator[str]]] = {
    "combat": showing_charts.combat,
    "terrain": showing_charts.terrain,
    "weather": showing_charts.weather,
    "supply": showing_charts.supply,
    "air": showing_charts.air,
    "ranges": showing_charts.ranges,
    "schedule": showing_charts.schedule,
    "scenarios": showing_charts.scenarios,
    "cards": lambda data: (line for card in data.cards.values() for line in _card(data, card)),
    "units": lambda data: (line for kind in data.units.values() for line in _unit(data, kind)),
}


def show(data: Data, name: str) -> str:
    """A chart (``combat``, ``weather`` ...), ``cards``, ``units``, a card, a unit or a hex. Raises UsageError."""
    wanted = name.strip()
    if wanted in data.units:
        return "\n".join(_unit(data, data.units[wanted]))
    if wanted in data.cards:
        return "\n".join(_card(data, data.cards[wanted]))
    if wanted in data.ground.terrain:
        return "\n".join(_hex(data, wanted))
    if wanted in _CHARTS:
        return "\n".join(_CHARTS[wanted](data))
    also = Message("Also any unit, card or hex.")
    raise unknown_table(wanted, [*_CHARTS], [*data.units, *data.cards], also)


def _unit(data: Data, kind: Kind) -> Iterator[str]:
    yield f"{kind.id}: {kind.name}, {kind.nation} {kind.type} {kind.size}"
    for word, face in (("front", kind.front), ("back", kind.back)):
        if face is not None:
            yield f"  {word}: attack {face.attack}, defence {face.defence}, movement {face.move}"
    if kind.parent:
        yield f"  combines into {kind.parent} (8.2)"
    arrivals = (row for each in data.scenarios.values() for row in each.arrivals if row.unit == kind.id)
    for each in dict.fromkeys(arrivals):
        source = showing_charts.arrival_from(data, kind.id)
        yield f"  arrives on turn {each.turn} at {each.place} {source}"
    yield f"  {showing_charts.where_from(data, 'units', kind.nation, kind.id)}"


def _card(data: Data, card: Card) -> Iterator[str]:
    many = f", {card.copies} of them" if card.copies > 1 else ""
    source = showing_charts.where_from(data, "cards", card.id)
    yield f"{card.id}: {card.name}, {card.user}, {_WHEN[card.when]}{many} {source}"
    first = f" Not before turn {card.first}." if card.first > FIRST_CARDS else ""
    gone = " Out of the game after its event." if card.removed else ""
    yield f"  {card.text}{first}{gone}"


def _hex(data: Data, name: str) -> Iterator[str]:
    ground = data.ground
    rows = (data.charts.terrain[kind] for kind in ground.terrain[name])
    kinds = " and ".join(f"{row.name} (movement {row.move}, defence {row.defence:+d})" for row in rows)
    called = ground.names.get(name) or ground.cities.get(
        name, ""
    )  # one hex of a city bears its name on the map
    known = f"{called}, " if called else ""
    yield f"{name}: {known}{kinds} {showing_charts.where_from(data, 'map', 'terrain', name)}"
    if name in ground.names:
        yield f"  the name {showing_charts.where_from(data, 'map', 'names', name)}"
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
    for layer, what in (("forts", "the fortification"), ("fortlike", "the bonus")):
        if data.sources.labels.below(f"map.{layer}.{name}"):
            yield f"  {what} {showing_charts.where_from(data, 'map', layer, name)}"
    for word, edges in (
        ("road to", ground.roads),
        ("river to", ground.rivers),
        ("bridge to", ground.bridges),
        ("closed to", ground.forbidden),
    ):
        if edges.at(name):
            yield f"  {word} {', '.join(edges.at(name))}"
    yield f"  what lies on its sides {showing_charts.where_from(data, 'map', 'rivers')}"
