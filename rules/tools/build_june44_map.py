"""Build June '44's ``map.toml`` from its ``ground.toml`` and the country of June 6.

    python -m rules.tools.build_june44_map         # writes rules/pbem_rules/june44/data/map.toml

The grid is June 6's turned by half a circle (rows southwards, columns westwards), so that its geometry and its cheapest
paths serve both maps. Nothing is drawn by chance: the same ground gives the same bytes.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from attrs import evolve, frozen

from rules.tools.build_june6_map import Board, Ground, read_ground
from rules.tools.map_courses import lay_rivers, roads
from rules.tools.map_plane import Frame, Hex, Side, centre, distance, neighbours
from rules.tools.map_text import listed, table

DATA = Path(__file__).resolve().parents[1] / "pbem_rules" / "june44" / "data"
_HEAD = "# Built from sources/ground.toml by rules/tools/build_june44_map.py (MAP.md): correct the ground, build again.\n"


@frozen(kw_only=True)
class Numbers(Frame):
    """One sheet: four digits, the row before the column."""

    def name(self, cell: Hex) -> str:
        """The printed number, such as ``2911``."""
        return f"{cell[0]:02}{cell[1]:02}"

    def hex(self, name: str) -> Hex:
        """The hex of a printed number."""
        return int(name[:2]), int(name[2:])


def frame_of(ground: Ground) -> Numbers:
    """The georeference of the ground."""
    grid = ground["grid"]
    row, column = grid["row"], grid["column"]
    return Numbers(
        row_base=row["base"],
        latitude=row["latitude"],
        row_pitch=row["pitch"],
        column_base=column["base"],
        longitude=column["longitude"],
        column_pitch=column["pitch"],
        first_e=0,
        w_offset=0,
        rows=tuple(grid["rows"]),
        columns=tuple(grid["columns"]),
    )


def build(ground: Ground, country: Ground) -> Board:
    """Lay the whole map."""
    frame = frame_of(ground)
    land = frozenset(_land(ground))
    courses = {river["name"]: river["course"] for river in country["rivers"]}
    rivers = [
        {"class": "minor", **river, "course": _clipped(frame, courses[river["name"]])}
        for river in ground["rivers"]
    ]
    ways = [{"rank": "primary", **road} for road in ground["roads"]]
    board = Board(
        frame=frame,
        ground={**ground, "rivers": rivers, "roads": ways},
        land=land,
        at=_places(ground, country, frame, land),
        terrain=_terrain(ground, frame, land),
        names={},
    )
    forbidden = tuple(frame.side(name) for name in (*ground["canal"]["sides"], *ground["ocean"]["sides"]))
    spans = {frame.side(name): label for name, label in ground["canal"]["bridges"].items()}
    board = lay_rivers(board)
    return roads(evolve(board, bridges=spans, majors=dict.fromkeys(forbidden, "forbidden")))


def _clipped(frame: Frame, course: list[list[float]]) -> list[list[float]]:
    """The course from the last point off the map before its mouth."""
    on = [frame.on_map(frame.at(frame.plane(*spot))) for spot in course]
    last = max(index for index, inside in enumerate(on) if inside)
    first = last
    while first > 0 and on[first - 1]:
        first -= 1
    return course[max(first - 1, 0) :]


def _land(ground: Ground) -> Iterable[Hex]:
    for row, spans in ground["land"].items():
        for span in spans.split():
            first, _, last = span.partition("-")
            for column in range(int(first), int(last or first) + 1):
                yield int(row), column


def _places(ground: Ground, country: Ground, frame: Frame, land: frozenset[Hex]) -> dict[str, Hex]:
    found = {}
    for name, (longitude, latitude, *_) in country["places"].items():
        point = frame.plane(longitude, latitude)
        cell = frame.at(point)
        near = [cell] if cell in land else [other for other in neighbours(cell) if other in land]
        if near:
            found[name] = min(near, key=lambda n: (round(distance(centre(n), point), 9), n))
    return found | {name: frame.hex(at) for name, at in ground["shown"]["at"].items()}


def _terrain(ground: Ground, frame: Frame, land: frozenset[Hex]) -> dict[Hex, str]:
    kinds = ground["terrain"]
    found = dict.fromkeys(sorted(land), str(kinds["default"]))
    named: dict[Hex, list[str]] = {}
    for kind in ("city", "swamp", "bocage", "clear"):
        for name in kinds.get(kind, "").split():
            if frame.hex(name) not in land:
                raise ValueError(f"{name} is {kind} and no land")
            named.setdefault(frame.hex(name), []).append(kind)
    return found | {cell: " + ".join(several) for cell, several in named.items()}


def bridged(board: Board) -> list[Side]:
    """Where a road crosses a river or the canal."""
    wet = {*board.streams, *board.majors}
    return sorted(edge for edge in board.roads if edge in wet)


def render(board: Board) -> str:
    """The whole file."""
    ground, name = board.ground, board.frame.name
    labels: dict[str, str] = {}
    for place in (*ground["shown"]["at"], *ground["shown"]["names"]):
        if place in board.at:
            labels.setdefault(name(board.at[place]), place)
    edges = {
        "south": [name(cell) for cell in sorted(board.land) if cell[0] == board.frame.rows[1]],
        "east": [name(cell) for cell in sorted(board.land) if cell[1] == board.frame.columns[0]],
    }
    parts = [
        _HEAD,
        table("map", ground["map"].items()),
        table("provenance", ground["provenance"].items()),
        table("terrain", sorted((name(cell), kind) for cell, kind in board.terrain.items())),
        table("names", sorted(labels.items())),
        _hexes("hills", ground["hills"]["hexes"].split()),
        _hexes("coast", [name(cell) for cell in board.coast]),
        _hexes("sea", [name(cell) for cell in board.sea]),
        _sides("rivers", board, sorted(set(board.streams))),
        _sides("forbidden", board, sorted(board.majors)),
        _sides("bridges", board, bridged(board)),
        _sides("roads", board, sorted(board.roads)),
        *(
            table(f"{kind}", sorted(ground[kind].items()))
            for kind in ("cities", "beaches", "forts", "fortlike")
        ),
        table("edges", sorted(edges.items())),
        table("entry", sorted(ground["entry"].items())),
        table("labels", sorted(ground["labels"].items())),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _hexes(title: str, names: Iterable[str]) -> str:
    return f"[{title}]\n{listed('hexes', sorted(names))}\n"


def _sides(title: str, board: Board, edges: Iterable[Side]) -> str:
    return f"[{title}]\n{listed('sides', sorted(board.frame.side_name(edge) for edge in edges))}\n"


def lint(board: Board) -> list[str]:
    """What is wrong with the map: land that cannot be reached, a city off the roads, a beach without sea."""
    name, faults = board.frame.name, []
    start = min(board.land)
    seen, todo = {start}, [start]
    while todo:
        for other in neighbours(todo.pop()):
            if other in board.land and other not in seen:
                seen.add(other)
                todo.append(other)
    faults += [f"{name(cell)} cannot be reached" for cell in sorted(board.land - seen)]
    on_road = {cell for edge in board.roads for cell in edge}
    faults += [
        f"{place} has no road" for place in board.ground["cities"] if board.frame.hex(place) not in on_road
    ]
    for beach in board.ground["beaches"]:
        if board.frame.hex(beach) not in board.coast:
            faults.append(f"beach {beach} has no sea")
    faults += [
        f"{place} is not on the map" for place in board.ground["shown"]["names"] if place not in board.at
    ]
    for road in board.ground["roads"]:
        faults += [f"{road['name']}: no way from {a} to {b}" for a, b in pairwise(road["through"]) if a == b]
    return faults


def read_own() -> Ground:
    """The ground of June '44 as it is written."""
    return tomllib.loads((DATA.parent / "sources" / "ground.toml").read_text(encoding="utf-8"))


def main() -> int:
    """Build the map and write it; print what the lint finds."""
    board = build(read_own(), read_ground())
    faults = lint(board)
    for fault in faults:
        print(fault)
    (DATA / "map.toml").write_text(render(board), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
