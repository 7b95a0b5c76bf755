"""Counters as players know them, and stacks in which every counter can be read.

A counter is drawn in a square of 50 x 50 around the origin and scaled into its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, sqrt
from typing import TypeAlias

from pbem.port.messages import Message
from pbem.port.scene import Counter, Point
from pbem.view.map import face
from pbem.view.map.detail import BLOCK, FULL, growth, letters
from pbem.view.map.face import CREAM, one_factor
from pbem.view.map.frame import HEX, Box
from pbem.view.map.glyphs import glyph
from pbem.view.map.measure import ems
from pbem.view.map.palette import SideLook
from pbem.view.markup import clean, num, xml

SIZE = 50.0
"""The side of a counter at scale 1."""

_HEXAGON, _AREA = 6, 0.56
"""Cells with more corners are areas, of all sizes: there every counter is as large as in this share of a hex."""

Slot: TypeAlias = tuple[float, float, float]
"""Where a counter of a stack lies: offsets x and y from the middle of the stack, and its scale."""


def slots(count: int, room: float) -> tuple[Slot, ...]:
    """Where the counters of a stack lie so that each can be read, in a place ``room`` pixels wide.

    One is drawn large, two overlap by a corner that holds nothing but badges, three stand in a triangle, four in a
    square; more in a finer square.
    """
    if count <= 1:
        return ((0.0, 0.0, room * 0.70 / SIZE),)
    if count == 2:
        scale = room * 0.475 / SIZE
        d = room * 0.125
        return ((-d, d, scale), (d, -d, scale))
    if count == 3:
        scale = room * 0.46 / SIZE
        d = room * 0.235
        return ((0.0, -d, scale), (-d, d, scale), (d, d, scale))
    across = ceil(sqrt(count))
    pitch = room * (0.94 if across == 2 else 1.0) / across
    scale = pitch * 0.97 / SIZE
    rows = ceil(count / across)
    return tuple(
        ((i % across - (across - 1) / 2) * pitch, (i // across - (rows - 1) / 2) * pitch, scale)
        for i in range(count)
    )


def within(places: Sequence[Slot], outline: Sequence[Point], centre: Point) -> tuple[Slot, ...]:
    """The places of a stack drawn together so that no counter of it reaches into another hex (all in pixels)."""
    if len(outline) > _HEXAGON:
        return tuple((x * _AREA, y * _AREA, scale * _AREA) for x, y, scale in places)
    corners = [
        (x + sx * SIZE * scale / 2, y + sy * SIZE * scale / 2)
        for x, y, scale in places
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    share = growth(outline, centre, corners)
    return tuple((x * share, y * share, scale * share) for x, y, scale in places)


def stack(
    counters: Sequence[Counter],
    centre: Point,
    places: Sequence[Slot],
    looks: Mapping[str, SideLook],
    size: float = 1.0,
    *,
    every: bool = False,
) -> str:
    """The counters of one pile around ``centre``, with as much of each as can be read at this size.

    Where there is room each lies in its slot, with badges on top of every counter of the pile; where they would be too
    small, the first lies there with the number of all; and where that is too small, a :func:`block`.

    ``every``: all lie there, however small.
    """
    if not counters:
        return ""
    shown, slots_of, far = _shown(counters, places, size, every=every)
    if far:
        x, y, least = slots_of[0]
        return block(counters, (centre[0] + x, centre[1] + y), least, looks, size, describe)
    return _spread(counters, shown, centre, slots_of, looks, size)


def _shown(
    counters: Sequence[Counter], places: Sequence[Slot], size: float, *, every: bool
) -> tuple[Sequence[Counter], Sequence[Slot], bool]:
    """Which counters of a pile are drawn, and where; whether as one block."""
    if every or min(scale for _, _, scale in places) * SIZE * size >= BLOCK or len(counters) == 1:
        return counters, places, places[0][2] * SIZE * size < BLOCK and not every
    slots_of = _one(places)
    return counters[:1], slots_of, slots_of[0][2] * SIZE * size < BLOCK


def covered(
    counters: Sequence[Counter],
    centre: Point,
    places: Sequence[Slot],
    size: float = 1.0,
    *,
    every: bool = False,
) -> list[Box]:
    """The boxes that a pile covers when it is drawn at this size, with its shadow and the edges of those behind."""
    if not counters:
        return []
    shown, slots_of, far = _shown(counters, places, size, every=every)
    edges = min(len(counters) - 1, 2) if len(shown) < len(counters) or far else 0
    found: list[Box] = []
    for dx, dy, scale in slots_of:
        x, y = centre[0] + dx, centre[1] + dy
        half, wide = SIZE * scale / 2, (WIDE if far else SIZE) * scale / 2
        behind = edges * (max(4 * scale, 1.8 / size) if far else 4 * scale)
        found.append((x - wide - 1, y - half - behind - 1, x + wide + behind + 3, y + half + 3.5))
    return found


def _one(places: Sequence[Slot]) -> tuple[Slot]:
    """The slot of the one counter that stands for a stack: in its middle, as large as the stack allows."""
    left, right = (most(x for x, _, _ in places) for most in (min, max))
    top, bottom = (most(y for _, y, _ in places) for most in (min, max))
    reach = max(right - left, bottom - top) / 2 + SIZE * places[0][2] / 2
    return (((left + right) / 2, (top + bottom) / 2, min(0.7 * HEX / SIZE, 2 * reach * 0.9 / SIZE)),)


def _spread(
    every: Sequence[Counter],
    shown: Sequence[Counter],
    centre: Point,
    places: Sequence[Slot],
    looks: Mapping[str, SideLook],
    size: float,
) -> str:
    numbers = {name: index for index, name in enumerate(looks)}
    parts: list[str] = []
    badges: list[str] = []
    for counter, (dx, dy, scale) in zip(shown, places, strict=True):
        where = f'transform="translate({num(centre[0] + dx)} {num(centre[1] + dy)}) scale({scale:.3g})"'
        look, number, least = looks[counter.side], numbers[counter.side], letters(size * scale)
        behind = "".join(
            f'<use href="#b{number}" x="{4 * i}" y="{-4 * i}"/>' for i in range(min(len(every) - 1, 2), 0, -1)
        )
        if len(shown) < len(every):
            parts.append(f"<g {where}>{behind}</g>")
            badges.append(f"<g {where}>{_count(len(every), least)}</g>")
        full = scale * SIZE * size >= FULL
        said = "; ".join(describe(each) for each in every) if len(shown) < len(every) else describe(counter)
        parts.append(_counter(counter, where, (number, look), least if full else -least, said))
        if counter.marks:
            badges.append(f"<g {where}>{face.badges(counter.marks, least)}</g>")
    return "".join(parts) + "".join(badges)


def _count(count: int, least: float) -> str:
    """How many lie in a pile of which only the first is drawn: on the lower corner, where no badge is."""
    font = max(13.0, least)
    wide = font * 0.66 * len(str(count)) + 5
    return (
        f'<rect x="{num(-27)}" y="{num(27 - font)}" width="{num(wide)}" height="{num(font)}" rx="3.5" fill="#fff" '
        f'stroke="#1c1b18" stroke-width="1.4"/><text x="{num(wide / 2 - 27)}" y="{num(27 - font * 0.15)}" '
        f'font-size="{num(font)}" font-weight="bold" fill="#1c1b18">{count}</text>'
    )


def describe(counter: Counter) -> str:
    """The counter in a line of words: what a tooltip and a screen reader say."""
    if counter.said:
        return counter.said
    if not counter.title:
        rest: str = " ".join(w for w in (counter.name, counter.side, counter.symbol, counter.values) if w)
    elif counter.name in counter.title:
        rest = counter.title
    else:
        rest = Message("{name}: {title}", name=counter.name, title=counter.title)
    marks = f" [{', '.join(counter.marks)}]" if counter.marks else ""
    if counter.full_steps < 2:
        return Message("{unit}{marks}", unit=rest, marks=marks) if marks else rest
    return Message(
        "{unit}, {left} of {full} steps{marks}",
        unit=rest,
        left=counter.steps,
        full=counter.full_steps,
        marks=marks,
    )


def _counter(counter: Counter, where: str, side: tuple[int, SideLook], least: float, said: str) -> str:
    """A counter; ``least`` is how large its letters must be, negative where only symbol and one factor can be read."""
    number, look = side
    name = clean(counter.name, 60)
    parts = [
        f'<g class="counter" data-name="{xml(name)}" {where}><title>{xml(said, 2000)}</title>'
        f'<use href="#b{number}"/>'
    ]
    parts.extend(face.full(counter, name, look, least) if least > 0 else face.plain(counter, look, -least))
    parts.append(face.bar(counter.steps, counter.full_steps, look.ink))
    parts.append("</g>")
    return "".join(parts)


# --- stacks from afar -------------------------------------------------------------------------------------------------


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
