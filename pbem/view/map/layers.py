"""Layers over the ground: zones of control hatched, lines of supply dotted, those who are cut off ringed.

Sides differ by the direction of their hatching, so that two layers can lie over each other and be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.port.messages import Message
from pbem.port.scene import Layer, Tint
from pbem.view.map.geometry import chains, loops, spot_of
from pbem.view.map.ground import Plan
from pbem.view.markup import num, path

_INKS = ("#16397f", "#8c1420", "#5b2a86", "#0e5f58")
_KNOWN = {"allied": 0, "british": 0, "american": 0, "us": 0, "german": 1, "axis": 1}
_STRENGTHS = ("full", "shared", "cut")
_STEP = 14


def definitions(layers: Sequence[Layer]) -> str:
    """The hatchings that these layers need: ``h0f`` (first side, in full), ``h0s`` (shared) ..."""
    parts: list[str] = []
    for n in sorted({place(layer) for layer in layers}):
        turn = 45 if n % 2 else -45
        for mark, width, dash in (("f", 2.6, ""), ("s", 1.7, ' stroke-dasharray="4 4"')):
            parts.append(
                f'<pattern id="h{n}{mark}" width="{_STEP}" height="{_STEP}" patternUnits="userSpaceOnUse" '
                f'patternTransform="rotate({turn})"><path d="M7 0V{_STEP}" stroke="#fff" stroke-width="{width + 2:g}" '
                f'stroke-opacity=".55"/><path d="M7 0V{_STEP}" stroke="{ink(n)}" stroke-width="{width:g}" '
                f'stroke-opacity=".8"{dash}/></pattern>'
            )
    return "".join(parts)


def place(layer: Layer) -> int:
    """Which hatching and ink a side's layers have: customary sides always the same, others by their name."""
    known = _KNOWN.get(layer.side.casefold())
    return known if known is not None else 2 + sum(layer.side.encode()) % 2


def ink(n: int) -> str:
    """The colour of the n-th hatching."""
    return _INKS[n % len(_INKS)]


def draw_layers(layers: Sequence[Layer], layout: Plan) -> str:
    """All layers, tints first, then lines; the ring of a tint runs round all its cells together."""
    index = {cell.name: i for i, cell in enumerate(layout.cells)}
    parts: list[str] = []
    for layer in layers:
        n = place(layer)
        for strength in _STRENGTHS:
            members = frozenset(
                index[t.cell] for t in layer.tints if t.strength == strength and t.cell in index
            )
            if members:
                parts.append(_tinted(layout, members, n, strength))
        held = frozenset(index[t.cell] for t in layer.tints if t.strength != "cut" and t.cell in index)
        if held:
            parts.append(_ring(layout, held, n, ""))
    for layer in layers:
        parts.extend(_lines(layer, layout, place(layer)))
    return "".join(parts)


def _tinted(layout: Plan, members: frozenset[int], n: int, strength: str) -> str:
    if strength == "cut":
        return _ring(layout, members, n, ' stroke-dasharray="9 5"')
    shape = "".join(path(layout.outlines[i], closed=True) for i in sorted(members))
    return f'<path d="{shape}" fill="url(#h{n}{strength[0]})"/>'


def _ring(layout: Plan, members: frozenset[int], n: int, dash: str) -> str:
    line = "".join(path([spot_of(c) for c in loop], closed=True) for loop in loops(layout.net, members))
    return (
        f'<path d="{line}" fill="none" stroke="#fff" stroke-width="5.4" stroke-opacity=".75" stroke-linejoin="round"/>'
        f'<path d="{line}" fill="none" stroke="{ink(n)}" stroke-width="2.8" stroke-linejoin="round"{dash}/>'
    )


def _lines(layer: Layer, layout: Plan, n: int) -> Iterator[str]:
    shown = [layout.view.points(s.points) for s in layer.strokes if layout.view.touches(s.points)]
    if shown:
        line = "".join(path(each) for each in chains(shown))
        yield (
            f'<g fill="none" stroke-linejoin="round" stroke-linecap="round"><path d="{line}" stroke="#fff" '
            f'stroke-width="8.4" stroke-opacity=".8"/><path d="{line}" stroke="{ink(n)}" stroke-width="5" '
            f'stroke-dasharray=".1 9"/></g>'
        )


def notes(layers: Iterable[Layer]) -> Mapping[str, str]:
    """What the layers say of each cell, for its tooltip."""
    found: dict[str, list[str]] = {}
    for layer in layers:
        for tint in layer.tints:
            if tint.why:
                found.setdefault(tint.cell, []).append(_said(layer, tint))
    return {cell: "; ".join(said) for cell, said in found.items()}


def _said(layer: Layer, tint: Tint) -> str:
    return f"{tint.why} [{layer.paragraph}]" if layer.paragraph else tint.why


def entries(layers: Iterable[Layer]) -> Iterator[tuple[str, str, str]]:
    """What the key says of the layers: (``layer``, a style of :func:`swatch`, words)."""
    for layer in layers:
        n = place(layer)
        title = layer.title
        if layer.paragraph:
            title = Message("{title} [{paragraph}]", title=layer.title, paragraph=layer.paragraph)
        strengths = {tint.strength for tint in layer.tints}
        if layer.strokes:
            yield "layer", f"{n}-line", title
        elif strengths - {"cut"}:
            yield "layer", f"{n}-f", title
        else:
            yield "layer", f"{n}-f", Message("{title}: none", title=title)
        if "shared" in strengths:
            yield "layer", f"{n}-s", Message("shared with the enemy's")
        if "cut" in strengths:
            yield "layer", f"{n}-cut", Message("cut off")


def swatch(style: str) -> str:
    """A sample of 24 by 17 pixels for the key."""
    n, _, what = style.partition("-")
    colour = ink(int(n))
    box = '<rect x=".7" y=".7" width="22.6" height="15.6" rx="2.5" '
    if what == "line":
        return (
            f'<path d="M2 8.5H22" stroke="{colour}" stroke-width="5" stroke-dasharray=".1 6.6" '
            f'stroke-linecap="round" fill="none"/>'
        )
    if what == "cut":
        return f'{box}fill="none" stroke="{colour}" stroke-width="2.4" stroke-dasharray="5 3"/>'
    return f'{box}fill="url(#h{n}{what})" stroke="{colour}" stroke-width="{num(1.4)}"/>'
