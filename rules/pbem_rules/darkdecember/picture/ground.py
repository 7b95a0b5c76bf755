"""The printed map as drawings: woods, rivers along hexsides, roads, the Westwall, exits, names; bridges as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.records import evolve, field, frozen
from pbem.port.messages import Message
from pbem.port.scene import Cell, Point, Spot, Stroke
from pbem.port.scene import Ground as Drawn
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.printed.data import Ground
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.picture import HexMap, spot

HEX_KM = 3.2
"""Two miles from side to side (N60)."""
NOTE = Message(
    "A reconstruction, not the published map: the ground of December 1944 on the hex grid that the text fixes."
)
_EDGES = {str(each): each for each in (Message("north"), Message("east"), Message("south"), Message("west"))}
_INSET = 0.17
_FORD = 0.16
_BEYOND = {"north": (0.0, -0.3), "east": (0.24, 0.0), "south": (0.0, 0.3), "west": (-0.24, 0.0)}
_GREAT = frozenset({"Meuse", "Mosel"})
_STYLES = {"heavy_woods": "heavy-woods"}


@frozen(kw_only=True, slots=False)
class Chart:
    """The printed map ready to draw, without bridges: those are the state's."""

    paper: HexMap = field(eq=False)
    drawn: Drawn = field(eq=False, repr=False)


@derived
def chart(ground: Ground) -> Chart:
    """The map of a data pack, drawn up once."""
    paper = HexMap(ground.grid)
    strokes = (*_waters(ground, paper), *_wall(ground, paper), *_roads(ground, paper))
    drawn = paper.ground(
        _cells(ground, paper),
        strokes,
        _spots(ground, paper),
        attribution=ground.attribution,
        note=NOTE,
        unit_km=HEX_KM,
    )
    return Chart(paper=paper, drawn=drawn)


def _cells(ground: Ground, paper: HexMap) -> Iterator[Cell]:
    for name in ground.grid.hexes:
        kind, town = ground.terrain[name], ground.towns.get(name, "")
        terrain = "town" if town and kind == "clear" else _STYLES.get(kind, kind)
        rank = "town" if town else "village" if name in ground.names else ""
        yield paper.cell(name, terrain, title=town or ground.names.get(name, ""), rank=rank)


def _waters(ground: Ground, paper: HexMap) -> Iterator[Stroke]:
    for river, course in sorted(ground.courses.items()):
        for a, b in course:
            yield paper.hexside(a, b, "major-river" if river in _GREAT else "river", river)
    for a, b in ground.fords:
        (ax, ay), (bx, by) = paper.hexside(a, b, "").points
        x, y = (ax + bx) / 2, (ay + by) / 2
        dx, dy = (bx - ax) * _FORD, (by - ay) * _FORD
        yield Stroke(style="ford", points=((x - dx, y - dy), (x + dx, y + dy)), title="ford")


def _wall(ground: Ground, paper: HexMap) -> Iterator[Stroke]:
    """The outline of the hexes of the Westwall, drawn inside them: a river may run along the hexside itself."""
    for name in sorted(ground.westwall):
        corners = tuple(map(paper.moved, ground.grid.corners(name)))
        inside = tuple(other in ground.westwall for other in ground.grid.neighbours[name])
        middle = paper.at(name)
        for turn in (each for each in range(6) if not inside[each]):
            before, after = (turn - 1) % 6, (turn + 1) % 6
            a = _between(corners[turn], corners[before] if inside[before] else middle)
            b = _between(corners[after], corners[(turn + 2) % 6] if inside[after] else middle)
            yield Stroke(style="wall", points=(a, b), title="Westwall")


def _between(corner: Point, other: Point) -> Point:
    """A point a little way from a corner: towards the middle of the hex, or along a side to the next hex of the wall."""
    return corner[0] + _INSET * (other[0] - corner[0]), corner[1] + _INSET * (other[1] - corner[1])


def _roads(ground: Ground, paper: HexMap) -> Iterator[Stroke]:
    for a, b in ground.roads:
        yield paper.road(a, b, "secondary-road")
    for name, door in sorted(ground.exits.items()):
        (x, y), (dx, dy) = paper.at(name), _BEYOND[door.edge]
        yield Stroke(style="secondary-road", points=((x, y), (x + 2 * dx, y + 2 * dy)))


def _spots(ground: Ground, paper: HexMap) -> Iterator[Spot]:
    for name, door in sorted(ground.exits.items()):
        said = Message(
            "Exit {name}, area {area}: the {edge} edge", name=name, area=door.area, edge=_EDGES[door.edge]
        )
        yield spot(paper.at(name), _BEYOND[door.edge], "entry", said, door.area)
    for text, name, kind in ground.labels:
        yield Spot(style=f"label-{kind}", at=paper.at(name), text=text)


# --- as it stands -----------------------------------------------------------------------------------------------------


def standing(ground: Ground, state: State) -> Drawn:
    """The map with the bridges of a position: whole ones, blown ones, and those that were built."""
    drawn = chart(ground)
    return evolve(drawn.drawn, spots=(*drawn.drawn.spots, *_bridges(ground, state)))


def _bridges(ground: Ground, state: State) -> Iterator[Spot]:
    drawn = chart(ground)
    river = {side_name(a, b): name for name, course in ground.courses.items() for a, b in course}
    printed = {side_name(a, b) for a, b in ground.bridges}
    for side in sorted({*printed, *state.blown, *state.built}):
        built, down = side in state.built, side in state.blown and side not in state.built
        over = {"river": river.get(side, Message("river")), "between": side}
        said = (
            Message("blown bridge over the {river}, {between}", **over)
            if down
            else Message("bridge over the {river}, {between}", **over)
        )
        text = "P" if built and side not in printed else ""
        style = "blown-bridge" if down else "bridge"
        yield Spot(style=style, at=drawn.paper.between(side), text=text, title=said)
