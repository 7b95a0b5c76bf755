"""The ground of the area map: cells, waters between the banks, hedges, roads and signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist
from zlib import crc32

from pbem.port.messages import Message
from pbem.port.scene import Cell, Ground, Point, Spot, Stroke
from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.printed.data import Area, Terrain
from pbem_rules.pegasus.printed.sheet import Sheet, Side

_CANAL = ("canal", "Caen Canal")
_ORNE = ("major-river", "Orne")
_BUILT, _WET = ("houses", "cafe", "church"), ("marsh", "pond")
_SPELT = {
    "Benouville crossroads": Message("Bénouville crossroads"),
    "Benouville crossroads (T-junction)": Message("Bénouville crossroads (T-junction)"),
    "Benouville entry": Message("Bénouville entry"),
    "Benouville houses": Message("Bénouville houses"),
    "Benouville road S": Message("Bénouville road S"),
    "Benouville street": Message("Bénouville street"),
    "Cafe Gondree": Message("Café Gondrée"),
    "Cafe Gondree / houses S": Message("Café Gondrée / houses S"),
    "LePort entry": Message("Le Port entry"),
    "Pegasus (Benouville) Bridge": Message("Pegasus (Bénouville) Bridge"),
}
"""Names of the data, which stay as logs have them, as they are lettered."""
_ENTRIES = {"Benouville": "Bénouville", "LePort": "Le Port"}
_MEADOWS = {"North meadow": Message("North meadow"), "South meadow": Message("South meadow")}
"""Areas that only a number sets apart bear their name once: their codes have the number."""
_BENT, _STEPS = 0.06, (0.25, 0.5, 0.75)


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
            outline=_outline(sheet, area.id),
            centre=sheet.places[area.id].at,
            terrain=_style(area),
            title=_SPELT.get(area.name, area.name),
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


def _style(area: Area) -> str:
    if not area.obstructed:
        return "clear"
    if area.bunker or area.pillbox or area.at_gun:
        return "bocage"
    kinds = (("houses", _BUILT), ("marsh", _WET))
    return next(
        (style for style, words in kinds if any(word in area.name.lower() for word in words)), "woods"
    )


def _outline(sheet: Sheet, name: str) -> tuple[Point, ...]:
    """An area's outline, its sides a little bent as borders on the ground are."""
    ring = sheet.ring(name)
    found: list[Point] = []
    for (start, beyond), (end, _) in zip(ring, [*ring[1:], ring[0]], strict=True):
        found.extend(_bent(start, end, name, beyond)[:-1])
    return tuple((round(x, 4), round(y, 4)) for x, y in found)


def _bent(start: Point, end: Point, name: str, beyond: str) -> tuple[Point, ...]:
    """The side of an area towards another, the same from both; at the edge of the sheet it is straight."""
    if not beyond:
        return start, end
    (ax, ay), (bx, by) = (start, end) if name < beyond else (end, start)
    share = _BENT * (crc32("|".join(sorted((name, beyond))).encode()) / 0x7FFFFFFF - 1)
    line = [
        (
            ax + (bx - ax) * t - (by - ay) * share * 4 * t * (1 - t),
            ay + (by - ay) * t + (bx - ax) * share * 4 * t * (1 - t),
        )
        for t in _STEPS
    ]
    return (start, *(line if name < beyond else line[::-1]), end)


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
        points = _bent(side.start, side.end, one, other)
        here, there = shore.get(one), shore.get(other)
        if here and there and here != there:
            style, title = _CANAL if "west" in (here, there) else _ORNE
            yield Stroke(style=style, points=points, title=title)
        elif other in terrain.areas[one].double:
            yield Stroke(style="hedge-side", points=points, title=Message("double border: 2 points"))
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
                yield Stroke(
                    style="link",
                    points=points,
                    title=Message("{name} borders {other}: {cost}", name=name, other=other, cost=cost),
                )


def _spots(terrain: Terrain) -> Iterator[Spot]:
    said = set[str]()
    for name, area in terrain.areas.items():
        at, called = terrain.sheet.places[name].at, _SPELT.get(area.called, area.called)
        entry = _ENTRIES.get(area.entry, area.entry)
        if area.bridge:
            yield Spot(style="label-town", at=at, text=called)
        elif area.entry:
            yield Spot(style="label-exit", at=at, text=Message("to {place}", place=entry))
        elif area.bunker or area.pillbox or area.at_gun:
            yield Spot(style="label-fort", at=at, text=called)
        elif not area.access and called not in said and called.rstrip("0123456789 ") not in _MEADOWS:
            yield Spot(style="label-area", at=at, text=called)
        said.add(called)
        if area.bridge:
            yield Spot(style="bridge", at=at, title=_SPELT.get(area.name, area.name))
        if area.entry:
            yield Spot(style="entry", at=at, text=entry[0], title=Message("entry {name}", name=entry))
        if area.bunker or area.pillbox:
            yield Spot(style="strongpoint", at=at, title=area.name)
    for meadow, called in _MEADOWS.items():
        places = [
            terrain.sheet.places[each.id].at
            for each in terrain.areas.values()
            if each.name.startswith(meadow)
        ]
        if places:
            x, y = (sum(values) / len(places) for values in zip(*places, strict=True))
            yield Spot(style="label-area", at=min(places, key=lambda at: dist(at, (x, y))), text=called)
