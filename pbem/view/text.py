"""A scene for a terminal: a letter for the ground, a side's letter and a count for a stack, the stacks in words.

Rivers are strokes between the hexes, and under the map stand the numbers of its columns. With ``colour`` the
terminal paints sides and ground; the letters say the same without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from textwrap import wrap
from typing import TypeAlias

from pbem.bytes.records import frozen
from pbem.port.messages import Message, Series, spelled
from pbem.port.scene import Cell, Counter, Layer, Pile, Point, Scene
from pbem.view.map.frame import Box
from pbem.view.markup import clean

LETTERS: dict[str, str] = {
    "clear": ".",
    "bocage": "b",
    "farmland": "f",
    "woods": "w",
    str(Message("heavy-woods")): "W",
    "marsh": "m",
    "town": "t",
    "city": "c",
    "sea": "~",
    "beach": ":",
}
"""The letter of each terrain style; a style not named here is ``?``."""

_PITCHES = (4, 2, 1)
_WATERS = frozenset({"major-river", "minor-river", "river", "canal", "stream"})
_SIGNS = {(True, True): "^", (True, False): "/", (False, True): "\\"}
"""A river between two rows: along the upper left side of the hex below, along its upper right side."""
_RULED = 5
"""So many rows and columns make a ruler worth its line."""
_GROUNDS = {
    "sea": "34",
    "woods": "32",
    "heavy-woods": "32",
    "bocage": "32",
    "farmland": "33",
    "marsh": "36",
    "town": "35",
    "city": "35",
    "beach": "33",
}
_SIDES = ("1;31", "1;36", "1;33", "1;32", "1;35")
"""Colours of a terminal (SGR codes): of the ground by its style, and of the sides in the order of their letters."""
_WATER = "1;34"


def draw_text(
    scene: Scene,
    *,
    width: int = 80,
    frame: Box | None = None,
    warning: str = "",
    colour: bool = False,
    word: Callable[[str], str] = str,
) -> str:
    """The map or the part ``frame`` (map units) in lines of at most ``width`` (20 or more) characters.

    A hex takes four, two or one character, the most that fits; a map wider still is cut into bands from west to east.
    Areas of irregular shape are listed instead of drawn. ``warning`` stands over all of it. Names pass through
    :func:`~pbem.view.markup.clean`, so that no escape sequence of a stranger's file reaches the terminal. ``word`` puts the
    words of the key into another language.
    """
    width = max(20, width)
    cells = [c for c in scene.ground.cells if frame is None or _inside(c, frame)]
    letters = side_letters(c.side for p in scene.piles for c in p.counters)
    lines: list[str] = [*wrap(clean(warning, 1000), width), ""] if warning else []
    for text in (scene.heading, *scene.panel):
        lead = "  " if text.startswith(" ") else ""
        lines.extend(wrap(clean(text, 600).lstrip(), width, initial_indent=lead, subsequent_indent=lead))
    if lines:
        lines.append("")
    tops = {p.cell: _mark(p, letters) for p in scene.piles if p.counters and p.at is None}
    sides = dict(zip(letters.values(), _SIDES, strict=False)) if colour else {}
    pen = _Pen(tops=tops, waters=_waters(scene), sides=sides, colour=colour)
    for band in _bands(cells, width):
        lines.extend(band.lines(pen))
        lines.extend(band.ruler())
        lines.append("")
    shown = {c.name for c in cells}
    if any(cell.joins for cell in cells):
        lines.extend(_areas(cells, width, word, part=frame is not None))
    lines.extend(_key(cells, letters, width, word, rivers=bool(pen.waters and _rows(cells))))
    for layer in scene.layers:
        lines.extend(_layer(layer, shown, width, word))
    known = {c.name: c for c in scene.ground.cells}
    piles = [
        p for p in scene.piles if p.counters and (p.cell in shown or p.cell not in known or p.at is not None)
    ]
    if piles:
        lines.append("")
    for pile in piles:
        lines.extend(_stack(pile, known.get(pile.cell), width))
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _layer(
    layer: Layer, shown: frozenset[str] | set[str], width: int, word: Callable[[str], str]
) -> list[str]:
    """A layer in words: its cells by how it lies on them; of lines, who is cut off."""
    found: list[str] = []
    heads = {
        "full": layer.title,
        "shared": word(Message("{title}, shared with the enemy's", title=layer.title)),
    }
    for strength in ("full", "shared"):
        names = [tint.cell for tint in layer.tints if tint.strength == strength and tint.cell in shown]
        if names:
            found.extend(wrap(f"{heads[strength]}: {' '.join(clean(name, 12) for name in names)}", width))
    cut = [tint for tint in layer.tints if tint.strength == "cut" and tint.cell in shown]
    for tint in cut:
        found.extend(wrap(f"{clean(tint.cell, 12)}: {clean(tint.why, 300)}", width))
    if layer.strokes and not cut:
        found.extend(wrap(word(Message("{title}: nobody is cut off", title=layer.title)), width))
    return found


def side_letters(sides: Iterable[str]) -> dict[str, str]:
    """A capital letter (or a digit, where letters run out) for each side: its first letter not taken yet."""
    found: dict[str, str] = {}
    for name in sorted(set(sides)):
        wanted = [s for s in clean(name).upper() if s.isascii() and s.isalpha()]
        found[name] = next(s for s in [*wanted, *"0123456789#"] if s not in found.values() or s == "#")
    return found


def _inside(cell: Cell, frame: Box) -> bool:
    return frame[0] <= cell.centre[0] <= frame[2] and frame[1] <= cell.centre[1] <= frame[3]


def _mark(pile: Pile, letters: Mapping[str, str]) -> str:
    count = len(pile.counters)
    return letters[pile.counters[0].side] + (str(count) if count < 10 else "+")


@frozen(kw_only=True)
class _Band:
    """Rows of hexes that fit the width: each row's label and its cells by their character column."""

    rows: tuple[tuple[str, tuple[tuple[int, Cell], ...]], ...]
    pitch: int
    margin: int

    def lines(self, pen: _Pen) -> list[str]:
        """The band as text."""
        found: list[str] = []
        for n, (label, cells) in enumerate(self.rows):
            below = dict(self.rows[n + 1][1]) if n + 1 < len(self.rows) else {}
            line, at = label.ljust(self.margin), self.margin
            for place, (column, cell) in enumerate(cells):
                line += " " * (self.margin + column - at)
                mark = self._hex(cell, pen.tops)
                line += pen.painted(mark, cell)
                at = self.margin + column + len(mark)
                right = cells[place + 1] if place + 1 < len(cells) else None
                if self.pitch == 4 and right is not None and right[0] == column + 4:
                    line += " " * (self.margin + column + 3 - at)
                    line += pen.river(cell, right[1], below.get(column + 2))
                    at = self.margin + column + 4
            found.append(line)
        return found

    def ruler(self) -> list[str]:
        """What the numbers of the hexes above each column have in common, a line for each of the two shifts of the rows.

        Nothing where the rows do not agree, or the map is small.
        """
        if len(self.rows) < _RULED or max(len(cells) for _, cells in self.rows) < _RULED:
            return []
        ends = self._columns(2) or self._columns(4)
        found = []
        for shift in sorted({column % max(2, self.pitch) for column in ends}):
            line = ""
            for column in sorted(c for c in ends if c % max(2, self.pitch) == shift):
                at = self.margin + column
                if len(line) < at or not line:
                    line = line.ljust(at) + ends[column]
            found.append(line)
        return found

    def _columns(self, back: int) -> dict[int, str]:
        """Two digits of the names in each column, so far from their end; nothing where rows differ, or for no digits."""
        found: dict[int, str] = {}
        for _, cells in self.rows:
            for column, cell in cells:
                digits = cell.name[-back:][:2]
                if not digits.isdecimal() or found.setdefault(column, digits) != digits:
                    return {}
        return found

    def _hex(self, cell: Cell, tops: Mapping[str, str]) -> str:
        ground = LETTERS.get(_style(cell), "?")
        top = tops.get(cell.name, "")
        if self.pitch == 1:
            return top[:1] or ground
        if self.pitch == 2:
            return top or ground
        return top + ground if top else f" {ground}"


