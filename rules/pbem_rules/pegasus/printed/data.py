"""Everything printed, as typed values: areas, tables, forces. Read from the data files by :mod:`reading`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem.port.messages import Message
from pbem_rules.kernel.tables import At, OneOf
from pbem_rules.pegasus.printed.marks import Cost, Count, DieLosses, DieNumbers, DieWords, NumberOrAll
from pbem_rules.pegasus.printed.sheet import Coordinate, Sheet
from pbem_rules.shared.provenance import Sources

_CALLED = {
    "Benouville crossroads (T-junction)": Message("Benouville crossroads"),
    "Cafe Gondree / houses S": Message("Cafe Gondree"),
    "North marsh / ditches": Message("North marsh"),
    "Pillbox (Fortin)": Message("Pillbox"),
}
"""How areas with a long name are lettered on the map."""


@frozen(kw_only=True)
class Area:
    """One area: metres from the canal bridge (x east, y north), ground, borders by kind, and what stands in it."""

    id: str
    name: str
    x: Coordinate
    y: Coordinate
    obstructed: bool
    road: bool = False
    single: tuple[str, ...]
    double: tuple[str, ...]
    dashed: tuple[str, ...]
    entry: str = ""
    access: str = ""
    bridge: str = ""
    bunker: int = 0
    pillbox: bool = False
    at_gun: bool = False
    machine_gun: Annotated[bool, At("mg")] = False
    crossroads: bool = False

    @property
    def adjacent(self) -> tuple[str, ...]:
        """Every area beside it, dashed borders included."""
        return tuple(sorted((*self.single, *self.double, *self.dashed)))

    @property
    def called(self) -> str:
        """What is written on the map; the trenches go by their bunkers, the two halves of a meadow by one name."""
        if self.bridge:
            return f"{self.bridge} Bridge"
        if self.bunker:
            return Message("Bunker {n}", n=self.bunker)
        return _CALLED.get(self.name) or self.name.split(" (")[0]


@frozen(kw_only=True, slots=False)
class Terrain:
    """The map: areas by id, the areas that the text names, the glider runs by group and triangle, the sheet."""

    areas: Mapping[str, Area]
    entries: Mapping[str, str]
    bunkers: tuple[str, ...]
    guns: tuple[str, ...]
    pillbox: str
    at_gun: str
    crossroads: str
    pegasus: str
    ranville: str
    ends: tuple[str, ...]
    road: tuple[str, ...]
    runs: Mapping[str, tuple[str, ...]]
    attribution: str
    sheet: Sheet

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """For each area those that it borders and that can be reached from it."""
        return {name: (*area.single, *area.double) for name, area in self.areas.items()}

    def beside(self, one: str, other: str) -> bool:
        """Whether two areas touch, over a dashed border too."""
        area = self.areas[one]
        return other in area.single or other in area.double or other in area.dashed


@frozen(kw_only=True)
class Movement:
    """Allowances and costs in movement points (5.1, 6)."""

    british: int
    with_prisoner: int
    wounded: int
    german: int
    tank: int
    car: Mapping[str, int]
    car_die: DieWords
    single: Cost
    double: Cost
    enemy: int
    wreck: int
    bunker: int
    grenade: int
    gammon: int
    ready: int


@frozen(kw_only=True)
class FireModifiers:
    """What is added to the die of a shot (10.4)."""

    adjacent: int
    cover: int
    ready: int
    glider_infantry: int
    clear: int
    moving: int


@frozen(kw_only=True)
class Fire:
    """The Combat Fire Table by column, its modifiers, and which column a weapon uses."""

    columns: Annotated[tuple[str, ...], At("fire.columns")]
    starts: Annotated[tuple[int, ...], At("fire.starts")]
    rows: Mapping[str, tuple[str, ...]]
    guns: tuple[tuple[int, str], ...]
    piat: str
    gammon: str
    machine_gun: str
    tank: str
    modifiers: Annotated[FireModifiers, At("fire_modifiers")]
    gun_strength: Annotated[int, At("strengths.machine_gun")]
    gun_crew: Annotated[int, At("strengths.machine_gun_crew")]
    at_crew: Annotated[int, At("strengths.gun_crew")]
    reach: Annotated[int, At("strengths.range")]
    cover_hits: Annotated[Mapping[str, int], At("gun_hits.cover")]
    tank_hits: Annotated[tuple[str, ...], At("gun_hits.tank")]
    gun_hits: Annotated[tuple[str, ...], At("gun_hits.gun")]

    def column(self, strength: int) -> str:
        """The small arms column of a strength of 1 or more."""
        return self.columns[sum(start <= strength for start in self.starts) - 1]

    def gun_column(self, barrels: int) -> str:
        """The column of this many tank and anti-tank guns."""
        return [column for least, column in self.guns if barrels >= least][-1]

    def result(self, column: str, total: int) -> str:
        """What the table says for a modified die."""
        row = self.rows[column]
        return row[max(0, min(len(row) - 1, total))]


@frozen(kw_only=True)
class MeleeModifiers:
    """What is added to the die of a close combat (16.2, 15.1)."""

    glider_infantry: int
    german_suppressed: int
    garrison: int
    german_last: int
    wounded_leader: int
    british_suppressed: int
    british_last: int
    tank: int


@frozen(kw_only=True)
class Melee:
    """The Close Combat Table: odds as (British, German) pairs rising, cells by total from 1 to 6, and its modifiers."""

    columns: tuple[tuple[int, int], ...]
    rows: tuple[tuple[str, ...], ...]
    modifiers: MeleeModifiers

    def odds(self, british: int, german: int) -> int:
        """The column: the highest odds that are reached, rounded in the German's favour."""
        if german == 0:
            return len(self.columns) - 1
        reached = [n for n, (b, g) in enumerate(self.columns) if british * g >= german * b]
        return reached[-1] if reached else 0

    def result(self, column: int, total: int) -> str:
        """What the table says for a modified die."""
        return self.rows[max(1, min(len(self.rows), total)) - 1][column]


