"""The small signs of the printed map and its lettering: bridges, works, doors of the map, towns, woods, coasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.port.scene import Point, Spot
from pbem_rules.june6.printed.data import Data
from pbem_rules.kernel.tables import Table

At = Callable[[str], Point]

_KINDS = {
    "sea": "label-sea",
    "bay": "label-bay",
    "region": "label-region",
    "cape": "label-cape",
    "height": "label-height",
}
"""The kinds of names that stand for no single hex, and how the picture calls them."""
_AREAS = {"woods": "label-woods", "marsh": "label-marsh"}
_WORK = (0.31, -0.2)
_DOOR = 0.36


def signs(data: Data, printed: Table, at: At, boxes: Mapping[str, Point]) -> Iterator[Spot]:
    """Every sign and name; ``at`` gives the middle of a hex of either sheet, land or sea, in the picture."""
    yield from _names(data, printed, at)
    yield from _works(data, printed, at)
    yield from _doors(data, printed, at)
    for box in sorted(data.ground.beaches):
        yield Spot(style="landing-box", at=boxes[f"box:{box}"], text=box.upper())


def _names(data: Data, printed: Table, at: At) -> Iterator[Spot]:
    for name, (town, rank) in sorted(data.ground.names.items()):
        yield Spot(style=f"label-{rank}", at=at(name), text=town)
    for name, (style, hexes) in sorted(_areas(data, printed).items()):
        yield Spot(style=style, at=_middle([at(each) for each in hexes]), text=name)
    if "labels" in printed:
        table = printed.table("labels")
        for name in table.keys():  # noqa: SIM118
            where, kind = table.texts(name)
            if kind in _KINDS:
                yield Spot(style=_KINDS[kind], at=at(where), text=name)


def _areas(data: Data, printed: Table) -> dict[str, tuple[str, list[str]]]:
    """Woods and marshes by name, each with its hexes."""
    found: dict[str, tuple[str, list[str]]] = {}
    if "features" in printed:
        table = printed.table("features")
        for where in table.keys():  # noqa: SIM118
            style = _AREAS.get(data.ground.terrain.get(where, ""))
            if style is not None:
                found.setdefault(table.text(where), (style, []))[1].append(where)
    return found


def _works(data: Data, printed: Table, at: At) -> Iterator[Spot]:
    """Bridges on their hexsides, strongpoints in the corner of the hex that counters leave free."""
    for side, title in sorted(data.ground.bridges.items()):
        a, b = (at(name) for name in side.split("/"))
        yield Spot(style="bridge", at=_middle([a, b]), title=title)
    forts = _texts(printed.table("strongpoints"), "names") if "strongpoints" in printed else {}
    written = {town for town, _ in data.ground.names.values()}
    if "labels" in printed:
        written |= set(printed.table("labels").keys())
    for name in sorted(data.ground.strongpoints):
        x, y = at(name)
        said = forts.get(name, "")
        yield Spot(style="strongpoint", at=(x + _WORK[0], y + _WORK[1]), title=said)
        if said and not any(other.startswith(said) for other in written):
            yield Spot(style="label-fort", at=(x + _WORK[0], y + _WORK[1]), text=said)


def _doors(data: Data, printed: Table, at: At) -> Iterator[Spot]:
    """Entry letters and supply roads at the edge, with the towns beyond it."""
    beyond = _texts(printed, "exits")
    letters = {name: letter for letter, hexes in data.ground.entries.items() for name in hexes}
    for name, letter in sorted(letters.items()):
        x, y = at(name)
        yield Spot(style="entry", at=(x - _DOOR / 2, y), text=letter, title=f"Entry hex {letter}")
    for name in data.ground.supply:
        x, y = at(name)
        aside = _DOOR / 2 if name in letters else 0.0
        yield Spot(style="supply", at=(x + aside, y), title="The road to Germany")
    for name, towns in sorted(beyond.items()):
        yield Spot(style="label-exit", at=at(name), text=f"to {towns}")


def _texts(table: Table, key: str) -> dict[str, str]:
    if key not in table:
        return {}
    inner = table.table(key)
    return {name: inner.text(name) for name in inner.keys()}  # noqa: SIM118


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
