"""Counters as players know them, stacks in which every counter can be read, and trays off the map.

A counter is drawn in a square of 50 x 50 around the origin and scaled into its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import TypeAlias

from pbem.port.messages import Message
from pbem.port.scene import Counter, Point
from pbem.view.map.detail import BLOCK, FULL, growth, letters
from pbem.view.map.frame import HEX
from pbem.view.map.glyphs import glyph
from pbem.view.map.palette import MARKS, SideLook
from pbem.view.markup import clean, colour, ink_on, num, xml

SIZE = 50.0
"""The side of a counter at scale 1."""

_LEAST = 0.42
"""In an area that is narrower than this share of a hex a counter reaches over its border: else nobody could read it."""

Slot: TypeAlias = tuple[float, float, float]
"""Where a counter of a stack lies: offsets x and y from the middle of the stack, and its scale."""

_ROUND = "M-19-25H19Q25-25 25-19V19Q25 25 19 25H-19Q-25 25-25 19V-19Q-25-25-19-25z"
_CUT = "M-18.5-25H18.5L25-18.5V18.5L18.5 25H-18.5L-25 18.5V-18.5z"
_CREAM = "#fdfbf2"
_DARK = ("#2b2a26", "#ffffff")


def bodies(looks: Mapping[str, SideLook]) -> str:
    """The blank counter of each side, with the ids ``b0``, ``b1`` ... in the order of ``looks``.

    Counters with cut corners also carry a bright inner rule, so that sides differ by shape and pattern.
    """
    parts: list[str] = []
    for index, look in enumerate(looks.values()):
        outline = _ROUND if look.shape == "round" else _CUT
        rule = (
            f'<path d="{_CUT}" transform="scale(.9)" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".9"/>'
            if look.shape == "cut"
            else ""
        )
        parts.append(
            f'<symbol id="b{index}" overflow="visible">'
            f'<path d="{outline}" transform="translate(1.6 2.2)" fill="#1c1b18" fill-opacity=".32"/>'
            f'<path d="{outline}" fill="{look.fill}" stroke="{look.edge}" stroke-width="1.3"/>'
            f'<path d="M-22-22.6H20" stroke="#fff" stroke-opacity=".4" stroke-width="1.1"/>{rule}</symbol>'
        )
    return "".join(parts)


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
    """The places of a stack drawn together so that no counter of it reaches into another cell (all in pixels)."""
    corners = [
        (x + sx * SIZE * scale / 2, y + sy * SIZE * scale / 2)
        for x, y, scale in places
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    share = max(growth(outline, centre, corners), _LEAST)
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
    small, the first lies there with the number of all; and where that is too small, a block with their steps.

    ``every``: all lie there, however small.
    """
    if not counters:
        return ""
    if every or min(scale for _, _, scale in places) * SIZE * size >= BLOCK or len(counters) == 1:
        shown, slots_of = counters, places
    else:
        shown, slots_of = counters[:1], _one(places)
    least = slots_of[0][2]
    if least * SIZE * size < BLOCK and not every:
        return _block(counters, centre, least, looks, size)
    return _spread(counters, shown, centre, slots_of, looks, size)


def _one(places: Sequence[Slot]) -> tuple[Slot]:
    """The slot of the one counter that stands for a stack: as large as the stack allows."""
    reach = max(max(abs(x), abs(y)) + SIZE * scale / 2 for x, y, scale in places)
    return ((0.0, 0.0, min(0.7 * HEX / SIZE, 2 * reach * 0.9 / SIZE)),)


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
            badges.append(f"<g {where}>{_badges(counter.marks, least)}</g>")
    return "".join(parts) + "".join(badges)


_RANKS = ("XXXXX", "XXXX", "XXX", "XX", "X", "III", "II", "I", "\u2022\u2022\u2022", "\u2022\u2022", "\u2022")


