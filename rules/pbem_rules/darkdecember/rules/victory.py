"""Victory (I8d, N64)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Reason, Result
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import OVER
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Places, Points
from pbem_rules.darkdecember.rules.supply import has_line
from pbem_rules.darkdecember.rules.view import Position


@BOOK.rule("I8d", "N64")
def score(position: Position) -> tuple[Reason, ...]:
    """The terms of victory as they stand: aims reached, or German points."""
    aim = position.data.scenarios[position.state.scenario].victory
    return tuple(_places(position, aim) if isinstance(aim, Places) else _points(position, aim))


def _term(text: str, value: int) -> Reason:
    return Reason(paragraph="I8d", text=text, value=value)


def _places(position: Position, aim: Places) -> Iterator[Reason]:
    """1 for each aim that is reached."""
    names = position.data.ground.towns
    for where in aim.hexes:
        yield _term(names[where], int(where in position.held(GERMAN)))
    west = sum(
        1
        for unit in position.units(GERMAN)
        if position.armour(unit.id) and int(unit.where[:2]) < aim.west_of and _supplied(position, unit.id)
    )
    said = Message("{n} of {all} armoured units west", n=min(west, aim.armour), all=aim.armour)
    yield _term(said, int(west >= aim.armour))


def _supplied(position: Position, name: str) -> bool:
    unit = position.board[name]
    return has_line(position, unit) and not unit.dry


def _points(position: Position, aim: Points) -> Iterator[Reason]:
    """German points."""
    ground = position.data.ground
    units = [unit for unit in position.units(GERMAN) if _supplied(position, unit.id)]
    for where, worth in aim.towns.items():
        if any(unit.where == where for unit in units):
            yield _term(ground.towns[where], worth)
    over = sum(1 for unit in units if unit.where in ground.behind_meuse)
    lost = [position.side_of(name) for name in position.state.lost if not position.is_leader(name)]
    terms = (
        (Message("over the Meuse"), over * aim.west_of_meuse),
        (Message("sent off the map"), sum(points for _, points in position.state.exits) * aim.exited),
        (Message("Allied units destroyed"), lost.count(ALLIED) * aim.allied_lost),
        (Message("German units destroyed"), -lost.count(GERMAN) * aim.german_lost),
    )
    yield from (_term(said, value) for said, value in terms if value)


@BOOK.rule("I8d", "N64")
def result(position: Position) -> Result | None:
    """The result after the last turn; None before."""
    if position.state.phase != OVER:
        return None
    aim, terms = position.data.scenarios[position.state.scenario].victory, score(position)
    total = sum(term.value for term in terms)
    winner: str | None = ALLIED
    if isinstance(aim, Places):
        winner = GERMAN if total == len(terms) else ALLIED
    elif total >= aim.draw:
        winner = GERMAN if total >= aim.german else None
    level = {GERMAN: Message("German victory"), ALLIED: Message("Allied victory"), None: Message("a draw")}
    return Result(winner=winner, level=level[winner], score=total, reasons=terms)
