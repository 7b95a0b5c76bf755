"""The printed map as drawings: land and sea, water along hexsides, roads, signs and names. The same for every state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist

from pbem.bytes.records import field, frozen
from pbem.port.messages import Message, Series
from pbem.port.scene import Cell, Ground, Point, Spot, Stroke
from pbem_rules.june44.printed import data as printed
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.ground import LAYOUT
from pbem_rules.june44.rules.lookup import ENTRY, off
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Sheet
from pbem_rules.shared.picture import HexMap, spot

_KM = 4.02336
"""2.5 miles (2.6)."""
_APART = 0.5
_OFFSHORE = 1.0
_BEYOND_EDGE = 1.2
_HILL = (0.3, 0.22)
_SECOND = (-0.3, 0.22)
_TERRAIN = {"swamp": "marsh"}
"""What the picture calls a terrain of the chart; the others have one name in both."""
NOTE = Message("A reconstruction, not the published map: real geography on the printed numbering.")


@frozen(kw_only=True)
class Chart:
    """The printed map ready to draw; ``points``: the middle of every hex, and of the tray of every place off the map."""

    ground: Ground
    points: Mapping[str, Point] = field(repr=False)

    def at(self, where: str) -> Point:
        """The middle of a place. Raises KeyError."""
        return self.points[where]

    def find(self, where: str) -> Point | None:
        """The middle of a place, if there is such a one."""
        return self.points.get(where)


@derived
def chart(data: Data) -> Chart:
    """The printed map, drawn up once for each data pack."""
    ground = data.ground
    paper = HexMap(Grid(layout=LAYOUT, sheets=(Sheet(),), hexes=_rectangle(ground)))
    points = {name: paper.at(name) for name in paper.grid.hexes}
    points |= _trays(ground, points, paper.size)
    first = next(name for name in sorted(ground.terrain) if ground.grid.adjacent[name])
    step = dist(points[first], points[ground.grid.adjacent[first][0]])
    drawn = paper.ground(
        (_cell(ground, paper, name) for name in paper.grid.hexes),
        _strokes(ground, paper),
        (*_spots(ground, paper, points), *_second_kinds(data, points)),
        attribution=ground.attribution,
        note=NOTE,
        unit_km=_KM / step,
    )
    return Chart(ground=drawn, points=points)


def _rectangle(ground: printed.Ground) -> frozenset[str]:
    """Every hex of the printed rectangle; what is no land is sea."""
    known = frozenset(ground.terrain) | ground.sea
    rows, columns = [int(name[:2]) for name in known], [int(name[2:]) for name in known]
    return known | {
        f"{row:02d}{column:02d}"
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }


def _cell(ground: printed.Ground, paper: HexMap, name: str) -> Cell:
    kind, city = ground.terrain.get(name, ("sea",))[0], ground.cities.get(name, "")
    second = any(other < name and called == city for other, called in ground.cities.items())
    return paper.cell(
        name,
        _TERRAIN.get(kind, kind),
        title=city or ground.names.get(name, ""),
        rank="city" if city and not second else "town" if name in ground.names and not city else "",
        shore="beach" if name in ground.beaches else "",
    )


def _strokes(ground: printed.Ground, paper: HexMap) -> Iterator[Stroke]:
    for a, b in ground.rivers:
        yield paper.hexside(a, b, "major-river")
    for a, b in ground.forbidden:
        if a in ground.terrain and b in ground.terrain:
            yield paper.hexside(a, b, "canal")
    for a, b in ground.roads:
        yield paper.road(a, b, "primary-road")


def _second_kinds(data: Data, points: Mapping[str, Point]) -> Iterator[Spot]:
    """A sign for what a hex is besides the terrain that is drawn."""
    chart_of = data.charts.terrain
    for where, kinds in sorted(data.ground.terrain.items()):
        if names := [chart_of[kind].name for kind in kinds[1:]]:
            said = Message(
                "{hex}: {first} and {others}",
                hex=where,
                first=chart_of[kinds[0]].name,
                others=Series(names, glue=Message(" and ")),
            )
            yield spot(points[where], _SECOND, "plain", said, Series(names))


def _spots(ground: printed.Ground, paper: HexMap, points: Mapping[str, Point]) -> Iterator[Spot]:
    for a, b in ground.bridges:
        (ax, ay), (bx, by) = paper.grid.segment(paper.grid.side(a, b))
        said = Message("bridge {a}-{b}", a=a, b=b)
        yield Spot(style="bridge", at=paper.moved(((ax + bx) / 2, (ay + by) / 2)), title=said)
    for works in (ground.forts, ground.fortlike):
        for where, strength in sorted(works.items()):
            said = Message("{place}: {n}", place=ground.names.get(where, where), n=strength)
            yield Spot(style="strongpoint", at=points[where], text=str(strength), title=said)
    for where in sorted(ground.hills):
        yield spot(points[where], _HILL, "hill", Message("hill, {hex}", hex=where))
    for text, where, kind in ground.labels:
        if where in points:
            yield Spot(style=f"label-{kind}", at=points[where], text=text)
    for where, beach in sorted(ground.beaches.items()):
        said = Message("{beach} beach", beach=beach.name)
        yield Spot(style="landing-box", at=points[off(where)], text=beach.name, title=said)
    for name in sorted(ground.entries):
        said = Message("entry {place}", place=name)
        yield Spot(style="entry", at=points[f"{ENTRY}{name}"], text=name, title=said)


def _trays(ground: printed.Ground, points: Mapping[str, Point], size: Point) -> Mapping[str, Point]:
    """Where units lie that are off the map: out at sea before their beach, or beyond the edge at which they enter."""
    found: dict[str, Point] = {}
    for where in ground.beaches:
        x, y = points[where]
        near = [points[each] for each in ground.grid.within(where, 3)]
        dx, dy = x - sum(px for px, _ in near) / len(near), y - sum(py for _, py in near) / len(near)
        length = max((dx * dx + dy * dy) ** 0.5, 0.01)
        found[off(where)] = (x + _OFFSHORE * dx / length, y + _OFFSHORE * dy / length)
    for name in {beach.name for beach in ground.beaches.values()}:
        # Boxes of one beach stand apart, so that each has room for its name.
        places = [off(where) for where, beach in ground.beaches.items() if beach.name == name]
        middle = sum(found[place][0] for place in places) / len(places)
        for place in places:
            x, y = found[place]
            found[place] = (x + (x - middle) * _APART, y)
    for name, hexes in {**ground.entries, **ground.edges}.items():
        x, y = points[sorted(hexes)[len(hexes) // 2]]
        beyond = {
            x: (-_BEYOND_EDGE, y),
            size[0] - x: (size[0] + _BEYOND_EDGE, y),
            size[1] - y: (x, size[1] + _BEYOND_EDGE),
        }
        found[f"{ENTRY}{name}"] = beyond[min(beyond)]
    return found
