"""Modifiers of the dice: divisional integrity (4.6) and the surprise of the first turn (S1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import GERMAN, Data
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.supply import flooded


@derived
def _formations(data: Data) -> Mapping[str, tuple[str, ...]]:
    """The units of each division (4.6e)."""
    found: dict[str, tuple[str, ...]] = {}
    for kind in data.units.values():
        if kind.formation:
            found[kind.formation] = (*found.get(kind.formation, ()), kind.id)
    return found


@BOOK.rule("4.6g")
def _mixed(position: Position, names: Iterable[str]) -> bool:
    """US together with British or French units: none."""
    nations = {position.nation(name) for name in names}
    return "us" in nations and len(nations) > 1


def _whole(position: Position, names: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The divisions with a unit among ``names`` of which every unit is on the map (N39), with their units."""
    if _mixed(position, names):
        return
    formations = _formations(position.data)
    own = (position.data.units[name].formation for name in names if name in position.data.units)
    for formation in sorted({each for each in own if each}):
        if all(position.on_map(name) for name in formations[formation]):
            yield formation, formations[formation]


@BOOK.rule("4.6a", "4.6c", "4.6d", "4.6e", "N39")
def of_attack(position: Position, attackers: tuple[str, ...]) -> tuple[Reason, ...]:
    """The modifier for a whole division among attackers; once, however many there are."""
    less = position.data.charts.numbers.integrity_attack
    whole = (name for name, units in _whole(position, attackers) if set(units) <= set(attackers))
    return tuple(Reason(paragraph="4.6a", text=name, value=less) for name in whole)[:1]


@BOOK.rule("4.6b", "4.6c", "4.6d", "N38")
def of_defence(position: Position, defenders: tuple[str, ...]) -> tuple[Reason, ...]:
    """The modifier for a division of which every unit stands with or beside the others, in a chain."""
    more = position.data.charts.numbers.integrity_defence
    whole = (name for name, units in _whole(position, defenders) if _together(position, units))
    return tuple(Reason(paragraph="4.6b", text=name, value=more) for name in whole)[:1]


def _together(position: Position, units: tuple[str, ...]) -> bool:
    places = {position.board[name].where for name in units}
    return places == set(flooded([min(places)], position.data.ground.grid.adjacent, places.__contains__))


@BOOK.rule("S1.1", "4.6f", "N40")
def surprise(position: Position, side: str) -> tuple[Reason, ...]:
    """The modifier of the first turn."""
    rule = position.data.charts.advantage
    if side != GERMAN or position.state.turn != rule.surprise:
        return ()
    return (Reason(paragraph="S1.1", text=Message("surprise"), value=rule.surprise_drm),)


def modifiers(
    position: Position, side: str, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[Reason, ...]:
    """Every modifier of the dice of an attack, a counterattack excepted: it has none (4.3f)."""
    return (*(of_attack(position, attackers) or surprise(position, side)), *of_defence(position, defenders))
