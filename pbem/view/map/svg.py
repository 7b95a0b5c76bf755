"""A scene as one self-contained SVG picture: the same bytes for the same scene, no scripts, nothing from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial

from pbem.bytes.records import evolve, frozen
from pbem.port.scene import Ground, Pile, Point, Scene, Spot
from pbem.view.map import (
    counters,
    detail,
    face,
    glyphs,
    labels,
    layers,
    palette,
    sheet,
    spots,
    textures,
    trays,
)
from pbem.view.map.arrows import covered, draw_arrows
from pbem.view.map.frame import HEX, Box, View, view
from pbem.view.map.ground import Plan, draw_hex_numbers, draw_places, hex_numbers, towns
from pbem.view.map.key import Key, key
from pbem.view.map.lettering import Lettering
from pbem.view.map.palette import SideLook
from pbem.view.map.placing import Taken
from pbem.view.map.printed import Same, printed, textured
from pbem.view.map.waters import Reaches, draw_names, draw_numbers, reaches
from pbem.view.markup import clean, xml

_SANS = "'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif"
_SIGNS = frozenset(
    {
        *("bridge", "blown-bridge", "landing-box", "strongpoint", "supply", "entry", "objective", "hill"),
        *("delay-point", "result"),
    }
)
"""Signs that names keep clear of."""
_SIGN, _LANDING = (10.0, 10.0), (31.0, 16.0)
"""Half the size of a sign and of a landing box, in pixels."""
_HOUSES = 11.0
_SERIF = "Georgia,'Times New Roman','Liberation Serif','DejaVu Serif',serif"


@frozen(kw_only=True)
class _Placed:
    """A pile with its place in pixels; ``tray`` is the drawing under it, when it lies off the map."""

    pile: Pile
    at: Point
    slots: tuple[counters.Slot, ...]
    tray: str = ""
    bounds: Box | None = None


def draw(
    scene: Scene,
    *,
    title: str = "",
    frame: Box | None = None,
    word: Callable[[str], str] = str,
    warning: str = "",
    width: float = 0.0,
    size: float = 0.0,
) -> str:
    """The whole map, or only the part ``frame`` (left, top, right, bottom, in map units), as SVG text.

    Sides, units and places are named in tooltips, so that the picture can be searched and read aloud. Piles whose cell
    the ground does not have, and that name no point, are drawn as trays below the map. ``word`` puts the words of the key
    and of the ground into another language. ``warning`` is printed over all of it, white on red.

    ``width`` is how many pixels of a screen the picture is shown on (0: as it fits one), or ``size`` how large it is, 1
    being 72 pixels a hex: what could not be read then is left out or drawn larger (:mod:`pbem.view.map.detail`).
    """
    head = clean(title, 120)
    known = {c.name for c in scene.ground.cells}
    first = view(scene.ground, frame)
    if frame is None:
        first = evolve(first, box=trays.with_trays(scene.piles, first.box, first.scale))
    size = size or _size(scene, first, head, width)
    s = sheet.enlargement(first, size)
    moved = frozenset(arrow.style for arrow in scene.arrows if first.touches(arrow.points, 0.0))
    page = sheet.Page(
        view=first,
        title=head,
        heading=clean(scene.heading, 160),
        panel=scene.panel,
        key=key(scene.ground, first, _signs_of(scene, first), s, scene.layers, word, moved, size),
        warning=clean(warning, 1000),
        size=size,
    )
    loose = tuple(p for p in scene.piles if p.at is None and p.cell not in known)
    rows, high = trays.rows_of(loose, page.map_width, size)
    layout_page = evolve(page, trays=high)
    window = evolve(first, left=layout_page.map_left, top=layout_page.map_top)
    layout = printed(Same(scene.ground), window, textured(size)).layout
    looks = palette.side_looks(c.side for p in scene.piles for c in p.counters)
    x, y = layout_page.map_left, layout_page.trays_top
    placed = _places(scene, layout, size)
    placed.extend(_in_tray(pile, (x + dx, y + dy), size) for pile, (dx, dy) in rows)
    body = _map_layers(scene, layout, placed, looks, size, word)
    beneath = _piles([p for p in placed if p.pile in loose], looks, size)
    return "".join(
        (
            layout_page.opening(),
            _definitions(scene, looks, layout_page),
            layout_page.ground(),
            body,
            layout_page.backdrop(_SERIF, _SANS),
            layout_page.border(),
            layout_page.legend(_SANS),
            f'<g font-family="{_SANS}" text-anchor="middle">{beneath}</g>',
            "</svg>\n",
        )
    )


def _signs_of(scene: Scene, window: View) -> frozenset[str]:
    """The styles of the signs that a position and its layers show in a window."""
    signs = (*scene.marks, *(sign for layer in scene.layers for sign in layer.signs))
    return frozenset(sign.style for sign in signs if window.near(sign.at, spots.REACH))


def vignette(scene: Scene, frame: Box, pixels: float) -> str:
    """A part of the map with what lies on it and nothing around, shown so many pixels wide: a picture that stands for it."""
    window = view(scene.ground, frame)
    wide, high = window.width, window.height
    size = detail.shown_at(wide, pixels)
    known = {cell.name: cell.centre for cell in scene.ground.cells}
    near = [
        pile
        for pile in scene.piles
        if pile.at is None and pile.cell in known and window.near(known[pile.cell], HEX)
    ]
    shown = evolve(scene, piles=tuple(near), layers=(), arrows=())
    layout = printed(Same(scene.ground), window, textured(size)).layout
    looks = palette.side_looks(c.side for pile in near for c in pile.counters)
    page = sheet.Page(view=window, title="", heading="", panel=(), key=Key(items=()), size=size)
    placed = _places(shown, layout, size)
    body = _map_layers(shown, layout, placed, looks, size, str)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{pixels:.0f}" height="{pixels * high / wide:.0f}">{_definitions(shown, looks, page)}'
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="{palette.PAPER}"/>{body}</svg>\n'
    )


def _size(scene: Scene, first: View, head: str, width: float) -> float:
    """The size of a picture that is shown so many pixels wide: its map, and the panel beside it."""
    bare = sheet.Page(view=first, title=head, heading="", panel=scene.panel, key=Key(items=()))
    found = 1.0
    for _ in range(6):  # the lettering around the map grows as the map is shown smaller
        found = detail.shown_at(evolve(bare, size=found).width, width)
    return found


def draw_board(
    ground: Ground,
    layout: Plan,
    looks: Mapping[str, SideLook],
    symbols: frozenset[str],
    word: Callable[[str], str] = str,
    kept: Lettering | None = None,
) -> str:
    """The printed map alone, without counters and paper, as the inside of an ``<svg>`` of the layout's size.

    Its lettering is there for every level of detail, each in a group of class ``level`` (:func:`levels`).
    Its ``<defs>`` hold every sign, the counter bodies ``b0``, ``b1`` ... in the order of ``looks``, and the unit symbols
    ``n-NAME`` of ``symbols``, for a page that lays counters on it. ``word`` says what the ground is in another language.
    ``kept`` takes in all names.
    """
    view = layout.view
    left, top = view.point((0.0, 0.0))
    right, bottom = view.point((ground.width, ground.height))
    paper = f'x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}"'
    definitions = (
        f'<defs><clipPath id="sheet"><rect {paper}/></clipPath>{textures.definitions()}{spots.definitions()}'
        f"{face.bodies(looks)}{glyphs.definitions(symbols)}</defs>"
    )
    backdrop = f'<rect width="{view.width:.0f}" height="{view.height:.0f}" fill="{palette.PAPER}"/>'
    drawn = _map_layers(Scene(ground=ground, piles=()), layout, (), looks, None, word, kept)
    return f'{definitions}{backdrop}<g clip-path="url(#sheet)">{drawn}</g><rect {paper} fill="none" stroke="#2b2a26"/>'


def _definitions(scene: Scene, looks: Mapping[str, SideLook], page: sheet.Page) -> str:
    used = frozenset(glyphs.glyph(c.symbol) for p in scene.piles for c in p.counters)
    return (
        f"<defs>{textures.definitions()}{spots.definitions()}{face.bodies(looks)}"
        f"{glyphs.definitions(used)}{layers.definitions(scene.layers)}</defs>"
    )


def levels(drawn: Callable[[float], str]) -> str:
    """A drawing for every level of detail, levels that look the same together: a page shows one of the groups."""
    found: list[tuple[str, list[str]]] = []
    for number, size in enumerate(detail.levels()):
        drawing = drawn(size)
        if found and found[-1][0] == drawing:
            found[-1][1].append(f"l{number}")
        else:
            found.append((drawing, [f"l{number}"]))
    if len(found) == 1:
        return found[0][0]
    return "".join(
        f'<g class="level {" ".join(numbers)}">{drawing}</g>' for drawing, numbers in found if drawing
    )


def _map_layers(
    scene: Scene,
    layout: Plan,
    placed: Sequence[_Placed],
    looks: Mapping[str, SideLook],
    size: float | None,
    word: Callable[[str], str],
    kept: Lettering | None = None,
) -> str:
    """The map at a size, or (None) its lettering at every level of detail."""
    window, sheet_alone = layout.view, printed(Same(scene.ground), layout.view, textured(size))
    on_map = [p for p in placed if not p.tray]
    bare = evolve(layout, cells=(), centres=())
    over = [sign for layer in scene.layers for sign in layer.signs]
    in_trays = [p for p in placed if p.tray and p.pile.at is not None]
    busy = _busy(scene, placed, window, size or 1.0)

    waters = cache(partial(reaches, scene.ground.strokes, layout))

    def lettered(at_size: float) -> str:
        # Every level of a zooming page is in one document: names of one level must not follow the lines of another.
        mark = "" if size is not None else f"{at_size:g}-"
        return _lettering(scene.ground, layout, Taken(busy), (at_size, mark, waters), kept)

    def signed(at_size: float) -> str:
        # A bridge is never under counters: whether it stands is what they fight for.
        bridges = tuple(s for s in scene.ground.spots if s.style in spots.BRIDGES)
        named = labels.drawn(labels.named(scene.marks, bare, Taken(busy), size=at_size))
        return spots.draw_signs((*bridges, *scene.marks, *over), layout, at_size) + named

    each: Callable[[Callable[[float], str]], str] = levels if size is None else lambda drawn: drawn(size)
    names = each(lettered)
    return "".join(
        (
            sheet_alone.ground,
            f'<g class="lines" font-family="{_SERIF}" text-anchor="middle">{sheet_alone.lines.draw(each)}</g>',
            f'<g class="layers">{layers.draw_layers(scene.layers, layout)}</g>' if scene.layers else "",
            names,
            draw_places(layout, layers.notes(scene.layers), word),
            draw_arrows(scene.arrows, window),
            f'<g class="pieces" font-family="{_SANS}" text-anchor="middle">{_piles(on_map, looks, size or 1.0)}'
            f"{_piles(in_trays, looks, size or 1.0)}</g>",
            f'<g class="marks" font-family="{_SANS}" text-anchor="middle">{each(signed)}</g>',
        )
    )


def _lettering(
    ground: Ground,
    layout: Plan,
    taken: Taken,
    at: tuple[float, str, Callable[[], Reaches]],
    kept: Lettering | None,
) -> str:
    """The names, numbers and signs of the printed map at a size, clear of what is ``taken``.

    ``at``: the size, how the names of the lines begin that lettering follows, and the named waters; ``kept`` takes in all
    names.
    """
    at_size, mark, named = at
    called = kept.at(at_size).add_water if kept else None
    waters = draw_names(named, layout, taken, at_size, mark, called)
    level = f"{at_size:g}" if kept else ""
    codes = [code for code in hex_numbers(layout, at_size) if taken.free(code[2])]
    # Areas are ordered about by their codes: there names give way, as a number does to the name of a town.
    rather = Taken(box for _, _, box in codes if layout.common)
    for _, _, box in () if layout.common else codes:
        taken.add(box)
    for x, y in (at for _, at in towns(layout)):
        rather.add((x - _HOUSES, y - _HOUSES, x + _HOUSES, y + _HOUSES))
    found = labels.named(ground.spots, layout, taken, rather.free, size=at_size, level=level)
    names, numbers = labels.drawn(found), draw_numbers(ground.strokes, layout, taken, at_size)
    codes = [code for code in codes if not layout.common or taken.free(code[2])]
    if kept:
        kept.at(at_size).add(found)
        kept.at(at_size).taken = taken
    return (
        f'<g class="numbers" font-family="{_SANS}" text-anchor="middle">{draw_hex_numbers(codes, at_size)}</g>'
        f'<g class="signs" font-family="{_SANS}" text-anchor="middle">'
        f"{spots.draw_signs((s for s in ground.spots if s.style not in spots.BRIDGES), layout, at_size)}</g>"
        f'<g class="names" font-family="{_SERIF}" text-anchor="middle">{waters}{names}</g>'
        f'<g class="numbers" font-family="{_SANS}" text-anchor="middle">{numbers}</g>'
    )


def _busy(scene: Scene, placed: Sequence[_Placed], window: View, size: float) -> list[Box]:
    """The boxes that counters, trays, arrows and signs cover, in pixels."""
    found = _under(scene, placed, window, size)
    return [*found, *sign_boxes((*scene.ground.spots, *scene.marks), window)]


def sign_boxes(spots: Iterable[Spot], window: View) -> list[Box]:
    """The boxes of signs that names keep clear of, in pixels."""
    found: list[Box] = []
    for spot in spots:
        if spot.style in _SIGNS and window.near(spot.at, 0.0):
            (x, y), (wide, high) = window.point(spot.at), _LANDING if spot.style == "landing-box" else _SIGN
            found.append((x - wide, y - high, x + wide, y + high))
    return found


def _under(scene: Scene, placed: Sequence[_Placed], window: View, size: float) -> list[Box]:
    """The boxes that counters, trays and arrows cover."""
    found = covered(scene.arrows, window)
    for pile in placed:
        found.extend(counters.covered(pile.pile.counters, pile.at, pile.slots, size))
        if pile.bounds:
            found.append(pile.bounds)
    return found


def _piles(placed: Sequence[_Placed], looks: Mapping[str, SideLook], size: float) -> str:
    return "".join(
        f'<g class="pile" data-cell="{xml(p.pile.cell, 60)}">{p.tray}'
        f"{counters.stack(p.pile.counters, p.at, p.slots, looks, size)}</g>"
        for p in placed
    )


def _places(scene: Scene, layout: Plan, size: float) -> list[_Placed]:
    placed: list[_Placed] = []
    window = layout.view
    known = {cell.name: n for n, cell in enumerate(layout.cells)}
    for pile in scene.piles:
        if pile.at is not None:
            if window.near(pile.at, 3 * HEX):
                placed.append(_in_tray(pile, window.point(pile.at), size))
        elif pile.cell in known and window.near(layout.cells[known[pile.cell]].centre, HEX * 0.6):
            n = known[pile.cell]
            spread = counters.within(
                counters.slots(len(pile.counters), HEX), layout.outlines[n], layout.centres[n]
            )
            placed.append(_Placed(pile=pile, at=layout.centres[n], slots=spread))
    return placed


def _in_tray(pile: Pile, at: Point, size: float) -> _Placed:
    drawing, spread, bounds = trays.tray(pile.label or pile.cell, len(pile.counters), at, HEX, size)
    return _Placed(pile=pile, at=at, slots=spread, tray=drawing, bounds=bounds)
