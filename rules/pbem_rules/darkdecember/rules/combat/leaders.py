"""Commanders in combat (O9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.counters import Leader
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.shared.orders import broken

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


@BOOK.rule("O9.1", "O9.2", "O9.5", "O9.7")
def unable(position: Position, name: str, names: tuple[str, ...], again: int) -> Iterator[Violation]:
    """What keeps a commander from bringing about an all-out assault by these units, ``again`` having been made."""
    leader = position.data.leaders.get(name)
    if leader is None or not position.on_map(name) or leader.side != position.side_of(names[0]):
        yield broken("O9.1", Message("you have no commander {leader} on the map", leader=name), name)
        return
    if not leads(position, leader, names):
        yield broken("O9.7", Message("{leader} does not lead all of these units", leader=name), name)
    if not reaches(position, leader, names):
        most = position.data.charts.numbers.command * leader.move
        said = Message("{leader} reaches {n} hexes, and not all of these units", leader=name, n=most)
        yield broken("O9.1", said, name)
    if leader.attack <= position.board[name].spots:
        yield broken("O9.1", Message("{leader} has no attack option left", leader=name), name)
    if again and not twice(position, leader):
        said = Message(
            "a second all-out assault is Manteuffel's with tactical advantage, or Patton's in clear weather"
        )
        yield broken("O9.5", said, name)


def spearheads(position: Position, names: tuple[str, ...], again: int) -> tuple[str, ...]:
    """The commanders who can bring about an all-out assault by these units, ``again`` having been made (O9.1)."""
    there = (each for each in in_command(position, names) if each.attack > position.board[each.id].spots)
    return tuple(each.id for each in there if not again or twice(position, each))
