"""The printed map as drawings: land and sea, water along hexsides, roads, signs and names. The same for every state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist

from pbem.bytes.records import evolve, field, frozen
from pbem.port.messages import Message
from pbem.port.scene import Cell, Ground, Point, Spot, Stroke
from pbem_rules.june6.model import Position
from pbem_rules.june6.picture.signs import signs
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.ground import LAYOUT, SHEETS
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import Table, root
from pbem_rules.shared.picture import HexMap

_SIDES = {"major_river": "major-river", "marsh": "marsh-side", "woods": "woods-side"}
"""What the picture calls the hexside features of the map; the others have one name in both."""
_OFFSHORE = 2.6
_BEYOND_EDGE = 1.5
_INLAND = 5
_ABOVE = 2.9


@frozen(kw_only=True)
class Chart:
    """The printed map ready to draw."""

    ground: Ground
    paper: HexMap = field(repr=False, eq=False)
    boxes: dict[str, Point]  # landing boxes and entry letters ("box:Sword", "entry:C"): where their trays lie
    data: Data = field(repr=False, eq=False)

    def at(self, where: str) -> Point:
        """The middle of a hex, or of the tray of a place off the map."""
        return self.boxes[where] if where in self.boxes else self.paper.at(where)


@derived
def chart(data: Data) -> Chart:
    """The printed map, drawn up once for each data pack."""
    printed = root(data.tables["map"], "map.toml")
    paper = HexMap(_with_sea(data, printed))
    landing = _landing_boxes(data, paper)
    boxes = {**landing, **_gliders(data, paper, landing), **_entries(data, paper)}
    ground = paper.ground(
        _cells(data, paper),
        _strokes(data, printed, paper),
        signs(data, printed, paper.at, boxes),
        attribution=printed.table("map").text("attribution", ""),
        note=printed.table("map").text("note", ""),
        unit_km=_unit_km(data, printed),
    )
    return Chart(ground=ground, paper=paper, boxes=boxes, data=data)


def _unit_km(data: Data, printed: Table) -> float:
    """Kilometres to one unit of the picture; 0 when the map does not say how wide a hex is."""
    metres = printed.table("map").integer("hex_metres", 0)
    grid = data.ground.grid
    first = next((name for name in sorted(data.ground.terrain) if grid.adjacent[name]), None)
    if first is None:
        return 0.0
    return metres / 1000 / dist(grid.centre(first), grid.centre(grid.adjacent[first][0]))


# --- cells ------------------------------------------------------------------------------------------------------------


def _with_sea(data: Data, printed: Table) -> Grid:
    """The grid of the whole rectangle that both sheets cover, sea included."""
    grid = printed.table("grid")
    first, offset = grid.integer("sheet_e_first"), grid.integer("sheet_w_offset")
    known = frozenset(data.ground.terrain) | frozenset(printed.table("sea").texts("hexes"))
    places = [(int(name[-4:-2]), int(name[-2:]) - offset * name.startswith("W")) for name in known]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    names = {
        f"E{row:02d}{column:02d}" if column >= first else f"W{row:02d}{column + offset:02d}"
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }
    return Grid(layout=LAYOUT, sheets=SHEETS, hexes=frozenset(names) | known)


def _cells(data: Data, paper: HexMap) -> Iterator[Cell]:
    sand = {hex_ for hexes in data.ground.beaches.values() for hex_ in hexes}
    for name in paper.grid.hexes:
        town, rank = data.ground.names.get(name, ("", ""))
        shore = "beach" if name in sand else ""
        yield paper.cell(name, data.ground.terrain.get(name, "sea"), title=town, rank=rank, shore=shore)


# --- lines ------------------------------------------------------------------------------------------------------------


def _strokes(data: Data, printed: Table, paper: HexMap) -> Iterator[Stroke]:
    ground = data.ground
    for kind in sorted(ground.sides):
        for side in sorted(ground.sides[kind]):
            yield _along(paper, side, _SIDES.get(kind, kind), ground.river_names.get(side, ""))
    for table, style in (("streams", "stream"), ("shore", "cliff")):
        if table in printed:
            named = printed.table(table)
            for side in named.keys():  # noqa: SIM118
                title = named.text(side) if style == "stream" else ""
                yield _along(paper, side, style, title)
    numbers = _numbers(printed)
    for links, style in ((ground.secondary, "secondary-road"), (ground.primary, "primary-road")):
        for link in sorted(links):
            a, _, b = link.partition("/")
            yield paper.road(a, b, style, numbers.get(link, ""))
    yield from _seam(printed, paper)


def _numbers(printed: Table) -> dict[str, str]:
    """The numbers of the roads by link, as the grid names a pair."""
    if "road_names" not in printed:
        return {}
    table = printed.table("road_names")
    pairs = ((*sorted(key.split("-")), table.text(key)) for key in table.keys())  # noqa: SIM118
    return {f"{a}/{b}": number for a, b, number in pairs}


def _seam(printed: Table, paper: HexMap) -> Iterator[Stroke]:
    """Where the two sheets meet: between the last column that goes by its name on W and the first of E."""
    for name in paper.grid.hexes:
        if int(name[-2:]) == printed.table("grid").integer("sheet_e_first") and name.startswith("E"):
            for other in paper.grid.adjacent[name]:
                if other.startswith("W"):
                    yield paper.hexside(name, other, "seam")


def _along(paper: HexMap, side: str, style: str, title: str) -> Stroke:
    ends = tuple(map(paper.moved, paper.grid.segment(side)))
    return Stroke(style=style, points=ends, title=title)


# --- trays off the map ------------------------------------------------------------------------------------------------


def _middle(points: Iterable[Point]) -> Point:
    found = tuple(points)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def _landing_boxes(data: Data, paper: HexMap) -> dict[str, Point]:
    """The trays of the landing boxes: out at sea, away from the land behind each beach."""
    grid, found = data.ground.grid, {}
    for box, hexes in data.ground.beaches.items():
        beach = _middle(grid.centre(name) for name in hexes)
        behind = {near for name in hexes for near in grid.within(name, _INLAND)}
        land = _middle(grid.centre(name) for name in sorted(behind))
        dx, dy = beach[0] - land[0], beach[1] - land[1]
        length = max((dx * dx + dy * dy) ** 0.5, 0.01)
        sea = (beach[0] + _OFFSHORE * dx / length, beach[1] + _OFFSHORE * dy / length)
        found[f"box:{box}"] = paper.moved(sea)
    return found


def _gliders(data: Data, paper: HexMap, landing: dict[str, Point]) -> dict[str, Point]:
    """The trays of glider units still in the air: off shore of the landing box nearest to their landing zones."""
    found: dict[str, Point] = {}
    for scenario in data.scenarios.values():
        for due in scenario.arrivals:
            where = f"glider:{due.formation}"
            if due.how != "glider" or where in found:
                continue
            x, y = paper.at(due.places[0])
            near = min(landing.values(), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
            beside = sum(at[0] == near[0] for at in found.values())
            found[where] = (near[0], near[1] - _ABOVE * (1 + beside))
    return found


def _entries(data: Data, paper: HexMap) -> dict[str, Point]:
    """The trays of the entry letters: beyond the edge of the map that is nearest to the first of their hexes."""
    found, (width, height) = {}, paper.size
    for letter, hexes in data.ground.entries.items():
        x, y = paper.at(hexes[0])
        beyond = {
            x: (-_BEYOND_EDGE, y),
            width - x: (width + _BEYOND_EDGE, y),
            y: (x, -_BEYOND_EDGE),
            height - y: (x, height + _BEYOND_EDGE),
        }
        found[f"entry:{letter}"] = beyond[min(beyond)]
    return found


# --- bridges as they stand --------------------------------------------------------------------------------------------


def standing(at: Position, drawn: Chart) -> Ground:
    """The ground with the bridges of a position: blown ones broken, pontoons beside the printed ones (20.45, 20.52)."""
    if not at.state.blown and not at.state.pontoons:
        return drawn.ground
    return _with_bridges(at.data, at.state.blown, at.state.pontoons)


@recent(32)
def _with_bridges(data: Data, blown: tuple[str, ...], pontoons: tuple[str, ...]) -> Ground:
    drawn = chart(data)
    down = {_middle_of(drawn, side): side for side in blown}
    spots = [
        spot
        if spot.style != "bridge" or spot.at not in down
        else Spot(
            style="blown-bridge",
            at=spot.at,
            title=Message("{bridge}, blown", bridge=data.ground.bridges[down[spot.at]]),
        )
        for spot in drawn.ground.spots
    ]
    for side in pontoons:
        river = data.ground.river_names.get(side, "river")
        spots.append(
            Spot(
                style="bridge",
                at=_middle_of(drawn, side),
                text="P",
                title=Message("Pontoon, {river}", river=river),
            )
        )
    return evolve(drawn.ground, spots=tuple(spots))


def _middle_of(drawn: Chart, side: str) -> Point:
    (ax, ay), (bx, by) = drawn.data.ground.grid.segment(side)
    return drawn.paper.moved(((ax + bx) / 2, (ay + by) / 2))
