"""The printed map as drawings: land and sea, water along hexsides, roads, signs and names. The same for every state."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from attrs import field, frozen

from pbem.port.scene import Cell, Ground, Point, Spot, Stroke
from pbem_rules.june44 import printed
from pbem_rules.june44.lookup import ENTRY, SEA
from pbem_rules.june44.printed import Data
from pbem_rules.june44.reading_ground import LAYOUT
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Sheet

_KM = 4.02336
"""2.5 miles (2.6)."""
_OFFSHORE = 1.0
_BEYOND_EDGE = 1.2
_HILL = (0.3, 0.22)
_SECOND = (-0.3, 0.22)
_TERRAIN = {"swamp": "marsh"}
"""What the picture calls a terrain of the chart; the others have one name in both."""
NOTE = "A reconstruction, not the published map: real geography on the printed numbering."


@frozen(kw_only=True)
class Chart:
    """The printed map ready to draw: ``at`` gives the middle of a hex, or of the tray of a place off the map."""

    ground: Ground
    points: dict[str, Point] = field(repr=False)

    def at(self, where: str) -> Point:
        """The middle of a place."""
        return self.points[where]


@derived
def chart(data: Data) -> Chart:
    """The printed map, drawn up once for each data pack."""
    ground = data.ground
    whole = Grid(layout=LAYOUT, sheets=(Sheet(),), hexes=_rectangle(ground))
    left, top, right, bottom = whole.bounds()
    shift = (-left, -top)
    points = {name: _moved(whole.centre(name), shift) for name in whole.hexes}
    size = (right - left, bottom - top)
    _trays(ground, points, size)
    first = next(name for name in sorted(ground.terrain) if ground.grid.adjacent[name])
    step = dist(points[first], points[ground.grid.adjacent[first][0]])
    drawn = Ground(
        width=size[0],
        height=size[1],
        cells=tuple(_cells(data, whole, points, shift)),
        strokes=tuple(_strokes(ground, whole, points, shift)),
        spots=(*_spots(ground, whole, points, shift), *_second_kinds(data, points)),
        attribution=ground.attribution,
        note=NOTE,
        unit_km=_KM / step,
    )
    return Chart(ground=drawn, points=points)


def _moved(point: Point, shift: Point) -> Point:
    return point[0] + shift[0], point[1] + shift[1]


def _rectangle(ground: printed.Ground) -> frozenset[str]:
    """Every hex of the printed rectangle; what is no land is sea."""
    known = frozenset(ground.terrain) | ground.sea
    rows, columns = [int(name[:2]) for name in known], [int(name[2:]) for name in known]
    return known | {
        f"{row:02d}{column:02d}"
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }


def _cells(data: Data, whole: Grid, points: dict[str, Point], shift: Point) -> Iterator[Cell]:
    ground = data.ground
    for name in whole.hexes:
        kind = ground.terrain.get(name, ("sea",))[0]
        city = ground.cities.get(name, "")
        second = any(other < name and called == city for other, called in ground.cities.items())
        yield Cell(
            name=name,
            outline=tuple(_moved(corner, shift) for corner in whole.corners(name)),
            centre=points[name],
            terrain=_TERRAIN.get(kind, kind),
            title=city or ground.names.get(name, ""),
            rank="city" if city and not second else "town" if name in ground.names and not city else "",
            shore="beach" if name in ground.beaches else "",
        )


def _strokes(ground: printed.Ground, whole: Grid, points: dict[str, Point], shift: Point) -> Iterator[Stroke]:
    for a, b in ground.rivers:
        yield _along(whole, shift, a, b, "major-river")
    for a, b in ground.forbidden:
        if a in ground.terrain and b in ground.terrain:
            yield _along(whole, shift, a, b, "canal")
    for a, b in ground.roads:
        yield Stroke(style="primary-road", points=(points[a], points[b]))


def _along(whole: Grid, shift: Point, a: str, b: str, style: str) -> Stroke:
    ends = tuple(_moved(end, shift) for end in whole.segment(whole.side(a, b)))
    return Stroke(style=style, points=ends)


def _second_kinds(data: Data, points: dict[str, Point]) -> Iterator[Spot]:
    """A sign for what a hex is besides the terrain that is drawn."""
    for where, kinds in sorted(data.ground.terrain.items()):
        if names := [data.charts.terrain[kind].name for kind in kinds[1:]]:
            x, y = points[where]
            said = f"{where}: {data.charts.terrain[kinds[0]].name} and {' and '.join(names)}"
            yield Spot(style="plain", at=(x + _SECOND[0], y + _SECOND[1]), text=", ".join(names), title=said)


def _spots(ground: printed.Ground, whole: Grid, points: dict[str, Point], shift: Point) -> Iterator[Spot]:
    for a, b in ground.bridges:
        (ax, ay), (bx, by) = whole.segment(whole.side(a, b))
        yield Spot(style="bridge", at=_moved(((ax + bx) / 2, (ay + by) / 2), shift), title=f"bridge {a}-{b}")
    for works in (ground.forts, ground.fortlike):
        for where, strength in sorted(works.items()):
            named = ground.names.get(where, where)
            yield Spot(
                style="strongpoint", at=points[where], text=str(strength), title=f"{named}: {strength}"
            )
    for where in sorted(ground.hills):
        x, y = points[where]
        yield Spot(style="hill", at=(x + _HILL[0], y + _HILL[1]), title=f"hill, {where}")
    for text, where, kind in ground.labels:
        if where in points:
            yield Spot(style=f"label-{kind}", at=points[where], text=text)
    for where, beach in sorted(ground.beaches.items()):
        yield Spot(
            style="landing-box", at=points[f"{SEA}{where}"], text=beach.name, title=f"{beach.name} beach"
        )
    for name in sorted(ground.entries):
        yield Spot(style="entry", at=points[f"{ENTRY}{name}"], text=name, title=f"entry {name}")


def _trays(ground: printed.Ground, points: dict[str, Point], size: Point) -> None:
    """Where units lie that are off the map: out at sea before their beach, or beyond the edge at which they enter."""
    for where in ground.beaches:
        x, y = points[where]
        near = [points[each] for each in ground.grid.within(where, 3)]
        dx, dy = x - sum(px for px, _ in near) / len(near), y - sum(py for _, py in near) / len(near)
        length = max((dx * dx + dy * dy) ** 0.5, 0.01)
        points[f"{SEA}{where}"] = (x + _OFFSHORE * dx / length, y + _OFFSHORE * dy / length)
    for name, hexes in {**ground.entries, **ground.edges}.items():
        x, y = points[sorted(hexes)[len(hexes) // 2]]
        beyond = {
            x: (-_BEYOND_EDGE, y),
            size[0] - x: (size[0] + _BEYOND_EDGE, y),
            size[1] - y: (x, size[1] + _BEYOND_EDGE),
        }
        points[f"{ENTRY}{name}"] = beyond[min(beyond)]
