"""Counters as players know them, stacks in which every counter can be read, and trays off the map.

A counter is drawn in a square of 50 x 50 around the origin and scaled into its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import TypeAlias

from pbem.port.scene import Counter, Point
from pbem.view.map.glyphs import glyph
from pbem.view.map.palette import MARKS, SideLook
from pbem.view.markup import clean, colour, ink_on, num, xml

SIZE = 50.0
"""The side of a counter at scale 1."""

Slot: TypeAlias = tuple[float, float, float]
"""Where a counter of a stack lies: offsets x and y from the middle of the stack, and its scale."""

_ROUND = "M-19-25H19Q25-25 25-19V19Q25 25 19 25H-19Q-25 25-25 19V-19Q-25-25-19-25z"
_CUT = "M-18.5-25H18.5L25-18.5V18.5L18.5 25H-18.5L-25 18.5V-18.5z"
_CREAM = "#fdfbf2"


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
        scale = room * 0.56 / SIZE
        d = room * 0.175
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


def stack(
    counters: Sequence[Counter], centre: Point, places: Sequence[Slot], looks: Mapping[str, SideLook]
) -> str:
    """The counters of one pile, in their slots around ``centre``; badges lie on top of every counter of the pile."""
    numbers = {name: index for index, name in enumerate(looks)}
    parts: list[str] = []
    badges: list[str] = []
    for counter, (dx, dy, scale) in zip(counters, places, strict=True):
        where = f'transform="translate({num(centre[0] + dx)} {num(centre[1] + dy)}) scale({scale:.3g})"'
        parts.append(_counter(counter, where, numbers[counter.side], looks[counter.side]))
        if counter.marks:
            badges.append(f"<g {where}>{_badges(counter.marks)}</g>")
    return "".join(parts) + "".join(badges)


def describe(counter: Counter) -> str:
    """The counter in a line of words: what a tooltip and a screen reader say."""
    if counter.title:
        rest = counter.title if counter.name in counter.title else f"{counter.name}: {counter.title}"
    else:
        rest = " ".join(w for w in (counter.name, counter.side, counter.symbol, counter.values) if w)
    steps = f", {counter.steps} of {counter.full_steps} steps" if counter.full_steps > 1 else ""
    marks = f" [{', '.join(counter.marks)}]" if counter.marks else ""
    return f"{rest}{steps}{marks}"


def _counter(counter: Counter, where: str, number: int, look: SideLook) -> str:
    name = clean(counter.name, 60)
    parts = [
        f'<g class="counter" data-name="{xml(name)}" {where}><title>{xml(describe(counter))}</title>'
        f'<use href="#b{number}"/>'
    ]
    if counter.steps < counter.full_steps:
        dark = look.ink == "#ffffff"
        parts.append(
            f'<path d="M-24.4 8.8H24.4V20H-24.4z" fill="{"#000" if dark else "#fff"}" fill-opacity=".3"/>'
            '<path d="M-24.4 8.8H24.4M-24.4 20H24.4" stroke="#fff" stroke-width="1.1" stroke-opacity=".75"/>'
        )
    band = colour(counter.band, look.edge)
    parts.append(
        f'<rect x="-17.6" y="-15.2" width="36" height="23.4" rx="2" fill="{band}" stroke="{look.edge}" '
        f'stroke-width=".6"/><g transform="translate(.4 -3.5)"><rect x="-14" y="-9" width="28" height="18" '
        f'fill="{_CREAM}" stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    ink = look.ink
    if counter.size:
        parts.append(_text(clean(counter.size, 6), 0.4, -17.1, 7.2, 20, ink))
    if counter.values:
        parts.append(_text(clean(counter.values, 14), 0, 18.4, 12.6, 45, ink))
    if name:
        size = min(7.2, 43 / (0.58 * len(name)))
        parts.append(
            f'<text transform="translate(-18.9 -1.5) rotate(-90)" font-size="{size:.3g}" fill="{ink}">'
            f"{xml(name)}</text>"
        )
    parts.append(_steps(counter.steps, counter.full_steps, ink))
    parts.append("</g>")
    return "".join(parts)


def _text(text: str, x: float, y: float, size: float, width: float, ink: str) -> str:
    fit = min(size, width / (0.62 * max(len(text), 1)))
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


def _badges(marks: Sequence[str]) -> str:
    parts: list[str] = []
    for row, mark in enumerate(marks[:6]):
        word = clean(mark, 8)
        ground, ink = MARKS.get(word.upper(), ("#2b2a26", "#ffffff"))
        wide = max(12.0, 3.6 + 4.9 * len(word))
        y = -26 + row * 9.4
        parts.append(
            f'<rect x="{28.5 - wide:g}" y="{y:g}" width="{wide:g}" height="8.8" rx="3.2" fill="{ground}" '
            f'stroke="#fff" stroke-width=".9"/><text x="{28.5 - wide / 2:g}" y="{y + 6.8:g}" font-size="6.8" '
            f'font-weight="bold" fill="{ink}">{xml(word)}</text>'
        )
    return "".join(parts)


def tray(
    label: str, count: int, centre: Point, room: float
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
    drawing = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" rx="6" fill="#fbf6e4" '
        f'fill-opacity=".93" stroke="#5b543f" stroke-width="1.6"/>'
        f'<path d="M{num(left)} {num(top + head)}V{num(top + 6)}q0-6 6-6h{num(wide - 12)}q6 0 6 6V{num(top + head)}z" '
        f'fill="#5b543f"/>'
        f'<text x="{num(centre[0])}" y="{num(top + head * 0.72)}" font-size="{num(room * 0.17)}" font-weight="bold" '
        f'fill="{ink_on("#5b543f")}">{xml(words)}</text>'
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
