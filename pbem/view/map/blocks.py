"""Stacks from afar: a block in the colour of its side with the symbol and size of its first counter and one factor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.port.scene import Counter, Point
from pbem.view.map.detail import letters
from pbem.view.map.face import CREAM, one_factor
from pbem.view.map.glyphs import glyph
from pbem.view.map.measure import ems
from pbem.view.map.palette import SideLook
from pbem.view.markup import clean, num, xml

WIDE, _HIGH = 56.0, 50.0
"""The size of a block at scale 1."""
_FACTOR, _SIZE, _SYMBOL = 16.5, 19.5, 7.0
"""How high a block is on the screen from which on it shows one factor, its size, its symbol; in pixels."""
_MARKS = frozenset("XI\u2022.")


def block(
    every: Sequence[Counter],
    centre: Point,
    scale: float,
    looks: Mapping[str, SideLook],
    size: float,
    describe: Callable[[Counter], str],
) -> str:
    """A pile as a block, with an edge behind it for a second and a third unit; one half for each of two sides.

    ``scale`` is that of a counter in its place, ``size`` how many pixels of the screen one of the drawing takes.
    """
    sides = sorted({counter.side for counter in every})
    wide, high, pixel = WIDE * scale, _HIGH * scale, 1 / size
    parts = [f"<title>{xml('; '.join(describe(counter) for counter in every), 2000)}</title>"]
    behind = max(4 * scale, 1.8 * pixel)
    for n in range(min(len(every) - 1, 2), 0, -1):
        at = (centre[0] + n * behind, centre[1] - n * behind)
        parts.append(_box(at, wide, high, looks[every[0].side], pixel))
    share = wide / len(sides)
    for n, side in enumerate(sides):
        first = next(counter for counter in every if counter.side == side)
        at = (centre[0] + (n - (len(sides) - 1) / 2) * share, centre[1])
        parts.append(_box(at, share, high, looks[side], pixel))
        parts.append(_face(first, at, (share, high), looks[side], size))
    names = "|".join(clean(counter.name, 60) for counter in every)
    return f'<g class="block" data-names="{xml(names)}">{"".join(parts)}</g>'


def _box(at: Point, wide: float, high: float, look: SideLook, pixel: float) -> str:
    corner = num(3 * pixel) if look.shape == "round" else "0"
    return (
        f'<rect x="{num(at[0] - wide / 2)}" y="{num(at[1] - high / 2)}" width="{num(wide)}" height="{num(high)}" '
        f'rx="{corner}" fill="{look.fill}" stroke="{look.edge}" stroke-width="{num(1.1 * pixel)}"/>'
    )


def _face(counter: Counter, at: Point, room: tuple[float, float], look: SideLook, size: float) -> str:
    """What a block shows: size over symbol over one factor, each from the height on where it can be read."""
    (x, y), (wide, high), pixel = at, room, 1 / size
    top, bottom = y - high / 2 + 1.8 * pixel, y + high / 2 - 1.8 * pixel
    if high * size < _SYMBOL:
        return ""
    parts: list[str] = []
    if high * size >= _SIZE and (mark := _mark(counter.size, (x, top), wide, pixel)):
        parts.append(f'<path d="{mark}" fill="none" stroke="{look.ink}" stroke-width="{num(1.2 * pixel)}"/>')
        top += 4.6 * pixel
    factor, letter = one_factor(counter.values), round(letters(size) + 0.05, 1)
    if factor and high * size >= _FACTOR and ems(factor) * letter <= wide:
        parts.append(
            f'<text x="{num(x)}" y="{num(bottom)}" font-size="{letter:g}" font-weight="bold" '
            f'fill="{look.ink}">{xml(factor)}</text>'
        )
        bottom -= 0.73 * letter + 1.2 * pixel
    scale = min((bottom - top) / 19.4, (wide - 3 * pixel) / 29.4)
    parts.append(
        f'<g transform="translate({num(x)} {num((top + bottom) / 2)}) scale({scale:.3g})"><path d="M-14-9H14V9H-14z" '
        f'fill="{CREAM}" stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    return "".join(parts)


def _mark(size: str, at: Point, wide: float, pixel: float) -> str:
    """A size mark as strokes, 3.4 pixels of the screen high: letters could not be read there."""
    steps = {"I": 2.8, "X": 4.6}
    if not size or not set(size) <= _MARKS:
        return ""
    long = sum(steps.get(sign, 2.8) for sign in size) * pixel
    if long > wide:
        return ""
    x, top, bottom = at[0] - long / 2, at[1], at[1] + 3.4 * pixel
    drawn: list[str] = []
    for sign in size:
        step = steps.get(sign, 2.8) * pixel
        left, right, middle = num(x + 0.5 * pixel), num(x + step - 0.5 * pixel), num(x + step / 2)
        if sign == "X":
            drawn.append(f"M{left} {num(top)}L{right} {num(bottom)}M{right} {num(top)}L{left} {num(bottom)}")
        else:
            drawn.append(f"M{middle} {num(top if sign == 'I' else bottom - 1.4 * pixel)}V{num(bottom)}")
        x += step
    return "".join(drawn)
