"""Who controls a hex, and what happens when a unit comes into one: cities, beaches, Mulberries (3.3, 12.1, 15.1)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN
from pbem_rules.june44.rules.lookup import cleared, enemy_of
from pbem_rules.june44.rules.play import Play, Position


def owner(at: Position, where: str) -> str:
    """Who came last into a city or a beach hex; empty for any other hex."""
    return dict(at.state.owners).get(where, "")


@BOOK.rule("3.3", "N1")
def holds(at: Position, side: str, where: str) -> bool:
    """Whether a side holds a city or beach hex."""
    return owner(at, where) == side and not at.units_in(where, enemy_of(side))


@BOOK.rule("8.1", "8.3", "12.1", "N26")
def open_beach(at: Position, where: str) -> bool:
    """Whether Allied units can come ashore on a beach hex, and a Mulberry be built there, no matter who was there last."""
    return cleared(at, where) and not at.units_in(where, GERMAN)


def passed(play: Play, side: str, hexes: Iterable[str]) -> None:
    """Units of a side have come into these hexes, one after the other: what that changes."""
    for where in hexes:
        before = owner(play, where)
        if not before:
            continue
        if side == GERMAN and where in play.data.ground.beaches:
            _german_on_beach(play, where, before)
        if before != side:
            _taken(play, side, where)


@BOOK.rule("3.3", "15.0")
def _taken(play: Play, side: str, where: str) -> None:
    owners = {**dict(play.state.owners), where: side}
    play.change(owners=tuple(sorted(owners.items())))
    city = play.data.ground.cities.get(where, "")
    if city:
        said = Message("{city} ({hex}) is taken.", city=city, hex=where)
        play.say("taken", said, "15.0", side=side, hexes=(where,))


@BOOK.rule("15.1", "N2")
def _german_on_beach(play: Play, where: str, before: str) -> None:
    name = play.data.ground.beaches[where].name
    if before == ALLIED and where not in play.state.penalties:
        play.change(penalties=tuple(sorted((*play.state.penalties, where))))
        said = Message(
            "A German unit is on {beach} beach ({hex}): the Allied side loses a victory point for good.",
            beach=name,
            hex=where,
        )
        play.say("beach-lost", said, "15.1", side=GERMAN, hexes=(where,))
    if where in play.state.mulberries:
        _mulberry_lost(play, where, name)


@BOOK.rule("12.1")
def _mulberry_lost(play: Play, where: str, name: str) -> None:
    play.change(mulberries=tuple(each for each in play.state.mulberries if each != where))
    said = Message("The Mulberry at {beach} is destroyed.", beach=name)
    play.say("mulberry-lost", said, "12.1", side=GERMAN, hexes=(where,))
