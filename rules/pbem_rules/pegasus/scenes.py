"""The areas as cells of a map, with every counter and marker on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.ruleset import Moment, Outcome
from pbem.scene import Arrow, Cell, Counter, Ground, Pile, Point, Scene, Spot, Stroke
from pbem_rules.pegasus import victory
from pbem_rules.pegasus.model import DEAD, ITEMS, State, Unit
from pbem_rules.pegasus.printed import Data, Terrain

_METRES = 62.0
_MARGIN = 70
_SYMBOLS = {
    "platoon": ("airborne", "..."),
    "para": ("airborne", "..."),
    "sappers": ("engineer", ".."),
    "hq": ("headquarters", ".."),
    "leader": ("headquarters", "."),
    "squad": ("infantry", ".."),
    "german": ("infantry", "..."),
    "tank": ("armour", "."),
    "officer": ("headquarters", "."),
    "car": ("mechanized", "."),
}


def scene(data: Data, state: State, recent: tuple[Outcome, ...], moment: Moment) -> Scene:
    """The whole map; ``recent`` becomes arrows."""
    chart = _chart(_Held(data.terrain))
    return Scene(
        ground=chart.ground,
        piles=tuple(_piles(data, state)),
        arrows=tuple(_arrows(chart, recent)),
        marks=tuple(_marks(state, chart)),
        heading=f"Turn {moment.turn}, {moment.turn_name} - {moment.phase} - {data.scenarios[state.scenario].name}",
        panel=tuple(_panel(data, state)),
    )


class _Held:
    """A terrain as a key."""

    def __init__(self, held: Terrain) -> None:
        self.held = held

    def __hash__(self) -> int:
        return id(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.held is self.held


class _Chart:
    """The ground, and where each area's middle is."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.at = {cell.name: cell.centre for cell in ground.cells}


@lru_cache(maxsize=4)
def _chart(key: _Held) -> _Chart:
    terrain = key.held
    areas = terrain.areas.values()
    left, top = min(a.x for a in areas) - _MARGIN, max(a.y for a in areas) + _MARGIN
    right, bottom = max(a.x for a in areas) + _MARGIN, min(a.y for a in areas) - _MARGIN
    box = (0.0, 0.0, (right - left) / _METRES, (top - bottom) / _METRES)
    at = {a.id: ((a.x - left) / _METRES, (top - a.y) / _METRES) for a in areas}
    outlines = {name: _voronoi(name, at, box) for name in at}
    cells = tuple(
        Cell(
            name=a.id,
            outline=outlines[a.id],
            centre=at[a.id],
            terrain=_style(a.obstructed, bool(a.bunker)),
            title=a.name,
        )
        for a in areas
    )
    ground = Ground(
        width=box[2],
        height=box[3],
        cells=cells,
        strokes=tuple(_strokes(terrain, at, outlines)),
        spots=tuple(_spots(terrain, at)),
        attribution=terrain.attribution,
        note="Areas: a reconstruction, not the published sheet",
        unit_km=_METRES / 1000,
    )
    return _Chart(ground)


def _style(obstructed: bool, bunker: bool) -> str:
    return ("bocage" if bunker else "woods") if obstructed else "clear"


def _voronoi(name: str, at: dict[str, Point], box: tuple[float, float, float, float]) -> tuple[Point, ...]:
    """The part of the box that is nearer to this area's middle than to any other's."""
    west, north, east, south = box
    ring: list[Point] = [(west, north), (east, north), (east, south), (west, south)]
    x, y = at[name]
    for other, (ox, oy) in at.items():
        if other != name:
            ring = _nearer(ring, (x, y), (ox, oy))
    return tuple((round(px, 4), round(py, 4)) for px, py in ring)


def _nearer(ring: list[Point], here: Point, there: Point) -> list[Point]:
    """The part of a convex ring on this side of the line half way between two points."""
    nx, ny = there[0] - here[0], there[1] - here[1]
    limit = (nx * (here[0] + there[0]) + ny * (here[1] + there[1])) / 2
    kept: list[Point] = []
    for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
        a, b = nx * one[0] + ny * one[1] - limit, nx * two[0] + ny * two[1] - limit
        if a <= 0:
            kept.append(one)
        if (a < 0 < b) or (b < 0 < a):
            t = a / (a - b)
            kept.append((one[0] + (two[0] - one[0]) * t, one[1] + (two[1] - one[1]) * t))
    return kept


