"""The charts, as ``data/charts.toml`` writes them table by table. Movement is in sixths of a point (N30)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pbem.bytes.records import frozen
from pbem_rules.kernel.tables import At
from pbem_rules.normandy.printed.charts_6_june import Drop, Hoc, Landing
from pbem_rules.normandy.printed.charts_fire import Air, Carpet, Flak, Guns, Recon


@frozen(kw_only=True)
class Column:
    """Results of one column of odds, from the lowest modified die to the highest."""

    odds: str
    results: tuple[str, ...]


@frozen(kw_only=True)
class Modifiers:
    """What is added to the die of a combat (12.4 to 12.12). ``good``, ``poor``: divisions by their quality."""

    combined_arms: int
    night: int
    lone_recon: int
    heavy_rain: int
    storm: int
    hill: int
    strategic: int
    air_attack: int
    air_defence: int
    most_air: int
    engineers: int
    rhino: int
    crocodile: int
    interest: int
    quality: int
    good: tuple[str, ...]
    poor: tuple[str, ...]


@frozen(kw_only=True)
class Combat:
    """The combat table. A result: A or D and the steps lost, R for a retreat; EX one step each; DE all are lost."""

    die: int
    least_drm: int
    most_drm: int
    retreat: int
    first: int
    columns: tuple[Column, ...]
    modifiers: Modifiers


@frozen(kw_only=True)
class Terrain:
    """A kind of terrain. ``move`` of infantry, ``vehicles`` of all else (0: never); ``whole``: infantry needs all it has.

    ``drm`` against a hex of it, ``tank`` if a tank defends; ``guns``: when guns fire alone; ``duty``: who stands
    there has to
    attack (11.3); ``sees``: it is seen from two hexes (14.3).
    """

    move: int
    vehicles: int
    drm: int
    tank: int
    guns: int
    duty: bool
    sees: bool
    whole: bool = False


@frozen(kw_only=True)
class Sides:
    """What crossing hexsides and going by road costs; ``river_slow``: infantry with so many points or fewer needs all."""

    stream: int
    river_slow: int
    perimeter: int
    road: int
    main: int
    strategic: int
    strategic_gap: int


@frozen(kw_only=True)
class Zones:
    """``leave``: points to leave an enemy zone (1.5); ``retreat_step``: steps for a retreat into one (12.13)."""

    leave: int
    retreat_step: int


@frozen(kw_only=True)
class Stacking:
    """Stacking points of a hex (2.1), of the brigade that may exceed them (2.2), of a trench (9.6)."""

    most: int
    commonwealth_brigade: int
    trench: int


@frozen(kw_only=True)
class Supply:
    """Lengths of the line in sixths, and the cities that are German sources (3.7 to 3.17)."""

    corps_to_division: int
    division_to_unit: int
    extra_units: int
    german_cities: tuple[str, ...]


@frozen(kw_only=True)
class Headquarters:
    """What headquarters defend with, how they come back (6.1 to 6.5), what a battle group's feeds (18.12)."""

    division_defence: int
    corps_defence: int
    division_back: int
    corps_back: int
    turns_away: int
    battle_group_near: int
    battle_group_feeds: int


@frozen(kw_only=True)
class Points:
    """Combat supply: income by weather and what everything costs (5.6 to 5.14 and where it is used)."""

    daily: Mapping[str, int]
    free_value: int
    one_hex: int
    several_hexes: int
    supports: int
    further: int
    defence: int
    guns_alone: int
    emergency: int
    emergency_units: int
    carpet: int
    repair: int
    mulberry: int
    cherbourg: int
    keep: bool


@frozen(kw_only=True)
class WeatherRow:
    """The weather up to a face of the die."""

    upto: int
    kind: str


@frozen(kw_only=True)
class Weather:
    """The weather of a day (N45)."""

    die: int
    first: str
    great_storm: tuple[str, ...]
    after_storm: int
    second: int
    kinds: tuple[WeatherRow, ...]


@frozen(kw_only=True)
class ReplacementRow:
    """Points up to a face of the die."""

    upto: int
    infantry: int
    armour: int


@frozen(kw_only=True)
class Replacements:
    """Daily points by nation, points for losses and their limit (7.4 to 7.9)."""

    die: int
    losses: int
    most_rem: int
    airborne: str
    us: tuple[ReplacementRow, ...]
    cw: tuple[ReplacementRow, ...]
    german: tuple[ReplacementRow, ...]


@frozen(kw_only=True)
class Bridges:
    """A die of so much or less destroys or builds (15.1)."""

    die: int
    destroy: int
    destroy_river: int
    build: int
    further_engineers: int


@frozen(kw_only=True)
class Mines:
    """The die for ships that move (9.19): faces, and the days from which it is milder and gone."""

    die: int
    sunk: int
    turned_back: int
    only_turned_back_from: str
    none_from: str


@frozen(kw_only=True)
class Withdrawal:
    """When the fleet and the airborne divisions leave (17.1 to 17.4)."""

    die: int
    leaves: int
    each_night: int
    fleet_from: str
    fleet_last: str
    airborne_from: str
    airborne_last: str


@frozen(kw_only=True)
class Mulberry:
    """Building and damage (17.11 to 17.16)."""

    most: int
    chosen: str
    die: int
    complete: int
    storm: int
    damage: int


@frozen(kw_only=True)
class Port:
    """The demolition of Cherbourg (18.13 to 18.15)."""

    start: int
    daily: int
    checked: str


@frozen(kw_only=True)
class Rhino:
    """How many, and from which day (17.36)."""

    number: int
    start: Annotated[str, At("from")]


@frozen(kw_only=True)
class TruckRow:
    """Trucks from a day on."""

    start: Annotated[str, At("from")]
    trucks: int


@frozen(kw_only=True)
class Trucks:
    """What a truck adds to movement, and how many there are (18.1, 18.2)."""

    move: int
    card: tuple[TruckRow, ...]


@frozen(kw_only=True)
class Trenches:
    """Turns to dig, and by what the defence is multiplied."""

    turns: int
    defence: int


@frozen(kw_only=True)
class Cotentin:
    """Distances of 18.9 and 18.10 in hexes."""

    coast: int
    us_within: int
    ships_within: int


@frozen(kw_only=True)
class Companies:
    """How many companies a battalion makes, full and reduced, and how many make a reduced one (N20)."""

    full: int
    reduced: int
    join: int


@frozen(kw_only=True, slots=False)
class Charts:
    """Every table of the file under its name."""

    combat: Combat
    terrain: Mapping[str, Terrain]
    sides: Sides
    zones: Zones
    stacking: Stacking
    supply: Supply
    headquarters: Headquarters
    points: Points
    weather: Weather
    air: Air
    recon: Recon
    flak: Flak
    replacements: Replacements
    bridges: Bridges
    mines: Mines
    guns: Guns
    drop: Drop
    landing: Landing
    withdrawal: Withdrawal
    mulberry: Mulberry
    carpet: Carpet
    port: Port
    rhino: Rhino
    trucks: Trucks
    trenches: Trenches
    cotentin: Cotentin
    hoc: Hoc
    companies: Companies
