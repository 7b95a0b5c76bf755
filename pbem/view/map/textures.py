"""Repeating ground textures: field mosaics, hedgerows, trees, reeds and street blocks, the same on every run.

Each tile is built from its own fixed seed, and whatever crosses the edge of a tile is drawn again on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.view.map import palette
from pbem.view.markup import num


def _noise(seed: int) -> Iterator[float]:
    """An endless run of numbers from 0 to 1: a full-period congruential generator modulo 2^31, fixed by its seed."""
    value = seed
    while True:
        value = (value * 1103515245 + 12345) % 2147483648
        yield value / 2147483648


def _wrapped(x: float, y: float, size: float, reach: float) -> Iterator[tuple[float, float]]:
    """The position and those of its copies that show at the opposite edges of the tile."""
    for dx in (-size, 0.0, size):
        for dy in (-size, 0.0, size):
            if -reach <= x + dx <= size + reach and -reach <= y + dy <= size + reach:
                yield x + dx, y + dy


def _pattern(name: str, size: float, content: str) -> str:
    """A tile; none is turned as a whole, for to lay turned tiles takes a renderer longer than all the rest of a map."""
    return (
        f'<pattern id="{name}" width="{num(size)}" height="{num(size)}" patternUnits="userSpaceOnUse">'
        f"{content}</pattern>"
    )


def _mesh(
    seed: int, size: float, rows: int
) -> dict[tuple[int, int], tuple[tuple[float, float], tuple[int, int]]]:
    """A jittered lattice that lies aslant and still repeats from tile to tile: corners with the number of their like.

    One step of the lattice goes two to the right and one down, the other one to the left and two down, of ``5 * rows``
    in a tile: what lies a tile apart bears the same number and so has the same jitter.
    """
    noise = _noise(seed)
    whole = 5 * rows
    unit = size / whole
    reach = range(-whole, 2 * whole)
    likes = sorted({((2 * i - j) % whole, (i + 2 * j) % whole) for i in reach for j in reach})
    shift = {like: ((next(noise) - 0.5) * 1.4, (next(noise) - 0.5) * 1.4) for like in likes}
    found: dict[tuple[int, int], tuple[tuple[float, float], tuple[int, int]]] = {}
    for i in reach:
        for j in reach:
            x, y = 2 * i - j, i + 2 * j
            if -5 <= x <= whole + 5 and -5 <= y <= whole + 5:
                like = (x % whole, y % whole)
                dx, dy = shift[like]
                found[i, j] = ((x + dx) * unit, (y + dy) * unit), like
    return found


def _fields(seed: int, size: float, rows: int, tints: tuple[str, ...], opacity: str) -> str:
    corners = _mesh(seed, size, rows)
    noise = _noise(seed + 7)
    chosen = {
        like: tints[int(next(noise) * len(tints))] for like in sorted({like for _, like in corners.values()})
    }
    parts: dict[str, list[str]] = {}
    for (i, j), (corner, like) in sorted(corners.items()):
        others = [corners.get(at) for at in ((i + 1, j), (i + 1, j + 1), (i, j + 1))]
        ring = [corner, *(each[0] for each in others if each is not None)]
        if len(ring) == 4:
            parts.setdefault(chosen[like], []).append(
                "M" + "L".join(f"{num(x)} {num(y)}" for x, y in ring) + "z"
            )
    return "".join(
        f'<path d="{"".join(d)}" fill="{tint}" fill-opacity="{opacity}"/>'
        for tint, d in sorted(parts.items())
        if tint
    )


def _hedges(seed: int, size: float, rows: int) -> str:
    corners = _mesh(seed, size, rows)
    noise = _noise(seed + 3)
    kept = {
        (like, k): next(noise) > 0.2
        for like in sorted({like for _, like in corners.values()})
        for k in (0, 1)
    }
    d: list[str] = []
    for (i, j), ((ax, ay), like) in sorted(corners.items()):
        for k, at in enumerate(((i + 1, j), (i, j + 1))):
            if at in corners and kept[like, k]:
                bx, by = corners[at][0]
                d.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    line = "".join(d)
    return (
        f'<path d="{line}" fill="none" stroke="{palette.HEDGE}" stroke-width="2.2" stroke-linecap="round" '
        f'stroke-opacity=".42"/><path d="{line}" fill="none" stroke="{palette.TREE}" stroke-width="2.3" '
        f'stroke-opacity=".85" '
        f'stroke-linecap="round" stroke-dasharray=".1 4.6"/>'
    )


def _trees(seed: int, size: float, count: int) -> str:
    noise = _noise(seed)
    trees: list[tuple[float, float, float]] = []
    for _ in range(count):
        x, y, r = next(noise) * size, next(noise) * size, 3.3 + next(noise) * 2.2
        trees.extend((wx, wy, r) for wx, wy in _wrapped(x, y, size, 8))
    trees.sort(key=lambda t: (t[1], t[0], t[2]))
    parts: list[str] = []
    for x, y, r in trees:
        parts.append(
            f'<circle cx="{num(x + 1)}" cy="{num(y + 1.2)}" r="{num(r)}" fill="{palette.TREE_DARK}"/>'
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{palette.TREE}"/>'
            f'<circle cx="{num(x - r * 0.3)}" cy="{num(y - r * 0.35)}" r="{num(r * 0.45)}" fill="#86ad66"/>'
        )
    return "".join(parts)


def _reeds(seed: int, size: float, count: int) -> str:
    noise = _noise(seed)
    water: list[str] = []
    blades: list[str] = []
    for _ in range(count):
        x, y, length = next(noise) * size, next(noise) * size, 7 + next(noise) * 9
        tuft = next(noise) > 0.35
        for wx, wy in _wrapped(x, y, size, 16):
            water.append(f"M{num(wx - length / 2)} {num(wy)}h{num(length)}")
            if tuft:
                blades.append(
                    f"M{num(wx - 2.4)} {num(wy)}l-1.4-3.6M{num(wx)} {num(wy)}v-5.2M{num(wx + 2.4)} {num(wy)}l1.4-3.6"
                )
    return (
        f'<path d="{"".join(water)}" stroke="#5f9fc0" stroke-width="1.3" stroke-linecap="round"/>'
        f'<path d="{"".join(blades)}" stroke="#5c8a55" stroke-width="1" fill="none" stroke-linecap="round"/>'
    )


def _blocks(seed: int, size: float, across: int) -> str:
    noise = _noise(seed)
    step = size / across
    d: list[str] = []
    for j in range(across):
        for i in range(across):
            if next(noise) < 0.12:
                continue
            w, h = step * (0.52 + next(noise) * 0.24), step * (0.5 + next(noise) * 0.26)
            x, y = (i + 0.12) * step, (j + 0.12) * step
            d.append(f"M{num(x)} {num(y)}h{num(w)}v{num(h)}h{num(-w)}z")
    return f'<path d="{"".join(d)}" fill="{palette.BLOCK}"/>'


def _sand(seed: int, size: float, count: int) -> str:
    noise = _noise(seed)
    return "".join(
        f'<circle cx="{num(next(noise) * size)}" cy="{num(next(noise) * size)}" r=".7" fill="#b79a55"/>'
        for _ in range(count)
    )


def _waves(seed: int, size: float, count: int) -> str:
    noise = _noise(seed)
    d: list[str] = []
    for _ in range(count):
        x, y = next(noise) * size, next(noise) * size
        for wx, wy in _wrapped(x, y, size, 14):
            d.append(f"M{num(wx - 9)} {num(wy)}q4.5-3 9 0t9 0")
    return f'<path d="{"".join(d)}" fill="none" stroke="#8fb6c6" stroke-width=".9"/>'


def definitions() -> str:
    """The ``<pattern>`` of every ground texture (ids ``t-...``) and the signs of towns and villages (``town0`` ...)."""
    meadow = _fields(11, 240, 3, ("#e9e2b4", "#f3ecd2", "#ebe0bb", "", ""), ".55")
    fields = _fields(23, 192, 3, ("#c9d69a", "#dbe0b2", "#ced9a6", "#dedcab", ""), ".9")
    return (
        _pattern("t-clear", 240, meadow)
        + _pattern("t-bocage", 192, fields + _hedges(23, 192, 3))
        + _pattern("t-woods", 132, _trees(5, 132, 92))
        + _pattern("t-marsh", 90, _reeds(31, 90, 24))
        + _pattern("t-city", 66, _blocks(41, 66, 7))
        + _pattern("t-beach", 40, _sand(3, 40, 60))
        + _pattern("t-sea", 180, _waves(17, 180, 12))
        + _pattern("t-unknown", 12, '<path d="M-1 13L13-1" stroke="#b9b4a4" stroke-width="1"/>')
        + "".join(_town(index, seed) for index, seed in enumerate((71, 83, 97)))
    )


def _town(index: int, seed: int) -> str:
    noise = _noise(seed)
    houses: list[str] = []
    for ring, (count, reach) in enumerate(((5, 6.5), (8, 13.5))):
        for k in range(count):
            turn = (k + next(noise) * 0.5) * 360 / count
            far = reach + (next(noise) - 0.5) * 3
            wide, high = 4.6 + next(noise) * 3.2 - ring, 3.6 + next(noise) * 2.4 - ring * 0.6
            houses.append(
                f'<path transform="rotate({turn:.0f}) translate({num(far)} 0)" d="M{num(-wide / 2)} {num(-high / 2)}'
                f'h{num(wide)}v{num(high)}h{num(-wide)}z"/>'
            )
    return f'<symbol id="town{index}" overflow="visible"><g fill="{palette.BLOCK}">{"".join(houses)}</g></symbol>'