def _strokes(
    terrain: Terrain, at: dict[str, Point], outlines: dict[str, tuple[Point, ...]]
) -> Iterator[Stroke]:
    for name, area in terrain.areas.items():
        for other in area.dashed:
            side = [
                p
                for p in outlines[name]
                if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 0.002 for q in outlines[other])
            ]
            if name < other and len(side) == 2:
                canal = area.x < terrain.areas[terrain.ranville].x // 2
                water = ("canal", "Caen Canal") if canal else ("major-river", "Orne")
                yield Stroke(style=water[0], points=(side[0], side[1]), title=water[1])
        for other in area.double:
            side = [
                p
                for p in outlines[name]
                if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) < 0.002 for q in outlines[other])
            ]
            if name < other and len(side) == 2:
                yield Stroke(style="woods-side", points=(side[0], side[1]), title="double border: 2 points")
        if area.road:
            for other in (*area.single, *area.double):
                if name < other and terrain.areas[other].road:
                    yield Stroke(style="secondary-road", points=(at[name], at[other]))


def _spots(terrain: Terrain, at: dict[str, Point]) -> Iterator[Spot]:
    for name, area in terrain.areas.items():
        x, y = at[name]
        if area.bridge:
            yield Spot(style="bridge", at=(x, y), title=area.name)
        if area.entry:
            yield Spot(style="entry", at=(x, y), text=area.entry[0], title=f"entry {area.entry}")
        if area.bunker or area.pillbox:
            yield Spot(style="strongpoint", at=(x, y), title=area.name)


# --- counters ---------------------------------------------------------------------------------------------------------


def _piles(data: Data, state: State) -> Iterator[Pile]:
    for where in data.terrain.areas:
        counters = [
            counter(data, state, state.units[name])
            for name in sorted(state.units)
            if state.units[name].where == where and state.units[name].kind not in ITEMS
        ]
        if where in state.chits:
            counters.append(
                Counter(
                    name=f"chit {where}",
                    side="german",
                    symbol="infantry",
                    size="",
                    values="?",
                    title="a chit face down",
                )
            )
        if counters:
            yield Pile(cell=where, counters=tuple(counters))
    for entry in sorted(data.terrain.entries):
        line = [state.units[n] for n in sorted(state.units) if state.units[n].where == f"queue:{entry}"]
        if line:
            yield Pile(
                cell="", counters=tuple(counter(data, state, u) for u in line), label=f"before {entry}"
            )


def counter(data: Data, state: State, unit: Unit) -> Counter:
    """A unit as it is drawn."""
    kind = data.forces.kinds[unit.kind]
    symbol, size = _SYMBOLS[unit.kind]
    full = kind.strength or 1
    items = [
        n for n in sorted(state.units) if state.units[n].bearer == unit.id and state.units[n].where != DEAD
    ]
    marks = [
        word
        for word, holds in (
            ("SUP", unit.suppressed),
            ("W", unit.wounded),
            ("IMM", unit.immobile),
            (f"P{unit.prisoners}", bool(unit.prisoners)),
            *((each, True) for each in items),
        )
        if holds
    ]
    return Counter(
        name=unit.id,
        side=kind.side,
        symbol=symbol,
        size=size,
        values=f"{unit.strength}" if kind.strength else "",
        steps=unit.strength or 1,
        full_steps=full,
        marks=tuple(marks),
        title=f"{unit.id}, {kind.name}",
    )


def _marks(state: State, chart: _Chart) -> Iterator[Spot]:
    for where in state.held:
        if where in chart.at and where in {*state.cleared}:
            x, y = chart.at[where]
            yield Spot(style="objective", at=(x - 0.2, y - 0.2), title=f"{where}: cleared and held")
    if state.pegasus == "destroyed":
        for cell in chart.ground.cells:
            if cell.name == "PB":
                yield Spot(style="blown-bridge", at=cell.centre, title="the canal bridge is destroyed")


def _arrows(chart: _Chart, recent: tuple[Outcome, ...]) -> Iterator[Arrow]:
    styles = {"moved": "move", "fired": "attack", "grenade": "attack", "shelled": "attack", "piat": "attack"}
    for each in recent:
        points = tuple(chart.at[where] for where in each.hexes if where in chart.at)
        if each.kind in styles and len(points) > 1 and points[0] != points[-1]:
            yield Arrow(style=styles[each.kind], points=points, title=each.text)


def _panel(data: Data, state: State) -> Iterator[str]:
    terms = victory.score(data, state)
    yield f"Score: {sum(term.value for term in terms)}"
    yield from (f"  {term.text} {term.value:+d}" for term in terms)
    yield f"German plan: {state.plan or 'not drawn'}; chits face down: {len(state.chits)}"
    charges = {"": "none", "hidden": "chit face down", "blank": "none under the bridge"}
    yield f"Charges: {charges.get(state.charges, state.charges)}; canal bridge: {state.pegasus}"
    if state.german_force:
        yield f"German force: {state.german_force}; British force: {state.british_force or '-'}"
    dead = [
        name
        for name in sorted(state.units)
        if state.units[name].where == DEAD and state.units[name].kind not in ITEMS
    ]
    if dead:
        yield f"Lost: {', '.join(dead)}"
