"""The paper around the map: title, panel, border, key and attribution."""

from __future__ import annotations

from textwrap import wrap

from pbem.bytes.records import frozen
from pbem.view.map import palette
from pbem.view.map.detail import letters
from pbem.view.map.frame import View
from pbem.view.map.key import Key
from pbem.view.markup import clean, num, xml

_LETTER, _ROW = 8.4, 20
"""Of a warning, before it is enlarged: how wide a letter may be, and the distance of its lines."""


_SMALLEST_LETTER = 8.4
"""Of the lettering around the map, before it is enlarged."""


def enlargement(view: View, size: float = 1.0) -> float:
    """How much larger the lettering around a map is than around a small one, so that a large map still has a title and
    all of it can be read at the size it is shown at."""
    usual = min(2.6, max(1.0, view.width / 1300))
    return max(usual / max(1.0, size * 0.8), letters(size) / _SMALLEST_LETTER)


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
    size: float = 1.0

    @property
    def s(self) -> float:
        """The enlargement of the lettering around the map."""
        return enlargement(self.view, self.size)

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

    def _head_letters(self) -> tuple[float, float]:
        """How large title and heading are so that they stand side by side; where both are long the title gives way."""
        fit = min(1.0, self.view.width / (self._head_width or 1.0))
        least = letters(self.size) + 0.05
        small = max(16 * self.s * fit, least)
        left = self.view.width - 20 * self.s - len(self.heading) * small * 0.54
        return max(min(25 * self.s * fit, left / (0.7 * max(len(self.title), 1))), least), small

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
        # A map of a few hexes has no column of text three times as high as itself beside it.
        most = max(18, int((self.view.height / self.s - 28) / 16))
        return found if len(found) <= most else [*found[: most - 1], ("\u2026", True)]

    @property
    def _panel_height(self) -> float:
        return (len(self._lines) * 16 + 28) * self.s if self.panel else 0.0

    def opening(self) -> str:
        """The start tag with the size, and the picture's name for screen readers."""
        words = " - ".join(w for w in (self.warning, self.title, self.heading) if w) or "Map"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width * self.size:.0f}" '
            f'height="{self.height * self.size:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img" '
            f'font-stretch="condensed"><title>{xml(words, 1200)}</title>'
        )

    def ground(self) -> str:
        """What lies under the map."""
        return f'<rect {self._window()} fill="#ece5d0"/>'

    def _window(self) -> str:
        return (
            f'x="{num(self.map_left)}" y="{num(self.map_top)}" width="{num(self.view.width)}" '
            f'height="{num(self.view.height)}"'
        )

    def backdrop(self, serif: str, sans: str) -> str:
        """Title, heading and panel on paper that covers what of the map reaches beyond its window.

        A frame of paper does what a clip would do, and a clip costs a renderer a picture as large as the map.
        """
        s = self.s
        v, left, top = self.view, self.map_left, self.map_top
        parts = [
            f'<path d="M-90-90H{self.width + 90:.0f}V{self.height + 90:.0f}H-90zM{num(left)} {num(top)}v{num(v.height)}'
            f'h{num(v.width)}v{num(-v.height)}z" fill="{palette.PAPER}"/>'
        ]
        if self.warning:
            parts.append(self._warning(sans))
        y = self.map_top - 18 * s
        big, small = self._head_letters()
        if self.title:
            parts.append(
                f'<text x="{num(self.map_left)}" y="{num(y)}" font-family="{serif}" font-size="{num(big)}" '
                f'font-weight="bold" letter-spacing="{num(0.6 * s)}" fill="{palette.INK}">{xml(self.title)}</text>'
            )
        if self.heading:
            x, anchor = (self.width - self.map_left, "end") if self.title else (self.map_left, "start")
            parts.append(
                f'<text x="{num(x)}" y="{num(y)}" font-family="{serif}" font-size="{num(small)}" '
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
