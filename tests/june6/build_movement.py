"""A small map, a few counters and charts for the tests of movement: nine rows of eight clear hexes, numbered 0101 up.

Rows run east and are counted northwards, as on the printed map; odd rows lie half a hex further east.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Concatenate, ParamSpec

from attrs import AttrsInstance, evolve, frozen

from pbem.bytes.errors import Violation
from pbem.port.game import Step
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import Activation, Play, State, Unit, View
from pbem_rules.june6.printed.charts import read_numbers
from pbem_rules.june6.printed.data import (
    Bombing,
    Charts,
    Data,
    Formation,
    Ground,
    Hexside,
    Ratings,
    Road,
    Terrain,
    UnitType,
    WeatherState,
)
from pbem_rules.june6.rules.ground import zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.june6.rules.movement.checks import active
from pbem_rules.june6.rules.movement.move import ASSIGN, MOVE, STRATEGIC
from pbem_rules.june6.rules.movement.rallying import RALLY
from pbem_rules.june6.rules.movement.refitting import REFIT
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.charts import Band, Bands, Column, Odds, Span
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet
from pbem_rules.kernel.tables import Cited
from pbem_rules.shared.orders import broken
from pbem_rules.shared.provenance import Sources
from tests.june6.printed_data import CHARTS as PRINTED_CHARTS

LAYOUT = Layout(along="east", across="north", shifted="odd")
SHEET = Sheet()
GRID = Grid(
    layout=LAYOUT,
    sheets=(SHEET,),
    hexes=frozenset(SHEET.rectangle(LAYOUT, lines=range(1, 10), places=range(1, 9))),
)
TERRAIN = {
    "clear": Terrain(name="Clear", leg=1, motor=1, defence=0),
    "bocage": Terrain(name="Bocage", leg=1, motor=2, defence=-2),
    "woods": Terrain(name="Woods", leg=2, motor=3, defence=-1),
    "marsh": Terrain(name="Marsh", leg=2, motor=None, defence=-1),
}
HEXSIDES = {
    "major_river": Hexside(name="Major river", leg=None, motor=None, raiders=2),
    "cliff": Hexside(name="Cliff", leg=None, motor=None, raiders=2),
    "bluff": Hexside(name="Bluff", leg=2, motor=None, by_road=True),
    "marsh": Hexside(name="Marsh hexside", leg=1, motor=None, by_road=True),
}
ROADS = {
    "primary": Road(name="primary", leg=1, motor=1, strategic_leg=2, strategic_motor=1),
    "secondary": Road(name="secondary", leg=1, motor=1, strategic_leg=2, strategic_motor=2),
}


def weather(german_ma: int) -> WeatherState:
    return WeatherState(
        name="",
        air=0,
        naval=0,
        free_allied=0,
        free_german=0,
        free_aside=False,
        german_ma=german_ma,
        german_rp=0,
        release=0,
        allied_rp_cap=0,
    )


CHARTS = Charts(
    turn_names={},
    weather_die=(),
    weather={"clear": weather(0), "heavy": weather(2)},
    after_storm_cap=0,
    historical_weather={},
    initiative_penalty={},
    base_points={},
    odds=Odds(
        columns=(
            Column(attacker=1, defender=1, value=0, cited=Cited(provenance="reconstructed", source="")),
        ),
        at="odds",
    ),
    crt={},
    terrain=TERRAIN,
    hexsides=HEXSIDES,
    bombing=Bombing(
        firers={},
        targets={},
        results=Bands(
            rows=(
                Band(
                    span=Span(low=None, high=None),
                    value=(),
                    cited=Cited(provenance="reconstructed", source=""),
                ),
            ),
            at="bombardment",
        ),
    ),
    boxes=(),
    naval_entries="",
    roads=ROADS,
    numbers=read_numbers(PRINTED_CHARTS),
)


def counter(
    name: str, formation: str, kind: str = "infantry", *, ma: int = 5, move: str = "leg", combat: bool = True
) -> UnitType:
    """A counter of an Allied formation when its number has three digits, else of a German one."""
    allied = formation in ALLIED_FORMATIONS
    return UnitType(
        id=name,
        formation=formation,
        side="allied" if allied else "german",
        nation="us" if allied else "german",
        name=name,
        type=kind,
        size="regiment",
        combat=combat,
        move=move,
        full=Ratings(cs=4, cohesion=5, ma=ma),
    )


ALLIED_FORMATIONS = ("1", "2", "V", "VII")
COUNTERS = (
    counter("16/1", "1"),
    counter("18/1", "1"),
    counter("26/1", "1"),
    counter("HQ/1", "1", "hq", ma=6, move="motor", combat=False),
    counter("9/2", "2"),
    counter("HQ/2", "2", "hq", ma=6, move="motor", combat=False),
    counter("741/V", "V", "armour", ma=7, move="motor"),
    counter("2 Rng/V", "V", "ranger"),
    counter("HQ/V", "V", "hq", ma=6, move="motor", combat=False),
    counter("70/VII", "VII", "armour", ma=7, move="motor"),
    counter("914/352", "352", ma=4),
    counter("915/352", "352", ma=4),
    counter("916/352", "352", ma=4, move="bicycle"),
    counter("HQ/352", "352", "hq", ma=4, move="motor", combat=False),
    counter("Flak A/352", "352", "flak", ma=6, move="motor", combat=False),
    counter("Flak B/352", "352", "flak", ma=6, move="motor", combat=False),
    counter("Fortress", "Cherbourg", ma=3),
    counter("HQ/Cherbourg", "Cherbourg", "hq", ma=3, combat=False),
    counter("SP 01", "", "strongpoint", ma=4),
)


def formation(name: str, kind: str, corps: str = "") -> Formation:
    units = tuple(each.id for each in COUNTERS if each.formation == name)
    allied = name in ALLIED_FORMATIONS
    return Formation(
        id=name,
        side="allied" if allied else "german",
        nation="us" if allied else "german",
        kind=kind,
        name=f"{name} {kind}",
        colour="#000000",
        corps=corps,
        hq=f"HQ/{name}",
        units=units,
    )


FORMATIONS = (
    formation("1", "division", "V"),
    formation("2", "division", "V"),
    formation("V", "corps"),
    formation("VII", "corps"),
    formation("352", "division"),
    formation("Cherbourg", "garrison"),
)


def ground(
    terrain: Mapping[str, str] | None = None,
    *,
    primary: tuple[str, ...] = (),
    secondary: tuple[str, ...] = (),
    sides: Mapping[str, tuple[str, ...]] | None = None,
    bridges: tuple[str, ...] = (),
    supply: tuple[str, ...] = ("0104",),
    beaches: Mapping[str, tuple[str, ...]] | None = None,
    cherbourg: tuple[str, ...] = (),
    strongpoints: tuple[str, ...] = (),
) -> Ground:
    """The clear map with what is given on it. Roads are chains of hexes joined by spaces."""
    features = {name: frozenset(pairs) for name, pairs in (sides or {}).items()}
    at: dict[str, tuple[str, ...]] = {}
    for name in sorted(features):
        for pair in sorted(features[name]):
            at[pair] = (*at.get(pair, ()), name)
    return Ground(
        grid=GRID,
        terrain={name: (terrain or {}).get(name, "clear") for name in GRID.hexes},
        names={},
        coast=frozenset(),
        sides=features,
        river_names={},
        bridges=dict.fromkeys(bridges, "bridge"),
        primary=_links(primary),
        secondary=_links(secondary),
        beaches=beaches or {"Omaha": ("0904", "0905"), "Sword": ("0908",)},
        entries={"E": ("0101", "0102")},
        supply=supply,
        cherbourg=cherbourg,
        strongpoints=frozenset(strongpoints),
        naval_range=frozenset(),
        sides_at=at,
    )


def _links(chains: tuple[str, ...]) -> frozenset[str]:
    links = (pair for chain in chains for pair in pairwise(chain.split()))
    return frozenset(f"{min(a, b)}/{max(a, b)}" for a, b in links)


def data(on: Ground | None = None) -> Data:
    """Everything printed, on the clear map unless another is given."""
    return Data(
        units={each.id: each for each in COUNTERS},
        formations={each.id: each for each in FORMATIONS},
        charts=CHARTS,
        ground=on or ground(),
        scenarios={},
        sources=Sources(find=tuple),
        tables={},
    )


def units(placed: Mapping[str, str]) -> tuple[Unit, ...]:
    return tuple(Unit(id=name, where=where) for name, where in placed.items())


def state(placed: Mapping[str, str], *changed: Unit, turn: int = 5, weather: str = "clear") -> State:
    """Units by id at places; ``changed`` replace them with their markers."""
    return State(
        scenario="",
        phase="full-efficiency",
        turn=turn,
        weather=weather,
        board=Board.of(units(placed)).put(*changed),
    )


def activated(
    printed: Data, position: State, *formations: str, full: bool = True, stage: str = "move"
) -> State:
    """The position with an activation of these formations on top; ``loose`` stands for German loose units.

    At reduced efficiency every unit carries the marker.
    """
    if not full:
        position = evolve(position, board=Board.of(evolve(u, efficiency=False) for u in position.board))
    side = printed.formations[formations[0]].side if formations[0] in printed.formations else "german"
    mine = tuple(u for u in position.board if printed.unit(u.id).side == side)
    frame = Activation(
        side=side,
        formations=formations,
        full=full,
        stage=stage,
        starters=tuple(
            u.id
            for u in mine
            if zones_of_control.next_to_enemy(View(data=printed, state=position), u.where, side)
        ),
        in_zone=tuple(
            u.id
            for u in mine
            if zones_of_control.in_zone(View(data=printed, state=position), u.where, enemy_of(side))
        ),
    )
    return evolve(position, frames=(frame,))


@frozen(kw_only=True)
class Moving:
    """The orders of movement alone, on data that have nothing else of the game."""

    on: Data

    def check(self, state: State, side: str, order: AttrsInstance) -> tuple[Violation, ...]:
        """Everything wrong with an order; that no formation is active when none is."""
        kind = June6.parts.by_class[type(order)]
        if active(state, side) is None:
            return (broken(kind.early, "no formation of yours is active now"),)
        return kind.verdict(View(data=self.on, state=state, side=side), order)

    def apply(self, state: State, side: str, order: AttrsInstance) -> Step[State]:
        """What a legal order does."""
        play = Play(data=self.on, state=state)
        June6.parts.by_class[type(order)].perform(play, order)
        return play.step()

    def options(self, state: State, side: str) -> Iterator[AttrsInstance]:
        """The legal orders, kind by kind."""
        view = View(data=self.on, state=state, side=side)
        for kind in (MOVE, STRATEGIC, RALLY, REFIT, ASSIGN):
            yield from kind.listed(view)


def moving(on: Data) -> Moving:
    """The orders of movement on these data."""
    return Moving(on=on)


def game(on: Data) -> June6:
    """The rules on other data."""
    return June6(data=on)


A = ParamSpec("A")


def done(
    on: Data, state: State, rule: Callable[Concatenate[Play, A], object], *args: A.args, **kwargs: A.kwargs
) -> Step[State]:
    """What a rule does to a position."""
    play = Play(data=on, state=state)
    rule(play, *args, **kwargs)
    return play.step()
