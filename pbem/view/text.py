"""A scene for a terminal: a letter for the ground, a side's letter and a count for a stack, the stacks in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from textwrap import wrap

from attrs import frozen

from pbem.port.scene import Cell, Counter, Layer, Pile, Scene
from pbem.view.map.frame import Box
from pbem.view.markup import clean

LETTERS: dict[str, str] = {
    "clear": ".",
    "bocage": "b",
    "woods": "w",
    "heavy-woods": "W",
    "marsh": "m",
    "town": "t",
    "city": "c",
    "sea": "~",
    "beach": ":",
}
"""The letter of each terrain style; a style not named here is ``?``."""

_PITCHES = (4, 2, 1)


def draw_text(scene: Scene, *, width: int = 80, frame: Box | None = None, warning: str = "") -> str:
    """The map or the part ``frame`` (map units) in lines of at most ``width`` (20 or more) characters.

    A hex takes four, two or one character, the most that fits; a map wider still is cut into bands from west to east.
    Areas of irregular shape are listed instead of drawn. ``warning`` stands over all of it. Names pass through
    :func:`~pbem.view.markup.clean`, so that no escape sequence of a stranger's file reaches the terminal.
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
    for band in _bands(cells, width):
        lines.extend(band.lines(tops))
        lines.append("")
    shown = {c.name for c in cells}
    lines.extend(_key(cells, letters, width))
    for layer in scene.layers:
        lines.extend(_layer(layer, shown, width))
    known = {c.name: c for c in scene.ground.cells}
    piles = [
        p for p in scene.piles if p.counters and (p.cell in shown or p.cell not in known or p.at is not None)
    ]
    if piles:
        lines.append("")
    for pile in piles:
        lines.extend(_stack(pile, known.get(pile.cell), width))
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _layer(layer: Layer, shown: frozenset[str] | set[str], width: int) -> list[str]:
    """A layer in words: its cells by how it lies on them; of lines, who is cut off."""
    found: list[str] = []
    heads = {"full": layer.title, "shared": f"{layer.title}, shared with the enemy's"}
    for strength in ("full", "shared"):
        names = [tint.cell for tint in layer.tints if tint.strength == strength and tint.cell in shown]
        if names:
            found.extend(wrap(f"{heads[strength]}: {' '.join(clean(name, 12) for name in names)}", width))
    cut = [tint for tint in layer.tints if tint.strength == "cut" and tint.cell in shown]
    for tint in cut:
        found.extend(wrap(f"{clean(tint.cell, 12)}: {clean(tint.why, 300)}", width))
    if layer.strokes and not cut:
        found.extend(wrap(f"{layer.title}: nobody is cut off", width))
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

    def lines(self, tops: Mapping[str, str]) -> list[str]:
        """The band as text; ``tops`` are the marks of stacks by cell."""
        found: list[str] = []
        for label, cells in self.rows:
            line = label.ljust(self.margin)
            for column, cell in cells:
                line = line.ljust(self.margin + column) + self._hex(cell, tops)
            found.append(line)
        return found

    def _hex(self, cell: Cell, tops: Mapping[str, str]) -> str:
        ground = LETTERS.get(_style(cell), "?")
        top = tops.get(cell.name, "")
        if self.pitch == 1:
            return top[:1] or ground
        if self.pitch == 2:
            return top or ground
        return top + ground if top else f" {ground}"


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


def _style(cell: Cell) -> str:
    """What a hex is called by one letter: a beach before the ground behind it."""
    return cell.shore if cell.shore in LETTERS else cell.terrain


def _wide(cell: Cell) -> float:
    xs = [x for x, _ in cell.outline] or [0.0, 1.0]
    return max(xs) - min(xs) or 1.0


def _key(cells: Sequence[Cell], letters: Mapping[str, str], width: int) -> list[str]:
    styles = sorted(
        {_style(c) for c in cells},
        key=lambda s: (s not in LETTERS, list(LETTERS).index(s) if s in LETTERS else 0, s),
    )
    words = [f"{LETTERS.get(s, '?')} {clean(s, 20)}" for s in styles]
    words += [f"{letter} or {letter}3 {clean(side, 20)} (3 counters)" for side, letter in letters.items()]
    return wrap("Key: " + ", ".join(words), width, subsequent_indent="     ")


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
