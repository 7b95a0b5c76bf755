"""Commanders in combat (O9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.counters import Leader
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.view import Position

_SIXTH_PANZER_ARMY = "6PZA"


def used(position: Position) -> bool:
    """Whether the game is played with commanders."""
    return position.chosen("leaders")


@BOOK.rule("O9.1", "O9.2")
def reaches(position: Position, leader: Leader, names: Iterable[str]) -> bool:
    """Whether all these units are in reach of a commander on the map."""
    at, far = position.board[leader.id].where, position.data.ground.grid.distance
    most = position.data.charts.numbers.command * leader.move
    return all(far(at, position.board[name].where) <= most for name in names)


@BOOK.rule("O9.7")
def leads(position: Position, leader: Leader, names: Iterable[str]) -> bool:
    """Whether a commander may lead all these units."""
    kinds = [position.data.units[name] for name in names if name in position.data.units]
    if leader.nation:
        return all(kind.nation == leader.nation for kind in kinds)
    return leader.army != _SIXTH_PANZER_ARMY or all(kind.infantry or kind.ss for kind in kinds)


def in_command(position: Position, names: tuple[str, ...]) -> Iterator[Leader]:
    """The commanders of these units who reach and may lead all of them, in order."""
    for name, leader in sorted(position.data.leaders.items()):
        there = position.on_map(name) and leader.side == position.side_of(names[0])
        if there and reaches(position, leader, names) and leads(position, leader, names):
            yield leader


def shields(position: Position, names: tuple[str, ...]) -> tuple[str, ...]:
    """The commanders whose defence option lets these units stand (O9.1)."""
    there = in_command(position, names)
    return tuple(each.id for each in there if each.defence > position.board[each.id].shields)


@BOOK.rule("O9.5")
def twice(position: Position, leader: Leader) -> bool:
    """Whether a commander may make a second all-out assault of one attack."""
    if leader.side == GERMAN:
        return leader.id == "Manteuffel" and weather.advantage(position) == GERMAN
    return leader.id == "Patton" and weather.clear(position)


def spearheads(position: Position, names: tuple[str, ...], again: int) -> tuple[str, ...]:
    """The commanders who can bring about an all-out assault by these units, ``again`` having been made (O9.1)."""
    there = (each for each in in_command(position, names) if each.attack > position.board[each.id].spots)
    return tuple(each.id for each in there if not again or twice(position, each))
