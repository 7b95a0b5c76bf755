"""Slips of the pen on the map of a data pack: places off the grid, bridges over nothing, rivers that do not run on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.bytes.toml_lines import Path
from pbem.games import registry
from pbem.games.mistake import Mistake, names_at, rules_of, values_at
from pbem.games.overlay.shape import patterns
from pbem.games.overlay.words import short, texts
from pbem.port.messages import Message
from pbem.port.scene import Ground

Corner: TypeAlias = tuple[int, int]
_FINE = 37.31
"""So many parts has a unit of a map; no corner of a grid falls between two of them."""


@frozen(kw_only=True)
class Touching:
    """The corners of every hex of a map."""

    corners: Mapping[str, frozenset[Corner]]

    @classmethod
    def on(cls, ground: Ground) -> Touching:
        """Of a map."""
        return cls(
            corners={
                cell.name: frozenset((round(x * _FINE), round(y * _FINE)) for x, y in cell.outline)
                for cell in ground.cells
            }
        )

    def ends(self, side: str) -> frozenset[Corner]:
        """The two corners of a side ``one/other``; none where it is no side of this map."""
        one, _, other = side.partition("/")
        both = self.corners.get(one, frozenset()) & self.corners.get(other, frozenset())
        return both if len(both) == 2 else frozenset()

    def alone(self, side: str, sides: Collection[str]) -> bool:
        """Whether a side of the map touches none of the others."""
        ends = self.ends(side)
        return bool(ends) and not any(ends & self.ends(each) for each in sides if each != side)

    def parted(self, side: str, sides: Collection[str]) -> bool:
        """Whether sides lead to both ends of this one, and not from one end to the other."""
        ends = self.ends(side)
        if not ends:
            return False
        start, goal = ends
        left, reached = [self.ends(each) for each in sides], {start}
        grown = True
        while grown:
            near = [each for each in left if each & reached]
            left = [each for each in left if not each & reached]
            reached = reached.union(*near)
            grown = bool(near)
        return len(reached) > 1 and goal not in reached and any(goal in each for each in left)

    def lonely(self, place: str, others: Collection[str]) -> bool:
        """Whether none of the other hexes lies beside this one."""
        return place in self.corners and not any(self.ends(f"{place}/{each}") for each in others)


_HEX = re.compile(r"([A-Z]*)([0-9]{2})([0-9]{2})")


def off_grid(rules: Mapping[str, Json], own: Json, value: Json) -> Iterator[Mistake]:
    """Names of hexes that lie beyond the grid of ours."""
    reach: dict[str, tuple[int, int, int, int]] = {}
    for pattern in patterns(rules.get("grid")):
        for _, name in names_at(own, pattern):
            if one := _HEX.fullmatch(name):
                a, b = int(one[2]), int(one[3])
                low, high, left, right = reach.get(one[1], (a, a, b, b))
                reach[one[1]] = (min(low, a), max(high, a), min(left, b), max(right, b))
    for pattern in patterns(rules.get("hexes")):
        for path, text in names_at(value, pattern):
            for name in re.split(r"[/\- ]", text):
                one = _HEX.fullmatch(name)
                inside = one and one[1] in reach
                if one and inside:
                    low, high, left, right = reach[one[1]]
                    inside = low <= int(one[2]) <= high and left <= int(one[3]) <= right
                if not inside:
                    ends = ", ".join(f"{k}{a:02}{c:02}-{k}{b:02}{d:02}" for k, (a, b, c, d) in reach.items())
                    yield Mistake(
                        path=path,
                        text=Message("{name} is not a hex of this map.", name=short(name)),
                        hint=Message("The map goes {ends}.", ends=ends),
                        bad=True,
                    )


def upon(value: Json, pattern: Path, under: tuple[Path, ...]) -> Iterator[Mistake]:
    """Sides that lie on no other, as a bridge over no river."""
    water = {_side(name) for each in under for _, name in names_at(value, each)}
    for path, name in names_at(value, pattern):
        if _side(name) not in water:
            yield Mistake(
                path=path,
                text=Message("no river runs along {name}: there is nothing to cross.", name=short(name)),
                hint=Message("Is it another hexside, or is the river still to be typed?"),
            )


def _side(name: str) -> tuple[str, ...]:
    return tuple(sorted(name.split("/")))


def on_map(rules: Mapping[str, Json], game: registry.Game, own: Json) -> Iterator[Mistake]:
    """Sides of rivers that touch no other, gaps in a river, and ground that lies alone."""
    value: Json = dict(game.tables)
    yield from _rivers(patterns(rules.get("rivers")), game, own, value)
    for key, rule in rules_of(rules, "alone"):
        kind, names = texts(rule)
        before, after = (_of_kind(each, key, kind) for each in (own, value))
        named = {name for each in patterns([names]) for _, name in names_at(value, each)}
        for place in sorted(after - before - named):
            if Touching.on(registry.ground(game)).lonely(place, after):
                text = Message(
                    "{place} alone is {kind}: nothing alike lies beside it.", place=place, kind=short(kind)
                )
                yield Mistake(path=(*key, place), text=text)


def _of_kind(value: Json, key: Path, kind: str) -> set[str]:
    return {str(path[-1]) for path, each in values_at(value, (*key, "*")) if each == kind}


def _rivers(at: tuple[Path, ...], game: registry.Game, own: Json, value: Json) -> Iterator[Mistake]:
    ours, theirs = (
        {"/".join(_side(name)): (*each, name) for each in at for _, name in names_at(of, each)}
        for of in (own, value)
    )
    if ours.keys() == theirs.keys():
        return
    touching = Touching.on(registry.ground(game))
    for side in sorted(theirs.keys() - ours.keys()):
        if touching.alone(side, theirs):
            yield Mistake(path=theirs[side], text=Message("no river runs on from {side}.", side=side))
    for side in sorted(ours.keys() - theirs.keys()):
        if touching.parted(side, theirs):
            yield Mistake(path=ours[side], text=Message("the river has a gap at {side}.", side=side))