def _block(
    every: Sequence[Counter], centre: Point, scale: float, looks: Mapping[str, SideLook], size: float
) -> str:
    """A pile as a block in the colour of its side: its largest size and its steps; one half for each of two sides."""
    sides = sorted({counter.side for counter in every})
    wide, high = 56.0 * scale, 50.0 * scale
    letter = letters(size)
    parts = [f"<title>{xml('; '.join(describe(counter) for counter in every), 2000)}</title>"]
    if len(every) > 1:
        look = looks[every[0].side]
        parts.append(_box(centre[0] + 5, centre[1] - 5, wide, high, look))
    for n, side in enumerate(sides):
        own = [counter for counter in every if counter.side == side]
        share = wide / len(sides)
        x = centre[0] + (n - (len(sides) - 1) / 2) * share
        parts.append(_box(x, centre[1], share, high, looks[side]))
        steps = str(sum(max(counter.steps, 0) for counter in own))
        marks = [counter.size for counter in own if counter.size in _RANKS]
        mark = min(marks, key=_RANKS.index, default="")
        rows = (
            [mark, steps]
            if mark and 1.75 * letter <= high and len(mark) * letter * 0.62 <= share + 6
            else [steps]
        )
        for row, words in enumerate(rows):
            fit = min(letter * 1.25, high / (0.8 if len(rows) == 1 else 2.1), share / (0.56 * len(words)))
            if fit >= letter:
                y = centre[1] + fit * 0.36 + (row - (len(rows) - 1) / 2) * high * 0.46
                parts.append(
                    f'<text x="{num(x)}" y="{num(y)}" font-size="{num(fit + 0.05)}" font-weight="bold" '
                    f'fill="{looks[side].ink}">{xml(words)}</text>'
                )
    names = "|".join(clean(counter.name, 60) for counter in every)
    return f'<g class="block" data-names="{xml(names)}">{"".join(parts)}</g>'


def _box(x: float, y: float, wide: float, high: float, look: SideLook) -> str:
    corner = "6" if look.shape == "round" else "0"
    return (
        f'<rect x="{num(x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" rx="{corner}" '
        f'fill="{look.fill}" stroke="{look.edge}" stroke-width="3"/>'
    )


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
    parts.extend(_full(counter, name, look, least) if least > 0 else _plain(counter, look, -least))
    parts.append(_steps(counter.steps, counter.full_steps, look.ink))
    parts.append("</g>")
    return "".join(parts)


