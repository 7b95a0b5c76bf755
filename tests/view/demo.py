"""A synthetic patch of 20 x 20 hexes with every style that the drawing knows."""

import itertools
from math import cos, pi, sin, sqrt

from attrs import evolve

from pbem.port.scene import Arrow, Cell, Counter, Ground, Pile, Point, Scene, Spot, Stroke

RADIUS = 10.0
WIDE = RADIUS * sqrt(3)


def centre(column: int, row: int) -> Point:
    """The middle of a hex; rows number downwards here, odd rows are shifted half a hex to the right."""
    return (WIDE * (column + 0.5 + 0.5 * (row % 2)), RADIUS * (1 + 1.5 * row))


def corner(column: int, row: int, number: int) -> Point:
    """Corner 0 is the upper one, then clockwise."""
    x, y = centre(column, row)
    turn = pi / 3 * number - pi / 2
    return (x + RADIUS * cos(turn), y + RADIUS * sin(turn))


def name(column: int, row: int) -> str:
    """The printed number."""
    return f"{column + 1:02d}{row + 1:02d}"


def _terrain(column: int, row: int) -> str:
    shore = 3 + (column * 7 % 5 > 2) + (column in (8, 9, 10))
    if row < shore:
        return "sea"
    if row == shore:
        return "beach" if 3 <= column <= 7 or 13 <= column <= 16 else "clear"
    if (column, row) in {(10, 11), (11, 11), (10, 12)}:
        return "city"
    if (column, row) in {(4, 7), (15, 8), (6, 16), (16, 15)}:
        return "town"
    if (column - 14) ** 2 + (row - 13) ** 2 < 6 or (column - 2) ** 2 + (row - 11) ** 2 < 4:
        return "woods"
    if row in (9, 10) and 3 <= column <= 6:
        return "marsh"
    if column < 9 and row > 11:
        return "bocage"
    return "lava" if (column, row) == (19, 19) else "clear"


def ground(size: int = 20) -> Ground:
    """The demonstration map."""
    cells = tuple(
        Cell(
            name=name(c, r), outline=tuple(corner(c, r, k) for k in range(6)), centre=centre(c, r),
            terrain=_terrain(c, r),
        )
        for r in range(size)
        for c in range(size)
    )  # fmt: skip
    return Ground(
        width=WIDE * (size + 0.5), height=RADIUS * (1.5 * size + 0.5), cells=cells, strokes=_strokes(),
        spots=_spots(), attribution="A synthetic patch for tests; no place on earth",
    )  # fmt: skip


def _strokes() -> tuple[Stroke, ...]:
    river = [corner(9, r, k) for r in range(5, 20) for k in ((0, 1, 2) if r % 2 == 0 else (1, 2))]
    canal = [corner(c, 9, k) for c in range(10, 16) for k in (5, 0)]
    cliff = [corner(c, 5, k) for c in (8, 9, 10) for k in (5, 0)]
    bluff = [corner(c, 6, k) for c in range(13, 17) for k in (5, 0)]
    marsh = [corner(c, 8, k) for c in range(3, 7) for k in (4, 3)]
    wood = [corner(c, 17, k) for c in range(12, 16) for k in (5, 0)]
    border = [corner(c, 18, k) for c in range(20) for k in (5, 0)]
    coast = [corner(c, 3, k) for c in range(3) for k in (5, 0)]
    main = [
        (0, 7), (2, 7), (4, 7), (6, 8), (8, 9), (9, 10), (10, 11), (11, 12), (12, 14), (14, 16), (17, 18), (19, 19),
    ]  # fmt: skip
    links = [(a, b) for a, b in zip(_hexes(main), _hexes(main)[1:], strict=False)]
    lanes = _hexes([(4, 4), (4, 7), (5, 10), (5, 13), (6, 16), (6, 19)])
    cross = _hexes([(10, 11), (12, 10), (15, 8), (15, 5)])
    return (
        *(Stroke(style="major-river", points=(a, b), title="Orne") for a, b in itertools.pairwise(river)),
        Stroke(style="canal", points=tuple(canal), title="Ship canal"), Stroke(style="cliff", points=tuple(cliff)),
        Stroke(style="bluff", points=tuple(bluff)), Stroke(style="marsh-side", points=tuple(marsh)),
        Stroke(style="woods-side", points=tuple(wood)), Stroke(style="border", points=tuple(border)),
        Stroke(style="coast", points=tuple(coast)),
        Stroke(style="footpath", points=(centre(0, 15), centre(3, 16), centre(6, 16))),
        *(Stroke(style="primary-road", points=(centre(*a), centre(*b))) for a, b in links),
        Stroke(style="secondary-road", points=tuple(centre(*h) for h in lanes)),
        Stroke(style="secondary-road", points=tuple(centre(*h) for h in cross)),
        Stroke(style="secondary-road", points=(centre(15, 8), centre(17, 9), centre(19, 9))),
    )  # fmt: skip


