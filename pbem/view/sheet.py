"""The paper around the map: title, panel, border, key and attribution."""

from __future__ import annotations

from textwrap import wrap

from attrs import frozen

from pbem.view import palette
from pbem.view.frame import View
from pbem.view.ground import Plan
from pbem.view.markup import clean, num, xml

_STYLE_NAMES = ("clear", "bocage", "woods", "marsh", "town", "city", "beach", "sea")


@frozen(kw_only=True)
class Page:
    """The sheet of paper: where the map lies on it, and what is printed around. Lengths in pixels."""

    view: View
    title: str
    heading: str
    panel: tuple[str, ...]
    trays: float = 0.0

    @property
    def s(self) -> float:
        """How much larger the lettering is than on a small picture, so that a large map still has a title."""
        return min(2.6, max(1.0, self.view.width / 1300))

    @property
    def map_width(self) -> float:
        """The width of the map's window."""
        return self.view.width

    @property
    def map_left(self) -> float:
        """The left edge of the map's window."""
        return 22 * self.s

    @property
    def map_top(self) -> float:
        """The upper edge of the map's window."""
        return (58 if self.title or self.heading else 22) * self.s

    @property
    def trays_top(self) -> float:
        """Where the trays below the map begin."""
        return self.map_top + self.view.height + 14 * self.s

    @property
    def _panel_width(self) -> float:
        return 250 * self.s if self.panel else 0.0

    @property
    def width(self) -> float:
        """The width of the sheet."""
        return self.map_left * 2 + self.view.width + (self._panel_width + 16 * self.s if self.panel else 0)

    @property
    def height(self) -> float:
        """The height of the sheet: the map with all around it, and at least the whole panel."""
        below = self.trays_top + self.trays + 44 * self.s
        return max(below, self.map_top + self._panel_height + 20 * self.s)

    @property
    def _lines(self) -> list[tuple[str, bool]]:
        """The panel's lines, wrapped; true for the first of each."""
        found: list[tuple[str, bool]] = []
        for line in self.panel:
            pieces = wrap(clean(line, 600), 38) or [""]
            found.extend((piece, i == 0) for i, piece in enumerate(pieces))
        return found

    @property
    def _panel_height(self) -> float:
        return (len(self._lines) * 16 + 28) * self.s if self.panel else 0.0

    def opening(self) -> str:
        """The start tag with the size, and the picture's name for screen readers."""
        words = " - ".join(w for w in (self.title, self.heading) if w) or "Map"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img" '
            f'font-stretch="condensed"><title>{xml(words)}</title>'
        )

    def window_clip(self) -> str:
        """The clip path that keeps the map inside its window."""
        return f'<clipPath id="window"><rect {self._window()}/></clipPath>'

    def _window(self) -> str:
        return (
            f'x="{num(self.map_left)}" y="{num(self.map_top)}" width="{num(self.view.width)}" '
            f'height="{num(self.view.height)}"'
        )

    def backdrop(self, serif: str, sans: str) -> str:
        """Paper, title, heading and panel."""
        s = self.s
        parts = [
            f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="{palette.PAPER}"/>',
            f'<rect {self._window()} fill="#ece5d0"/>',
        ]
        y = self.map_top - 18 * s
        if self.title:
            parts.append(
                f'<text x="{num(self.map_left)}" y="{num(y)}" font-family="{serif}" font-size="{num(25 * s)}" '
                f'font-weight="bold" letter-spacing="{num(0.6 * s)}" fill="{palette.INK}">{xml(self.title)}</text>'
            )
        if self.heading:
            x, anchor = (self.width - self.map_left, "end") if self.title else (self.map_left, "start")
            parts.append(
                f'<text x="{num(x)}" y="{num(y)}" font-family="{serif}" font-size="{num(16 * s)}" '
                f'font-style="italic" text-anchor="{anchor}" fill="#5a5443">{xml(self.heading)}</text>'
            )
        if self.panel:
            parts.append(self._panel(sans))
        return "".join(parts)

    def _panel(self, sans: str) -> str:
        s = self.s
        x = self.map_left + self.view.width + 16 * s
        parts = [
            f'<rect x="{num(x)}" y="{num(self.map_top)}" width="{num(self._panel_width)}" '
            f'height="{num(self._panel_height)}" rx="{num(5 * s)}" fill="{palette.PANEL}" stroke="#b9ae8c" '
            f'stroke-width="{num(s)}"/><g font-family="{sans}" font-size="{num(11.5 * s)}" fill="{palette.INK}">'
        ]
        for row, (line, first) in enumerate(self._lines):
            lead = 0 if first else 9
            parts.append(
                f'<text x="{num(x + (12 + lead) * s)}" y="{num(self.map_top + (24 + row * 16) * s)}">{xml(line)}</text>'
            )
        return "".join(parts) + "</g>"

    def border(self) -> str:
        """The double rule around the map."""
        s = self.s
        outer = (
            f'x="{num(self.map_left - 4 * s)}" y="{num(self.map_top - 4 * s)}" '
            f'width="{num(self.view.width + 8 * s)}" height="{num(self.view.height + 8 * s)}"'
        )
        return (
            f'<rect {self._window()} fill="none" stroke="{palette.INK}" stroke-width="{num(s)}"/>'
            f'<rect {outer} fill="none" stroke="{palette.INK}" stroke-width="{num(2 * s)}"/>'
        )

    def legend(self, layout: Plan, sans: str, attribution: str) -> str:
        """The key of the ground that shows in the window, and who is to be credited for it."""
        s = self.s
        y = self.trays_top + self.trays + 6 * s
        shown = {c.terrain for c in layout.cells}
        styles = [n for n in _STYLE_NAMES if n in shown] + (["other"] if shown - set(_STYLE_NAMES) else [])
        parts = [f'<g font-family="{sans}" font-size="{num(10 * s)}" fill="{palette.INK}">']
        x = self.map_left
        for name in styles:
            parts.append(f'<g transform="translate({num(x)} {num(y)}) scale({num(s)})">{_swatch(name)}</g>')
            parts.append(f'<text x="{num(x + 30 * s)}" y="{num(y + 12.5 * s)}">{name}</text>')
            x += (42 + 6.2 * len(name)) * s
        credit = clean(attribution, 300)
        if credit:
            right = self.map_left + self.map_width
            fits = len(credit) * 4.6 * s < right - x
            size, line = (8.6, y + 12.5 * s) if fits else (7.4, y + 29 * s)
            room = self.map_width / (0.54 * len(credit))
            parts.append(
                f'<text x="{num(right)}" y="{num(line)}" text-anchor="end" '
                f'font-size="{num(min(size * s, room))}" fill="{palette.FAINT}">{xml(credit)}</text>'
            )
        return "".join(parts) + "</g>"


def _swatch(name: str) -> str:
    fill = palette.TERRAIN.get(name, palette.UNKNOWN)
    shape = '<rect width="24" height="17" rx="2.5" '
    if name == "beach":
        fill = palette.SAND
    texture = "" if name == "town" else f'{shape}fill="url(#t-{"unknown" if name == "other" else name})"/>'
    town = '<use href="#town0" transform="translate(12 8.5) scale(.48)"/>' if name == "town" else ""
    return f'{shape}fill="{fill}"/>{texture}{town}{shape}fill="none" stroke="#6e6145" stroke-width=".9"/>'
