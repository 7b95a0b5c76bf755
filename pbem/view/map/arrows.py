"""Arrows of what just happened: moves under the counters, attacks across the hexside on top of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from attrs import frozen

from pbem.port.scene import Arrow, Point
from pbem.view.map.frame import View
from pbem.view.map.geometry import smooth, stretch
from pbem.view.markup import num, path, xml


@frozen(kw_only=True)
class _Look:
    colour: str
    width: float
    head: float
    dash: str = ""
    above: bool = False


_LOOKS: dict[str, _Look] = {
    "move": _Look(colour="#1d5fa8", width=4, head=12),
    "strategic": _Look(colour="#1d5fa8", width=4, head=12, dash="14 7"),
    "attack": _Look(colour="#c01f2e", width=6.5, head=15, above=True),
    "retreat": _Look(colour="#3d3d3d", width=5, head=13, dash="3 7"),
    "advance": _Look(colour="#d97a1a", width=6, head=15),
    "landing": _Look(colour="#136f6b", width=8, head=18),
}
_OTHER = _Look(colour="#4b4a45", width=4, head=12)


def draw_arrows(arrows: Iterable[Arrow], view: View, *, above: bool) -> str:
    """The arrows that lie above the counters, or those below them."""
    parts: list[str] = []
    for arrow in arrows:
        look = _LOOKS.get(arrow.style, _OTHER)
        if look.above == above and len(arrow.points) > 1 and view.touches(arrow.points):
            parts.append(_arrow(arrow, look, view.points(arrow.points)))
    return f'<g fill="none" stroke-linejoin="round" class="arrows">{"".join(parts)}</g>' if parts else ""


def _arrow(arrow: Arrow, look: _Look, points: list[Point]) -> str:
    curve = smooth(points, rounds=3)
    if look.above:
        curve = stretch(curve, 0.3, 0.76)
    shaft, (tip, back) = _shortened(curve, look.head * 0.8)
    (tx, ty), (bx, by) = tip, back
    length = hypot(tx - bx, ty - by) or 1.0
    ux, uy = (tx - bx) / length, (ty - by) / length
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
        length = hypot(bx - ax, by_ - ay)
        if length > left:
            break
        left -= length
        shaft.pop()
    (ax, ay), (bx, by_) = shaft[-2], shaft[-1]
    length = hypot(bx - ax, by_ - ay) or 1.0
    keep = max(0.05, 1 - left / length)
    shaft[-1] = (ax + (bx - ax) * keep, ay + (by_ - ay) * keep)
    return shaft, (tip, shaft[-1])