def _hexes(waypoints: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Waypoints with every hex between them, row by row."""
    found = [waypoints[0]]
    for column, row in waypoints[1:]:
        while found[-1] != (column, row):
            x, y = centre(*found[-1])
            tx, ty = centre(column, row)
            c, r = found[-1]
            near = [(c + 1, r), (c - 1, r)]
            near += [(c + d + r % 2, r + s) for s in (-1, 1) for d in (-1, 0)]
            found.append(min(near, key=lambda h: (centre(*h)[0] - tx) ** 2 + (centre(*h)[1] - ty) ** 2))
            assert (x, y) != centre(*found[-1])
    return found


def _spots() -> tuple[Spot, ...]:
    def between(a: tuple[int, int], b: tuple[int, int]) -> Point:
        (ax, ay), (bx, by) = centre(*a), centre(*b)
        return ((ax + bx) / 2, (ay + by) / 2)

    return (
        Spot(style="label-city", at=centre(10, 11), text="Grandville"),
        Spot(style="label-town", at=centre(4, 7), text="Sainte-Marie-du-Marais"),
        Spot(style="label-town", at=centre(15, 8), text="Ormont"),
        Spot(style="label-town", at=centre(6, 16), text="Tilly"),
        Spot(style="label-town", at=centre(16, 15), text="Bourg"),
        *(
            Spot(style="label-village", at=centre(c, r), text=text)
            for c, r, text in (
                (2, 5, "Le Hamel"), (8, 7, "Creully"), (13, 6, "Lion"), (17, 12, "Troarn"), (2, 16, "Villers"),
            )
        ),
        Spot(style="bridge", at=between((9, 10), (10, 11)), text="Old Bridge"),
        Spot(style="blown-bridge", at=between((9, 14), (10, 14)), title="Blown on 6 June"),
        Spot(style="strongpoint", at=centre(6, 4), title="WN 37"),
        Spot(style="entry", at=centre(0, 7), text="A"),
        Spot(style="landing-box", at=centre(5, 1), text="GOLD"),
        Spot(style="supply", at=centre(19, 18)),
        Spot(style="delay-point", at=centre(12, 13), text="+2"),
        Spot(style="objective", at=centre(10, 12), text="5"),
        Spot(style="mystery", at=centre(18, 5), text="?"),
    )  # fmt: skip


ALLIED = (
    ("505/82", "parachute", "III", "6-7-5", "#2f6db3"), ("325/82", "glider", "III", "6-6-5", "#2f6db3"),
    ("16/1", "infantry", "III", "6-6-4", "#4f7d3a"), ("CCA/2A", "armour", "X", "9-6-7", "#c0392b"),
    ("41/RM", "commando", "II", "2-8-5", "#1d7f78"), ("5/V", "ranger", "II", "2-7-5", "#8e5ba6"),
    ("HQ/82", "hq", "XX", "1", "#2f6db3"), ("79E/79", "engineer", "III", "3-6-5", "#d6a21e"),
)  # fmt: skip
GERMAN = (
    ("919/709", "infantry", "III", "6-3-4", "#e0a63c"), ("192/21Pz", "panzergrenadier", "III", "6-6-7", "#d1495b"),
    ("22/21Pz", "armour", "III", "8-6-7", "#d1495b"), ("30/LXXXIV", "bicycle", "III", "7-3-4*", "#66a5d9"),
    ("SP", "strongpoint", "II", "[2]-3-4", "#b8b3a3"), ("Det", "detachment", "II", "2-4-4", "#b8b3a3"),
    ("NW7", "nebelwerfer", "III", "1-5-6", "#9bc46b"), ("FlK III", "flak", "III", "3-5-6", "#9bc46b"),
    ("AA 21", "armoured-reconnaissance", "II", "3-6-9", "#d1495b"),
    ("1709/709", "artillery", "III", "2-3-4", "#e0a63c"),
)  # fmt: skip


def counter(side: str, index: int, **more: object) -> Counter:
    """A counter of the demonstration forces."""
    table = ALLIED if side == "allied" else GERMAN
    title, symbol, size, values, band = table[index % len(table)]
    made = Counter(
        name=title, side=side, symbol=symbol, size=size, values=values, band=band, steps=2, full_steps=2
    )
    return evolve(made, **more)


def scene() -> Scene:
    """The demonstration scene: stacks of every height, markers, trays and arrows."""
    a = [counter("allied", i) for i in range(8)]
    g = [counter("german", i) for i in range(10)]
    piles = (
        Pile(cell=name(4, 5), counters=(counter("allied", 2, marks=("D1",)),)),
        Pile(cell=name(6, 6), counters=(a[0], counter("allied", 6))),
        Pile(cell=name(14, 6), counters=(a[3], a[4], counter("allied", 5, marks=("RE",)))),
        Pile(cell=name(8, 12), counters=(a[1], a[7], counter("allied", 3, steps=1, marks=("D2",)), a[6])),
        Pile(cell=name(7, 6), counters=(counter("german", 0, marks=("PIN", "D2"), steps=1),)),
        Pile(cell=name(10, 11), counters=(g[1], g[2], g[8])),
        Pile(cell=name(13, 9), counters=(g[4], counter("german", 7, marks=("FIRED",)))),
        Pile(cell=name(5, 14), counters=(g[3], g[5], g[6], counter("german", 9, marks=("ISO",)))),
        Pile(cell=name(15, 14), counters=(counter("german", 0, name="726/716"),)),
        Pile(cell=name(17, 17), counters=tuple(counter("german", i, name=f"Reserve {i}") for i in range(7))),
        Pile(cell="gold", counters=(a[2], a[3], a[7]), at=centre(16, 1), label="Omaha box"),
        Pile(cell="cup", counters=(a[5], a[6]), label="Arriving, T2"),
        Pile(cell="lost", counters=(g[0],), label="Eliminated"),
    )
    return Scene(
        ground=ground(),
        piles=piles,
        arrows=(
            Arrow(
                style="move", points=tuple(centre(*h) for h in _hexes([(1, 9), (3, 11), (8, 12)])), title="79E moves",
            ),
            Arrow(
                style="strategic",
                points=tuple(centre(*h) for h in _hexes([(17, 17), (14, 16), (12, 14), (11, 12), (10, 11)])),
            ),
            Arrow(style="attack", points=(centre(6, 6), centre(7, 6)), title="505/82 attacks 919/709"),
            Arrow(style="retreat", points=(centre(7, 6), centre(8, 7), centre(8, 8))),
            Arrow(style="advance", points=(centre(14, 6), centre(14, 8))),
            Arrow(style="landing", points=(centre(5, 1), centre(4, 3), centre(4, 5))),
        ),
        marks=(Spot(style="objective", at=centre(18, 10), text="new"),),
        heading="Turn 2, 7/8 June: Allied activation",
        panel=(
            "Weather: light overcast", "Resource points: Allied 11, German 9", "Cup: 6 markers",
            "Last: 505/82 attacked 919/709 in 0807 (die 5 + 9 = 14): defender reduced, retreat 1; breakthrough",
        ),
    )  # fmt: skip
