"""A form of hexes as a map to be painted: every hex of the game, what is typed of it, and the brushes that there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.games.forms import Cell, Form
from pbem.games.forms.form import Codec, column_of
from pbem.home.owner import copies
from pbem.home.owner.copies import Copy
from pbem.home.owner.pictures import ours
from pbem.port.scene import Ground
from pbem.view.map import palette
from pbem.view.markup import clean

_PIXELS = 24
"""Pixels of one unit of a map at its usual size."""
_HEX = 6
_MANY = 40
_PAIRS = ("sides", "steps")
_PAIR = re.compile("[/-]")
_LISTED = (Codec.ELEMENT, Codec.STEP)


@frozen(kw_only=True)
class Brush:
    """What is laid on a hex: a word in its cell, or the hex into a list of hexes (``table``)."""

    text: str
    table: str = ""


def paintable(form: Form) -> bool:
    """Whether a form can be painted: hexes with one of a few words each, or lists of hexes, of sides, of steps of roads."""
    return form.shape in ("hexes", *_PAIRS) and bool(_brushes(form))


def painted(copy: Copy, form: Form) -> Json:
    """The map of a form: ``hexes`` with their middles in pixels, ``cells`` by hex: address, brush (-1: none), state.

    ``open`` is the table to which a word for one more hex can be added.
    In a form of ``pairs`` (sides, steps) the cells are by pair, two hexes with ``sep`` between them, the lower first.
    """
    ground, brushes = ours.ground(copy.game), _brushes(form)
    places = {cell.name for cell in ground.cells}
    cells: dict[str, list[Json]] = {}
    for cell in form.cells:
        if places.issuperset(_PAIR.split(cell.row)) and _is_painted(cell):
            cells.setdefault(cell.row, []).append([cell.address, _brush(cell, brushes), cell.state.value])
    return {
        "width": round(ground.width * _PIXELS),
        "height": round(ground.height * _PIXELS),
        "outline": _outline(ground),
        "hexes": [
            [cell.name, round(cell.centre[0] * _PIXELS), round(cell.centre[1] * _PIXELS)]
            for cell in ground.cells
            if len(cell.outline) == _HEX
        ],
        "brushes": [
            [clean(each.text, 60), each.table, _meant(each, form, ground), _colour(each, form, ground, n)]
            for n, each in enumerate(brushes)
        ],
        "cells": dict[str, Json](cells),
        "open": next((table for table, words in copies.addable(copy.game, form.id).items() if words), ""),
        "pairs": form.shape if form.shape in _PAIRS else "",
        "sep": next((found[0] for cell in form.cells if (found := _PAIR.search(cell.row))), ""),
    }


def _is_painted(cell: Cell) -> bool:
    return cell.codec in _LISTED or (bool(cell.kind.words) and not cell.tail)


def _brushes(form: Form) -> Sequence[Brush]:
    """The words of the cells, then the lists."""
    found: dict[Brush, None] = {}
    for cell in form.cells:
        if cell.codec in _LISTED and bool(_PAIR.search(cell.row)) is (form.shape in _PAIRS):
            found.setdefault(Brush(text=column_of(cell.table[2:]) or "yes", table=column_of(cell.table)))
        elif cell.codec in (Codec.VALUE, Codec.LETTER) and not cell.tail and form.shape not in _PAIRS:
            found.update(dict.fromkeys(Brush(text=word) for word in cell.kind.words))
    return tuple(found) if len(found) <= _MANY else ()


def _brush(cell: Cell, brushes: Sequence[Brush]) -> int:
    """Which brush a cell shows."""
    if cell.codec in _LISTED:
        wanted = column_of(cell.table)
        return next((n for n, each in enumerate(brushes) if each.table == wanted), -1) if cell.value else -1
    return next((n for n, each in enumerate(brushes) if not each.table and each.text == cell.text), -1)


def _meant(brush: Brush, form: Form, ground: Ground) -> str:
    """What a letter stands for, as the map has it; "" for a word, which says so itself."""
    if len(brush.text) > 1 or brush.table:
        return ""
    style = _style(brush, form, ground)
    return palette.GROUNDS.get(style, clean(style, 40))


def _style(brush: Brush, form: Form, ground: Ground) -> str:
    """The terrain of most hexes that have the word of a brush."""
    terrain = {cell.name: cell.terrain for cell in ground.cells}
    found = Counter(terrain.get(cell.row, "") for cell in form.cells if cell.ours == brush.text)
    return max(found, key=lambda each: (found[each], each), default="")


def _colour(brush: Brush, form: Form, ground: Ground, n: int) -> str:
    """The colour that the map has for what a brush lays; "" where it has none. Of two rivers one is darker."""
    if not brush.table:
        return palette.PAINT.get(_style(brush, form, ground), "")
    if form.shape not in _PAIRS:
        return ""
    words = set(re.split("[._]", brush.table))
    if words & {"river", "rivers", "stream", "forbidden"}:
        return (palette.RIVER_EDGE, palette.RIVER)[n % 2]
    return next((colour for word, colour in palette.INKS.items() if word in words), "")


def _outline(ground: Ground) -> str:
    """The outline of a hex about its middle."""
    cell = next(each for each in ground.cells if len(each.outline) == _HEX)
    points = (
        (round((x - cell.centre[0]) * _PIXELS, 1), round((y - cell.centre[1]) * _PIXELS, 1))
        for x, y in cell.outline
    )
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "z"