@frozen(kw_only=True)
class Suppression:
    """The highest face with which a unit recovers, by what it is, and what a leader adds to it (22)."""

    british: int
    garrison: int
    reinforcement: int
    leader: int


@frozen(kw_only=True)
class Discovery:
    """The lowest face with which a unit that holds its fire discovers one beside it (23.4)."""

    tank: int
    infantry: int


@frozen(kw_only=True)
class Tables:
    """Every other table of the aid."""

    times: Annotated[tuple[str, ...], At("clock.times")]
    german_force: Annotated[int, At("turns.german_force")]
    british_force: Annotated[int, At("turns.british_force")]
    garrison_wakes: Annotated[int, At("turns.garrison_wakes")]
    fire_at_will: Annotated[int, At("turns.fire_at_will")]
    fire_at_will_historical: Annotated[int, At("turns.fire_at_will_historical")]
    leader: Annotated[DieWords, At("leader.die")]
    suppression: Suppression
    grenades: Annotated[Mapping[str, tuple[str, ...]], At("grenades.rows")]
    grenades_most: Annotated[int, At("grenades.most")]
    grenades_leader: Annotated[int, At("grenades.leader")]
    piat_shots: Annotated[int, At("piat.shots")]
    piat_crew: Annotated[DieWords, At("piat_crew.die")]
    retreat: Annotated[DieWords, At("retreat.die")]
    stuck: Annotated[DieWords, At("retreat.stuck")]
    panic: Annotated[DieWords, At("retreat.panic")]
    ready: Annotated[DieWords, At("ready_position.die")]
    ready_infantry: Annotated[int, At("ready_position.infantry")]
    demolition: Annotated[DieWords, At("demolition.die")]
    demolition_schmidt: Annotated[int, At("demolition.schmidt")]
    collapse: Annotated[DieWords, At("demolition.collapse")]
    bunker: Annotated[DieWords, At("bunker.die")]
    bunker_loss: Annotated[int, At("bunker.loss")]
    crash_from: Annotated[int, At("crash.from")]
    crash_glider: Annotated[int, At("crash.glider")]
    crash: Annotated[DieLosses, At("crash.losses")]
    queue_first: Annotated[int, At("queue.first")]
    queue_each: Annotated[int, At("queue.each")]
    queue_stack: Annotated[Cost, At("queue.stack")]
    garrison: Annotated[DieWords, At("garrison.die")]
    discovery: Discovery

    def grenade(self, column: str, total: int) -> str:
        """What the Grenade Attack Table says for a modified die."""
        row = self.grenades[column]
        return row[min(len(row), total) - 1]


