"""Everything printed on the map, the counters and the charts, as typed values. Decides nothing.

Turns are counted from 1 (16 December AM); 0 stands for none. Movement costs are whole thirtieths of a point (``PART``), so
that the halves, thirds and fifths of the text add up exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem_rules.darkdecember.printed.counters import Kind, Leader
from pbem_rules.darkdecember.printed.marks import (
    Afternoons,
    Digit,
    Faces,
    Frost,
    Level,
    Mornings,
    Thirtieths,
    Turn,
)
from pbem_rules.kernel.charts import Span
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import At, OneOf, Within
from pbem_rules.shared.provenance import Sources

ALLIED, GERMAN = "allied", "german"
Count = Annotated[int, Within(99)]
Price = Annotated[int, Within(9, least=1)]


@frozen(kw_only=True)
class Terrain:
    """A line of the terrain chart: thirtieths to enter or cross for infantry (``foot``) and motorized types (``motor``).

    ``tdl``: terrain defence level; ``frost``: thirtieths off while the ground is frozen.
    """

    name: str
    foot: Thirtieths
    motor: Thirtieths
    tdl: Level
    frost: Frost = 0


@frozen(kw_only=True, slots=False)
class TerrainChart:
    """The lines of the terrain chart: of hexes, of hexsides, and of the road (3.0, 3.3, 4.2)."""

    clear: Terrain
    woods: Terrain
    heavy_woods: Terrain
    marsh: Terrain
    town: Terrain
    westwall: Terrain
    fortification: Terrain
    river: Terrain
    ford: Terrain
    bridge: Terrain
    march: Terrain


@frozen(kw_only=True)
class Strategic:
    """Thirtieths for each road hex in strategic movement (3.2)."""

    motorized: Thirtieths
    german_foot: Thirtieths
    allied_foot: Thirtieths


@frozen(kw_only=True)
class Result:
    """A cell of the combat results table (4.3).

    ``defender`` and ``attacker``: assault levels, 0 for none; ``defender_steps`` and ``attacker_steps``: the losses in
    brackets. ``exchange``: FF; ``counter``: CA.
    """

    defender: int = 0
    attacker: int = 0
    defender_steps: int = 0
    attacker_steps: int = 0
    exchange: bool = False
    counter: bool = False

    def __str__(self) -> str:
        """As the text writes it: ``D3/A1``, ``A2[2]``, ``FF``, ``CA``."""
        if self.exchange or self.counter:
            return "FF" if self.exchange else "CA"
        sides = (("D", self.defender, self.defender_steps), ("A", self.attacker, self.attacker_steps))
        return "/".join(f"{side}{n}{f'[{steps}]' if steps else ''}" for side, n, steps in sides if n) or "-"


@frozen(kw_only=True)
class Row:
    """A row of the table: totals of the dice in the plain column and in that of tactical advantage; results by column."""

    dice: Span
    advantage: Span
    results: tuple[Result, ...]


@frozen(kw_only=True, slots=False)
class Combat:
    """The combat results table. ``columns``: attack and defence, from 1:3 to 9:1. ``rows`` from the lowest total."""

    columns: tuple[tuple[int, int], ...]
    rows: tuple[Row, ...] = field(repr=False)


@frozen(kw_only=True)
class Fuel:
    """German fuel (1.1): divisions by the face of the die; formations; units that are brigades of their own."""

    die: Annotated[tuple[int, ...], Within(9)]
    first: Turn
    more_from: Turn
    more: Digit
    brigades: Price
    formations: tuple[str, ...]
    independent: tuple[str, ...]


@frozen(kw_only=True)
class Drop:
    """Von der Heydte's drop (S2.1 to S2.3): faces with which he lands; turns."""

    lands: Faces
    turn: Turn
    supplied_through: Turn


@frozen(kw_only=True)
class Weather:
    """Turns in which it clears, freezes and snows; faces of variable weather that clear it (S3.0 to S5.0, O5.0)."""

    clear_from: Turn
    clear_to: Turn
    frost_from: Turn
    snow_from: Turn
    rolled_from: Turn
    clear_faces: Faces
    german_motorized: Digit


@frozen(kw_only=True)
class Advantage:
    """Tactical advantage and the surprise of the first turn (S1.1)."""

    german_to: Turn
    surprise: Turn
    surprise_drm: int


@frozen(kw_only=True)
class Rate:
    """A replacement a turn (2.0): from a turn on, in mornings, in afternoons, or in both."""

    first: Annotated[Turn, At("from")]
    mornings: Annotated[Mornings, At("when")]
    afternoons: Annotated[Afternoons, At("when")]


@frozen(kw_only=True)
class Replacements:
    """Points to restore a step and to rebuild a unit; rates (2.0)."""

    restore: Price
    rebuild: Price
    allied_motorized: Rate
    allied_infantry: Rate
    german_infantry: Rate


