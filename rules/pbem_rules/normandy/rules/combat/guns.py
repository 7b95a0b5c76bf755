"""Guns and ships: whether they are ready, how far they reach, what they are worth (13.4 to 13.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Data, Type
from pbem_rules.normandy.rules.june6 import hoc
from pbem_rules.normandy.rules.view import Position, Stood, View, owned, type_of
from pbem_rules.shared.orders import broken


def is_ship(at: Position, name: str) -> bool:
    """Whether it is a ship."""
    return at.type_of(name).branch == "ship"


def is_gun(at: Position, name: str) -> bool:
    """Whether it is artillery with a range."""
    return _ranged(at.type_of(name))


def shooters(at: Position, side: str) -> tuple[str, ...]:
    """The guns and ships of a side on the map that are ready, in order."""
    return _shooters(at.state, at.data, side)


@derived
def _shooters(state: State, data: Data, side: str) -> tuple[str, ...]:
    at = View(data=data, state=state)
    return tuple(name for name in _batteries(data, at.stood(side)) if not any(unready(at, name)))


@recent(8)
def _batteries(data: Data, stood: Stood) -> tuple[str, ...]:
    kinds = ((name, type_of(data, name)) for name, where in stood if where in data.land.terrain)
    return tuple(sorted(name for name, kind in kinds if _ranged(kind) or kind.branch == "ship"))


def _ranged(kind: Type) -> bool:
    return kind.branch == "artillery" and bool(kind.fire)


@BOOK.rule("13.1", "19.1")
def worth(at: Position, name: str) -> int:
    """What a gun or ship adds to a strength, and its number when it fires alone (14.8)."""
    if hoc.of_the_point(at, name):
        return at.data.charts.hoc.strength
    fire = at.type_of(name).fire
    return fire[min(at.board[name].lost, len(fire) - 1)] if fire else 0


@BOOK.rule("13.6")
def worth_in_defence(at: Position, name: str) -> int:
    """Rocket launchers count half, rounded up."""
    half = at.data.charts.guns.rocket_defence
    return -(-worth(at, name) // half) if at.type_of(name).rocket else worth(at, name)


@BOOK.rule("13.5", "N23")
def in_range(at: Position, name: str, target: str) -> bool:
    """Whether a hex is neither too far nor too near."""
    away, least, most = _range(at, name, target)
    return least <= away <= most


def _range(at: Position, name: str, target: str) -> tuple[int, int, int]:
    """How far a hex is, and how near and how far a gun fires: a quarter of the range, rounded up, is the least."""
    most = at.type_of(name).range
    away = at.data.ground.grid.distance(at.board[name].where, target)
    return away, -(-most // at.data.charts.guns.least_range), most


def _out_of_range(at: Position, name: str, target: str) -> Message:
    away, least, most = _range(at, name, target)
    return Message(
        "{unit} fires {least} to {most} hexes far; {hex} is {away} away",
        unit=name, least=least, most=most, hex=target, away=away,
    )  # fmt: skip


@BOOK.rule("13.4", "8.2", "12.6", "N55", "N200")
def unready(at: Position, name: str) -> Iterator[Violation]:
    """Why a gun or a ship cannot fire at all."""
    unit = at.board[name]
    yield from hoc.silent(at, name)
    if unit.fired:
        yield broken("13.4", Message("{unit} has fired", unit=name), name)
    if unit.moved and not hoc.of_the_point(at, name):
        said = Message("{unit} has moved", unit=name)
        yield broken("13.4" if is_ship(at, name) else "8.2", said, name)
    if at.night and is_ship(at, name):
        yield broken("12.6", Message("ships do not fire at night"), name)


def unfit(at: Position, names: Iterable[str], target: str) -> Iterator[Violation]:
    """Guns and ships that are not ready, or do not reach the hex."""
    for name in names:
        yield from unready(at, name)
        if not in_range(at, name, target):
            yield broken("13.5", _out_of_range(at, name, target), name)


def not_guns(at: Position, side: str, guns: Iterable[str], ships: Iterable[str]) -> Iterator[Violation]:
    """Names that are no guns, or no ships, of a side on the map."""
    for names, fits in ((guns, is_gun), (ships, is_ship)):
        for name in names:
            wrong = tuple(owned(at, side, name, "13.1"))
            yield from wrong
            if not wrong and not fits(at, name):
                yield broken("13.1", Message("{unit} is not a gun or ship", unit=name), name)
