"""A printed game that nobody owns: a photo of a map sheet, and counters, drawn from our own map for pictures and tests."""

from __future__ import annotations

import resvg_py

from pbem.home.owner.pictures import ours
from pbem.home.owner.pictures.laying import Laid

ASLANT = Laid(((44.0, 1.2, 60.0), (-1.0, 43.0, 90.0), (0.0006, 0.0009, 1.0)))
"""From map units of June 6 to the pixels of the photo."""
SHEET = (1320, 1900)
_SVG = 'xmlns="http://www.w3.org/2000/svg"'
_LETTERS = 'font-family="DejaVu Sans" text-anchor="middle"'
_GROUND = {
    "clear": "#e8dfb4", "bocage": "#b9c98a", "forest": "#7c9a5c", "marsh": "#a9c8c4", "sea": "#9fc3dd",
    "city": "#c9a48f",
}  # fmt: skip


def photo() -> bytes:
    """Sheet W as a camera sees it that is not held straight."""
    parts = [
        f'<svg {_SVG} width="{SHEET[0]}" height="{SHEET[1]}"><rect width="100%" height="100%" fill="#e9e2cd"/>'
    ]
    for cell in ours.ground("june6").cells:
        if not cell.name.startswith("W"):
            continue
        outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(ASLANT.at, cell.outline))
        (x, y), fill = ASLANT.at(cell.centre), _GROUND.get(cell.terrain, "#d9cfa8")
        parts.append(f'<polygon points="{outline}" fill="{fill}" stroke="#6b5d3a" stroke-width="1.2"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{y - 9:.1f}" font-size="10" fill="#4a3f25" {_LETTERS}>{cell.name[1:]}</text>'
        )
    return _png("".join(parts) + "</svg>")


def counter(name: str, colour: str) -> bytes:
    """A counter as somebody else draws it."""
    return _png(
        f'<svg {_SVG} width="120" height="120"><rect width="120" height="120" rx="10" fill="{colour}"/>'
        '<path d="M30 26H90V66H30zM30 26 90 66M90 26 30 66" fill="none" stroke="#111" stroke-width="4"/>'
        f'<text x="60" y="98" font-size="24" font-weight="bold" fill="#111" {_LETTERS}>{name}</text></svg>'
    )


def _png(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
