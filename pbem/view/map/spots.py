"""Small fixed signs: bridges, strongpoints, entry letters, objectives, supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import hypot
from zlib import crc32

from pbem.port.scene import Point, Spot
from pbem.view.map import palette
from pbem.view.map.detail import letters
from pbem.view.map.ground import Plan
from pbem.view.map.labels import is_name
from pbem.view.markup import clean, num, xml

BRIDGES = ("bridge", "blown-bridge")
_PLAIN = ("strongpoint", "supply", "delay-point", "objective", "hill", "result")
DRAWN = frozenset({*BRIDGES, *_PLAIN, "plain", "entry", "number", "houses", "landing-box"})
"""The styles of signs that have a drawing of their own; others are ``plain``, a dot."""


REACH = 32.0
"""So far a sign reaches from its middle, in pixels: one that lies farther beyond the window is not seen."""


def definitions() -> str:
    """The signs that are drawn more than once, as ``<symbol>`` elements with the ids ``s-...`` around the origin."""
    star = "M0-8L2.1-2.7L7.8-2.5L3.3 1.1L4.8 6.6L0 3.5L-4.8 6.6L-3.3 1.1L-7.8-2.5L-2.1-2.7z"
    signs = {
        "bridge": '<path d="M-9.5-4H9.5V4H-9.5z" fill="#fdf9ea"/>'
        '<path d="M-12-7L-8.5-4H8.5L12-7M-12 7L-8.5 4H8.5L12 7" '
        'fill="none" stroke="#1c1b18" stroke-width="1.9" stroke-linejoin="round"/>',
        "blown-bridge": '<path d="M-12-7L-8.5-4H-3M3-4H8.5L12-7M-12 7L-8.5 4H-3M3 4H8.5L12 7" fill="none" '
        'stroke="#1c1b18" stroke-width="1.9" stroke-linejoin="round"/>'
        '<path d="M-5-6L5 6M5-6L-5 6" stroke="#b3202c" stroke-width="2.6" stroke-linecap="round"/>',
        "strongpoint": '<path d="M-8 6V-2L0-8L8-2V6z" fill="#3b3a36" stroke="#f6f1e2" stroke-width="1.2"/>'
        '<path d="M-4.6-.4H4.6V2.4H-4.6z" fill="#f6f1e2"/>',
        "supply": '<circle r="8" fill="#f6f1e2" stroke="#1c1b18" stroke-width="1.5"/>'
        '<path d="M0-8V8M-8 0H8M-5.7-5.7L5.7 5.7M5.7-5.7L-5.7 5.7" stroke="#1c1b18" stroke-width="1.2"/>'
        '<circle r="2.6" fill="#1c1b18"/>',
        "delay-point": '<path d="M0-8.5L8.5 6.5H-8.5z" fill="#f2c230" stroke="#1c1b18" stroke-width="1.4" '
        'stroke-linejoin="round"/><path d="M0-3.4V2M0 4V4.6" stroke="#1c1b18" stroke-width="2" '
        'stroke-linecap="round"/>',
        "objective": f'<circle r="10.4" fill="#fdf6d8" fill-opacity=".9" stroke="#8a6a12" stroke-width="1.2"/>'
        f'<path d="{star}" fill="#dca719" stroke="#7d5d08" stroke-width=".9"/>',
        "result": '<path d="M0-9L2.6-3.4L8.6-4.6L5.2 0L8.6 4.6L2.6 3.4L0 9L-2.6 3.4L-8.6 4.6L-5.2 0L-8.6-4.6L-2.6-3.4z" '
        'fill="#c01f2e" stroke="#fff" stroke-width="1.4" stroke-linejoin="round"/>',
        "entry": '<path d="M-10.5-9H6L13 0L6 9H-10.5z" fill="#2b2a26" stroke="#f6f1e2" stroke-width="1.2"/>',
        "landing-box": '<rect x="-30" y="-15" width="60" height="30" rx="4" fill="#f6f1e2" fill-opacity=".8" '
        'stroke="#2f6d97" stroke-width="1.8" stroke-dasharray="6 3"/>',
        "hill": '<path d="M-9 6L-2-6L2-1L4.5-4.5L10 6z" fill="#a9794a" fill-opacity=".85" stroke="#6b4520" '
        'stroke-width="1.2" stroke-linejoin="round"/>',
        "plain": '<circle r="4" fill="#2b2a26" stroke="#f6f1e2" stroke-width="1.2"/>',
    }
    return "".join(
        f'<symbol id="s-{name}" overflow="visible">{body}</symbol>' for name, body in signs.items()
    )


def known(style: str) -> str:
    """The style that a spot is drawn in: its own, or a dot; a name has none of these signs."""
    return style if style in DRAWN or is_name(style) else "plain"


def draw_signs(spots: Iterable[Spot], layout: Plan, size: float = 1.0) -> str:
    """Every sign that is not a name. Bridges turn across the hexside they lie on; words only where they can be read."""
    spots = tuple(spots)
    middles = layout.across if any(s.style in BRIDGES for s in spots) else {}
    parts: list[str] = []
    for spot in spots:
        if is_name(spot.style) or not layout.view.near(spot.at, REACH):
            continue
        x, y = layout.view.point(spot.at)
        hint = f"<title>{xml(spot.title or spot.text or spot.style)}</title>"
        parts.append(
            f'<g transform="translate({num(x)} {num(y)})">{hint}{_sign(spot, (x, y), middles, size)}</g>'
        )
    return "".join(parts)


def _sign(spot: Spot, at: Point, middles: Mapping[tuple[int, int], float], size: float) -> str:
    least = letters(size)
    match spot.style:
        case style if style in BRIDGES:
            turn = _nearest_turn(at, middles)
            rotated = f' transform="rotate({turn:.0f})"' if turn else ""
            return f'<use href="#s-{spot.style}"{rotated}/>' + _caption(spot.text, 17, 7.6, least)
        case style if style in _PLAIN:
            return f'<use href="#s-{spot.style}"/>' + _caption(spot.text, 16.5, 8, least)
        case "entry":
            letter = max(11.5, least)
            words = clean(spot.text, 4) if letter <= 18 else ""
            return '<use href="#s-entry"/>' + (
                f'<text x="-1" y="{letter * 0.36:.3g}" font-size="{letter:.4g}" font-weight="bold" fill="#f6f1e2">'
                f"{xml(words)}</text>"
                if words
                else ""
            )
        case "number":
            return _caption(spot.text, 3.5, 11, least)
        case "houses":
            return f'<use href="#town{crc32(spot.title.encode("utf-8", "replace")) % 3}"/>'
        case "landing-box":
            words = clean(spot.text, 40)
            letter = max(min(11.0, 54 / (0.6 * max(len(words), 1))), least)
            said = f'<text y="{0.36 * letter:.3g}" font-size="{letter + 0.005:.4g}" font-weight="bold" fill="#174a70">'
            # Where its name would not go into it, there is only the name, or nothing.
            box = '<use href="#s-landing-box"/>' if letter <= 22 else ""
            return f"{box}{said}{xml(words)}</text>" if letter <= 32 else ""
        case _:
            return '<use href="#s-plain"/>' + _caption(spot.text, 13, 8, least)


def _caption(text: str, y: float, size: float, least: float) -> str:
    """Words under a sign; none where they would have to be more than twice as large to be read."""
    size = max(size, least)
    if not text or size > 16:
        return ""
    return (
        f'<text y="{y:g}" font-size="{size + 0.005:.4g}" fill="{palette.INK}" stroke="#f6f1e2" stroke-width="2.4" '
        f'stroke-linejoin="round" paint-order="stroke">{xml(text, 30)}</text>'
    )


def bridge_turns(layout: Plan) -> Callable[[Point], float]:
    """How far a bridge at a point (pixels) turns so that it lies across its hexside, in degrees."""
    middles = layout.across
    return lambda at: _nearest_turn(at, middles)


def _nearest_turn(at: Point, middles: Mapping[tuple[int, int], float]) -> float:
    column, row = round(at[0] / 4), round(at[1] / 4)
    near = [
        (hypot(dx, dy), turn)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (turn := middles.get((column + dx, row + dy))) is not None
    ]
    return min(near)[1] % 180 if near else 0.0
