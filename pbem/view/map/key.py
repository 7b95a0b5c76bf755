"""The key below the map: every ground, line and sign that shows, a scale bar, and what the map is and whom to credit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem.port.scene import Ground, Layer
from pbem.view.map import arrows, lines, palette, spots
from pbem.view.map import layers as overlays
from pbem.view.map.detail import TEXTURED
from pbem.view.map.frame import View
from pbem.view.map.ground import housed
from pbem.view.markup import clean, num, xml

LINES = {
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
    "coast": Message("coast"),
    "other": Message("other line"),
}
SIGNS = {
    "bridge": Message("bridge"),
    "blown-bridge": Message("blown bridge"),
    "strongpoint": Message("strongpoint"),
    "hill": Message("hill"),
    "houses": Message("houses"),
    "plain": Message("what is written beside it"),
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
    size: float = 1.0

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
                parts.append(
                    f'<g transform="translate({num(x)} {num(i * _ROW)})">{_swatch(what, style, self.size)}</g>'
                )
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
    size: float = 1.0,
) -> Key:
    """The key of what shows in the window; ``marks`` are the styles of signs that the position adds, ``moved``
    those of its arrows. What it shows looks as it does on a map of that ``size``.

    ``word`` puts its words into another language.
    """
    cells = [c for c in ground.cells if view.near(c.centre, 0.0)]
    grounds = {c.terrain for c in cells} | {c.shore for c in cells if c.shore}
    grounds |= {"town" for c in cells if housed(c)}
    drawn = {stroke.style for stroke in ground.strokes if view.touches(stroke.points, 0.0)}
    drawn = {style if style in lines.DRAWN else "other" for style in drawn}
    signs = {spots.known(spot.style) for spot in ground.spots if view.near(spot.at, spots.REACH)}
    signs |= {spots.known(style) for style in marks}
    items: list[tuple[str, str, str]] = [
        ("ground", name, words) for name, words in palette.GROUNDS.items() if name in grounds
    ]
    if grounds - set(palette.GROUNDS):
        items.append(("ground", "other", Message("other")))
    items += [("line", style, words) for style, words in LINES.items() if style in drawn]
    items += [("sign", style, words) for style, words in SIGNS.items() if style in signs]
    items += [("arrow", style, words) for style, words in arrows.WORDS.items() if style in moved]
    items += overlays.entries(layers)
    km, bar = _bar(ground, view, s)
    return Key(
        items=tuple((what, style, word(words)) for what, style, words in items),
        note=clean(word(ground.note), 300) if ground.note else "",
        credit=clean(ground.attribution, 300),
        km=km,
        bar=bar,
        size=size,
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


def _swatch(what: str, style: str, size: float) -> str:
    match what:
        case "ground":
            return _ground(style, size)
        case "line":
            return (
                f'<g class="key line {style}" fill="none" stroke-linejoin="round" stroke-linecap="round">'
                f"{lines.sample(style, size)}</g>"
            )
        case "layer":
            return overlays.swatch(style)
        case "arrow":
            return arrows.swatch(style)
        case _:
            scale = {"landing-box": 0.36, "houses": 0.48}.get(style, 0.8)
            name = "town0" if style == "houses" else f"s-{style}"
            return f'<use href="#{name}" transform="translate(12 8.5) scale({scale:g})"/>'


def _ground(name: str, size: float) -> str:
    fill = palette.SAND if name == "beach" else palette.TERRAIN.get(name, palette.UNKNOWN)
    shape = '<rect width="24" height="17" rx="2.5" '
    known = "unknown" if name == "other" else palette.TEXTURES.get(name, name)
    flat = name == "town" or (size < TEXTURED and known != "unknown")
    texture = "" if flat else f'{shape}fill="url(#t-{known})"/>'
    town = '<use href="#town0" transform="translate(12 8.5) scale(.48)"/>' if name == "town" else ""
    rim = f'{shape}fill="none" stroke="#6e6145" stroke-width=".9"/>'
    style = "unknown" if name == "other" else name
    return f'<g class="key tint {style}">{shape}fill="{fill}"/>{texture}{town}{rim}</g>'
