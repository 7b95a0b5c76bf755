"""What a side may see, as plain values that a picture, a page or a terminal can draw.

A scene is made by the game, where what is hidden is left out; the drawing side adds nothing and knows no game. Lengths
are in map units of the game's choice, x to the right and y downwards.
"""

from __future__ import annotations

from typing import TypeAlias

from pbem.bytes.records import frozen

Point: TypeAlias = tuple[float, float]


@frozen(kw_only=True)
class Cell:
    """One hex or area: its printed name, outline, centre, and what the ground is (``terrain`` names a style).

    ``shore`` is ``beach`` where the coast of the cell is sand, whatever the ground behind it. ``joins`` names the areas
    that can be entered from this one, where the map is no grid.
    """

    name: str
    outline: tuple[Point, ...]
    centre: Point
    terrain: str
    title: str = ""
    rank: str = ""
    shore: str = ""
    joins: tuple[str, ...] = ()


@frozen(kw_only=True)
class Stroke:
    """A line on the ground: a river, a road, a cliff. ``style`` names how it is drawn."""

    style: str
    points: tuple[Point, ...]
    title: str = ""


@frozen(kw_only=True)
class Spot:
    """A small fixed sign at a point: a bridge, a strongpoint, an entry letter, a landing box."""

    style: str
    at: Point
    text: str = ""
    title: str = ""


@frozen(kw_only=True)
class Ground:
    """Everything printed on the map: the same for every state of a game.

    ``unit_km`` is the length of one map unit on the ground, for a scale bar (0: there is none); ``note`` says what the
    map is, for the key beside it.
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...]
    spots: tuple[Spot, ...]
    attribution: str = ""
    note: str = ""
    unit_km: float = 0.0


@frozen(kw_only=True)
class Counter:
    """A unit or marker as a player knows it.

    ``symbol`` names a NATO glyph (``infantry``, ``armour`` ...), ``size`` a size mark (``III``, ``X``), ``values`` the
    strengths as printed, ``band`` the colour of its formation, ``marks`` the markers on it in short words, ``said`` all of
    it in words where another language has been asked for.
    """

    name: str
    side: str
    symbol: str
    size: str
    values: str
    band: str = ""
    steps: int = 1
    full_steps: int = 1
    marks: tuple[str, ...] = ()
    title: str = ""
    said: str = ""


@frozen(kw_only=True)
class Pile:
    """Counters in one place: a cell of the map, or a box off it with a ``label``, at a point where the map has one for it.

    ``cell`` is what the game calls the place; no two piles of a scene have the same one, and none has none.
    """

    cell: str
    counters: tuple[Counter, ...]
    at: Point | None = None
    label: str = ""


@frozen(kw_only=True)
class Arrow:
    """A recent move, attack or retreat through points; ``style`` names which."""

    style: str
    points: tuple[Point, ...]
    title: str = ""


@frozen(kw_only=True)
class Tint:
    """A cell that a layer colours: ``strength`` is ``full``, or ``shared`` where it counts only in part; ``why`` is said."""

    cell: str
    why: str = ""
    strength: str = "full"


@frozen(kw_only=True)
class Layer:
    """Something that the rules know and no counter shows: zones of control, lines of supply.

    ``side`` says whose; ``strokes`` are lines, ``signs`` points (a source of supply); ``title`` stands in the key.
    """

    name: str
    side: str
    title: str
    paragraph: str = ""
    tints: tuple[Tint, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    signs: tuple[Spot, ...] = ()


@frozen(kw_only=True)
class Scene:
    """A picture's worth: the ground, the piles on it, recent arrows, lines for the head and the panel, and layers."""

    ground: Ground
    piles: tuple[Pile, ...]
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Spot, ...] = ()
    heading: str = ""
    panel: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
