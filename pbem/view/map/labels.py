"""The lettering of the map: names of places beside them, names of woods and capes where they lie, regions across all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from pbem.port.scene import Cell, Point, Spot
from pbem.view.map import palette
from pbem.view.map.detail import letters
from pbem.view.map.frame import Box, View
from pbem.view.map.ground import Plan
from pbem.view.markup import clean, num, xml

_WIDE = 0.56  # the width of a letter in shares of its size
_BREADTH = 105  # the window's width in sizes of a region's letters
_SMALLEST, _GREATEST = 17.0, 42.0
_FAR, _MIDDLE = 0.5, 0.75
"""Below the first only cities and towns are named, and seas; below the second no more than what is worth a name."""


@frozen(kw_only=True)
class _Look:
    """``grow`` is how much of a large map's enlargement the name takes; ``on`` names lie on their spot and not beside it.

    A name that is not a ``must`` is left out where there is no room.
    """

    size: float
    look: str
    grow: float = 0.0
    on: bool = False
    must: bool = True
    upper: bool = False


_ITALIC = 'font-style="italic"'
LOOKS: dict[str, _Look] = {
    "label-city": _Look(
        size=13.5,
        look=f'font-weight="bold" letter-spacing="1.1" fill="{palette.INK}"',
        grow=1.0,
        upper=True,
    ),
    "label-town": _Look(size=11.0, look=f'font-weight="bold" fill="{palette.INK}"', grow=0.8),
    "label-exit": _Look(size=10.5, look=f'font-weight="bold" {_ITALIC} fill="{palette.ROAD_EDGE}"', grow=0.6),
    "label-bay": _Look(size=10.5, look=f'{_ITALIC} fill="#1f5c88"', grow=0.6, on=True, must=False),
    "label-cape": _Look(size=9.8, look=f'{_ITALIC} fill="#2d4a58"', grow=0.4, on=True, must=False),
    "label-woods": _Look(size=9.8, look=f'{_ITALIC} fill="#2c5528"', grow=0.4, on=True, must=False),
    "label-marsh": _Look(size=9.8, look=f'{_ITALIC} fill="#22626a"', grow=0.4, on=True, must=False),
    "label-village": _Look(size=9.2, look='fill="#4a4636"'),
    "label-height": _Look(size=8.8, look=f'{_ITALIC} fill="#7a4a1e"', on=True, must=False),
    "label-fort": _Look(size=8.2, look='font-weight="bold" fill="#7a1f24"', must=False),
}
"""Names in the order in which they take their room."""
ACROSS = {
    "label-sea": f'{_ITALIC} fill="#174a66"',
    "label-region": 'font-weight="bold" fill="#353a1a" fill-opacity=".8"',
}
"""Names that run across the map under everything else, in spaced letters as large as the window asks for."""
_GREAT = frozenset({"label-city", "label-town", "label-bay"})
_SMALL = frozenset({"label-village", "label-height", "label-fort", "label-woods", "label-marsh"})
_RANKS = {"city": "label-city", "town": "label-town", "village": "label-village"}


def is_name(style: str) -> bool:
    """Whether a spot of this style is lettering and not a sign."""
    return style in LOOKS or style in ACROSS


def draw_regions(spots: Iterable[Spot], layout: Plan, at_size: float = 1.0) -> str:
    """The names of seas and regions whose middle shows in the window."""
    view = layout.view
    size = round(max(min(_GREATEST, max(_SMALLEST, view.width / _BREADTH)), letters(at_size) * 1.1), 1)
    parts: list[str] = []
    for spot in spots:
        if spot.style in ACROSS and spot.text and view.near(spot.at, 0.0):
            x, y = view.point(spot.at)
            sea = spot.style == "label-sea"
            words = clean(spot.text, 40) if sea else clean(spot.text, 40).upper()
            grown = size * (1.25 if sea else 1.0)
            parts.append(
                f'<text x="{num(x)}" y="{num(y + grown * 0.35)}" font-size="{num(grown)}" '
                f'letter-spacing="{num(grown * 0.3)}" {ACROSS[spot.style]}>{xml(words)}</text>'
            )
    return "".join(parts)


def draw_labels(spots: Iterable[Spot], layout: Plan, taken: Taken, *, size: float = 1.0) -> str:
    """Names of places, the greater first, each beside its place where it covers no greater name.

    ``taken`` are the boxes where a name would not be seen; each name adds its own. On a map that is shown small
    the names are larger, and the lesser ones are left out.
    """
    wanted: list[tuple[str, str, Point, str]] = []
    for spot in spots:
        if spot.style in _shown(size) and spot.text and layout.view.near(spot.at, 0.0):
            wanted.append((spot.style, clean(spot.text, 40), layout.view.point(spot.at), spot.title))
    said = {text for _, text, _, _ in wanted}
    wanted.extend(each for each in _ranked(layout, said) if each[0] in _shown(size))
    order = list(LOOKS)
    wanted.sort(key=lambda w: (order.index(w[0]), w[2][1], w[2][0], w[1]))
    parts: list[str] = []
    for style, text, at, title in wanted:
        look = LOOKS[style]
        letter = round(max(look.size, letters(size) * (1 + look.grow * 0.25)) + 0.04, 1)
        must = look.must and (
            size >= _MIDDLE or style == "label-city" or (style == "label-town" and size >= _FAR)
        )
        found = _free_place(_tries(at, text, letter, on=look.on), layout.view, taken, must=must)
        if found is None:
            continue
        (x, y), box = found
        taken.add(box)
        shown = text.upper() if look.upper else text
        hint = f"<title>{xml(title)}</title>" if title else ""
        parts.append(
            f'<text x="{num(x)}" y="{num(y)}" font-size="{letter:g}" {look.look}>{hint}{xml(shown)}</text>'
        )
    return (
        '<g stroke="#fbf7e6" stroke-width="3" stroke-opacity=".86" stroke-linejoin="round" paint-order="stroke">'
        + "".join(parts)
        + "</g>"
    )


def _shown(size: float) -> frozenset[str]:
    """Which names are written at a size."""
    if size < _FAR:
        return _GREAT
    return frozenset(LOOKS) - _SMALL if size < _MIDDLE else frozenset(LOOKS)


class Taken:
    """Boxes already used, in pixels, in bins so that asking stays cheap on a large map."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._bins: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def _of(self, box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // 80), int(box[2] // 80) + 1)
        rows = range(int(box[1] // 80), int(box[3] // 80) + 1)
        return [(c, r) for c in columns for r in rows]

    def add(self, box: Box) -> None:
        """Uses a box."""
        for place in self._of(box):
            self._bins.setdefault(place, []).append(box)

    def free(self, box: Box) -> bool:
        """Whether the box meets none of those used."""
        left, top, right, bottom = box
        return not any(
            left < b[2] and b[0] < right and top < b[3] and b[1] < bottom
            for place in self._of(box)
            for b in self._bins.get(place, ())
        )


def _ranked(layout: Plan, said: set[str]) -> list[tuple[str, str, Point, str]]:
    """Names carried by the cells themselves, where the map has no label of the same text."""
    pairs: Iterable[tuple[Cell, Point]] = zip(layout.cells, layout.centres, strict=True)
    return [
        (_RANKS[cell.rank], clean(cell.title, 40), centre, "")
        for cell, centre in pairs
        if cell.rank in _RANKS
        and cell.title
        and clean(cell.title, 40) not in said
        and layout.view.near(cell.centre, 0.0)
    ]


def _tries(at: Point, text: str, size: float, *, on: bool) -> list[tuple[Point, Box]]:
    """Where a name may go, the best place first, each with the box it takes."""
    x, y = at
    width = len(text) * size * _WIDE + 4
    under = y + 13 + size * 0.95
    beside = width / 2 + 12
    around = (
        (x, under),
        (x, y - 14),
        (x, under + 9),
        (x, y - 27),
        (x + beside, y + 4),
        (x - beside, y + 4),
        (x, under + 19),
        (x + beside + 16, y + 4),
        (x - beside - 16, y + 4),
        (x + width / 2, y - 14),
        (x - width / 2, y - 14),
        (x, y - 36),
        (x, under + 29),
        (x, y - 46),
    )
    spots = ((x, y + size * 0.35), (x, y - 9), (x, y + 17), *around) if on else around
    return [
        ((tx, ty), (tx - width / 2, ty - size * 0.85, tx + width / 2, ty + size * 0.25)) for tx, ty in spots
    ]


def _free_place(
    tries: Sequence[tuple[Point, Box]], view: View, taken: Taken, *, must: bool
) -> tuple[Point, Box] | None:
    """The first place inside the window that is free; a name that must be written takes one inside all the same."""
    left, top = view.left + 2, view.top + 2
    right, bottom = view.left + view.width - 2, view.top + view.height - 2
    inside = [
        (at, box)
        for at, box in tries
        if box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom
    ]
    for at, box in inside:
        if taken.free(box):
            return at, box
    if not must:
        return None
    return inside[0] if inside else tries[0]
