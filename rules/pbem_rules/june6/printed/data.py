"""What is printed on counters, charts and map: values read from ``data/*.toml`` once and never changed.

``Data`` is the one argument that carries them; ``reading*.py`` reads them. Provenance is reported from the TOML files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem_rules.june6.printed.marks import AnySide, End, Hexes, Points, Rating, Side
from pbem_rules.june6.printed.numbers import Numbers
from pbem_rules.kernel.charts import Bands, Odds
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import At, OneOf, ReadBy, Within
from pbem_rules.shared.provenance import Sources


@frozen(kw_only=True)
class Ratings:
    """Strength, cohesion, movement allowance, armour, anti-tank and artillery points of one face of a counter."""

    cs: Rating
    cohesion: Rating
    ma: Rating
    armour: Rating = 0
    at: Rating = 0
    artillery: Rating = 0


@frozen(kw_only=True)
class UnitType:
    """A counter as printed. ``size`` is a word (``regiment``); ``steps`` is 1 or 2; ``reduced`` is the back, if any."""

    id: str
    formation: str
    side: str
    nation: str
    name: str
    type: str  # infantry, parachute, armour, hq, flak ...
    size: str
    combat: bool  # a combat unit with a zone of control; otherwise a combat support unit (2.4)
    move: Annotated[str, OneOf("leg", "motor", "bicycle")]  # leg, motor, bicycle (8.21)
    full: Ratings
    reduced: Ratings | None = None
    defends_only: Annotated[bool, At("defence_only")] = False  # strength in brackets (12.11)
    infantry_type: bool = False  # supports armour (12.51b)
    marks: tuple[str, ...] = ()  # "79th"
    provenance: str = "reconstructed"
    source: str = ""

    @property
    def hq(self) -> bool:
        """A headquarters."""
        return self.type == "hq"


@frozen(kw_only=True)
class Formation:
    """All the units under one headquarters (6.1). ``kind``: division, corps, or garrison (7.11c), or none."""

    id: str
    side: Side
    nation: str  # us, british, canadian, german
    kind: Annotated[str, OneOf("division", "corps", "garrison")]
    name: str
    colour: str
    corps: str = ""  # of an Allied division: the formation id of its corps (6.11)
    hq: str = ""  # unit id of the headquarters
    units: tuple[str, ...] = ()  # every organic unit, the headquarters included


@frozen(kw_only=True)
class WeatherState:
    """What a state of the weather brings (4.12, 17.11, 18.11)."""

    name: str
    air: int
    naval: int
    free_allied: int
    free_german: int
    free_aside: Annotated[
        bool, ReadBy(lambda row, key: row.one_of(key, ("cup", "aside")) == "aside"), At("free_where")
    ]  # the German keeps his Free Operations markers aside (4.23b)
    german_ma: int
    german_rp: int
    release: int
    allied_rp_cap: int  # 0: none
    attrition: bool = False  # German strategic movement costs losses (8.3)
    attrition_drm: int = 0


@frozen(kw_only=True)
class Cell:
    """One cell of the Combat Results Table. Results are ``(letter, effect)`` pairs, effect dis1, dis2 or red (13.71)."""

    attacker: tuple[tuple[str, str], ...] = ()
    defender: tuple[tuple[str, str], ...] = ()
    retreat: int = 0
    advance: Annotated[str, OneOf("", "option", "must")] = ""  # "", "option", "must"
    breakthrough: bool = False
    rout: bool = False


@frozen(kw_only=True)
class Terrain:
    """One terrain: whole movement points to enter, None where it may be entered only along a road; and its defence."""

    name: str
    leg: Points
    motor: Points
    defence: int
    armour_cap: int | None = None
    retreat_haven: bool = False


@frozen(kw_only=True)
class Hexside:
    """One hexside feature: points added for crossing, None where prohibited; ``by_road``: a road crosses it freely."""

    name: str
    leg: Points
    motor: Points
    by_road: bool = False
    raiders: int | None = (
        None  # points for Commandos and Rangers where units on foot may not cross (8.43, 8.44)
    )


@frozen(kw_only=True)
class Road:
    """A kind of road: points for a hex entered along it; the strategic costs are in half points (8.23)."""

    name: str
    leg: int
    motor: int
    strategic_leg: int
    strategic_motor: int  # bicycle units too (8.21b)


@frozen(kw_only=True)
class Bombing:
    """The Bombardment Table: modifiers by who fires and by what is hit, and the results of a total.

    ``firers`` has markers_1, markers_2, tot_division, tot_corps and nebelwerfer; ``targets`` strongpoint and terrains.
    A result is ``(letter, effect)`` pairs as in a combat cell; the effect may also be ``pin``, and pins come first.
    """

    firers: Mapping[str, int]
    targets: Mapping[str, int]
    results: Bands[tuple[tuple[str, str], ...]]


@frozen(kw_only=True)
class Drop:
    """How well a parachute unit drops: the hexes it is carried off its zone, and the markers it has there (12.58)."""

    hexes: int
    scattered: bool = False
    reduced: bool = False


@frozen(kw_only=True)
class Charts:
    """The charts. Rows of totals are looked up with the functions of :mod:`pbem_rules.june6.rules.lookup`."""

    turn_names: Mapping[int, str]
    weather_die: tuple[str, ...]  # state by die 0..9
    weather: Mapping[str, WeatherState]
    after_storm_cap: int
    historical_weather: Mapping[int, str]
    initiative_penalty: Mapping[int, int]  # German drm by turn (4.22)
    base_points: Mapping[int, tuple[int, int]]  # Allied, German by turn (5.12)
    odds: Odds[int]  # the modifier by column (12.51d)
    crt: Mapping[
        str, tuple[tuple[int | None, int | None, Cell], ...]
    ]  # by "assault_stand" ...: low, high, cell
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    bombing: Bombing
    boxes: tuple[str, ...]  # interdiction boxes by their entry letters: AB, CDE, F (17.24)
    naval_entries: str  # the entry letters that naval interdiction reaches (18.23)
    roads: Mapping[str, Road] = field(factory=dict)  # primary, secondary
    numbers: Numbers
    attrition: Bands[int] | None = None  # steps lost by the modified die (8.31)

    drops: Bands[Drop] | None = None  # by an unmodified die (10.22)
    drop_directions: tuple[str, ...] = ()  # where the wind carries a unit, by die

    def drop(self, die: int) -> Drop:
        """How a parachute unit drops; in its zone in a pack without the chart."""
        return self.drops[die] if self.drops is not None else Drop(hexes=0)

    def attrition_steps(self, total: int) -> int:
        """The steps that a formation loses at a modified die (8.31); none in a pack without the chart."""
        return self.attrition[total] if self.attrition is not None else 0


@frozen(kw_only=True)
class Ground:
    """The map: the printed grid and what lies on it. Links and hexsides are named by their hexes, lower number first."""

    grid: Grid
    terrain: Mapping[str, str]
    names: Mapping[str, tuple[str, str]]  # hex: name, rank (city, town, village)
    coast: frozenset[str]
    sides: Mapping[str, frozenset[str]]  # feature: hexsides "A/B" (major_river, bluff, cliff, marsh, woods)
    river_names: Mapping[str, str]
    bridges: Mapping[str, str]  # hexside: name
    primary: frozenset[str]  # road links "A/B"
    secondary: frozenset[str]
    beaches: Mapping[str, tuple[str, ...]]  # landing box: its beach hexes
    entries: Mapping[str, tuple[str, ...]]  # letter: its hexes
    supply: tuple[str, ...]  # where a primary road leaves the map for Germany (5.21)
    cherbourg: tuple[str, ...]
    strongpoints: frozenset[str]
    reached: Callable[[], frozenset[str]] = field(eq=False, repr=False)
    sides_at: Mapping[str, tuple[str, ...]] = field(factory=dict)  # hexside: its features, for quick look-up

    @cached_property
    def hexes_of_note(self) -> frozenset[str]:
        """Beaches, strongpoints, Cherbourg."""
        return self.strongpoints.union(self.cherbourg, *self.beaches.values())

    @cached_property
    def roads(self) -> Edges:
        """Both kinds, for lines of communication."""
        links = (link.partition("/") for link in self.primary | self.secondary)
        return Edges.of((a, b) for a, _, b in links)

    @cached_property
    def naval_range(self) -> frozenset[str]:
        """The hexes that naval markers reach (18.13)."""
        return self.reached()

    def road(self, a: str, b: str) -> str:
        """``primary``, ``secondary`` or ``""`` for the link between two adjacent hexes."""
        link = f"{a}/{b}" if a < b else f"{b}/{a}"
        return "primary" if link in self.primary else "secondary" if link in self.secondary else ""

    def features(self, a: str, b: str) -> tuple[str, ...]:
        """The features of the hexside between two adjacent hexes."""
        return self.sides_at.get(f"{a}/{b}" if a < b else f"{b}/{a}", ())

    def bridged(self, a: str, b: str) -> bool:
        """Whether a bridge joins the two hexes."""
        return (f"{a}/{b}" if a < b else f"{b}/{a}") in self.bridges


@frozen(kw_only=True)
class Placing:
    """A unit where a scenario puts it, with its markers."""

    unit: str
    where: str
    reduced: bool = False
    scattered: bool = False
    efficiency: bool = True


@frozen(kw_only=True)
class Objective:
    """Victory points for the Allied side if it holds all of ``hexes`` at the end; ``each``: for every one it holds."""

    name: str
    hexes: Hexes
    points: int
    each: bool = False


@frozen(kw_only=True)
class Link:
    """Victory points for an open road between two places: from one of ``start`` to one of ``end``."""

    name: str
    start: Annotated[End, At("from")]
    end: Annotated[End, At("to")]
    points: int


@frozen(kw_only=True)
class LossPoints:
    """Victory points for each eliminated combat unit of a side that has one of the sizes."""

    side: Side
    sizes: Annotated[tuple[str, ...], At("size")]
    points: int


@frozen(kw_only=True)
class Level:
    """A level of victory: the least score for it, the winner, what it is called and what it means."""

    at_least: Annotated[int, Within(999, least=-999)]
    winner: AnySide  # allied, german or "" for a draw
    name: str
    text: str = ""


@frozen(kw_only=True)
class Option:
    """An option of a scenario: what it may be (``true`` and ``false`` for a plain one), and what it is if nobody says."""

    name: str
    values: tuple[str, ...]
    default: str
    text: str
    paragraph: str = ""
    german_points: int = 0  # added to German resource points in every turn when it is on (5.13)


@frozen(kw_only=True)
class Due:
    """A formation (or part) that arrives: where, when, and how (10.1, 10.3).

    ``how``: beach (``place`` is the landing box), glider (``places`` are the hexes to choose from, 10.23) or entry
    (``places`` are the letters to choose from, 10.35). ``formation`` is "" for units that belong to none.
    """

    formation: str
    units: tuple[str, ...]
    turn: int
    how: str
    place: str = ""
    places: tuple[str, ...] = ()
    release: Annotated[int | None, Within(10)] = None
    markers: int = 0  # free activation markers in its turn of entry (7.23)
    reduced_phase: bool = False  # "RE Phase only" (7.23)
    option: str = ""  # comes only if this option of the scenario is on


@frozen(kw_only=True)
class Scenario:
    """A scenario: its turns, who stands where, what arrives, and what wins."""

    name: str
    title: str
    first_turn: int
    last_turn: int
    weather: str
    initiative: Side
    air: int
    naval: int
    placings: tuple[Placing, ...]
    arrivals: tuple[Due, ...]
    first_markers: Mapping[str, tuple[str, ...]]  # side: markers in the cup on the first turn (7.23)
    objectives: tuple[Objective, ...]
    links: tuple[Link, ...]
    losses: tuple[LossPoints, ...]
    lost_beach: int
    levels: tuple[Level, ...]  # best for the Allied side first
    options: Mapping[str, Option]
    title_note: str
    area: frozenset[str] = frozenset()  # the hexes in play; empty: the whole map
    base_points: Mapping[int, tuple[int, int]] = field(factory=dict)  # instead of the track's, by turn (5.12)
    held: tuple[str, ...] = ()  # hexes that the Allied side holds at the start with no unit in them
    beaches: tuple[str, ...] = ()  # beach hexes that defend themselves at the start (9.2)
    destroyed: tuple[str, ...] = ()  # printed strongpoints that are gone at the start (19.43)
    gone: tuple[str, ...] = ()  # units that were lost before the scenario begins
    delays: tuple[str, ...] = ()  # hexes with a Delay Point at the start (19.1), in hex order
    goals: frozenset[str] = field(init=False, eq=False, repr=False)  # the hexes of all objectives

    @goals.default
    def _goals(self) -> frozenset[str]:
        return frozenset(hex_ for objective in self.objectives for hex_ in objective.hexes)


@frozen(kw_only=True, slots=False)
class Data:
    """Everything printed."""

    units: Mapping[str, UnitType]
    formations: Mapping[str, Formation]
    charts: Charts
    ground: Ground
    scenarios: Mapping[str, Scenario]
    sources: Sources = field(repr=False, eq=False)  # where every value comes from
    tables: Mapping[str, object] = field(
        repr=False
    )  # the TOML as read, for showing tables with their sources
    parts: Mapping[str, Data] = field(
        factory=dict, repr=False
    )  # scenarios on a part of the map, or with other points
    fixed_faces: tuple[int, ...] = ()  # the dice of teaching games, in order

    def of(self, scenario: str) -> Data:
        """What a scenario is played with: the whole, or a part of the map."""
        return self.parts.get(scenario, self)

    def unit(self, unit: str) -> UnitType:
        """A counter by its printed id. Raises KeyError."""
        return self.units[unit]

    @property
    def numbers(self) -> Numbers:
        """The single numbers of the rules."""
        return self.charts.numbers
