"""A scene as one self-contained SVG picture: the same bytes for the same scene, no scripts, nothing from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from pbem.port.scene import Ground, Pile, Point, Scene
from pbem.view.map import counters, glyphs, labels, layers, palette, sheet, spots, textures
from pbem.view.map.arrows import draw_arrows
from pbem.view.map.frame import HEX, Box, View, view
from pbem.view.map.ground import Plan, draw_grid, draw_ground, draw_places, plan
from pbem.view.map.key import key
from pbem.view.map.lines import draw_lines
from pbem.view.map.palette import SideLook
from pbem.view.map.trays import with_trays
from pbem.view.map.waters import draw_names, draw_numbers
from pbem.view.markup import clean, xml

_SANS = "'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"
_SIGNS = frozenset(
    {"bridge", "blown-bridge", "landing-box", "strongpoint", "supply", "entry", "objective", "hill"}
)
"""Signs that names keep clear of."""
_SERIF = "Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif"


@frozen(kw_only=True)
class _Placed:
    """A pile with its place in pixels; ``tray`` is the drawing under it, when it lies off the map."""

    pile: Pile
    at: Point
    slots: tuple[counters.Slot, ...]
    tray: str = ""


def draw(
    scene: Scene,
    *,
    title: str = "",
    frame: Box | None = None,
    word: Callable[[str], str] = str,
    warning: str = "",
) -> str:
    """The whole map, or only the part ``frame`` (left, top, right, bottom, in map units), as SVG text.

    Sides, units and places are named in tooltips, so that the picture can be searched and read aloud. Piles whose cell
    the ground does not have, and that name no point, are drawn as trays below the map. ``word`` puts the words of the key
    into another language. ``warning`` is printed over all of it, white on red.
    """
    head = clean(title, 120)
    known = {c.name: c.centre for c in scene.ground.cells}
    first = view(scene.ground, frame)
    if frame is None:
        first = _room_for_trays(scene, first)
    signs = (*scene.marks, *(sign for layer in scene.layers for sign in layer.signs))
    marks = frozenset(mark.style for mark in signs if first.near(mark.at, 0.0))
    page = sheet.Page(
        view=first,
        title=head,
        heading=clean(scene.heading, 160),
        panel=scene.panel,
        key=key(scene.ground, first, marks, sheet.enlargement(first), scene.layers, word),
        warning=clean(warning, 1000),
    )
    loose = tuple(p for p in scene.piles if p.at is None and p.cell not in known)
    rows = _tray_rows(loose, page.map_width) if loose else ()
    layout_page = evolve(page, trays=sum(row_height for row_height, _ in rows))
    window = evolve(first, left=layout_page.map_left, top=layout_page.map_top)
    layout = _printed(_Same(scene.ground), window).layout
    looks = palette.side_looks(c.side for p in scene.piles for c in p.counters)
    placed = _places(scene, window, known, below=(rows, layout_page))
    body = _map_layers(scene, layout, placed, looks)
    beneath = _piles([p for p in placed if p.pile in loose], looks)
    return "".join(
        (
            layout_page.opening(),
            _definitions(scene, looks, layout_page),
            layout_page.backdrop(_SERIF, _SANS),
            f'<g clip-path="url(#window)">{body}</g>',
            layout_page.border(),
            layout_page.legend(_SANS),
            f'<g font-family="{_SANS}" text-anchor="middle">{beneath}</g>',
            "</svg>\n",
        )
    )


def draw_board(ground: Ground, layout: Plan, looks: Mapping[str, SideLook], symbols: frozenset[str]) -> str:
    """The printed map alone, without counters and paper, as the inside of an ``<svg>`` of the layout's size.

    Its ``<defs>`` hold every sign, the counter bodies ``b0``, ``b1`` ... in the order of ``looks``, and the unit symbols
    ``n-NAME`` of ``symbols``, for a page that lays counters on it.
    """
    view = layout.view
    left, top = view.point((0.0, 0.0))
    right, bottom = view.point((ground.width, ground.height))
    paper = f'x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}"'
    definitions = (
        f'<defs><clipPath id="sheet"><rect {paper}/></clipPath>{textures.definitions()}{spots.definitions()}'
        f"{counters.bodies(looks)}{glyphs.definitions(symbols)}</defs>"
    )
    backdrop = f'<rect width="{view.width:.0f}" height="{view.height:.0f}" fill="{palette.PAPER}"/>'
    drawn = _map_layers(Scene(ground=ground, piles=()), layout, (), looks, grown=False)
    return f'{definitions}{backdrop}<g clip-path="url(#sheet)">{drawn}</g><rect {paper} fill="none" stroke="#2b2a26"/>'


class _Same:
    """What is printed of a ground as a key: the very same cells and strokes, whatever spots a position adds."""

    __slots__ = ("ground",)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Same)
            and other.ground.cells is self.ground.cells
            and other.ground.strokes is self.ground.strokes
        )

    def __hash__(self) -> int:
        return hash((id(self.ground.cells), id(self.ground.strokes)))


@frozen(kw_only=True)
class _Printed:
    """The part of a map that no position changes, for one window."""

    layout: Plan
    ground: str
    lines: str


@lru_cache(maxsize=4)
def _printed(key: _Same, window: View) -> _Printed:
    """Remembered: a replay draws the same map again and again."""
    layout = plan(key.ground, window)
    ground = f'<g class="ground">{draw_ground(layout)}{draw_grid(layout)}</g>'.replace(
        '<g font-size="7.2"', f'<g font-family="{_SANS}" text-anchor="middle" font-size="7.2"', 1
    )
    return _Printed(layout=layout, ground=ground, lines=draw_lines(key.ground, layout))


def _definitions(scene: Scene, looks: Mapping[str, SideLook], page: sheet.Page) -> str:
    used = frozenset(glyphs.glyph(c.symbol) for p in scene.piles for c in p.counters)
    return (
        f"<defs>{textures.definitions()}{spots.definitions()}{counters.bodies(looks)}"
        f"{glyphs.definitions(used)}{layers.definitions(scene.layers)}{page.window_clip()}</defs>"
    )


def _map_layers(
    scene: Scene,
    layout: Plan,
    placed: Sequence[_Placed],
    looks: Mapping[str, SideLook],
    *,
    grown: bool = True,
) -> str:
    window, printed = layout.view, _printed(_Same(scene.ground), layout.view)
    on_map = [p for p in placed if not p.tray]
    taken = labels.Taken(_busy(on_map, scene.ground, window))
    bare = evolve(layout, cells=(), centres=())
    waters = draw_names(scene.ground.strokes, layout, taken)
    names = labels.draw_labels(scene.ground.spots, layout, taken, grown=grown)
    numbers = draw_numbers(scene.ground.strokes, layout, taken)
    over = [sign for layer in scene.layers for sign in layer.signs]
    in_trays = [p for p in placed if p.tray and p.pile.at is not None]
    return "".join(
        (
            printed.ground,
            f'<g class="regions" font-family="{_SERIF}" text-anchor="middle">'
            f"{labels.draw_regions(scene.ground.spots, layout)}</g>",
            f'<g class="lines" font-family="{_SERIF}" text-anchor="middle">{printed.lines}</g>',
            f'<g class="layers">{layers.draw_layers(scene.layers, layout)}</g>' if scene.layers else "",
            f'<g class="signs" font-family="{_SANS}" text-anchor="middle">'
            f"{spots.draw_signs(scene.ground.spots, layout)}</g>",
            f'<g class="names" font-family="{_SERIF}" text-anchor="middle">{waters}{names}</g>',
            f'<g class="numbers" font-family="{_SANS}" text-anchor="middle">{numbers}</g>',
            draw_places(layout, layers.notes(scene.layers)),
            draw_arrows(scene.arrows, window, above=False),
            f'<g class="pieces" font-family="{_SANS}" text-anchor="middle">{_piles(on_map, looks)}'
            f"{_piles(in_trays, looks)}</g>",
            draw_arrows(scene.arrows, window, above=True),
            f'<g class="marks" font-family="{_SANS}" text-anchor="middle">'
            f"{spots.draw_signs((*scene.marks, *over), layout)}{labels.draw_labels(scene.marks, bare, taken)}</g>",
        )
    )


def _busy(placed: Sequence[_Placed], ground: Ground, window: View) -> list[Box]:
    """The boxes that counters and signs cover, in pixels."""
    found: list[Box] = []
    for pile in placed:
        for dx, dy, scale in pile.slots:
            x, y, half = pile.at[0] + dx, pile.at[1] + dy, counters.SIZE * scale / 2
            found.append((x - half, y - half, x + half, y + half))
    for spot in ground.spots:
        if spot.style in _SIGNS and window.near(spot.at, 0.0):
            x, y = window.point(spot.at)
            found.append((x - 9, y - 9, x + 9, y + 9))
    return found


def _piles(placed: Sequence[_Placed], looks: Mapping[str, SideLook]) -> str:
    return "".join(
        f'<g class="pile" data-cell="{xml(p.pile.cell, 60)}">{p.tray}'
        f"{counters.stack(p.pile.counters, p.at, p.slots, looks)}</g>"
        for p in placed
    )


def _places(
    scene: Scene,
    window: View,
    known: Mapping[str, Point],
    *,
    below: tuple[Sequence[tuple[float, Sequence[tuple[Pile, float]]]], sheet.Page],
) -> list[_Placed]:
    placed: list[_Placed] = []
    for pile in scene.piles:
        if pile.at is not None:
            if window.near(pile.at, 3 * HEX):
                placed.append(_in_tray(pile, window.point(pile.at)))
        elif pile.cell in known and window.near(known[pile.cell], HEX * 0.6):
            spread = counters.slots(len(pile.counters), HEX)
            placed.append(_Placed(pile=pile, at=window.point(known[pile.cell]), slots=spread))
    rows, page = below
    top = page.trays_top
    for high, row in rows:
        for pile, middle in row:
            placed.append(_in_tray(pile, (page.map_left + middle, top + high / 2)))
        top += high
    return placed


def _in_tray(pile: Pile, at: Point) -> _Placed:
    drawing, spread, _ = counters.tray(pile.label or pile.cell, len(pile.counters), at, HEX)
    return _Placed(pile=pile, at=at, slots=spread, tray=drawing)


def _tray_rows(
    piles: Sequence[Pile], width: float
) -> tuple[tuple[float, tuple[tuple[Pile, float], ...]], ...]:
    """Trays without a place of their own in rows below the map: each row's height, its piles and their middles."""
    rows: list[tuple[float, tuple[tuple[Pile, float], ...]]] = []
    row: list[tuple[Pile, float]] = []
    used = high = 0.0
    for pile in piles:
        _, _, (left, top, right, bottom) = counters.tray(
            pile.label or pile.cell, len(pile.counters), (0.0, 0.0), HEX
        )
        wide = right - left + 14
        if row and used + wide > width:
            rows.append((high + 14, tuple(row)))
            row, used, high = [], 0.0, 0.0
        row.append((pile, used + wide / 2))
        used += wide
        high = max(high, bottom - top)
    return (*rows, (high + 14, tuple(row)))


def _room_for_trays(scene: Scene, window: View) -> View:
    """The window, widened for trays that stand outside the printed map."""
    return evolve(window, box=with_trays(scene.piles, window.box, window.scale))
