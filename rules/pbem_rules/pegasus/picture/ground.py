"""The ground of the area map: cells, waters between the banks, hedges, roads and signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.port.messages import Message
from pbem.port.scene import Cell, Ground, Point, Spot, Stroke
from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.printed.data import Terrain
from pbem_rules.pegasus.printed.sheet import Side

_CANAL = ("canal", "Caen Canal")
_ORNE = ("major-river", "Orne")


class Chart:
    """The ground, and where each area's middle is."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.at = {cell.name: cell.centre for cell in ground.cells}


@derived
def chart(terrain: Terrain) -> Chart:
    """The drawn ground of a terrain; made once."""
    sheet = terrain.sheet
    cells = tuple(
        Cell(
            name=area.id,
            outline=sheet.outline(area.id),
            centre=sheet.places[area.id].at,
            terrain=_style(area.obstructed, bool(area.bunker)),
            title=area.name,
            joins=tuple(sorted(terrain.ways[area.id])),
        )
        for area in terrain.areas.values()
    )
    return Chart(
        Ground(
            width=sheet.width / 100,
            height=sheet.height / 100,
            cells=cells,
            strokes=tuple(_strokes(terrain)),
            spots=tuple(_spots(terrain)),
            attribution=terrain.attribution,
            note=Message("Areas: a reconstruction, not the published sheet"),
        )
    )


def _style(obstructed: bool, bunker: bool) -> str:
    return ("bocage" if bunker else "woods") if obstructed else "clear"


@derived
def banks(terrain: Terrain) -> Mapping[str, str]:
    """Each area's bank (``west`` of the canal, ``middle``, ``east`` of the Orne); the bridges belong to none."""
    areas, bridges = terrain.areas, (terrain.pegasus, terrain.ranville)
    ends = {name: sorted(areas[name].single, key=lambda other: areas[other].x) for name in bridges}
    starts = (ends[terrain.pegasus][0], ends[terrain.pegasus][-1], ends[terrain.ranville][-1])
    found: dict[str, str] = {}
    for bank, start in zip(("west", "middle", "east"), starts, strict=True):
        front = [start]
        while front:
            name = front.pop()
            if name not in found and name not in bridges:
                found[name] = bank
                front.extend(terrain.ways[name])
    return found


def _strokes(terrain: Terrain) -> Iterator[Stroke]:
    shore = banks(terrain)
    for (one, other), side in terrain.sheet.sides.items():
        points = (side.start, side.end)
        here, there = shore.get(one), shore.get(other)
        if here and there and here != there:
            style, title = _CANAL if "west" in (here, there) else _ORNE
            yield Stroke(style=style, points=points, title=title)
        elif other in terrain.areas[one].double:
            yield Stroke(style="hedge-side", points=points, title="double border: 2 points")
    yield from _under_bridges(terrain)
    yield from _roads(terrain)
    yield from _links(terrain)


def _under_bridges(terrain: Terrain) -> Iterator[Stroke]:
    """The water runs under a bridge, between the two corners where the banks' areas meet the bridge's."""
    shore = banks(terrain)
    for bridge, (style, title) in zip((terrain.pegasus, terrain.ranville), (_CANAL, _ORNE), strict=True):
        x, y = terrain.sheet.places[bridge].at
        for up in (True, False):
            ends = [
                p
                for (one, other), side in terrain.sheet.sides.items()
                if shore.get(one) and shore.get(other) and shore[one] != shore[other]
                for p in (side.start, side.end)
                if (p[1] < y) == up and _touches(terrain, bridge, p)
            ]
            if ends:
                yield Stroke(style=style, points=(min(ends), (x, y)), title=title)


def _touches(terrain: Terrain, name: str, point: Point) -> bool:
    return any(abs(x - point[0]) + abs(y - point[1]) < 0.002 for x, y in terrain.sheet.outline(name))


def _roads(terrain: Terrain) -> Iterator[Stroke]:
    """Roads from middle to middle, over the border that two areas share."""
    for name, area in terrain.areas.items():
        for other in terrain.ways[name] if area.road else ():
            if name < other and terrain.areas[other].road:
                over = terrain.sheet.sides.get((name, other))
                way = () if over is None else (_middle(over),)
                ends = (terrain.sheet.places[name].at, terrain.sheet.places[other].at)
                yield Stroke(style="secondary-road", points=(ends[0], *way, ends[1]))


def _middle(side: Side) -> Point:
    return (side.start[0] + side.end[0]) / 2, (side.start[1] + side.end[1]) / 2


def _links(terrain: Terrain) -> Iterator[Stroke]:
    """Areas that border although the sheet keeps them apart are joined by a dotted line."""
    for name, area in terrain.areas.items():
        for other in terrain.ways[name]:
            if name < other and (name, other) not in terrain.sheet.sides:
                points = (terrain.sheet.places[name].at, terrain.sheet.places[other].at)
                cost = 1 if other in area.single else 2
                yield Stroke(style="link", points=points, title=f"{name} borders {other}: {cost}")


def _spots(terrain: Terrain) -> Iterator[Spot]:
    said = set[str]()
    for name, area in terrain.areas.items():
        at = terrain.sheet.places[name].at
        if area.bridge:
            yield Spot(style="label-town", at=at, text=area.called)
        elif area.entry:
            yield Spot(style="label-exit", at=at, text=Message("to {place}", place=area.entry))
        elif area.bunker or area.pillbox or area.at_gun:
            yield Spot(style="label-fort", at=at, text=area.called)
        elif not area.access and area.called not in said:
            yield Spot(style="label-area", at=at, text=area.called)
        said.add(area.called)
        if area.bridge:
            yield Spot(style="bridge", at=at, title=area.name)
        if area.entry:
            yield Spot(
                style="entry", at=at, text=area.entry[0], title=Message("entry {name}", name=area.entry)
            )
        if area.bunker or area.pillbox:
            yield Spot(style="strongpoint", at=at, title=area.name)
