"""Our own drawings of the customary map symbols for troops, each inside a box of 28 x 18 around the origin.

They follow the long-published NATO convention (crossed lines for infantry, an oval for armour ...); the drawings are
made for this program and are free of anybody else's rights.
"""

from __future__ import annotations

_INK = "#1c1b18"


def _lines(d: str, width: float = 1.5) -> str:
    return f'<path d="{d}" fill="none" stroke="{_INK}" stroke-width="{width:g}"/>'


def _solid(d: str) -> str:
    return f'<path d="{d}" fill="{_INK}"/>'


def _dot(x: float, y: float, r: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{_INK}"/>'


def _ring(x: float, y: float, r: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="{_INK}" stroke-width="1.2"/>'


def _word(text: str, size: float) -> str:
    return (
        f'<text y="{size * 0.36:g}" font-size="{size:g}" font-weight="bold" text-anchor="middle" '
        f'fill="{_INK}">{text}</text>'
    )


_CROSS = _lines("M-14-9L14 9M14-9L-14 9")
_SLASH = _lines("M-14 9L14-9")
_OVAL = (
    '<rect x="-9.5" y="-5" width="19" height="10" rx="5" fill="none" stroke="#1c1b18" stroke-width="1.6"/>'
)
_ANCHOR = _lines("M0-5V6M-3-2.5H3M-6 1.5C-6 5-3 6.5 0 6.5S6 5 6 1.5", 1.6) + _ring(0, -6, 1.4)
_PLANE = _solid(
    "M-1-7.5Q0-9 1-7.5L1.4-3L9.5 1V3L1.4 1.4L1 5L3.6 7V8.2L0 7.4L-3.6 8.2V7L-1 5L-1.4 1.4L-9.5 3V1L-1.4-3z"
)
_SHIP = _solid("M-12 1H12L9 6H-10zM-5 0V-3H-2V-6H1.5V-3H5V0z")

DRAWINGS: dict[str, str] = {
    "infantry": _CROSS,
    "parachute": _CROSS + _lines("M-6.5 8.2A3.4 3.4 0 0 1 0 8.2A3.4 3.4 0 0 1 6.5 8.2", 1.7),
    "glider": _CROSS + _lines("M-9 4.6H-3.6L0 7.6L3.6 4.6H9", 1.7),
    "armour": _OVAL,
    "panzergrenadier": _CROSS + _OVAL,
    "motorised": _CROSS + _lines("M0-9V9"),
    "bicycle": _CROSS + _ring(-4.2, 6.2, 2) + _ring(4.2, 6.2, 2) + _lines("M-4.2 6.2L0 3L4.2 6.2", 1),
    "mountain": _CROSS + _solid("M-4.5 9L0 2.2L4.5 9z"),
    "reconnaissance": _SLASH,
    "armoured-reconnaissance": _SLASH + _OVAL,
    "commando": _CROSS + _solid("M-.9-1.2L0 8L.9-1.2zM-3-2.6H3V-1.2H-3zM-.8-6.5H.8V-2.6H-.8z"),
    "ranger": _CROSS
    + '<path d="M0-6.6L5.4 0L0 6.6L-5.4 0z" fill="#fbf8ee" stroke="#1c1b18" stroke-width="1.3"/>',
    "engineer": _lines("M-8.5 4.8V-4.2H8.5V4.8M0-4.2V4.8", 1.8),
    "artillery": _dot(0, 0, 3.6),
    "self-propelled-artillery": _OVAL + _dot(0, 0, 2.6),
    "coastal-artillery": _dot(0, -2.2, 3) + _lines("M-10 5.4q2.5-2.6 5 0t5 0t5 0t5 0", 1.3),
    "anti-tank": _lines("M-14 9L0-9L14 9"),
    "tank-destroyer": _lines("M-14 9L0-9L14 9", 1.1) + _OVAL,
    "flak": _lines("M-9.5 9C-9.5-4.5 9.5-4.5 9.5 9") + _dot(0, 4.4, 2.4),
    "nebelwerfer": _dot(0, 5, 2.5) + _lines("M-4.5-.2L0-3.8L4.5-.2M-4.5-4L0-7.6L4.5-4", 1.5),
    "mortar": _ring(0, 5, 2.2) + _lines("M0 2.8V-6.5M-3-3.4L0-6.8L3-3.4", 1.4),
    "machine-gun": _lines("M0 6V-6.5M-3-3.4L0-6.8L3-3.4M-4 6H4M-2.6 3.4H2.6", 1.4),
    "hq": f'<path d="M-14-9H14V-5H-14z" fill="{_INK}"/><g transform="translate(0 2.2)">{_word("HQ", 11)}</g>',
    "leader": _solid(
        "M0-7.6A3.6 3.6 0 0 1 0-.4A3.6 3.6 0 0 1 0-7.6zM-8.4 8C-8.4 2.6-4.6 1 0 1S8.4 2.6 8.4 8z"
    ),
    "strongpoint": _solid("M-11 6.5V1.5L-6.5-5H6.5L11 1.5V6.5z")
    + '<path d="M-6-.6H6V1.6H-6z" fill="#fbf8ee"/>',
    "detachment": '<path d="M-14 9L14-9" fill="none" stroke="#1c1b18" stroke-width="1.5" stroke-dasharray="3.2 2.2"/>'
    + _dot(0, 0, 2.2),
    "signals": _lines("M-14-9L2.4 2.6L-2.4-2.6L14 9"),
    "supply": _lines("M-14 4.6H14", 1.8),
    "medical": _lines("M0-9V9M-14 0H14", 2),
    "naval": _SHIP,
    "marine": _CROSS + _ANCHOR,
    "air": _PLANE,
    "landing-craft": _lines("M-11-3H5L11 1.4H9L7 5H-9z", 1.4) + _lines("M-12 7q3-2 6 0t6 0t6 0t6 0", 1.1),
    "marker": '<path d="M0-7L1.9-2.3L7-2L3 1.2L4.3 6.1L0 3.4L-4.3 6.1L-3 1.2L-7-2L-1.9-2.3z" fill="#1c1b18"/>',
    "unknown": _word("?", 14),
}
"""Each symbol's drawing by name."""

_ALIASES: dict[str, str] = {
    "airborne": "parachute",
    "armor": "armour",
    "tank": "armour",
    "mechanised": "panzergrenadier",
    "mechanized": "panzergrenadier",
    "armoured-infantry": "panzergrenadier",
    "motorized": "motorised",
    "recon": "reconnaissance",
    "cavalry": "reconnaissance",
    "antitank": "anti-tank",
    "anti-air": "flak",
    "rocket": "nebelwerfer",
    "assault-gun": "self-propelled-artillery",
    "ship": "naval",
    "aircraft": "air",
    "headquarters": "hq",
    "officer": "leader",
    "fort": "strongpoint",
    "landing": "landing-craft",
}


def glyph(symbol: str) -> str:
    """The name of the drawing for a symbol: itself, another word for it, or ``unknown``."""
    if symbol in DRAWINGS:
        return symbol
    return _ALIASES.get(symbol, "unknown")


def definitions(used: frozenset[str]) -> str:
    """One ``<symbol>`` for each drawing in ``used``, with the id ``n-NAME``, in the order of the table above."""
    return "".join(
        f'<symbol id="n-{name}" overflow="visible">{drawing}</symbol>'
        for name, drawing in DRAWINGS.items()
        if name in used
    )
