"""The text of June 6's ``map.toml``: one line an item, in a fixed order, so that two builds can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.tools.map_plane import Hex, Side
from rules.tools.map_text import listed, table

if TYPE_CHECKING:
    from rules.tools.build_june6_map import Board

_NUMBER = re.compile(r"N\d+\b")
_HEAD = "# Built from ground.toml by rules/tools/build_june6_map.py (see MAP.md): correct the ground, build again.\n"


def render(board: Board) -> str:
    """The whole file."""
    parts = [
        _HEAD,
        _header(board),
        _hex_tables(board),
        _side_tables(board),
        _road_tables(board),
        _game_tables(board),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _hexes(board: Board, cells: Iterable[Hex]) -> list[str]:
    return sorted(board.frame.name(cell) for cell in cells)


def _sides(board: Board, edges: Iterable[Side]) -> list[str]:
    return sorted(board.frame.side_name(edge) for edge in edges)


def _header(board: Board) -> str:
    return table("map", board.ground["map"].items()) + "\n" + table("grid", board.ground["grid"].items())


def _hex_tables(board: Board) -> str:
    name = board.frame.name
    terrain = sorted((name(cell), kind) for cell, kind in board.terrain.items())
    names = sorted((name(cell), list(label)) for cell, label in board.names.items())
    features = sorted(
        (name(cell), label) for table in ("woods", "marsh") for cell, label in board.hexes(table).items()
    )
    return "\n".join(
        [
            table("terrain", terrain),
            table("names", names),
            table("features", features),
            "[coast]\n" + listed("hexes", _hexes(board, board.coast)) + "\n",
            "[sea]\n" + listed("hexes", _hexes(board, board.sea)) + "\n",
        ]
    )


def _side_tables(board: Board) -> str:
    kinds = {
        "major_river": board.majors,
        "bluff": board.sides("bluffs"),
        "cliff": board.sides("cliffs"),
        "marsh": board.sides("marsh_sides"),
        "woods": board.sides("woods_sides"),
    }
    lists = [listed(kind, _sides(board, edges)) for kind, edges in kinds.items()]
    named = {"river_names": board.majors, "streams": board.streams, "shore": board.sides("shore")}
    tables = [
        table(name, sorted((board.frame.side_name(edge), label) for edge, label in edges.items()))
        for name, edges in named.items()
    ]
    return "\n".join(["[sides]", *lists, "", *tables])


def _road_tables(board: Board) -> str:
    ranks = {
        rank: [link for link, its in board.roads.items() if its == rank] for rank in ("primary", "secondary")
    }
    lists = [listed(rank, sorted(board.frame.link_name(e) for e in links)) for rank, links in ranks.items()]
    bridges = sorted((board.frame.side_name(edge), name) for edge, name in board.bridges.items())
    numbers = sorted(
        (board.frame.link_name(link), name.split()[0])
        for link, name in board.road_names.items()
        if _NUMBER.match(name)
    )
    return "\n".join(["[roads]", *lists, "", table("road_names", numbers), table("bridges", bridges)])


def _nearest(board: Board, spot: list[float]) -> str:
    """The hex of either sheet, land or sea, that holds a spot in degrees."""
    return board.frame.name(board.frame.at(board.frame.plane(spot[0], spot[1])))


def _game_tables(board: Board) -> str:
    ground = board.ground
    beaches = [(name, entry["hexes"]) for name, entry in ground["beaches"].items()]
    entry = [(letter, item["hexes"]) for letter, item in ground["entry"].items()]
    supply = [(side, ground["supply"][side]["hexes"]) for side in ("german", "cherbourg")]
    labels = [(name, [_nearest(board, spot), kind]) for name, (*spot, kind) in ground["labels"].items()]
    strong = [(item["hex"], name) for name, item in ground["strongpoints"].items()]
    return "\n".join(
        [
            table("beaches", beaches),
            table("entry", entry),
            table("supply", supply),
            table("exits", ground["exits"].items()),
            table("labels", labels),
            table("strongpoints", [("hexes", sorted(where for where, _ in strong))]),
            table("strongpoints.names", sorted(strong)),
            table("provenance", ground["provenance"].items()),
        ]
    )
