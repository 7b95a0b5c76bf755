"""Two layers that most hex games have: the zones of control of a side, and its lines of supply to their sources."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from itertools import pairwise
from typing import Protocol, TypeAlias, TypeVar

from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem.port.scene import Layer, Point, Spot, Stroke, Tint

ZOC, SUPPLY = "zoc", "supply"
Line: TypeAlias = tuple[str, str, tuple[str, ...] | None]
"""A unit, the hex it stands in, and the hexes of its line, its own first; None when it has none."""

_SIGN = (0.3, -0.3)


class Sided(Protocol):
    """A position as a side sees it."""

    @property
    def side(self) -> str: ...


V = TypeVar("V", bound=Sided)


def of_a_side(sides: Container[str], draw: Callable[[V], Layer | None]) -> Callable[[V], Layer | None]:
    """A layer that each of the sides has; None for nobody."""
    return lambda view: draw(view) if view.side in sides else None


@frozen(kw_only=True)
class Head:
    """What a layer says of itself: the side it shows (``side``, in words ``name``), and the paragraph it stands on."""

    side: str
    name: str
    paragraph: str


def zones(head: Head, zone: Iterable[str], theirs: Container[str], why: Callable[[str], str]) -> Layer:
    """The hexes in the zones of a side, those that lie in the enemy's too marked as shared; ``why`` says whose it is."""
    tints = tuple(
        Tint(cell=where, why=why(where), strength="shared" if where in theirs else "full") for where in zone
    )
    return Layer(
        name=ZOC,
        side=head.side,
        title=Message("{side} zones of control", side=head.name),
        paragraph=head.paragraph,
        tints=tints,
    )


def lines(
    head: Head,
    called: str,
    found: Iterable[Line],
    at: Callable[[str], Point],
    cut: Callable[[tuple[str, ...]], str],
) -> Layer:
    """The line of every unit, hex to hex, each stretch once; the hex of who has none is coloured.

    ``called``: what the game calls such lines. ``at``: the middle of a hex, in units of the map. ``cut``: that these
    units have no line, in words.
    """
    stretches: dict[tuple[str, str], None] = {}
    sources: dict[str, None] = {}
    without: dict[str, tuple[str, ...]] = {}
    for name, where, path in found:
        if path is None:
            without[where] = (*without.get(where, ()), name)
            continue
        sources[path[-1]] = None
        for here, there in pairwise(path):
            stretches[min(here, there), max(here, there)] = None
    return Layer(
        name=SUPPLY,
        side=head.side,
        title=Message("{side} {lines}", side=head.name, lines=called),
        paragraph=head.paragraph,
        tints=tuple(
            Tint(cell=where, why=cut(names), strength="cut") for where, names in sorted(without.items())
        ),
        strokes=tuple(Stroke(style="supply-line", points=(at(here), at(there))) for here, there in stretches),
        signs=tuple(_source(head, where, at(where)) for where in sorted(sources)),
    )


def _source(head: Head, where: str, at: Point) -> Spot:
    x, y = at
    return Spot(
        style="supply",
        at=(x + _SIGN[0], y + _SIGN[1]),
        title=Message("{side} source of supply in {hex}", side=head.name, hex=where),
    )
