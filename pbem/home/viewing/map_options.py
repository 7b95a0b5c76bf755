"""What a player asks of a map: which part of it, which layers over it, and as what kind of file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.port import insight
from pbem.port.scene import Ground, Scene
from pbem.replay.table import Position
from pbem.view.map.frame import Box, frame_around
from pbem.view.map.palette import PAPER

_WIDE, _NARROW = 2.0, 0.6
_MOST_PIXELS = 120_000_000


class _Resvg(Protocol):
    """The one function of resvg-py that is used."""

    def svg_to_bytes(self, *, svg_string: str, zoom: float, background: str) -> bytes: ...


def layered(position: Position[object], title: str, scene: Scene, wanted: Iterable[tuple[str, str]]) -> Scene:
    """The scene with layers over it, each asked for by (name, side). Raises UsageError ``no-layer``."""
    found, rules = [], position.rules
    for name, side in wanted:
        layer = insight.layer(rules, position.game, side, name)
        if layer is None:
            known = "; ".join(f"--{each}: {what}" for each, what in insight.layers(rules))
            if name in {each for each, _ in insight.layers(rules)}:
                sides = sorted({c.side for pile in scene.piles for c in pile.counters})
                raise UsageError(
                    "no-layer", f"--{name} knows no side {side!r}.", hint=f"Sides: {', '.join(sides)}."
                )
            raise UsageError(
                "no-layer",
                f"{title} has nothing to show for --{name}.",
                hint=f"It has {known or 'no layers'}.",
            )
        found.append(layer)
    return evolve(scene, layers=tuple(found)) if found else scene


def bare(scene: Scene) -> Scene:
    """The scene without counters and arrows."""
    return evolve(scene, piles=(), arrows=())


def framed(ground: Ground, *, between: str, around: Sequence[str]) -> Box | None:
    """The part of the map from one hex to another (``A-B``), or around some hexes; None for the whole.

    Raises UsageError ``two-frames``, ``bad-frame`` and ``no-place``.
    """
    if between and around:
        raise UsageError("two-frames", "Give either --hexes or --around, not both.")
    names = tuple(name for each in around for name in each.split(",") if name)
    if between:
        names = tuple(between.split("-"))
        if len(names) != 2 or not all(names):
            raise UsageError(
                "bad-frame", f"{between!r} names no two hexes.", hint="Write --hexes E2310-E1940."
            )
    known = {cell.name for cell in ground.cells}
    for name in names:
        if name not in known:
            some = ", ".join(sorted(known)[:: max(1, len(known) // 4)][:4])
            raise UsageError(
                "no-place", f"There is no {name!r} on this map.", hint=f"Places are named {some}."
            )
    return frame_around(ground, names, margin=_NARROW if between else _WIDE) if names else None


def encoded(picture: str, file: Path, zoom: float = 1.0) -> bytes:
    """An SVG picture as the bytes of a file: SVG, or PNG by the name's ending, ``zoom`` times as large.

    Raises UsageError ``no-png`` where the optional package is missing, and ``too-large``.
    """
    if file.suffix.lower() != ".png":
        return picture.encode()
    try:
        resvg = cast("_Resvg", import_module("resvg_py"))
    except ImportError as error:
        raise UsageError(
            "no-png",
            "PNG pictures need one more package.",
            hint="Type: pip install 'pbem[png]' - or write an .svg.",
        ) from error
    width, height = _size(picture)
    if width * height * zoom * zoom > _MOST_PIXELS:
        raise UsageError(
            "too-large",
            f"A picture of {width * zoom:.0f} by {height * zoom:.0f} pixels is too large.",
            hint="Take a part of the map with --around, or a smaller --zoom.",
        )
    return bytes(resvg.svg_to_bytes(svg_string=picture, zoom=zoom, background=PAPER))


def _size(picture: str) -> tuple[float, float]:
    """Width and height that the picture's first tag names."""
    head = picture[:400]
    wide, high = (head.split(f' {name}="', 1)[1].split('"', 1)[0] for name in ("width", "height"))
    return float(wide), float(high)
