"""Zones of control: which hexes a side's pieces reach out to, and who holds what alone.

The caller says with two questions how far a zone goes: ``exerts(hex)``, whether somebody of that side in a
hex has a zone at all, and ``crosses(frm, to)``, whether it reaches over that hexside. A zone covers
adjacent hexes; the hex itself belongs to it only when a neighbour's zone covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import field, frozen

Adjacency = Mapping[str, tuple[str, ...]]
Exerts = Callable[[str], bool]
Crosses = Callable[[str, str], bool]


def in_zone(name: str, adjacent: Adjacency, exerts: Exerts, crosses: Crosses) -> bool:
    """Whether a hex lies in the zone, by looking at its six neighbours only."""
    return any(exerts(other) and crosses(other, name) for other in adjacent[name])


def exerted(sources: Iterable[str], adjacent: Adjacency, crosses: Crosses) -> frozenset[str]:
    """Every hex in the zone of the given source hexes."""
    return frozenset(to for frm in sources for to in adjacent[frm] if crosses(frm, to))


def contested(mine: frozenset[str], theirs: frozenset[str]) -> tuple[str, ...]:
    """The hexes in both zones, in hex order."""
    return tuple(sorted(mine & theirs))


def undisputed(mine: frozenset[str], theirs: frozenset[str]) -> tuple[str, ...]:
    """The hexes in my zone and not in theirs, in hex order."""
    return tuple(sorted(mine - theirs))


@frozen(kw_only=True)
class ZocMap:
    """One side's zone on one position, worked out hex by hex as it is asked for and then remembered.

    A move that looks at a dozen hexes pays for a dozen; for the whole map ``exerted`` is faster. Make a new
    one for a new position: ``exerts`` and ``crosses`` must not change under it.
    """

    adjacent: Adjacency = field(repr=False, eq=False)
    exerts: Exerts = field(repr=False, eq=False)
    crosses: Crosses = field(repr=False, eq=False)
    _known: dict[str, tuple[str, ...]] = field(factory=dict, init=False, repr=False, eq=False)

    def sources(self, name: str) -> tuple[str, ...]:
        """The neighbouring hexes whose zone covers ``name``, in direction order."""
        known = self._known.get(name)
        if known is None:
            exerts, crosses = self.exerts, self.crosses
            known = tuple(other for other in self.adjacent[name] if exerts(other) and crosses(other, name))
            self._known[name] = known
        return known

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self.sources(name))
