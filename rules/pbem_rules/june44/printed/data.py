"""Everything printed on the map, the counters, the charts and the cards, as typed values. Decides nothing."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.shared.provenance import Sources


@frozen(kw_only=True)
class Face:
    """One side of a counter: attack strength, defence strength, movement allowance."""

    attack: int
    defence: int
    move: int


@frozen(kw_only=True, slots=False)
class Kind:
    """A combat unit as printed.

    ``side``: allied | german; ``nation``: us | cw | german. ``type``: infantry | armour | mechanised | artillery |
    airborne | parachute | mobile | garrison. ``size``: division | brigade | regiment. ``back`` is None for a unit of one
    step. ``parent``: the airborne division that a parachute regiment combines into (8.2). Artillery: ``front.attack`` is the
    number in brackets.
    """

    id: str
    name: str
    side: str
    nation: str
    type: str
    size: str
    front: Face
    back: Face | None = None
    parent: str = ""


@frozen(kw_only=True)
class Terrain:
    """A line of the terrain chart: movement points to enter (or to cross, for a hexside), what it adds to a defence.

    ``cumulative``: it is added to every other terrain (11.1.1: rivers and hills); of the rest the best counts alone (3.2).
    """

    name: str
    move: int
    defence: int
    cumulative: bool = False


@frozen(kw_only=True)
class Beach:
    """A landing beach, one hex: whose units land there (us | cw). ``name`` is Utah, Omaha, Gold, Juno or Sword."""

    hex: str
    name: str
    nation: str


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
    name: str
    air: int
    naval: int
    german_move: int
    supply_drm: int = 0
    storm: bool = False


@frozen(kw_only=True)
class Supply:
    """What the supply and replacement roll gives."""

    points: int
    allied: int
    german: int


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
    air_success: int
    air_abort: int
    fighter_success: int
    fighter_abort: int
    artillery_range: int = 2
    naval_range: int = 5


@frozen(kw_only=True, slots=False)
class Card:
    """An event card. ``copies`` are named ``id``, ``id/2`` and so on in the deck.

    ``user``: allied | german | any. ``when``: ``event`` (card phase), ``weather`` (after its roll) or ``combat``.
    ``effect`` names a function of the rules; ``value`` its number; ``first``: the turn from which it may be played.
    ``removed`` after its event; ``reshuffles`` when it is discarded unplayed (12.1).
    """

    id: str
    name: str
    user: str
    when: str
    effect: str
    text: str
    value: int = 0
    first: int = 2
    copies: int = 1
    removed: bool = False
    reshuffles: bool = False


@frozen(kw_only=True)
class Arrival:
    """A unit due on a turn. ``place``: a beach name, ``us``/``cw`` (any beach of the nation), an entry name or an edge."""

    unit: str
    turn: int
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
    first_turn: int
    turns: tuple[str, ...]
    units: Mapping[str, str] = field(repr=False)
    arrivals: tuple[Arrival, ...] = field(repr=False)
    defences: tuple[int, ...]
    regiments: tuple[str, ...]
    drops: tuple[str, ...]
    stray: str
    stray_hexes: tuple[tuple[int, str], ...]
    invasion_naval: int
    naval_until: int
    victory: int
    draw: int
    caen_until: int
    caen_value: int


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
