"""Lines of communication: over at most two hexes to a road, and along roads to a source of supply (5.2, 5.3).

The roads are flooded once for each kind of source on a position; ``traced`` shares that between units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.records import frozen
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Position, State, Unit
from pbem_rules.june6.rules.ground.terrain import crossed, edge, roads
from pbem_rules.june6.rules.lookup import enemy_of, on_map
from pbem_rules.kernel.supply import Lines, shut

US_BEACHES = ("Omaha", "Utah")
COMMONWEALTH_BEACHES = ("Gold", "Juno", "Sword")
CHERBOURG = "Cherbourg"

_FEW = 4  # from more units on, flooding the roads once beats a search for each


@frozen(kw_only=True)
class Sources:
    """Where a unit's line may end: ``boxes`` are the landing boxes whose beaches are sources."""

    side: str
    boxes: tuple[str, ...] = ()
    cherbourg: bool = False


def traced(at: Position, units: Iterable[Unit]) -> Mapping[str, tuple[str, ...] | None]:
    """The line of each of several units by id, its own hex and the source included; None when it has none.

    The shortest line; among those the lowest in hex order. A unit off the map (in a landing box, at an entry hex) is
    in communication where it is.
    """
    found: dict[str, tuple[str, ...] | None] = {}
    for unit, lines, beaches in _asking(at, units):
        path = (unit.where,) if lines is None else lines.trace(unit.where)
        found[unit.id] = path if lines is None else _onto_beach(at, path, beaches)
    return found


def supplied(at: Position, units: Iterable[Unit]) -> Mapping[str, bool]:
    """Whether each of several units has a line, by id; where it runs is not worked out."""
    asked = tuple(units)
    found: dict[str, bool] = {}
    for unit, lines, _ in _asking(at, asked):
        if lines is not None and len(asked) > _FEW:
            lines.flood()
        found[unit.id] = lines is None or lines.reaches(unit.where)
    return found


def _asking(at: Position, units: Iterable[Unit]) -> Iterator[tuple[Unit, Lines | None, frozenset[str]]]:
    """Each unit with the lines of its kind of source (None where it is in communication off the map)."""
    known: dict[Sources, tuple[Lines, frozenset[str]]] = {}
    for unit in units:
        if not on_map(at.data, unit):
            yield unit, None, frozenset()
            continue
        supply = sources(at, unit)
        if supply not in known:
            known[supply] = _lines(at, supply)
        lines, beaches = known[supply]
        yield unit, lines, beaches


@BOOK.rule("5.21")
@BOOK.rule("5.23")
def sources(at: Position, unit: Unit) -> Sources:
    """The kind of source of a unit."""
    kind = at.data.unit(unit.id)
    if kind.side == GERMAN:
        return Sources(side=GERMAN, cherbourg=kind.formation == CHERBOURG and cherbourg_supplies(at.state))
    return Sources(side=kind.side, boxes=US_BEACHES if kind.nation == "us" else COMMONWEALTH_BEACHES)


@BOOK.rule("5.22")
def cherbourg_supplies(state: State) -> bool:
    """Whether Cherbourg is still a source; once lost it stays lost."""
    return not state.cherbourg_lost


@BOOK.rule("5.32")
def closed_hexes(at: Position, side: str) -> frozenset[str]:
    """The hexes that lines of ``side`` may not use; a friendly zone does not open a hex, a friendly unit does."""
    enemy, adjacent, kinds = enemy_of(side), at.data.ground.grid.adjacent, at.data.units
    held: set[str] = set()
    enemies: set[str] = set()
    zones: set[str] = set()
    for unit in at.state.board.pieces.values():
        kind, where = kinds[unit.id], unit.where
        held.add(where)
        if kind.side == enemy and where in adjacent:
            enemies.add(where)
            if kind.combat:
                zones.update(adjacent[where])
    return shut(enemies, zones, held)


@BOOK.rule("20.54")
def _crosses(at: Position, side: str, frm: str, to: str) -> bool:
    """Whether a line may cross a hexside off the road: not a cliff, not a river without a bridge (N5)."""
    if side == GERMAN and edge(frm, to) in at.state.pontoons:
        return False
    sides = at.data.charts.hexsides
    return all(
        sides[feature].leg is not None or sides[feature].motor is not None
        for feature in crossed(at, frm, to, by_road=True)
    )


def lines_to(at: Position, supply: Sources) -> Lines:
    """The lines to one kind of source, flooded: for asking about many hexes."""
    found, _ = _lines(at, supply)
    found.flood()
    return found


@BOOK.rule("5.31")
def _lines(at: Position, supply: Sources) -> tuple[Lines, frozenset[str]]:
    """The lines to one kind of source, and the beaches among the sources."""
    ground, closed = at.data.ground, closed_hexes(at, supply.side)
    beaches = frozenset(h for box in supply.boxes for h in ground.beaches.get(box, ()) if h not in closed)
    ends = set(beaches) if supply.boxes else set(ground.supply)
    if supply.cherbourg:
        ends.update(ground.cherbourg)
    ends.update(_roads_beside(at, beaches))
    lines = Lines(
        adjacent=ground.grid.adjacent,
        roads=roads(at),
        sources=frozenset(ends),
        passable=lambda hex_: hex_ not in closed and hex_ in ground.terrain,
        crosses=lambda frm, to: _crosses(at, supply.side, frm, to),
        off_road=at.data.numbers.ranges.loc_off_road,
    )
    return lines, beaches


def _roads_beside(at: Position, beaches: frozenset[str]) -> Iterable[str]:
    """Road hexes next to a beach hex: their road counts as entering it (5.31 note)."""
    ground = at.data.ground
    for beach in sorted(beaches):
        for other in ground.grid.adjacent[beach]:
            if ground.roads.at(other) and _crosses(at, ALLIED, other, beach):
                yield other


def _onto_beach(
    at: Position, path: tuple[str, ...] | None, beaches: frozenset[str]
) -> tuple[str, ...] | None:
    if not path or not beaches or path[-1] in beaches:
        return path
    around = at.data.ground.grid.adjacent[path[-1]]
    last = min(h for h in around if h in beaches and _crosses(at, ALLIED, path[-1], h))
    return (*path, last)
