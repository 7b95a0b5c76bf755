"""Ways of retreat (4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules import sharing
from pbem_rules.darkdecember.rules.movement.restricted import across, own_bank
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.darkdecember.rules.zones import zone
from pbem_rules.shared.orders import broken, not_beside

Path = tuple[str, ...]
Paths = dict[str, Path]
_EASTWARDS, _WESTWARDS = ("NE", "SE"), ("NW", "SW")


@BOOK.rule("3.5c")
def off_the_map(position: Position, name: str, to: str) -> Iterator[Violation]:
    """A hex that is not on the map."""
    if to not in position.data.ground.grid:
        yield broken("3.5c", Message("{unit} would leave the map at {hex}", unit=name, hex=to), name)


@BOOK.rule("4.4")
def not_adjacent(position: Position, name: str, frm: str, to: str) -> Iterator[Violation]:
    """A hex that is not beside the one before."""
    grid = position.data.ground.grid
    if to in grid and to not in grid.adjacent.get(frm, ()):
        yield not_beside("4.4", name, frm, to)


@BOOK.rule("4.4b")
def over_a_river(position: Position, name: str, frm: str, to: str) -> Iterator[Violation]:
    """A river that a unit cannot cross in retreat."""
    open_water = position.data.ground.rivers.has(frm, to) and not position.data.ground.fords.has(frm, to)
    if open_water and position.motorized(name) and not position.bridge_open(frm, to):
        yield broken("4.4b", Message("{unit} cannot cross the river to {hex}", unit=name, hex=to), name)


@BOOK.rule("3.6", "N112")
def over_its_river(position: Position, name: str, frm: str, to: str) -> Iterator[Violation]:
    """A step of a restricted unit off the bank to which it is bound."""
    if frm in own_bank(position, name)[0]:
        yield from across(position, position.board[name], frm, to)


@BOOK.rule("4.4a")
def into_enemies(position: Position, name: str, to: str) -> Iterator[Violation]:
    """A hex with enemies who do not give way."""
    if position.in_the_way(name, to):
        yield broken("4.4a", Message("an enemy stands in {hex}", hex=to), name)


def wrong_step(position: Position, name: str, frm: str, to: str) -> Iterator[Violation]:
    """What no step of a retreat may do."""
    yield from off_the_map(position, name, to)
    yield from not_adjacent(position, name, frm, to)
    yield from over_a_river(position, name, frm, to)
    yield from over_its_river(position, name, frm, to)
    yield from into_enemies(position, name, to)


@BOOK.rule("4.4", "N32")
def aside(position: Position, name: str, path: Path) -> Iterator[Violation]:
    """A way that does not end further from the enemy's side of the map; this comes before zones."""
    grid, german = position.data.ground.grid, position.side_of(name) == GERMAN
    steps = tuple(pairwise((position.board[name].where, *path)))
    if not path or any(to not in grid.adjacent.get(frm, ()) for frm, to in steps):
        return
    names = Counter(grid.directions[grid.direction(*step)].name for step in steps)
    east, west = (sum(names[each] for each in way) for way in (_EASTWARDS, _WESTWARDS))
    if east <= west if german else west <= east:
        rear = Message("{unit} has to retreat east", unit=name)
        yield broken("4.4", rear if german else Message("{unit} has to retreat west", unit=name), name)


def wrong_way(position: Position, name: str, path: Path, others: Mapping[str, int]) -> Iterator[Violation]:
    """Steps that no retreat takes, and an end where nobody may end; ``others``: who else ends where."""
    start = position.board[name].where
    for frm, to in pairwise((start, *path)):
        yield from wrong_step(position, name, frm, to)
    if start in path:
        yield broken("4.4", Message("{unit} would come back to {hex}", unit=name, hex=start), name)
    yield from aside(position, name, path)
    for n, to in enumerate(path, 1):
        last = n == len(path)
        yield from sharing.wrong(
            position, position.board[name], to, others.get(to, 0) if last else 0, "4.4c" if last else "3.7"
        )


# --- enemy zones ------------------------------------------------------------------------------------------


@BOOK.rule("4.4a", "4.4d")
def closed(position: Position, side: str, path: Iterable[str]) -> set[str]:
    """The hexes of a way in enemy zones where no friend stands."""
    zones = zone(position, position.enemy(side))
    return {each for each in path if each in zones and not position.units_of(side, each)}


@BOOK.rule("4.4a", "4.4d", "N33")
def price(position: Position, side: str, ways: Paths) -> int:
    """The steps that the ways of a stack cost."""
    return len(closed(position, side, (each for path in ways.values() for each in path)))


@BOOK.rule("4.4a", "N34")
def needless_zones(
    position: Position, name: str, path: Path, others: Mapping[str, int]
) -> Iterator[Violation]:
    """Enemy zones on a way while another way has fewer."""
    side = position.side_of(name)
    entered = closed(position, side, path)
    best = open_ways(position, name, len(path), others) if entered else []
    if best and len(closed(position, side, best[0])) < len(entered):
        yield broken("4.4a", Message("{unit} has a way through fewer enemy zones", unit=name), name)


def open_ways(position: Position, name: str, length: int, others: Mapping[str, int]) -> list[Path]:
    """Every way on which a unit may retreat so far, those through the fewest enemy zones."""
    adjacent, side = position.data.ground.grid.adjacent, position.side_of(name)
    start = position.board[name].where
    paths: list[Path] = [()]
    for _ in range(length):
        steps = ((path, path[-1] if path else start) for path in paths)
        longer = ((path, here, to) for path, here in steps for to in sorted(adjacent[here]))
        paths = [
            (*path, to)
            for path, here, to in longer
            if not any(True for _ in wrong_step(position, name, here, to))
        ]
    paths = [path for path in paths if not any(True for _ in wrong_way(position, name, path, others))]
    fewest = min((len(closed(position, side, path)) for path in paths), default=0)
    return [path for path in paths if len(closed(position, side, path)) == fewest]


def ends(position: Position, ways: Paths) -> Counter[str]:
    """How many units end in each hex."""
    return Counter(path[-1] for name, path in ways.items() if path and not position.is_leader(name))


def together(position: Position, names: Path, length: int, taken: Counter[str]) -> Iterator[Paths]:
    """Ways for several units at once, with room for each at its end."""
    if not names:
        yield {}
    for path in open_ways(position, names[0], length, taken) if names else ():
        ended = taken + ends(position, {names[0]: path})
        yield from ({names[0]: path, **others} for others in together(position, names[1:], length, ended))