@frozen(kw_only=True)
class Plan:
    """A German plan: squads among the eight chits, where officers and platoons begin, blanks beside the charges."""

    letter: str
    squads: Count
    decoys: Count
    hickman: str = ""
    schmidt: Annotated[str, OneOf("pillbox", "car")]
    platoons: tuple[tuple[str, int], ...]
    blanks: int = 0
    tanks: int = 0


@frozen(kw_only=True)
class Force:
    """Reinforcements: the turn they come and how many of each."""

    turn: int
    platoons: NumberOrAll
    tanks: NumberOrAll = 0
    piats: int = 0
    gammons: int = 0


@frozen(kw_only=True)
class Kind:
    """What a unit is: its side, its full strength and whether it came by glider."""

    name: str
    side: Annotated[str, OneOf("british", "german")]
    strength: int = 0
    glider: bool = False


@frozen(kw_only=True)
class Scenario:
    """A difficulty: the plans in the cup, the three victory levels, and whether the historical turn 12 counts."""

    name: str
    plans: tuple[str, ...]
    levels: tuple[int, int, int]
    historical: bool = False


@frozen(kw_only=True)
class VictoryPoints:
    """What each thing counts for the British (25.1)."""

    pegasus_intact: int
    pegasus_damaged: int
    ranville: int
    pillbox: int
    bunker: int
    machine_gun: int
    gun: int
    tank: int
    prisoner: int
    leader: int
    platoon: int
    schmidt: int


@frozen(kw_only=True)
class Forces:
    """Who there is and what comes when."""

    plans: Mapping[str, Plan]
    plan_tanks: Annotated[DieWords, At("plan_tanks.die")]
    car_turn: Annotated[int, At("german.car_turn")]
    car_in: Annotated[str, At("german.car_in")]
    car_out: Annotated[str, At("german.car_out")]
    tank_out: Annotated[str, At("german.tank_out")]
    entry: Annotated[DieWords, At("german.entry")]
    german_force: Annotated[Mapping[str, DieNumbers], At("german.force")]
    german: Mapping[int, Force]
    optional: Annotated[DieWords, At("british.optional")]
    british_force: Mapping[int, DieWords]
    british: Annotated[Mapping[str, Force], At("british.forces")]
    british_entry: Annotated[str, At("british_entry.area")]
    gliders: Mapping[int, tuple[str, ...]]
    triangle: Annotated[DieWords, At("gliders_entry.die")]
    loses: Annotated[int, At("gliders_entry.loses")]
    lost: Annotated[DieNumbers, At("gliders_entry.lost")]
    groups: Annotated[Mapping[str, tuple[int, ...]], At("gliders_groups")]
    leaders: Mapping[str, int]
    helpers: tuple[str, ...]
    kinds: Mapping[str, Kind]
    pool_platoons: Annotated[int, At("pool.platoons")]
    pool_tanks: Annotated[int, At("pool.tanks")]
    victory: VictoryPoints


@frozen(kw_only=True, slots=False)
class Data:
    """Everything printed.

    ``sources`` has where every value comes from, by its path (``movement.british``), the areas of the map by their ground
    (``map.areas.N1.terrain``); ``cited`` names the label and source of each table; ``raw`` has
    the tables as read.
    """

    terrain: Terrain
    movement: Movement
    fire: Fire
    melee: Melee
    tables: Tables
    forces: Forces
    scenarios: Mapping[str, Scenario]
    cited: Mapping[str, tuple[str, str]]
    sources: Sources = field(eq=False, repr=False)
    raw: Mapping[str, Mapping[str, object]]
