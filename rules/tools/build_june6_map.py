"""Build June 6's ``map.toml`` from the reviewable ``ground.toml``.

    python -m rules.tools.build_june6_map          # writes rules/pbem_rules/june6/data/map.toml

Nothing here is drawn by chance: the same ground gives the same bytes. Rivers are laid along hexsides and roads from hex
to hex by cheapest paths, so that a course stays within about half a hex of the ground it follows.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import Factory, evolve, frozen

from rules.tools.june6_text import render
from rules.tools.map_courses import bridges, lay_rivers, roads
from rules.tools.map_plane import Frame, Hex, Side, centre, distance, inside, neighbours

DATA = Path(__file__).resolve().parents[1] / "pbem_rules" / "june6" / "data"
Ground = Mapping[str, Any]

_SIZES = {"city": 3, "town": 2, "village": 1}


@frozen(kw_only=True)
class Board:
    """Everything the map file says, by hex ``(row, column)`` and hexside."""

    frame: Frame
    ground: Ground
    land: frozenset[Hex]
    at: Mapping[str, Hex]
    terrain: Mapping[Hex, str]
    names: Mapping[Hex, tuple[str, str]]
    courses: Mapping[str, tuple[Side, ...]] = Factory(dict)
    majors: Mapping[Side, str] = Factory(dict)
    streams: Mapping[Side, str] = Factory(dict)
    bridges: Mapping[Side, str] = Factory(dict)
    roads: Mapping[Side, str] = Factory(dict)
    road_names: Mapping[Side, str] = Factory(dict)

    def sides(self, table: str) -> dict[Side, str]:
        """The hexsides a table of the ground lists, with the name of the feature."""
        found = self.ground.get(table, {})
        return {self.frame.side(s): name for name, entry in found.items() for s in entry["sides"]}

    def hexes(self, table: str) -> dict[Hex, str]:
        """The hexes a table of the ground lists, with the name of the feature."""
        found = self.ground.get(table, {})
        return {self.frame.hex(h): name for name, entry in found.items() for h in entry["hexes"]}

    @property
    def sea(self) -> list[Hex]:
        """Hexes of the sheets that are sea and touch land, or touch such a hex (for drawing)."""
        shore = {n for cell in self.land for n in neighbours(cell) if self.is_sea(n)}
        return sorted(shore | {n for cell in shore for n in neighbours(cell) if self.is_sea(n)})

    @property
    def coast(self) -> list[Hex]:
        """Land hexes with a sea hex beside them."""
        return sorted(cell for cell in self.land if any(self.is_sea(n) for n in neighbours(cell)))

    def is_sea(self, cell: Hex) -> bool:
        """Whether a hex lies on the sheets and is not land."""
        return cell not in self.land and self.frame.on_map(cell)


def frame_of(ground: Ground) -> Frame:
    """The georeference of the ground."""
    grid = ground["grid"]
    row, column = grid["row"], grid["column"]
    return Frame(
        row_base=row["base"],
        latitude=row["latitude"],
        row_pitch=row["pitch"],
        column_base=column["base"],
        longitude=column["longitude"],
        column_pitch=column["pitch"],
        first_e=grid["sheet_e_first"],
        w_offset=grid["sheet_w_offset"],
        rows=tuple(grid["rows"]),
        columns=tuple(grid["columns"]),
    )


def build(ground: Ground) -> Board:
    """Lay the whole map."""
    frame = frame_of(ground)
    land = frozenset(_land(ground, frame))
    at = _places(ground, frame, land)
    board = Board(frame=frame, ground=ground, land=land, at=at, terrain={}, names={})
    board = evolve(board, terrain=_terrain(board), names=_names(board))
    board = lay_rivers(board)
    board = evolve(board, bridges=bridges(board))
    return roads(board)


def _land(ground: Ground, frame: Frame) -> Iterable[Hex]:
    for key, spans in ground["land"].items():
        for span in spans.split():
            first, _, last = span.partition("-")
            for col in range(int(first), int(last or first) + 1):
                yield frame.hex(f"{key}{col:02}")


def _places(ground: Ground, frame: Frame, land: frozenset[Hex]) -> dict[str, Hex]:
    found = {}
    for name, (longitude, latitude, *_) in ground["places"].items():
        moved = ground["moved"].get(name)
        point = frame.plane(longitude, latitude)
        cell = frame.hex(moved["hex"]) if moved else frame.at(point)
        if cell not in land:
            near = [n for n in neighbours(cell) if n in land]
            if not near:
                continue
            cell = min(near, key=lambda n: (round(distance(centre(n), point), 9), n))
        found[name] = cell
    return found


def _names(board: Board) -> dict[Hex, tuple[str, str]]:
    through = {name for road in board.ground["roads"] for name in road["through"]}
    ranked: dict[Hex, tuple[tuple[int, bool, int, str], str, str]] = {}
    for name, cell in board.at.items():
        _, _, size, people, _ = board.ground["places"][name]
        rank = (_SIZES[size], name in through, people, name)
        if cell not in ranked or rank > ranked[cell][0]:
            ranked[cell] = (rank, name, size)
    return {cell: (name, size) for cell, (_, name, size) in sorted(ranked.items())}


def _terrain(board: Board) -> dict[Hex, str]:
    country = board.ground["country"]
    found = dict.fromkeys(sorted(board.land), str(country["default"]))
    for area in country["areas"]:
        outline = [board.frame.plane(*spot) for spot in area["course"]]
        found |= {cell: area["terrain"] for cell in board.land if inside(centre(cell), outline)}
    found |= dict.fromkeys(board.hexes("woods"), "woods")
    found |= dict.fromkeys(board.hexes("marsh"), "marsh")
    for name, cell in board.at.items():
        if board.ground["places"][name][2] == "town":
            found[cell] = "town"
    found |= dict.fromkeys(board.hexes("cities"), "city")
    for cell, name in board.hexes("terrain").items():
        found[cell] = board.ground["terrain"][name]["terrain"]
    return dict(sorted(found.items()))


def read_ground(path: Path = DATA.parent / "sources" / "ground.toml") -> Ground:
    """The ground as it is written."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def main() -> int:
    """Build the map and write it; print what the lint finds."""
    from rules.tools.lint_june6_map import lint  # noqa: PLC0415

    board = build(read_ground())
    faults = lint(board)
    for fault in faults:
        print(fault)
    (DATA / "map.toml").write_text(render(board), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
