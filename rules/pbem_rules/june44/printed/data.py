"""Everything printed on the map, the counters, the charts and the cards, as typed values. Decides nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import At, OneOf, ReadBy, Table, Within, wrong
from pbem_rules.shared.printed import Printed
from pbem_rules.shared.provenance import Sources

TURNS = 16
Digit = Annotated[int, Within(9)]
TurnNumber = Annotated[int, Within(TURNS)]
_FACE = re.compile(r"([0-9])-([0-9])-([0-9])")


@frozen(kw_only=True)
class Face:
    """One side of a counter: attack strength, defence strength, movement allowance."""

    attack: int
    defence: int
    move: int


def _face(row: Table, key: str) -> Face:
    match = _FACE.fullmatch(row.text(key))
    if match is None:
        raise wrong(row.path(key), "write attack-defence-movement, such as 5-4-4")
    attack, defence, move = (int(digits) for digits in match.groups())
    return Face(attack=attack, defence=defence, move=move)


Counter = Annotated[Face, ReadBy(_face)]
UnitType = Annotated[
    str, OneOf("infantry", "armour", "mechanised", "artillery", "airborne", "parachute", "mobile", "garrison")
]


@frozen(kw_only=True, slots=False)
class Kind:
    """A combat unit as printed.

    ``side``: allied | german; ``nation``: us | cw | german. ``back`` is None for a unit of one step. ``parent``: the
    airborne division that a parachute regiment combines into (8.2). Artillery: ``front.attack`` is the number in brackets.
    """

    id: str
    name: str
    side: str
    nation: str
    type: UnitType
    size: Annotated[str, OneOf("division", "brigade", "regiment")]
    front: Counter
    back: Counter | None = None
    parent: str = ""


@frozen(kw_only=True)
class Terrain:
    """A line of the terrain chart: movement points to enter (or to cross, for a hexside), what it adds to a defence.

    ``cumulative``: it is added to every other terrain (11.1.1: rivers and hills); of the rest the best counts alone (3.2).
    """

    name: Printed
    move: Digit
    defence: Digit
    cumulative: bool = False


@frozen(kw_only=True)
class Beach:
    """A landing beach, one hex: whose units land there (us | cw). ``name`` is Utah, Omaha, Gold, Juno or Sword."""

    hex: str
    name: str
    nation: Annotated[str, OneOf("us", "cw")]


@frozen(kw_only=True, slots=False)
class Ground:
    """The map. ``terrain`` has every hex of land with its kinds, mostly one (3.2, 10.1), the one that is drawn first; half
    hexes count. ``hills`` are hexes with a hill beside their terrain.

    ``forbidden``: hexsides that nobody crosses unless ``bridges`` has them too (the canal, the sea). ``ocean``: hexes of
    land and sea that contain ocean, from which the range of naval points is counted (11.2). ``cities`` are victory
    hexes by name (two for Cherbourg and for Caen), ``forts`` the printed strengths. ``edges``: hexes by edge (``south``,
    ``east``); ``entries``: hexes of a named entry of the schedule. ``fortlike``: hexes such as Hill 112 with a bonus like
    a fortification but no zone of control. ``sea``: hexes of the sheet that are water, to be drawn; no unit is ever there.
    ``labels``: names across the map, each with its hex and kind (sea, bay, region, cape, height).
    """

    grid: Grid = field(repr=False)
    terrain: Mapping[str, tuple[str, ...]] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
    hills: frozenset[str] = field(repr=False)
    rivers: Edges = field(repr=False)
    bridges: Edges = field(repr=False)
    roads: Edges = field(repr=False)
    forbidden: Edges = field(repr=False)
    ocean: frozenset[str] = field(repr=False)
    cities: Mapping[str, str]
    beaches: Mapping[str, Beach]
    forts: Mapping[str, int]
    edges: Mapping[str, tuple[str, ...]] = field(repr=False)
    entries: Mapping[str, tuple[str, ...]]
    fortlike: Mapping[str, int] = field(factory=dict)
    sea: frozenset[str] = field(factory=frozenset, repr=False)
    labels: tuple[tuple[str, str, str], ...] = field(default=(), repr=False)
    attribution: str = ""


@frozen(kw_only=True)
class Weather:
    """A line of the weather track: air units and naval points at hand, points off German movement, and for supply."""

    id: str
    name: Printed
    air: Digit
    naval: Digit
    german_move: Digit
    supply_drm: int = 0
    storm: bool = False


@frozen(kw_only=True)
class Supply:
    """What the supply and replacement roll gives."""

    points: Annotated[int, Within(20)]
    allied: Digit
    german: Digit


@frozen(kw_only=True, slots=False)
class Charts:
    """Charts: ``combat[column][face - 1]`` is 0, 1 or 2 steps, columns -7 to +7; ``weather_die[face - 1]`` a weather id.

    ``supply[modified die - 1]``; a modified die below 1 counts as 1, above 10 as 10. ``terrain`` by kind, with ``river``,
    ``hill`` and ``road`` (``road.move`` is the cost from one road hex to the next). ``artillery_range`` and
    ``naval_range`` in hexes.
    """

    combat: Mapping[int, tuple[int, ...]] = field(repr=False)
    weather: Mapping[str, Weather]
    weather_die: tuple[str, ...]
    supply: tuple[Supply, ...]
    terrain: Mapping[str, Terrain]
    air_success: Annotated[Digit, At("air.success")]
    air_abort: Annotated[Digit, At("air.abort")]
    fighter_success: Annotated[Digit, At("air.fighter_success")]
    fighter_abort: Annotated[Digit, At("air.fighter_abort")]
    artillery_range: Annotated[Digit, At("ranges.artillery")]
    naval_range: Annotated[Digit, At("ranges.naval")]


@frozen(kw_only=True, slots=False)
class Card:
    """An event card. ``copies`` are named ``id``, ``id/2`` and so on in the deck.

    ``user``: allied | german | any. ``when``: ``event`` (card phase), ``weather`` (after its roll) or ``combat``.
    ``effect`` names a function of the rules; ``value`` its number; ``first``: the turn from which it may be played.
    ``removed`` after its event; ``reshuffles`` when it is discarded unplayed (12.1).
    """

    id: str
    name: str
    user: Annotated[str, OneOf("allied", "german", "any")]
    when: Annotated[str, OneOf("weather", "event", "combat")]
    effect: str
    text: Printed
    value: int = 0
    first: Annotated[int, Within(TURNS, least=2)] = 2
    copies: Annotated[int, Within(4, least=1)] = 1
    removed: bool = False
    reshuffles: bool = False


@frozen(kw_only=True)
class Arrival:
    """A unit due on a turn. ``place``: a beach name, ``us``/``cw`` (any beach of the nation), an entry name or an edge."""

    unit: str
    turn: Annotated[int, Within(TURNS, least=2)]
    place: str


@frozen(kw_only=True, slots=False)
class Scenario:
    """A way to play. ``units``: place by unit id: a hex, or ``sea:HEX`` off a beach (4.0).

    ``defences``: the strengths of the beach defence counters, one a beach. ``drops``: the six hexes of the American
    parachute regiments ``regiments``; ``british``: the regiments in designated hexes are in ``units``, the third is
    ``stray`` and lands by the die: ``stray_hexes`` are (faces up to, hex).
    """

    id: str
    name: str
    first_turn: Annotated[int, Within(TURNS, least=1)]
    turns: tuple[str, ...]
    units: Mapping[str, str] = field(repr=False)
    arrivals: tuple[Arrival, ...] = field(repr=False)
    defences: tuple[int, ...]
    regiments: tuple[str, ...]
    drops: tuple[str, ...]
    stray: str
    stray_hexes: tuple[tuple[int, str], ...]
    invasion_naval: Digit
    naval_until: TurnNumber
    victory: Annotated[int, Within(11, least=1)]
    draw: Annotated[int, Within(11)]
    caen_until: TurnNumber
    caen_value: Digit


@frozen(kw_only=True, slots=False)
class Data:
    """A whole data pack: ``sources`` where every value comes from, ``raw`` the tables as read."""

    ground: Ground
    units: Mapping[str, Kind] = field(repr=False)
    charts: Charts
    cards: Mapping[str, Card] = field(repr=False)
    scenarios: Mapping[str, Scenario]
    sources: Sources = field(repr=False, eq=False)
    raw: Mapping[str, object] = field(repr=False)

    def unit(self, name: str) -> Kind:
        """The printed unit of that id. Raises KeyError."""
        return self.units[name]
