"""The key below the map: every ground, line and sign that shows, a scale bar, and what the map is and whom to credit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from attrs import frozen

from pbem.port.messages import Message
from pbem.port.scene import Ground, Layer
from pbem.view.map import arrows, palette
from pbem.view.map import layers as overlays
from pbem.view.map.frame import View
from pbem.view.markup import clean, num, xml

_LINES = {
    "primary-road": Message("main road"),
    "secondary-road": Message("road"),
    "major-river": Message("major river"),
    "river": Message("river"),
    "ford": Message("ford"),
    "stream": Message("stream"),
    "canal": Message("canal"),
    "marsh-side": Message("marsh hexside"),
    "woods-side": Message("wood hexside"),
    "hedge-side": Message("hedge (2 points)"),
    "link": Message("they border"),
    "bluff": Message("bluff"),
    "cliff": Message("cliff"),
    "border": Message("border"),
    "wall": Message("fortified line"),
    "seam": Message("where the sheets meet"),
}
_SIGNS = {
    "bridge": Message("bridge"),
    "blown-bridge": Message("blown bridge"),
    "strongpoint": Message("strongpoint"),
    "hill": Message("hill"),
    "entry": Message("entry"),
    "supply": Message("supply source"),
    "objective": Message("objective"),
    "delay-point": Message("delay point"),
    "landing-box": Message("landing box"),
    "result": Message("combat: die, modifiers, total"),
}
_ROW = 25.0
_LETTER = 5.9
_SMALL_LETTER = 4.7
_SWATCH = 30.0
_GAP = 15.0
_BARS = (100, 50, 20, 10, 5, 2, 1)
_BAR_SHARE = 0.17
_MOST_BAR = 300.0


@frozen(kw_only=True)
class Key:
    """What stands in the key: ``items`` as (what, style, words), in order; lengths are before enlargement."""

    items: tuple[tuple[str, str, str], ...]
    note: str = ""
    credit: str = ""
    km: int = 0
    bar: float = 0.0

    def rows(self, width: float) -> tuple[tuple[tuple[float, tuple[str, str, str]], ...], ...]:
        """The items in rows of that width, each with where it begins; the first row leaves room for the scale bar."""
        found: list[list[tuple[float, tuple[str, str, str]]]] = [[]]
        x = 0.0
        for item in self.items:
            wide = _SWATCH + len(item[2]) * _LETTER + _GAP
            room = width - (self.bar + 60 if self.bar and len(found) == 1 else 0)
            if found[-1] and x + wide - _GAP > room:
                found.append([])
                x = 0.0
            found[-1].append((x, item))
            x += wide
        return tuple(tuple(row) for row in found)

    def height(self, width: float) -> float:
        """The height of the whole key at that width."""
        return len(self.rows(width)) * _ROW + (len(self._words(width)) * 14.0) + 14

    def draw(self, left: float, top: float, width: float, *, s: float, sans: str) -> str:
        """The key enlarged ``s`` times, ``width`` being its width before that."""
        parts = [
            f'<g transform="translate({num(left)} {num(top)}) scale({s:.4g})" font-family="{sans}" '
            f'font-size="10.4" fill="{palette.INK}">'
        ]
        rows = self.rows(width)
        for i, row in enumerate(rows):
            for x, (what, style, words) in row:
                parts.append(f'<g transform="translate({num(x)} {num(i * _ROW)})">{_swatch(what, style)}</g>')
                parts.append(f'<text x="{num(x + _SWATCH)}" y="{num(i * _ROW + 12.5)}">{xml(words)}</text>')
        parts.append(self._scale_bar(width))
        y = len(rows) * _ROW + 9
        for words, look in self._words(width):
            parts.append(f'<text x="0" y="{num(y)}" font-size="9.2" {look}>{xml(words)}</text>')
            y += 14
        return "".join(parts) + "</g>"

    def _words(self, width: float) -> list[tuple[str, str]]:
        found = [
            (self.note, f'font-weight="bold" fill="{palette.ROAD_EDGE}"'),
            (self.credit, f'fill="{palette.FAINT}"'),
        ]
        return [
            (line, look)
            for words, look in found
            if words and width > 0
            for line in wrap(words, max(20, int(width / _SMALL_LETTER)))
        ]

    def _scale_bar(self, width: float) -> str:
        if not self.bar:
            return ""
        left, step = width - self.bar - 26, self.bar / 4
        blocks = "".join(f"M{num(left + i * step)} 5h{num(step)}v5h{num(-step)}z" for i in (0, 2))
        ends = "".join(
            f'<text x="{num(left + share * self.bar)}" y="20" font-size="8.4" text-anchor="middle">{said}</text>'
            for share, said in ((0.0, "0"), (0.5, f"{self.km / 2:g}"), (1.0, f"{self.km} km"))
        )
        return (
            f'<rect x="{num(left)}" y="5" width="{num(self.bar)}" height="5" fill="#fff" stroke="{palette.INK}" '
            f'stroke-width=".9"/><path d="{blocks}" fill="{palette.INK}"/>{ends}'
        )


def key(
    ground: Ground,
    view: View,
    marks: frozenset[str],
    s: float,
    layers: Sequence[Layer] = (),
    word: Callable[[str], str] = str,
    moved: frozenset[str] = frozenset(),
) -> Key:
    """The key of what shows in the window; ``marks`` are the styles of signs that the position adds, ``moved``
    those of its arrows.

    ``word`` puts its words into another language.
    """
    cells = [c for c in ground.cells if view.near(c.centre, 0.0)]
    grounds = {c.terrain for c in cells} | {c.shore for c in cells if c.shore}
    lines = {stroke.style for stroke in ground.strokes if view.touches(stroke.points, 0.0)}
    signs = {spot.style for spot in ground.spots if view.near(spot.at, 0.0)} | marks
    items: list[tuple[str, str, str]] = [
        ("ground", name, words) for name, words in palette.GROUNDS.items() if name in grounds
    ]
    if grounds - set(palette.GROUNDS):
        items.append(("ground", "other", Message("other")))
    items += [("line", style, words) for style, words in _LINES.items() if style in lines]
    items += [("sign", style, words) for style, words in _SIGNS.items() if style in signs]
    items += [("arrow", style, words) for style, words in arrows.WORDS.items() if style in moved]
    items += overlays.entries(layers)
    km, bar = _bar(ground, view, s)
    return Key(
        items=tuple((what, style, word(words)) for what, style, words in items),
        note=clean(word(ground.note), 300) if ground.note else "",
        credit=clean(ground.attribution, 300),
        km=km,
        bar=bar,
    )


def _bar(ground: Ground, view: View, s: float) -> tuple[int, float]:
    """The longest round number of kilometres that fits, and its length; nothing when the map has no scale."""
    if not 0 < ground.unit_km < 1e6:
        return 0, 0.0
    room = min(_MOST_BAR, view.width / s * _BAR_SHARE)
    for km in _BARS:
        long = km / ground.unit_km * view.scale / s
        if long <= room:
            return km, long
    return 0, 0.0


def _swatch(what: str, style: str) -> str:
    match what:
        case "ground":
            return _ground(style)
        case "line":
            return _line(style)
        case "layer":
            return overlays.swatch(style)
        case "arrow":
            return arrows.swatch(style)
        case _:
            scale = 0.36 if style == "landing-box" else 0.8
            return f'<use href="#s-{style}" transform="translate(12 8.5) scale({scale:g})"/>'


def _ground(name: str) -> str:
    fill = palette.SAND if name == "beach" else palette.TERRAIN.get(name, palette.UNKNOWN)
    shape = '<rect width="24" height="17" rx="2.5" '
    known = "unknown" if name == "other" else palette.TEXTURES.get(name, name)
    texture = "" if name == "town" else f'{shape}fill="url(#t-{known})"/>'
    town = '<use href="#town0" transform="translate(12 8.5) scale(.48)"/>' if name == "town" else ""
    return f'{shape}fill="{fill}"/>{texture}{town}{shape}fill="none" stroke="#6e6145" stroke-width=".9"/>'


_DASH = ' stroke-dasharray="{}"'
_PENS: dict[str, tuple[tuple[str, float, str], ...]] = {
    "primary-road": ((palette.ROAD_EDGE, 6.2, ""), (palette.ROAD, 4.2, "")),
    "secondary-road": ((palette.LANE_EDGE, 4.8, ""), (palette.LANE, 3, "")),
    "major-river": ((palette.RIVER_EDGE, 9, ""), (palette.RIVER, 7, ""), ("#8fc0dc", 2.4, "")),
    "river": ((palette.RIVER_EDGE, 6.4, ""), (palette.RIVER, 4.6, "")),
    "ford": ((palette.RIVER, 4.6, ""), (palette.RIVER_EDGE, 13, _DASH.format("2.4 3"))),
    "stream": ((palette.RIVER, 2.6, ""),),
    "canal": ((palette.RIVER_EDGE, 7, ""), ("#7db6d8", 4.6, "")),
    "wall": ((palette.WALL, 1.4, ""), (palette.WALL, 5.2, _DASH.format("3.4 3.8"))),
    "marsh-side": (("#c9dfe0", 8, ""), (palette.RIVER, 3, _DASH.format("6 5"))),
    "border": (("#9a2f3f", 1.8, _DASH.format("11 4 2.5 4")),),
}
"""Lines that are one stroke over another: colour, width and more."""
_FAINT = ((palette.FAINT, 1.6, _DASH.format("4 3")),)


def _line(style: str) -> str:
    def pen(colour: str, width: float, more: str = "") -> str:
        return f'<path d="M1 8.5H23" fill="none" stroke="{colour}" stroke-width="{width:g}"{more}/>'

    match style:
        case "woods-side" | "hedge-side":
            return pen(palette.TREE, 7, ' stroke-dasharray=".1 7.3" stroke-linecap="round"')
        case "bluff" | "cliff":
            colour = palette.BLUFF if style == "bluff" else palette.CLIFF
            teeth = "".join(f"M{x:g} 7l2 6.5l2-6.5z" for x in (2, 7, 12, 17))
            return (
                f'<path d="{teeth}" fill="{colour}"/><path d="M1 7H23" stroke="{colour}" stroke-width="2.4"/>'
            )
        case _:
            return "".join(pen(*each) for each in _PENS.get(style, _FAINT))
