"""The lettering of the map: names of places beside them, names of woods and capes where they lie, regions across all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot

from pbem.bytes.records import evolve, frozen
from pbem.port.scene import Cell, Point, Spot
from pbem.view.map import palette
from pbem.view.map.detail import letters
from pbem.view.map.frame import HEX, Box
from pbem.view.map.ground import Plan
from pbem.view.map.measure import serif
from pbem.view.map.placing import Taken, box_of, inside, tries
from pbem.view.markup import clean, num, xml

_BREADTH = 105  # the window's width in sizes of a region's letters
_LARGER = 2.5  # than its least letters a region's may be
_SPACED = 0.3
_SMALLER = (1.0, 0.8, 0.65)  # where there is no room nearby
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
        size=13.5, look=f'font-weight="bold" letter-spacing="1.1" fill="{palette.INK}"', grow=1.0, upper=True
    ),
    "label-town": _Look(size=11.0, look=f'font-weight="bold" fill="{palette.INK}"', grow=0.8),
    "label-sea": _Look(size=21.0, look=f'{_ITALIC} fill="#174a66"', on=True, must=False),
    "label-region": _Look(
        size=17.0, look='font-weight="bold" fill="#353a1a" fill-opacity=".8"', on=True, must=False, upper=True
    ),
    "label-exit": _Look(size=10.5, look=f'font-weight="bold" fill="{palette.ROAD_EDGE}"', grow=0.6),
    "label-bay": _Look(size=10.5, look=f'{_ITALIC} fill="#1f5c88"', grow=0.6, on=True, must=False),
    "label-cape": _Look(size=9.8, look=f'{_ITALIC} fill="#2d4a58"', grow=0.4, on=True, must=False),
    "label-woods": _Look(size=9.8, look=f'{_ITALIC} fill="#2c5528"', grow=0.4, on=True, must=False),
    "label-marsh": _Look(size=9.8, look=f'{_ITALIC} fill="#22626a"', grow=0.4, on=True, must=False),
    "label-village": _Look(size=9.2, look='fill="#4a4636"'),
    "label-area": _Look(size=8.4, look='fill="#4a4636"', on=True, must=False),
    "label-height": _Look(size=8.8, look=f'{_ITALIC} fill="#7a4a1e"', on=True, must=False),
    "label-fort": _Look(size=8.2, look='font-weight="bold" fill="#7a1f24"', must=False),
}
"""Names in the order in which they take their room."""
ACROSS = frozenset({"label-sea", "label-region"})
"""Names that run across the map in spaced letters as large as the window asks for; without a halo, for they are large."""
_NEAR = 9
"""So many places are looked at for one that covers no number: a name beside its place is worth more."""
_GREAT = frozenset({"label-city", "label-town", "label-bay", *ACROSS})
_SMALL = frozenset(
    {"label-village", "label-area", "label-height", "label-fort", "label-woods", "label-marsh"}
)
_RANKS = {"city": "label-city", "town": "label-town", "village": "label-village"}


def is_name(style: str) -> bool:
    """Whether a spot of this style is lettering and not a sign."""
    return style in LOOKS


@frozen(kw_only=True)
class Name:
    """A name where it stands: ``at`` is its middle on the baseline, ``place`` what it names, ``letter`` its size; pixels.

    ``level`` and ``number`` tell it from all others in a document that holds every level of detail.
    """

    style: str
    text: str
    place: Point
    letter: float
    wide: float
    at: Point
    box: Box
    title: str = ""
    level: str = ""
    number: int = 0

    @property
    def mark(self) -> str:
        """What a page calls it; nothing on a picture of one level."""
        return f"{self.level}n{self.number}" if self.level else ""


Free = Callable[[Box], bool]
"""Whether nothing lies in a box that a name must not cover."""


def _anywhere(box: Box) -> bool:
    return True


def named(
    spots: Iterable[Spot],
    layout: Plan,
    taken: Taken,
    rather: Free = _anywhere,
    *,
    size: float = 1.0,
    level: str = "",
) -> list[Name]:
    """Names of places, the greater first, each beside its place where it covers nothing and no greater name.

    ``taken`` are the boxes where a name would not be seen; each name adds its own. Where there is
    other room it covers nothing of ``rather``. On a map that is shown small names are larger, and the lesser are left out.
    """
    shown = _shown(size)
    wanted = [
        (spot.style, clean(spot.text, 40), layout.view.point(spot.at), spot.title)
        for spot in spots
        if spot.style in shown and spot.text and layout.view.near(spot.at, 0.0)
    ]
    said = {text for style, text, _, _ in wanted if style not in ACROSS}
    wanted.extend(each for each in _ranked(layout, said) if each[0] in shown)
    order = list(LOOKS)
    wanted.sort(key=lambda w: (order.index(w[0]), w[2][1], w[2][0], w[1]))
    found: list[Name] = []
    for style, text, at, title in wanted:
        for smaller in _SMALLER if style in ACROSS else (1.0,):
            name = _name(style, text, at, max(_letter(style, layout, size) * smaller, letters(size) + 0.05))
            name = evolve(name, title=title, level=level, number=len(found))
            placed = placed_again(name, layout, taken.free, rather, size=size)
            if placed is not None:
                taken.add(placed.box)
                found.append(placed)
                break
    return found


def _letter(style: str, layout: Plan, size: float) -> float:
    """How large a name is written."""
    look = LOOKS[style]
    if style not in ACROSS:
        return round(max(look.size, letters(size) * (1 + look.grow * 0.25)) + 0.04, 1)
    usual = look.size / LOOKS["label-region"].size
    return round(
        usual * max(min(look.size * _LARGER, max(17.0, layout.view.width / _BREADTH)), letters(size) * 1.1), 1
    )


def _name(style: str, text: str, at: Point, letter: float) -> Name:
    """A name where it would stand if nothing else were there."""
    look = LOOKS[style]
    words = text.upper() if look.upper else text
    wide = (
        serif(words, bold="bold" in look.look or style in ACROSS, spacing=_SPACED if style in ACROSS else 0.0)
        * letter
    )
    wide += 0.0 if style in ACROSS else 4 + (1.1 * len(words) if look.upper else 0)
    return Name(
        style=style, text=words, place=at, letter=letter, wide=wide, at=at, box=box_of(at, wide, letter)
    )


def placed_again(
    name: Name, layout: Plan, free: Free, rather: Free = _anywhere, *, size: float = 1.0
) -> Name | None:
    """A name at the first place for it that is ``free``, and if possible where it covers nothing of ``rather``."""
    near: list[tuple[Point, Box]] = []
    for at, box in where(name, layout, size):
        if free(box):
            near.append((at, box))
            if rather(box) or len(near) == _NEAR:
                break
    if not near:
        return None
    at, box = near[-1] if rather(near[-1][1]) else near[0]
    return evolve(name, at=at, box=box)


def where(name: Name, layout: Plan, size: float) -> Iterator[tuple[Point, Box]]:
    """Where a name may stand, the best place first."""
    if name.style in ACROSS:
        x, y = name.place[0], name.place[1] + name.letter * 0.35
        steps = (0, 1, -1, 2, -2, 3, -3)
        places = [(x + dx * HEX, y + dy * name.letter) for dy in steps for dx in steps[:5]]
        places.sort(key=lambda at: hypot(at[0] - x, at[1] - y))
        every = ((at, box_of(at, name.wide, name.letter)) for at in places)
        yield from (each for each in every if inside(each[1], layout.view))
        return
    look = LOOKS[name.style]
    great = name.style == "label-city" or (name.style == "label-town" and size >= _FAR)
    must = look.must and (size >= _MIDDLE or great)
    for each in tries(name.place, name.wide, name.letter, on=look.on, must=must):
        if inside(each[1], layout.view):
            yield each


def drawn(names: Iterable[Name]) -> str:
    """Names as they stand, those of regions in spaced letters."""
    known = tuple(names)
    return gathered(
        (line(name) for name in known if name.style in ACROSS),
        (line(name) for name in known if name.style not in ACROSS),
    )


def line(name: Name) -> str:
    """One name as it stands."""
    (x, y), mark = name.at, f' data-n="{name.mark}"' if name.mark else ""
    if name.style in ACROSS:
        return (
            f'<text x="{num(x)}" y="{num(y)}" font-size="{num(name.letter)}" '
            f'letter-spacing="{num(name.letter * _SPACED)}" {LOOKS[name.style].look}{mark}>{xml(name.text)}</text>'
        )
    hint = f"<title>{xml(name.title)}</title>" if name.title else ""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{name.letter:g}" {LOOKS[name.style].look}{mark}>{hint}'
        f"{xml(name.text)}</text>"
    )


def gathered(across: Iterable[str], beside: Iterable[str]) -> str:
    """The lines of names that run across the map, and of those that stand beside their places."""
    parts = "".join(beside)
    if not parts:
        return "".join(across)
    return (
        "".join(across)
        + '<g stroke="#fbf7e6" stroke-width="3" stroke-opacity=".86" stroke-linejoin="round" paint-order="stroke">'
        + parts
        + "</g>"
    )


def _shown(size: float) -> frozenset[str]:
    """Which names are written at a size."""
    if size < _FAR:
        return _GREAT
    return frozenset(LOOKS) - _SMALL if size < _MIDDLE else frozenset(LOOKS)


def _ranked(layout: Plan, said: set[str]) -> list[tuple[str, str, Point, str]]:
    """Names carried by the cells themselves, where the map has no label of the same text: a town of several cells once."""
    pairs: Iterable[tuple[Cell, Point]] = zip(layout.cells, layout.centres, strict=True)
    places: dict[tuple[str, str], list[list[Point]]] = {}
    for cell, centre in pairs:
        text = clean(cell.title, 40)
        if cell.rank in _RANKS and text and text not in said and layout.view.near(cell.centre, 0.0):
            towns = places.setdefault((_RANKS[cell.rank], text), [])
            near = [town for town in towns if any(_adjoin(centre, other) for other in town)]
            for town in near:
                towns.remove(town)
            towns.append([centre, *(each for town in near for each in town)])
    return [(style, text, _middle(town), "") for (style, text), towns in places.items() for town in towns]


def _adjoin(one: Point, other: Point) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < HEX * 1.3


def _middle(town: list[Point]) -> Point:
    """The cell of a town that lies nearest to its middle."""
    x, y = (sum(values) / len(town) for values in zip(*town, strict=True))
    return min(town, key=lambda at: (round(hypot(at[0] - x, at[1] - y)), at))