_Edge: TypeAlias = tuple[int, int]
"""The middle of a side of a hex, in hundredths of map units."""


@frozen(kw_only=True)
class _Pen:
    """What is drawn besides the ground: the marks of stacks by cell, rivers by hexside, and colours by side letter."""

    tops: Mapping[str, str]
    waters: frozenset[_Edge]
    sides: Mapping[str, str]
    colour: bool

    def painted(self, mark: str, cell: Cell) -> str:
        """A hex in its colours, when there are any."""
        if not self.colour:
            return mark
        top = self.tops.get(cell.name, "")
        code = self.sides.get(top[:1], "") if top else _GROUNDS.get(_style(cell), "")
        return f"\x1b[{code}m{mark}\x1b[0m" if code else mark

    def river(self, left: Cell, right: Cell, under: Cell | None) -> str:
        """The sign between two hexes of a row: a river between them, or along the hex below."""
        if _between(left, right) in self.waters:
            sign = "|"
        elif under is not None:
            sides = (_between(left, under) in self.waters, _between(right, under) in self.waters)
            sign = _SIGNS.get(sides, " ")
        else:
            sign = " "
        return f"\x1b[{_WATER}m{sign}\x1b[0m" if self.colour and sign != " " else sign


def _between(one: Cell, two: Cell) -> _Edge:
    return _edge(one.centre, two.centre)


