"""The map of a game as the page shows it: a board drawn once, and on it the counters of a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite

from pbem.bytes.canon import Json
from pbem.bytes.records import evolve, field, frozen
from pbem.port.messages import ENGLISH, Catalogue
from pbem.port.scene import Ground, Pile, Point, Scene, Spot
from pbem.view import language
from pbem.view.map import counters, detail, palette, trays
from pbem.view.map.arrows import covered, draw_arrows
from pbem.view.map.frame import HEX, Box, View, view
from pbem.view.map.glyphs import DRAWINGS
from pbem.view.map.ground import Plan, plan
from pbem.view.map.labels import drawn, is_name, named
from pbem.view.map.lettering import Lettering
from pbem.view.map.palette import SideLook
from pbem.view.map.placing import Taken
from pbem.view.map.spots import draw_signs
from pbem.view.map.svg import draw_board, levels, sign_boxes
from pbem.view.markup import clean, num, path, xml

_MARGIN = 14.0


@frozen(kw_only=True)
class Laid:
    """A pile as it is drawn, and the boxes that it covers at each level of detail."""

    drawing: str
    covered: tuple[tuple[Box, ...], ...]


@frozen(kw_only=True)
class Board:
    """The printed map of a game, in pixels: the drawing, where each cell lies, and what its counters look like.

    ``number`` counts the boards of a run, so that a page knows whether it has the right one. Signs that come and go with
    the position are not on it.
    """

    number: int
    ground: Ground
    layout: Plan
    looks: Mapping[str, SideLook]
    drawing: str
    centres: Mapping[str, Point]
    outlines: Mapping[str, tuple[Point, ...]]
    lettering: Lettering = field(eq=False, repr=False)
    signs: dict[tuple[Spot, ...], str] = field(factory=dict, eq=False, repr=False)
    drawn: dict[Pile, Laid] = field(factory=dict, eq=False, repr=False)

    def fits(self, scene: Scene) -> bool:
        """Whether a position can be laid on this board."""
        sides = {c.side for p in scene.piles for c in p.counters}
        if not sides <= set(self.looks) or scene.ground.cells is not self.ground.cells:
            return False
        if not frozenset(self.ground.spots) <= frozenset(scene.ground.spots):
            return False
        left, top, right, bottom = self.layout.view.box
        wide = _box(scene, self.layout.view)
        return left <= wide[0] and top <= wide[1] and right >= wide[2] and bottom >= wide[3]

    def json(self, tongue: Catalogue = ENGLISH) -> dict[str, Json]:
        """The board for the page: the drawing, its size, and every cell with its outline, all in pixels."""
        cells: list[Json] = [
            [
                clean(c.name, 60),
                round(x),
                round(y),
                path(outline, closed=True),
                clean(tongue.say(c.title), 80),
                palette.GROUNDS.get(c.terrain, clean(c.terrain, 40)),
            ]
            for c, outline, (x, y) in zip(
                self.layout.cells, self.layout.outlines, self.layout.centres, strict=True
            )
        ]
        return {
            "number": self.number,
            "width": round(self.layout.view.width),
            "height": round(self.layout.view.height),
            "drawing": _lettered(self.drawing, self.ground.spots, tongue),
            "cells": cells,
            "source": clean(tongue.say(self.ground.attribution), 600),
        }


def _lettered(drawing: str, spots: Iterable[Spot], tongue: Catalogue) -> str:
    """The drawing with the names that the catalogues know, as they are written on it."""
    for spot in spots:
        said = tongue.find(spot.text) if is_name(spot.style) and spot.text else None
        if said is not None and said != spot.text:
            text, spoken = clean(spot.text, 40), clean(said, 40)
            for old, new in ((text, spoken), (text.upper(), spoken.upper())):
                drawing = drawing.replace(f">{xml(old)}<", f">{xml(new)}<")
    return drawing


def board(number: int, scenes: Iterable[Scene], sides: Iterable[str]) -> Board:
    """A board on which all these positions of one game can be laid."""
    known = tuple(scenes)
    first = known[0].ground
    always = frozenset(first.spots).intersection(*(frozenset(s.ground.spots) for s in known))
    ground = evolve(first, spots=tuple(spot for spot in first.spots if spot in always))
    window = view(ground)
    boxes = [_box(scene, window) for scene in known]
    wide: Box = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    layout = plan(ground, evolve(window, box=wide))
    looks = palette.side_looks((*sides, *(c.side for s in known for p in s.piles for c in p.counters)))
    lettering = Lettering(layout)
    return Board(
        number=number,
        ground=ground,
        layout=layout,
        looks=looks,
        drawing=draw_board(ground, layout, looks, frozenset(DRAWINGS), kept=lettering),
        centres={cell.name: at for cell, at in zip(layout.cells, layout.centres, strict=True)},
        outlines={cell.name: each for cell, each in zip(layout.cells, layout.outlines, strict=True)},
        lettering=lettering,
    )


def told(on: Board, scene: Scene, tongue: Catalogue) -> Scene:
    """A scene whose counters and signs have their tooltips in a language; what is drawn with the board stays as it is."""
    if tongue.code == ENGLISH.code:
        return scene
    said, fixed = language.scene(tongue, scene), frozenset(on.ground.spots)
    spots = (
        spot if spot in fixed else spoken
        for spot, spoken in zip(scene.ground.spots, said.ground.spots, strict=True)
    )
    return evolve(said, ground=evolve(scene.ground, spots=tuple(spots)))


def pieces(on: Board, scene: Scene, tongue: Catalogue = ENGLISH) -> dict[str, Json]:
    """The drawings on the board: ``signs``, ``arrows``, ``pieces`` (one a pile); ``deep``: the height with all trays.

    ``covered`` are the printed names that lie under them, ``names`` the same names where there is room, both in
    the language ``tongue``.
    """
    window = on.layout.view
    fixed = frozenset(on.ground.spots)
    moving = tuple(spot for spot in scene.ground.spots if spot not in fixed)
    laid, loose = dict[Pile, Laid](), list[Pile]()
    for pile in scene.piles:
        at = _at(on, pile)
        if at is None:
            loose.append(pile)
        else:
            laid[pile] = on.drawn.get(pile) or _pile(on, pile, at)
    # A position has most piles from the one before it.
    on.drawn.clear()
    on.drawn.update(laid)
    rows, high = trays.rows_of(loose, window.width, trays.RESERVED)
    below = [_pile(on, pile, (x + _MARGIN, y + window.height + _MARGIN)).drawing for pile, (x, y) in rows]
    everywhere = [*covered(scene.arrows, window), *sign_boxes((*moving, *scene.marks), window)]
    busy = [
        [*everywhere, *(box for each in laid.values() for box in each.covered[n])]
        for n in range(len(detail.levels()))
    ]
    gone, names = on.lettering.moved(busy)
    return {
        "signs": _signs(on, (*moving, *scene.marks)),
        "arrows": draw_arrows(scene.arrows, window),
        "pieces": [*(each.drawing for each in laid.values()), *below],
        "deep": round(window.height + high + (_MARGIN if rows else 0.0)),
        "covered": list[Json](gone),
        "names": _lettered(names, on.ground.spots, tongue),
    }


def _signs(on: Board, spots: tuple[Spot, ...]) -> str:
    """Signs that stand on this position; drawn anew only when they have changed."""
    if spots not in on.signs:
        bare = evolve(on.layout, cells=(), centres=())
        on.signs.clear()
        on.signs[spots] = levels(
            lambda size: draw_signs(spots, on.layout, size) + drawn(named(spots, bare, Taken(()), size=size))
        )
    return on.signs[spots]


def _at(on: Board, pile: Pile) -> Point | None:
    if pile.at is not None and all(map(isfinite, pile.at)):
        return on.layout.view.point(pile.at)
    return on.centres.get(pile.cell)


def _pile(on: Board, pile: Pile, at: Point) -> Laid:
    spread = counters.slots(len(pile.counters), HEX)
    in_tray = pile.at is not None or pile.cell not in on.centres
    if not in_tray:
        spread = counters.within(spread, on.outlines[pile.cell], at)

    def laid(size: float) -> tuple[str, tuple[Box, ...]]:
        tray, places, boxes = "", spread, list[Box]()
        if in_tray:
            tray, places, bounds = trays.tray(pile.label or pile.cell, len(pile.counters), at, HEX, size)
            boxes.append(bounds)
        last = size == detail.SIZES[-1]
        shown = size * 1.6 if last else size
        boxes.extend(counters.covered(pile.counters, at, places, shown, every=last))
        return tray + counters.stack(pile.counters, at, places, on.looks, shown, every=last), tuple(boxes)

    each = {size: laid(size) for size in detail.levels()}
    inside = levels(lambda size: each[size][0])
    return Laid(
        drawing=f'<g class="pile" data-cell="{xml(pile.cell, 60)}" data-at="{num(at[0])} {num(at[1])}">{inside}</g>',
        covered=tuple(boxes for _, boxes in each.values()),
    )


def _box(scene: Scene, window: View) -> Box:
    """The part of the map (map units) that a position needs: all of it, and the trays beside it."""
    return trays.with_trays(scene.piles, (0.0, 0.0, scene.ground.width, scene.ground.height), window.scale)
