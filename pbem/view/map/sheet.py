"""The paper around the map: title, panel, border, key and attribution."""

from __future__ import annotations

from textwrap import wrap

from attrs import frozen

from pbem.view.map import palette
from pbem.view.map.frame import View
from pbem.view.map.key import Key
from pbem.view.markup import clean, num, xml

_LETTER, _ROW = 8.4, 20
"""Of a warning, before it is enlarged: how wide a letter may be, and the distance of its lines."""


def enlargement(view: View) -> float:
    """How much larger the lettering around a map is than around a small one, so that a large map still has a title."""
    return min(2.6, max(1.0, view.width / 1300))


@frozen(kw_only=True)
class Page:
    """The sheet of paper: where the map lies on it, and what is printed around. Lengths in pixels."""

    view: View
    title: str
    heading: str
    panel: tuple[str, ...]
    key: Key
    trays: float = 0.0
    warning: str = ""

    @property
    def s(self) -> float:
        """The enlargement of the lettering around the map."""
        return enlargement(self.view)

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
        return (58 if self.title or self.heading else 22) * self.s + self._warning_height

    @property
    def _warned(self) -> list[str]:
        """The lines of the warning over the whole sheet."""
        letters = int((self.width - 2 * self.map_left) / (_LETTER * self.s))
        return wrap(self.warning, max(16, letters))

    @property
    def _warning_height(self) -> float:
        return (len(self._warned) * _ROW + 18) * self.s if self.warning else 0.0

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
        below = self.trays_top + self.trays + (14 + self.key.height(self._key_width)) * self.s
        return max(below, self.map_top + self._panel_height + 20 * self.s)

    @property
    def _head_width(self) -> float:
        """Roughly how much room title and heading take side by side."""
        return (len(self.title) * 17.5 + len(self.heading) * 8.6 + 20) * self.s

    @property
    def _key_width(self) -> float:
        return self.view.width / self.s

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
        words = " - ".join(w for w in (self.warning, self.title, self.heading) if w) or "Map"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{self.height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img" '
            f'font-stretch="condensed"><title>{xml(words, 1200)}</title>'
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
        if self.warning:
            parts.append(self._warning(sans))
        y = self.map_top - 18 * s
        fit = min(1.0, self.view.width / (self._head_width or 1.0))
        if self.title:
            parts.append(
                f'<text x="{num(self.map_left)}" y="{num(y)}" font-family="{serif}" font-size="{num(25 * s * fit)}" '
                f'font-weight="bold" letter-spacing="{num(0.6 * s)}" fill="{palette.INK}">{xml(self.title)}</text>'
            )
        if self.heading:
            x, anchor = (self.width - self.map_left, "end") if self.title else (self.map_left, "start")
            parts.append(
                f'<text x="{num(x)}" y="{num(y)}" font-family="{serif}" font-size="{num(16 * s * fit)}" '
                f'font-style="italic" text-anchor="{anchor}" fill="#5a5443">{xml(self.heading)}</text>'
            )
        if self.panel:
            parts.append(self._panel(sans))
        return "".join(parts)

    def _warning(self, sans: str) -> str:
        s = self.s
        rows = (
            f'<text x="{num(self.map_left)}" y="{num((24 + row * _ROW) * s)}">{xml(line, 1200)}</text>'
            for row, line in enumerate(self._warned)
        )
        return (
            f'<g class="warning"><rect width="{self.width:.0f}" height="{num(self._warning_height)}" '
            f'fill="{palette.WARNING}"/><g font-family="{sans}" font-size="{num(15 * s)}" font-weight="bold" '
            f'fill="#fff">{"".join(rows)}</g></g>'
        )

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

    def legend(self, sans: str) -> str:
        """The key below the map."""
        top = self.trays_top + self.trays + 6 * self.s
        return self.key.draw(self.map_left, top, self._key_width, s=self.s, sans=sans)
