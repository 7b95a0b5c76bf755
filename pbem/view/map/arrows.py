"""Arrows of what just happened, under the counters: each with a head, and an attack's across the hexside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem.port.scene import Arrow, Point
from pbem.view.map.frame import HEX, Box, View
from pbem.view.map.geometry import along, length, smooth, stretch
from pbem.view.markup import num, path, xml


@frozen(kw_only=True)
class _Look:
    colour: str
    width: float
    head: float
    dash: str = ""
    across: bool = False


_LOOKS: dict[str, _Look] = {
    "move": _Look(colour="#1d5fa8", width=4, head=12),
    "strategic": _Look(colour="#1d5fa8", width=4, head=12, dash="14 7"),
    "attack": _Look(colour="#c01f2e", width=6.5, head=15, across=True),
    "retreat": _Look(colour="#3d3d3d", width=5, head=13, dash="3 7"),
    "advance": _Look(colour="#d97a1a", width=6, head=15),
    "landing": _Look(colour="#136f6b", width=8, head=18),
}
_OTHER = _Look(colour="#4b4a45", width=4, head=12)


def draw_arrows(arrows: Iterable[Arrow], view: View) -> str:
    """All arrows; they belong under the counters."""
    parts: list[str] = []
    for arrow in arrows:
        look = _LOOKS.get(arrow.style, _OTHER)
        if len(arrow.points) > 1 and view.touches(arrow.points):
            parts.append(_arrow(arrow, look, view.points(arrow.points)))
    return f'<g fill="none" stroke-linejoin="round" class="arrows">{"".join(parts)}</g>' if parts else ""


def covered(arrows: Iterable[Arrow], view: View) -> list[Box]:
    """Small boxes along all arrows, in pixels."""
    found: list[Box] = []
    for arrow in arrows:
        if len(arrow.points) > 1 and view.touches(arrow.points):
            half = _LOOKS.get(arrow.style, _OTHER).width / 2 + 2
            found.extend(
                (x - half - 6, y - half - 6, x + half + 6, y + half + 6)
                for (x, y), _ in along(smooth(view.points(arrow.points), rounds=3), 14.0)
            )
    return found


WORDS = {
    "move": Message("move"),
    "strategic": Message("strategic move"),
    "attack": Message("attack"),
    "retreat": Message("retreat"),
    "advance": Message("advance"),
    "landing": Message("landing"),
}
"""What the key says of each style."""


def swatch(style: str) -> str:
    """A sample of 24 by 17 pixels for the key."""
    look = _LOOKS.get(style, _OTHER)
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    return (
        f'<path d="M1 8.5H16" stroke="{look.colour}" stroke-width="{look.width:g}"{dash}/>'
        f'<path d="M24 8.5L14.5 3L16.5 8.5L14.5 14z" fill="{look.colour}"/>'
    )


def _arrow(arrow: Arrow, look: _Look, points: list[Point]) -> str:
    curve = smooth(points, rounds=3)
    if look.across:
        curve = stretch(curve, 0.24, 0.68)
    elif (whole := length(curve)) > HEX * 0.6:
        # The head ends where the counter begins under which it would be hidden.
        curve = stretch(curve, 0.0, 1 - HEX * 0.36 / whole)
    shaft, (tip, back) = _shortened(curve, look.head * 0.8)
    (tx, ty), (bx, by) = tip, back
    far = hypot(tx - bx, ty - by) or 1.0
    ux, uy = (tx - bx) / far, (ty - by) / far
    h, w = look.head, look.head * 0.55
    head = (
        f"M{num(tx)} {num(ty)}L{num(tx - ux * h - uy * w)} {num(ty - uy * h + ux * w)}"
        f"L{num(tx - ux * h * 0.72)} {num(ty - uy * h * 0.72)}"
        f"L{num(tx - ux * h + uy * w)} {num(ty - uy * h - ux * w)}z"
    )
    line = path(shaft)
    dash = f' stroke-dasharray="{look.dash}"' if look.dash else ""
    return (
        f'<g class="arrow {xml(arrow.style, 30)}" opacity=".88"><title>{xml(arrow.title or arrow.style)}</title>'
        f'<path d="{head}" fill="#fff" stroke="#fff" stroke-width="3.4"/>'
        f'<path d="{line}" stroke="#fff" stroke-width="{look.width + 3:g}" stroke-opacity=".85"/>'
        f'<path d="{line}" stroke="{look.colour}" stroke-width="{look.width:g}"{dash}/>'
        f'<path d="{head}" fill="{look.colour}"/></g>'
    )


def _shortened(line: Sequence[Point], by: float) -> tuple[list[Point], tuple[Point, Point]]:
    """The line without its last ``by`` pixels, and the tip with the point that the head looks back to."""
    tip = line[-1]
    shaft = list(line)
    left = by
    while len(shaft) > 2:
        (ax, ay), (bx, by_) = shaft[-2], shaft[-1]
        far = hypot(bx - ax, by_ - ay)
        if far > left:
            break
        left -= far
        shaft.pop()
    (ax, ay), (bx, by_) = shaft[-2], shaft[-1]
    far = hypot(bx - ax, by_ - ay) or 1.0
    keep = max(0.05, 1 - left / far)
    shaft[-1] = (ax + (bx - ax) * keep, ay + (by_ - ay) * keep)
    return shaft, (tip, shaft[-1])