@frozen(kw_only=True, slots=False)
class Numbers:
    """Single numbers of the text; ``data/charts.toml`` has the paragraph of each."""

    supply_reach: int
    isolation_reach: int
    stack: int
    bridge_markers: int
    demolition: int
    demolition_near: int
    demolition_enemy: int
    tdl_most: int
    integrity_attack: int
    integrity_defence: int
    strategic_tdl: int
    armour_tdl: int
    german_near_meuse: int
    losses_release: int
    brigade_29_near: int
    surrender: int
    infiltration_first: int
    infiltration_later: int
    infiltration_tries: int
    optional_near: int
    optional_face: int
    optional_units: int
    disengage: int
    disengage_tdl: int
    reserves: int
    command: int


@frozen(kw_only=True, slots=False)
class Charts:
    """Every chart."""

    combat: Annotated[Combat, At("crt")]
    terrain: TerrainChart
    strategic: Strategic
    fuel: Fuel
    drop: Drop
    weather: Weather
    advantage: Advantage
    replacements: Replacements
    numbers: Numbers
    optional_dice: int


@frozen(kw_only=True)
class Exit:
    """A road that leaves the sheet over an edge (north | east | south | west), and the letter of its area of entry."""

    hex: str
    edge: Annotated[str, OneOf("north", "east", "south", "west")]
    area: str


@frozen(kw_only=True)
class Army:
    """Where the units of an army may be set up (I7.1): infantry types, and panzers with panzer grenadiers."""

    infantry: frozenset[str]
    armour: frozenset[str]


@frozen(kw_only=True, slots=False)
class Ground:
    """The map. ``terrain``: the ground of every hex (clear | woods | heavy_woods | marsh); towns and the Westwall lie on it.

    ``rivers``: every river hexside, ``courses`` the same by name; ``bridges`` as printed, of which ``blown`` are down at the
    start; ``fords``. ``behind_meuse``: the left bank; ``behind_semois``: that and the ground south of the Semois (3.6).
    """

    grid: Grid = field(repr=False)
    terrain: Mapping[str, str] = field(repr=False)
    towns: Mapping[str, str] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
    westwall: frozenset[str] = field(repr=False)
    rivers: Edges = field(repr=False)
    courses: Mapping[str, Edges] = field(repr=False)
    bridges: Edges = field(repr=False)
    blown: Edges = field(repr=False)
    fords: Edges = field(repr=False)
    roads: Edges = field(repr=False)
    exits: Mapping[str, Exit] = field(repr=False)
    armies: Mapping[str, Army] = field(repr=False)
    behind_meuse: frozenset[str] = field(repr=False)
    behind_semois: frozenset[str] = field(repr=False)
    labels: tuple[tuple[str, str, str], ...] = field(default=(), repr=False)
    attribution: str = ""


@frozen(kw_only=True)
class Stock:
    """Replacement points at hand when a scenario begins (2.0)."""

    allied_infantry: Count
    allied_motorized: Count
    german_infantry: Count
    german_motorized: Count


@frozen(kw_only=True, slots=False)
class Setup:
    """Who stands where on a day after the first (7.1): hexes by unit; units lost; Allied losses that count (3.6).

    ``blown`` and ``built`` are hexsides whose bridge is down, or stands where none is printed, besides those of the map.
    """

    units: Mapping[str, str] = field(repr=False)
    lost: tuple[str, ...]
    losses: Count
    blown: Edges
    built: Edges


@frozen(kw_only=True)
class Places:
    """Victory by places (Herbstnebel): all held by German units, and supplied armour west of a column."""

    hexes: Annotated[tuple[str, ...], At("places")]
    armour: Count
    west_of: Count


@frozen(kw_only=True, slots=False)
class Points:
    """Victory by points: towns, units over the Meuse, attack points sent off the map, units destroyed; levels."""

    towns: Mapping[str, Count]
    west_of_meuse: Count
    exited: Count
    allied_lost: Count
    german_lost: Count
    german: int
    draw: int


@frozen(kw_only=True, slots=False)
class Scenario:
    """A way to play. ``setup`` is None on 16 December, when the counters say where they stand; ``fuel``: 1.1 is used."""

    id: str
    name: str
    first: Turn
    last: Turn
    setup: Setup | None
    fuel: bool
    stock: Annotated[Stock, At("replacements")]
    victory: Places | Points


@frozen(kw_only=True)
class Option:
    """A rule that both sides may agree on: its name and its paragraph."""

    id: str
    name: str
    paragraph: str


@frozen(kw_only=True, slots=False)
class Data:
    """A whole data pack. ``turns``: their names; ``sources``: where each value comes from; ``raw`` the tables as read."""

    ground: Ground
    units: Mapping[str, Kind] = field(repr=False)
    leaders: Mapping[str, Leader]
    charts: Charts
    turns: tuple[str, ...]
    scenarios: Mapping[str, Scenario]
    options: Mapping[str, Option]
    sources: Sources = field(repr=False, eq=False)
    raw: Mapping[str, object] = field(repr=False)

    def unit(self, name: str) -> Kind:
        """The printed unit of that id. Raises KeyError."""
        return self.units[name]
