"""Terrain defence levels of hexes (4.2), and armour superiority (4.7)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.view import Position

_HARD = ("woods", "heavy_woods")


@BOOK.rule("4.2", "4.2a", "5.3a", "N63")
def ground(position: Position, where: str, side: str) -> Reason:
    """The level that a hex gives units of a side, rivers left out."""
    printed, chart = position.data.ground, position.data.charts.terrain
    lines = [position.terrain(where)]
    if where in printed.towns:
        lines.append(chart.town)
    if where in printed.westwall and side == GERMAN:
        lines.append(chart.westwall)
    if dict(position.state.forts).get(where) == side:
        lines.append(chart.fortification)
    best = max(lines, key=lambda line: line.tdl)
    return Reason(paragraph="4.2", text=best.name, value=best.tdl)


@BOOK.rule("4.2a", "N15", "N28")
def river(position: Position, where: str, sources: Iterable[str]) -> int:
    """The level of a hex from rivers, if all who attack it from these hexes cross one, bridged or not; else 0 (N71)."""
    rivers, chart = position.data.ground.rivers, position.data.charts.terrain

    def crossed(source: str) -> int:
        if not rivers.has(source, where):
            return 0
        if position.data.ground.fords.has(source, where):
            return chart.ford.tdl
        return (chart.bridge if position.bridged(source, where) else chart.river).tdl

    return min(map(crossed, sources), default=0)


def struck(position: Position, where: str, side: str, sources: Iterable[str]) -> Reason:
    """The level of a hex whose units are attacked from these hexes, by ground or river."""
    best, over = ground(position, where, side), river(position, where, sources)
    return Reason(paragraph="4.2a", text=Message("River"), value=over) if over > best.value else best


@BOOK.rule("3.2c")
def columns(position: Position, where: str) -> tuple[Reason, ...]:
    """The modifier of a hex for strategic movement."""
    less = position.data.charts.numbers.strategic_tdl
    moving = any(unit.column for unit in position.board.stack(where))
    return (Reason(paragraph="3.2c", text=Message("strategic movement"), value=less),) if moving else ()


@BOOK.rule("4.7", "N42", "N43")
def superiority(
    position: Position, attackers: Iterable[str], targets: tuple[str, ...], defenders: Iterable[str]
) -> tuple[Reason, ...]:
    """What armour does to the levels of the defending hexes of a combat."""
    more = position.data.charts.numbers.armour_tdl
    ours = [name for name in attackers if position.armour(name)]
    theirs = any(position.armour(name) for name in defenders)
    if theirs and not ours:
        return (Reason(paragraph="4.7", text=Message("defender's armour"), value=more),)
    able = any(_open(position, position.board[name].where, where) for name in ours for where in targets)
    return (
        (Reason(paragraph="4.7", text=Message("attacker's armour"), value=-more),)
        if able and not theirs
        else ()
    )


def _open(position: Position, source: str, where: str) -> bool:
    """Whether armour counts when it attacks a hex from another."""
    dry = not position.data.ground.rivers.has(source, where) or position.bridged(source, where)
    return dry and position.data.ground.terrain[where] != "marsh"


@BOOK.rule("E5", "4.7b")
def bounded(position: Position, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The terms of a level, and one more that brings it back within its bounds if need be."""
    total = sum(each.value for each in reasons)
    kept = min(max(total, 0), position.data.charts.numbers.tdl_most)
    if kept == total:
        return reasons
    return (
        *reasons,
        Reason(paragraph="E5" if total > kept else "4.7b", text=Message("bound"), value=kept - total),
    )


def hard(position: Position, where: str) -> bool:
    """Whether attackers with superiority lose armour against a hex: woods, Westwall, fortification or town (4.7a)."""
    printed = position.data.ground
    built = where in printed.towns or where in printed.westwall or where in dict(position.state.forts)
    return built or printed.terrain[where] in _HARD
