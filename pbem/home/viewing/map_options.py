"""What a player asks of a map: which part of it, which layers over it, and as what kind of file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from math import dist
from pathlib import Path
from typing import Protocol, cast

from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.home.installation import adding
from pbem.home.play.folding import fold
from pbem.port import insight
from pbem.port.messages import Message, Series, spelled
from pbem.port.scene import Ground, Layer, Scene, Tint
from pbem.replay.table import Position
from pbem.view.map.frame import Box, frame_around
from pbem.view.map.palette import PAPER

_WIDE, _NARROW = 2.0, 0.6
_MOST_PIXELS = 120_000_000
_CUT_OFF = frozenset({"ISO", "OOS"})


class _Resvg(Protocol):
    """The one function of resvg-py that is used."""

    def svg_to_bytes(self, *, svg_string: str, background: str) -> bytes: ...


def layered(position: Position[object], title: str, scene: Scene, wanted: Iterable[tuple[str, str]]) -> Scene:
    """The scene with layers over it, each asked for by (name, side). Raises UsageError ``no-layer``."""
    found, rules = [], position.rules
    for name, side in wanted:
        layer = insight.layer(rules, position.game, side, name)
        if layer is None:
            known = Series((Series((f"--{each}: ", what), "") for each, what in insight.layers(rules)), "; ")
            if name in {each for each, _ in insight.layers(rules)}:
                sides = sorted({c.side for pile in scene.piles for c in pile.counters})
                raise UsageError.of(
                    "no-layer",
                    "--{name} knows no side {side!r}.",
                    name=name,
                    side=side,
                    sides=Series(map(spelled, sides)),
                    hint="Sides: {sides}.",
                )
            raise UsageError.of(
                "no-layer",
                "{title} has nothing to show for --{name}.",
                title=title,
                name=name,
                what=known or "no layers",
                hint="It has {what}.",
            )
        found.append(layer)
    return evolve(scene, layers=tuple(found)) if found else scene


MODES = ("units", "control", "supply", "terrain")


def in_mode(position: Position[object], scene: Scene, mode: str) -> Scene:
    """The scene as a player wants to look at it: its units; who stands where, with zones of control where the game has
    them; lines of supply, or who is cut off where it has none; or the ground alone. Every game has all four."""
    if mode == "terrain":
        return bare(scene)
    found = mode_layers(position.rules, position.game, scene, mode)
    return evolve(scene, layers=found, piles=() if mode == "control" else scene.piles) if found else scene


def mode_layers(rules: object, state: object, scene: Scene, mode: str) -> tuple[Layer, ...]:
    """What is laid over the ground in a mode."""
    sides = sorted({c.side for pile in scene.piles for c in pile.counters})
    kinds = {name for name, _ in insight.layers(rules)}

    def shown(name: str) -> tuple[Layer, ...]:
        every = (insight.layer(rules, state, side, name) for side in sides if name in kinds)
        return tuple(each for each in every if each is not None)

    if mode == "control":
        return (*(_held(scene, side) for side in sides), *shown("zoc"))
    if mode == "supply":
        return shown("supply") or tuple(_cut_off(scene, side) for side in sides)
    return ()


def _held(scene: Scene, side: str) -> Layer:
    cells = [p.cell for p in scene.piles if p.at is None and any(c.side == side for c in p.counters)]
    return Layer(
        name="held",
        side=side,
        title=Message("{side}: here", side=Message(side)),
        tints=tuple(Tint(cell=each, why=side) for each in cells),
    )


def _cut_off(scene: Scene, side: str) -> Layer:
    found = [
        pile.cell
        for pile in scene.piles
        if any(c.side == side and _CUT_OFF.intersection(c.marks) for c in pile.counters)
    ]
    tints = tuple(
        Tint(cell=each, why=Message("{side}: cut off", side=side), strength="cut") for each in found
    )
    return Layer(name="cut-off", side=side, title=Message("{side}: supply", side=Message(side)), tints=tints)


def bare(scene: Scene) -> Scene:
    """The scene without counters and arrows."""
    return evolve(scene, piles=(), arrows=())


def framed(ground: Ground, *, between: str, around: Sequence[str], radius: int | None = None) -> Box | None:
    """The part of the map from one hex to another (``A-B``), or around some hexes or places; None for the whole.

    ``radius`` is in hexes. Capital letters and accents in names do not matter; of a town with several hexes all are meant.
    Raises UsageError ``two-frames``, ``bad-frame`` and ``no-place``.
    """
    if between and around:
        raise UsageError.of("two-frames", "Give either --hexes or --around, not both.")
    names = tuple(name for each in around for name in each.split(",") if name)
    if between:
        names = tuple(between.split("-"))
        if len(names) != 2 or not all(names):
            raise UsageError.of(
                "bad-frame",
                "{between!r} names no two hexes.",
                between=between,
                hint="Write --hexes E2310-E1940.",
            )
    if radius is not None and not around:
        raise UsageError.of("no-middle", "--radius needs a middle.", hint="Write --around HEX --radius 6.")
    cells = tuple(cell for name in names for cell in _cells(ground, name))
    margin = _NARROW if between else _WIDE if radius is None else float(radius)
    return frame_around(ground, cells, margin=margin) if names else None


def _cells(ground: Ground, name: str) -> tuple[str, ...]:
    """The hexes that a number or the name of a place means. Raises UsageError ``no-place`` with what may be meant."""
    known: dict[str, list[str]] = {}
    for cell in ground.cells:
        for word in (cell.name, cell.title):
            if word:
                known.setdefault(fold(word), []).append(cell.name)
    for spot in ground.spots:  # a beach is printed beside its hexes
        if spot.text and fold(spot.text) not in known:
            near_it = min(ground.cells, key=lambda cell: dist(cell.centre, spot.at))
            known[fold(spot.text)] = [near_it.name]
    if found := known.get(fold(name)):
        return tuple(found)
    if near := get_close_matches(fold(name), known, n=1):
        meant = next(c.title or c.name for c in ground.cells if c.name == known[near[0]][0])
        hint = Message("Did you mean {what}?", what=meant if fold(meant) == near[0] else known[near[0]][0])
    else:
        known_as = sorted({c.name for c in ground.cells}), sorted({c.title for c in ground.cells if c.title})
        some = [name for names in known_as for name in names[:: max(1, len(names) // 3)][:3]]
        hint = Message("Places are named {names}.", names=", ".join(some))
    raise UsageError("no-place", Message("There is no {name!r} on this map.", name=name), hint=hint)


def encoded(picture: str, file: Path) -> bytes:
    """An SVG picture as the bytes of a file: SVG, or PNG by the name's ending.

    Raises UsageError ``no-png`` where the optional package is missing, and ``too-large``.
    """
    if file.suffix.lower() not in ("", ".svg", ".png"):
        raise UsageError.of(
            "no-format",
            "No {suffix} picture can be written.",
            suffix=file.suffix,
            hint="Name it OUT.svg or OUT.png.",
        )
    if file.suffix.lower() != ".png":
        return picture.encode()
    try:
        resvg = cast("_Resvg", import_module("resvg_py"))
    except ImportError as error:
        raise UsageError.of(
            "no-png",
            "PNG pictures need one more package.",
            command=adding("resvg-py"),
            hint="Type: {command} - or write an .svg.",
        ) from error
    width, height = _size(picture)
    if width * height > _MOST_PIXELS:
        raise UsageError.of(
            "too-large",
            "A picture of {width:.0f} by {height:.0f} pixels is too large.",
            width=width,
            height=height,
            hint="Take a part of the map with --around, or a smaller --zoom.",
        )
    return bytes(resvg.svg_to_bytes(svg_string=picture, background=PAPER))


def _size(picture: str) -> tuple[float, float]:
    """Width and height that the picture's first tag names."""
    head = picture[:400]
    wide, high = (head.split(f' {name}="', 1)[1].split('"', 1)[0] for name in ("width", "height"))
    return float(wide), float(high)
