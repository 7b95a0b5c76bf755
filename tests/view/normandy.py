"""June 6's map and first set-up as a scene, straight from the data files: how a real map looks, without the engine."""

from __future__ import annotations

import tomllib
from math import cos, pi, sin, sqrt
from pathlib import Path

from pbem.port.scene import Cell, Counter, Ground, Pile, Point, Scene, Spot, Stroke

DATA = Path(__file__).parents[2] / "rules" / "pbem_rules" / "june6" / "data"
RADIUS = 10.0
WIDE = RADIUS * sqrt(3)


def place(hex_name: str) -> tuple[int, int]:
    """Column (sheet E's numbers) and row of a printed hex."""
    row, column = int(hex_name[1:3]), int(hex_name[3:5])
    return (column - 17 if hex_name[0] == "W" else column), row


def centre(column: int, row: int) -> Point:
    """The middle of a hex: rows number northwards, odd rows are shifted half a hex east."""
    return (WIDE * (column + 16 + 0.5 + 0.5 * (row % 2)), RADIUS * (1 + 1.5 * (50 - row)))


def corners(column: int, row: int) -> tuple[Point, ...]:
    """The outline of a hex."""
    x, y = centre(column, row)
    return tuple(
        (x + RADIUS * cos(pi / 3 * k - pi / 2), y + RADIUS * sin(pi / 3 * k - pi / 2)) for k in range(6)
    )


def _side(key: str) -> tuple[Point, ...]:
    """The two ends of a hexside; nothing when the hexes do not touch (the map's own tests see to that)."""
    first, second = (place(name) for name in key.split("/"))
    near = {(round(x, 1), round(y, 1)) for x, y in corners(*second)}
    return tuple(p for p in corners(*first) if (round(p[0], 1), round(p[1], 1)) in near)


def _middle(key: str) -> Point:
    (ax, ay), (bx, by) = _side(key)
    return ((ax + bx) / 2, (ay + by) / 2)


def ground() -> Ground:
    """The ground of map.toml; what is not land is sea."""
    data = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    names = data["names"]
    beaches = {h: name for name, hexes in data["beaches"].items() for h in hexes}
    cells = []
    land = set()
    for name, terrain in data["terrain"].items():
        land.add(place(name))
        style = "beach" if name in beaches and terrain == "clear" else terrain
        town = names.get(name, ["", ""])[0]
        cells.append(
            Cell(
                name=name,
                outline=corners(*place(name)),
                centre=centre(*place(name)),
                terrain=style,
                title=town,
            )
        )
    for row in range(1, 51):
        for column in range(-16, 53):
            if (column, row) not in land:
                printed = f"E{row:02d}{column:02d}" if column >= 14 else f"W{row:02d}{column + 17:02d}"
                at = (column, row)
                cells.append(Cell(name=printed, outline=corners(*at), centre=centre(*at), terrain="sea"))
    return Ground(
        width=WIDE * 69.5,
        height=RADIUS * 75.5,
        cells=tuple(cells),
        strokes=_strokes(data),
        spots=_spots(data),
        attribution="Places: GeoNames, CC BY 4.0. Map reconstructed from real geography; it is not the printed map.",
    )


def _strokes(data: dict) -> tuple[Stroke, ...]:
    styles = {"major_river": "major-river", "marsh": "marsh-side", "woods": "woods-side"}
    found = [
        Stroke(style=styles.get(kind, kind), points=_side(key), title=data["river_names"].get(key, ""))
        for kind, keys in data["sides"].items()
        for key in keys
        if len(_side(key)) == 2
    ]
    for kind, links in data["roads"].items():
        for link in links:
            a, b = link.split("-")
            found.append(Stroke(style=f"{kind}-road", points=(centre(*place(a)), centre(*place(b)))))
    return tuple(found)


def _spots(data: dict) -> tuple[Spot, ...]:
    spots = [
        Spot(style=f"label-{rank}", at=centre(*place(h)), text=text)
        for h, (text, rank) in data["names"].items()
    ]
    spots += [Spot(style="bridge", at=_middle(key), title=text) for key, text in data["bridges"].items()]
    spots += [Spot(style="strongpoint", at=centre(*place(h))) for h in data["strongpoints"]["hexes"]]
    spots += [
        Spot(style="entry", at=centre(*place(h)), text=t) for t, hexes in data["entry"].items() for h in hexes
    ]
    spots += [Spot(style="supply", at=centre(*place(h))) for hexes in data["supply"].values() for h in hexes]
    for name, hexes in data["beaches"].items():
        points = [centre(*place(h)) for h in hexes]
        x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
        away = (60, -10) if name == "Utah" else (5, -45)
        spots.append(Spot(style="landing-box", at=(x + away[0], y + away[1]), text=name.upper()))
    return tuple(spots)


def scene() -> Scene:
    """The landings as set up."""
    book = tomllib.loads((DATA / "units.toml").read_text(encoding="utf-8"))
    start = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))["scenarios"]["landings"]
    stacks: dict[str, list[Counter]] = {}

    def walk(node: dict) -> None:
        for key, value in node.items():
            if isinstance(value, dict) and "hex" in value and key in book["units"]:
                stacks.setdefault(value["hex"], []).append(_counter(key, book, value))
            elif isinstance(value, dict):
                walk(value)

    walk(start)
    piles = tuple(Pile(cell=name, counters=tuple(counters)) for name, counters in sorted(stacks.items()))
    return Scene(ground=ground(), piles=piles, heading="Turn 1, 6 June 1944")


def _counter(name: str, book: dict, placed: dict) -> Counter:
    unit = book["units"][name]
    formation = book["formations"].get(unit.get("formation", ""), {})
    steps = unit.get("steps", 1)
    values = f"{unit.get('cs', 0)}-{unit.get('cohesion', 0)}-{unit.get('ma', 0)}"
    return Counter(
        name=name,
        side=formation.get("side", unit.get("side", "german")),
        symbol="bicycle" if unit.get("move") == "bicycle" else unit["type"],
        size={"battalion": "II", "regiment": "III", "brigade": "X", "hq": "XX"}.get(unit["size"], ""),
        values=str(unit.get("artillery", "")) if unit["type"] == "hq" else values,
        band=formation.get("colour", ""),
        steps=steps,
        full_steps=steps,
        marks=("SCT",) if placed.get("scattered") else (),
    )