def _edge(one: Point, two: Point) -> _Edge:
    return round((one[0] + two[0]) * 50), round((one[1] + two[1]) * 50)


def _waters(scene: Scene) -> frozenset[_Edge]:
    """The sides of hexes along which a river runs."""
    return frozenset(
        _edge(one, two)
        for stroke in scene.ground.strokes
        if stroke.style in _WATERS
        for one, two in pairwise(stroke.points)
    )


def _bands(cells: Sequence[Cell], width: int) -> list[_Band]:
    rows = _rows(cells)
    if not rows:
        return []
    unit = median(_wide(c) for c in cells)
    margin = min(10, max(len(clean(row[0].name, 9)) for row in rows) + 1)
    left = min(c.centre[0] for c in cells)
    right = max(c.centre[0] for c in cells)
    across = (right - left) / unit + 1
    pitch = next((p for p in _PITCHES if across * p <= width - margin), 1)
    room = max(1, (width - margin) // pitch)
    bands: list[_Band] = []
    start = left
    while start <= right + unit * 0.01:
        end = start + (room - 0.5) * unit
        chosen = []
        for row in rows:
            part = [c for c in row if start - unit * 0.01 <= c.centre[0] < end - unit * 0.01]
            if part:
                placed = tuple((round((c.centre[0] - start) / unit * pitch), c) for c in part)
                chosen.append((clean(part[0].name, 9), placed))
        if chosen:
            bands.append(_Band(rows=tuple(chosen), pitch=pitch, margin=margin))
        start = end
    return bands


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Cells in rows from top to bottom; nothing when they do not lie in rows (areas of irregular shape)."""
    heights: dict[int, list[Cell]] = {}
    if not cells:
        return []
    unit = median(_wide(c) for c in cells) or 1.0
    for cell in cells:
        heights.setdefault(round(cell.centre[1] / unit * 20), []).append(cell)
    if len(cells) > 6 and len(heights) * 2 > len(cells):
        return []
    return [sorted(row, key=lambda c: c.centre[0]) for _, row in sorted(heights.items())]


def _areas(cells: Sequence[Cell], width: int, word: Callable[[str], str], *, part: bool) -> list[str]:
    """Areas of irregular shape, each with those that it joins; of a ``part`` of the map with their titles, a line each."""
    found = []
    for cell in cells:
        name = " ".join(filter(None, (clean(cell.name, 12), clean(cell.title, 40) if part else "")))
        found.append(f"{name}: {', '.join(clean(each, 12) for each in cell.joins)}")
    lead = word(Message("Each area, and those that it joins:"))
    if part:
        return [lead, *(f"  {line}" for each in found for line in wrap(each, width - 2)), ""]
    return [*wrap(f"{lead} {'; '.join(found)}.", width, subsequent_indent="  "), ""]


def _style(cell: Cell) -> str:
    """What a hex is called by one letter: a beach before the ground behind it."""
    return cell.shore if cell.shore in LETTERS else cell.terrain


def _wide(cell: Cell) -> float:
    xs = [x for x, _ in cell.outline] or [0.0, 1.0]
    return max(xs) - min(xs) or 1.0


def _key(
    cells: Sequence[Cell], letters: Mapping[str, str], width: int, word: Callable[[str], str], *, rivers: bool
) -> list[str]:
    styles = sorted(
        {_style(c) for c in cells},
        key=lambda s: (s not in LETTERS, list(LETTERS).index(s) if s in LETTERS else 0, s),
    )
    words: list[str] = [
        Message("{letter} {ground}", letter=LETTERS.get(s, "?"), ground=spelled(clean(s, 20))) for s in styles
    ]
    words += [Message("| / \\ ^ river")] if rivers else []
    words += [
        Message("{letter} or {letter}3 {side} (3 counters)", letter=letter, side=clean(side, 20))
        for side, letter in letters.items()
    ]
    return wrap(word(Message("Key: {words}", words=Series(words))), width, subsequent_indent="     ")


def _stack(pile: Pile, cell: Cell | None, width: int) -> list[str]:
    where = clean(pile.label or pile.cell, 40)
    if cell is not None and cell.title and not pile.label:
        where += f" {clean(cell.title, 40)}"
    units = "; ".join(_unit(c) for c in pile.counters)
    return wrap(f"{where}: {units}", width, subsequent_indent="    ")


def _unit(counter: Counter) -> str:
    words = [clean(counter.name, 60), clean(counter.values, 14)]
    if counter.steps < counter.full_steps:
        words.append(f"({counter.steps}/{counter.full_steps})")
    if counter.marks:
        words.append("[" + " ".join(clean(m, 12) for m in counter.marks) + "]")
    return " ".join(w for w in words if w)