def _full(counter: Counter, name: str, look: SideLook, least: float) -> Iterator[str]:
    """All that is printed on a counter, but for what could not be read."""
    if counter.steps < counter.full_steps:
        dark = look.ink == "#ffffff"
        yield (
            f'<path d="M-24.4 8.8H24.4V20H-24.4z" fill="{"#000" if dark else "#fff"}" fill-opacity=".3"/>'
            '<path d="M-24.4 8.8H24.4M-24.4 20H24.4" stroke="#fff" stroke-width="1.1" stroke-opacity=".75"/>'
        )
    band = colour(counter.band, look.edge)
    yield (
        f'<rect x="-17.6" y="-15.2" width="36" height="23.4" rx="2" fill="{band}" stroke="{look.edge}" '
        f'stroke-width=".6"/><g transform="translate(.4 -3.5)"><rect x="-14" y="-9" width="28" height="18" '
        f'fill="{_CREAM}" stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    if counter.size and least <= 9.4:
        yield _text(clean(counter.size, 6), 0.4, -16.4, max(7.2, least), 24, look.ink)
    if counter.values:
        yield _text(clean(counter.values, 14), 0, 18.4, max(12.6, least), 45, look.ink, least)
    fit = min(max(7.2, least), 46 / (0.52 * max(len(name), 1)))
    if name and fit >= least:
        yield (
            f'<text transform="translate(-18.9 -1.5) rotate(-90)" font-size="{fit:.3g}" fill="{look.ink}">'
            f"{xml(name)}</text>"
        )


def _plain(counter: Counter, look: SideLook, least: float) -> Iterator[str]:
    """Symbol and one factor, as large as they go."""
    band = colour(counter.band, look.edge)
    yield (
        f'<rect x="-21" y="-21.5" width="42" height="27" rx="2" fill="{band}" stroke="{look.edge}" stroke-width=".6"/>'
        f'<g transform="translate(0 -8) scale(1.32)"><rect x="-14" y="-9" width="28" height="18" fill="{_CREAM}" '
        f'stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    factor = one_factor(counter.values)
    if factor:
        yield _text(factor, 0, 20.4, max(15.0, least), 46, look.ink, least)


def one_factor(values: str) -> str:
    """The first figure of what is printed on a counter: the one that counts where there is room for one."""
    found = re.search(r"[0-9]+", values)
    return found[0] if found else clean(values, 3)


def _text(text: str, x: float, y: float, size: float, width: float, ink: str, least: float = 0.0) -> str:
    """A line of text as wide as there is room for; nothing where it would be smaller than ``least``."""
    fit = min(size, width / (0.56 * max(len(text), 1)))
    if fit < least - 0.01:
        return ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{fit:.3g}" font-weight="bold" fill="{ink}">{xml(text)}</text>'
    )


def _steps(steps: int, full: int, ink: str) -> str:
    """A bar of one segment a step under the strengths; lost steps are hollow."""
    if full < 1 or full > 12:
        return ""
    pitch = min(9.0, 40 / full)
    left = -pitch * full / 2
    held = "".join(
        f"M{left + i * pitch + 0.6:g} 20.6h{pitch - 1.2:g}v2.4h{1.2 - pitch:g}z"
        for i in range(min(steps, full))
    )
    lost = "".join(
        f"M{left + i * pitch + 0.6:g} 20.6h{pitch - 1.2:g}v2.4h{1.2 - pitch:g}z"
        for i in range(max(steps, 0), full)
    )
    drawn = f'<path d="{held}" fill="{ink}" stroke="{ink}" stroke-width=".5"/>' if held else ""
    if lost:
        drawn += f'<path d="{lost}" fill="none" stroke="{ink}" stroke-width=".7"/>'
    return drawn


def _badges(marks: Sequence[str], least: float) -> str:
    """Markers in short words; where these could not be read, dots in their colours."""
    if least > 11.5:
        return "".join(
            f'<circle cx="22" cy="{-20 + row * 11:g}" r="5" fill="{MARKS.get(clean(mark, 8).upper(), _DARK)[0]}" '
            f'stroke="#fff" stroke-width="1.4"/>'
            for row, mark in enumerate(marks[:4])
        )
    font = max(6.8, least)
    parts: list[str] = []
    for row, mark in enumerate(marks[:6]):
        word = clean(mark, 8)
        ground, ink = MARKS.get(word.upper(), _DARK)
        wide = max(1.76 * font, 3.6 + 0.72 * font * len(word))
        y = -26 + row * (font * 1.38)
        parts.append(
            f'<rect x="{28.5 - wide:.4g}" y="{y:.4g}" width="{wide:.4g}" height="{font * 1.29:.3g}" rx="3.2" '
            f'fill="{ground}" stroke="#fff" stroke-width=".9"/><text x="{28.5 - wide / 2:.4g}" y="{y + font:.4g}" '
            f'font-size="{font + 0.005:.3g}" font-weight="bold" fill="{ink}">{xml(word)}</text>'
        )
    return "".join(parts)


def tray(
    label: str, count: int, centre: Point, room: float, size: float = 1.0
) -> tuple[str, tuple[Slot, ...], tuple[float, float, float, float]]:
    """A labelled tray off the map: its drawing, its counters' slots, and its bounds (left, top, right, bottom)."""
    across = min(max(count, 1), 3 if count <= 9 else ceil(sqrt(count * 1.4)))
    rows = max(1, ceil(count / across))
    pitch = room * 0.62
    words = clean(label, 40)
    wide = max(across * pitch, len(words) * room * 0.105) + room * 0.24
    high = rows * pitch + room * 0.42
    left, top = centre[0] - wide / 2, centre[1] - high / 2
    head = room * 0.27
    font = max(room * 0.17, letters(size))
    said = _shortened(words, int(wide / (font * 0.56))) if font <= head * 1.9 else ""
    deep = max(head, font * 1.1) if said else head
    drawing = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" rx="6" fill="#fbf6e4" '
        f'fill-opacity=".93" stroke="#5b543f" stroke-width="1.6"/>'
        f'<path d="M{num(left)} {num(top + deep)}V{num(top + 6)}q0-6 6-6h{num(wide - 12)}q6 0 6 6V{num(top + deep)}z" '
        f'fill="#5b543f"/>'
    )
    if said:
        drawing += (
            f'<text x="{num(centre[0])}" y="{num(top + deep * 0.8)}" font-size="{num(font + 0.05)}" font-weight="bold" '
            f'fill="{ink_on("#5b543f")}">{xml(said)}</text>'
        )
    middle = top + head + (high - head) / 2
    places = tuple(
        (
            (i % across - (min(across, count - i // across * across) - 1) / 2) * pitch,
            middle - centre[1] + (i // across - (rows - 1) / 2) * pitch,
            pitch * 0.93 / SIZE,
        )
        for i in range(count)
    )
    return drawing, places, (left, top, left + wide, top + high)


def _shortened(words: str, most: int) -> str:
    """As much of a label as there is room for; nothing where that would say nothing."""
    if len(words) <= most:
        return words
    return f"{words[: most - 1].rstrip()}\u2026" if most >= 5 else ""
