"""The part of the map that a scenario uses, as a drawing: ground, water, roads, names, works; bridges as they stand."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.records import evolve, field, frozen
from pbem.port.messages import Message
from pbem.port.scene import Cell, Point, Spot, Stroke
from pbem.port.scene import Ground as Drawn
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid, hexes_of_side, side_name
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Ground, Scenario
from pbem_rules.shared.picture import HexMap

HEX_KM = 1.143
"""1,250 yards from side to side (MAP.md)."""
NOTE = Message(
    "A reconstruction, not the published map: the ground of Normandy in 1944 on the grid that the text implies."
)
_STYLES = {"open": "clear", "flooded": "marsh"}


@frozen(kw_only=True, slots=False)
class Chart:
    """The map ready to draw, without bridges: those are the state's."""

    paper: HexMap = field(eq=False)
    drawn: Drawn = field(eq=False, repr=False)

    @property
    def hexes(self) -> Grid:
        """Those that are drawn."""
        return self.paper.grid

    def at(self, where: str) -> Point | None:
        """The middle of a hex; None if it is not drawn."""
        return self.paper.find(where)


@derived
def chart(scenario: Scenario, ground: Ground) -> Chart:
    """The map of a scenario, drawn up once."""
    paper = HexMap(Grid(layout=ground.grid.layout, sheets=ground.grid.sheets, hexes=scenario.hexes))
    drawn = paper.ground(
        _cells(ground, paper),
        _strokes(ground, paper),
        _spots(ground, paper),
        attribution=ground.attribution,
        note=NOTE,
        unit_km=HEX_KM,
    )
    return Chart(paper=paper, drawn=drawn)


def _cells(ground: Ground, paper: HexMap) -> Iterator[Cell]:
    sandy = {where for beach in ground.beaches.values() for where in beach.hexes}
    for name in paper.grid.hexes:
        kind, size = ground.terrain[name], ground.settlements.get(name, "")
        terrain = size if size in ("town", "city") else _STYLES.get(kind, kind)
        shore = "beach" if name in sandy else ""
        yield paper.cell(name, terrain, title=ground.names.get(name, ""), rank=size, shore=shore)


def _inside(edges: Edges, paper: HexMap) -> Iterator[tuple[str, str]]:
    """The pairs of an edge set of which both hexes are drawn."""
    return ((a, b) for a, b in edges if a in paper.grid and b in paper.grid)


def _strokes(ground: Ground, paper: HexMap) -> Iterator[Stroke]:
    for style, edges in (
        ("river", ground.rivers),
        ("stream", ground.streams),
        ("bluff", ground.bluffs),
        ("wall", ground.perimeter),
    ):
        yield from (paper.hexside(a, b, style) for a, b in _inside(edges, paper))
    for style, edges in (("secondary-road", ground.roads), ("primary-road", ground.main)):
        yield from (paper.road(a, b, style) for a, b in _inside(edges, paper))


def _spots(ground: Ground, paper: HexMap) -> Iterator[Spot]:
    for name, text in sorted(ground.names.items()):
        if name in paper.grid:
            size = ground.settlements.get(name, "village")
            if ground.terrain[name] in ("woods", "bocage", "flooded") and size == "village":
                yield Spot(style="houses", at=paper.at(name), title=text)
            yield Spot(style=f"label-{size}", at=paper.at(name), text=text)
    for name, text in sorted(ground.hills.items()):
        if name in paper.grid:
            yield Spot(style="hill", at=paper.at(name), title=text)


# --- as it stands -----------------------------------------------------------------------------------------------------


def standing(drawn: Chart, ground: Ground, state: State) -> Drawn:
    """The map with the bridges of a position: whole ones, blown ones, and those that were built."""
    return evolve(drawn.drawn, spots=(*drawn.drawn.spots, *_bridges(drawn, ground, state)))


def _bridges(drawn: Chart, ground: Ground, state: State) -> Iterator[Spot]:
    printed = {side_name(a, b) for a, b in _inside(ground.bridges, drawn.paper)}
    for side in sorted({*printed, *state.blown, *state.built}):
        if not all(where in drawn.hexes for where in hexes_of_side(side)):
            continue
        down = side in state.blown and side not in state.built
        said = f"{'blown bridge' if down else 'bridge'} {side}"
        yield Spot(style="blown-bridge" if down else "bridge", at=drawn.paper.between(side), title=said)
