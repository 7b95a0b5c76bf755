"""The face of one counter in a square of 50 x 50 around the origin: symbol, size, name, strengths, steps, markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pbem.port.scene import Counter
from pbem.view.map.glyphs import glyph
from pbem.view.map.measure import ems, held
from pbem.view.map.palette import MARKS, SideLook
from pbem.view.markup import clean, colour, num, xml

_ROUND = "M-19-25H19Q25-25 25-19V19Q25 25 19 25H-19Q-25 25-25 19V-19Q-25-25-19-25z"
_CUT = "M-18.5-25H18.5L25-18.5V18.5L18.5 25H-18.5L-25 18.5V-18.5z"
CREAM = "#fdfbf2"
_DARK = ("#2b2a26", "#ffffff")
_EDGE = 24.2
"""How far from the middle letters may reach."""
_BAND, _SIDE, _LOW = 36.0, 44.0, 31.0
"""The width of the formation's colour around the symbol; the length of a name along the whole left side, and of one
that ends above the strengths."""
_NAME, _VALUES = 7.2, 12.6
"""The size of names and strengths where there is room."""
_BAR, _DEEP = 21.2, 2.4
"""The upper edge of the step bar, and its height."""


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


def full(counter: Counter, name: str, look: SideLook, least: float) -> Iterator[str]:
    """All that is printed on a counter, but for what could not be read: letters below ``least``.

    The name runs up the left side and the symbol makes room for it; where it is long the strengths do so too, or it stands
    without its division (``752`` of 752/326VG). A counter without strengths has its name in their place.
    """
    if counter.steps < counter.full_steps:
        dark = look.ink == "#ffffff"
        yield (
            f'<path d="M-24.4 8.8H24.4V20H-24.4z" fill="{"#000" if dark else "#fff"}" fill-opacity=".3"/>'
            '<path d="M-24.4 8.8H24.4M-24.4 20H24.4" stroke="#fff" stroke-width="1.1" stroke-opacity=".75"/>'
        )
    values = clean(counter.values, 14)
    if not values:
        name, values = "", name
    for written in (name, name.partition("/")[0]):
        font, long = _name(written, values, least)
        if font:
            break
    right = _right(font)
    left = max(-17.6, right)
    band = colour(counter.band, look.edge)
    yield (
        f'<rect x="{num(left)}" y="-15.2" width="{_BAND:g}" height="23.4" rx="2" fill="{band}" stroke="{look.edge}" '
        f'stroke-width=".6"/><g transform="translate({num(left + 18)} -3.5)"><rect x="-14" y="-9" width="28" height="18" '
        f'fill="{CREAM}" stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    if counter.size and least <= 9.4:
        yield text(clean(counter.size, 6), left + 18, -16.4, max(_NAME, least), 24, look.ink)
    if values:
        start = right if long else -_EDGE
        yield text(
            values, (start + _EDGE) / 2, 18.4, max(_VALUES, least), _EDGE - start - 0.6, look.ink, least
        )
    if font:
        y = -2.3 if long else -7.8
        yield (
            f'<text transform="translate({num(0.74 * font - _EDGE)} {num(y)}) rotate(-90)" font-size="{font:.3g}" '
            f'fill="{look.ink}"{held(written, font * 0.92)}>{xml(written)}</text>'
        )


def _name(name: str, values: str, least: float) -> tuple[float, bool]:
    """How large a name is written (0: there is no room), and whether along the whole side."""
    if not name:
        return 0.0, False
    most, wide = max(_NAME, least), 0.92 * ems(name)
    if (short := min(most, _LOW / wide)) >= least:
        return short, False
    whole = min(most, _SIDE / wide)
    room = _EDGE - _right(whole) - 0.6
    if whole >= least and ems(values) * max(least, 7.0) <= room:
        return whole, True
    return 0.0, False


def _right(font: float) -> float:
    """Where the strip of a name ends."""
    return 0.96 * font - _EDGE + 0.3 if font else -_EDGE


def plain(counter: Counter, look: SideLook, least: float) -> Iterator[str]:
    """Symbol and one factor, as large as they go."""
    band = colour(counter.band, look.edge)
    yield (
        f'<rect x="-21" y="-21.5" width="42" height="26.5" rx="2" fill="{band}" stroke="{look.edge}" stroke-width=".6"/>'
        f'<g transform="translate(0 -8.2) scale(1.3)"><rect x="-14" y="-9" width="28" height="18" fill="{CREAM}" '
        f'stroke="#1c1b18" stroke-width="1.4"/><use href="#n-{glyph(counter.symbol)}"/></g>'
    )
    factor = one_factor(counter.values)
    if not factor:
        yield text(clean(counter.name, 60), 0, 19.6, 15.0, 46, look.ink, least)
    else:
        yield text(factor, 0, 19.6, min(max(15.0, least), 18.6), 46, look.ink, min(least, 18.6))


def one_factor(values: str) -> str:
    """The first figure of what is printed on a counter: the one that counts where there is room for one."""
    found = re.search(r"[0-9]+", values)
    return found[0] if found else clean(values, 3)


def text(words: str, x: float, y: float, size: float, width: float, ink: str, least: float = 0.0) -> str:
    """A line of text no wider than ``width``; nothing where it would be smaller than ``least``."""
    fit = min(size, width / max(ems(words), 0.3))
    if fit < least - 0.01:
        return ""
    return (
        f'<text x="{num(x)}" y="{y:g}" font-size="{fit:.3g}" font-weight="bold" fill="{ink}"{held(words, fit)}>'
        f"{xml(words)}</text>"
    )


def bar(steps: int, full: int, ink: str) -> str:
    """A bar of one segment a step under the strengths; lost steps are hollow."""
    if full < 1 or full > 12:
        return ""
    pitch = min(9.0, 40 / full)
    left = -pitch * full / 2
    held = "".join(
        f"M{left + i * pitch + 0.6:g} {_BAR:g}h{pitch - 1.2:g}v{_DEEP:g}h{1.2 - pitch:g}z"
        for i in range(min(steps, full))
    )
    lost = "".join(
        f"M{left + i * pitch + 0.6:g} {_BAR:g}h{pitch - 1.2:g}v{_DEEP:g}h{1.2 - pitch:g}z"
        for i in range(max(steps, 0), full)
    )
    drawn = f'<path d="{held}" fill="{ink}" stroke="{ink}" stroke-width=".5"/>' if held else ""
    if lost:
        drawn += f'<path d="{lost}" fill="none" stroke="{ink}" stroke-width=".7"/>'
    return drawn


def badges(marks: Sequence[str], least: float) -> str:
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
