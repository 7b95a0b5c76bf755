"""Fortifications: the order ``fortify`` (5.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ISOLATED
from pbem_rules.darkdecember.rules.movement.move import own
from pbem_rules.darkdecember.rules.movement.ways import surprised
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.rules.works.demolition import BLOW, roll
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Fortify:
    """Fortifications are built where these units stand (5.3)."""

    units: tuple[str, ...]


FORTIFY = Kind[Fortify, View, Play](Fortify, early="5.3", exact=True)


@FORTIFY.invalid
def nobody(view: View, order: Fortify) -> Iterator[Violation]:
    if not order.units:
        yield broken("5.3", Message("name units"))
    for name in order.units:
        yield from own(view, name, "5.3")
    hexes = [view.board[name].where for name in order.units if name in view.board]
    if len(set(hexes)) < len(hexes):
        yield broken("5.3", Message("one fortification a hex"))


@FORTIFY.wrong
def wrong(view: View, order: Fortify) -> Iterator[Violation]:
    for name in order.units:
        yield from unfit(view, name)


@BOOK.rule("5.3", "N48")
def unfit(view: View, name: str) -> Iterator[Violation]:
    """What keeps a unit from fortifying its hex."""
    unit, ground = view.board[name], view.data.ground
    where = unit.where
    reasons = (
        (view.is_leader(name), Message("a commander builds nothing")),
        (bool(unit.began or unit.spent or unit.entered == view.turn), Message("{unit} has moved", unit=name)),
        (unit.attacked or unit.countered or unit.retreated, Message("{unit} has fought", unit=name)),
        (where in enemy_zone(view, view.side), Message("{unit} is in an enemy zone", unit=name)),
        (unit.supply == ISOLATED, Message("{unit} is isolated", unit=name)),
        (where in ground.towns, Message("{unit} is in {hex}, a town", unit=name, hex=where)),
        (
            ground.terrain[where] == "heavy_woods",
            Message("{unit} is in {hex}, heavy woods", unit=name, hex=where),
        ),
        (
            where in dict(view.state.forts),
            Message("{unit} is in {hex}, which is fortified", unit=name, hex=where),
        ),
    )
    yield from (broken("5.3", said, name) for holds, said in reasons if holds)
    if surprised(view, unit):
        yield broken("S1.2", Message("{unit} may not move: it does not fortify", unit=name), name)


@FORTIFY.legal
def forts(view: View) -> Iterator[Fortify]:
    seen: set[str] = set()
    for unit in view.units(view.side):
        if unit.where not in seen and next(unfit(view, unit.id), None) is None:
            seen.add(unit.where)
            yield Fortify(units=(unit.id,))


@FORTIFY.carry_out
@BOOK.rule("5.3a")
def fortify(play: Play, order: Fortify) -> None:
    hexes = tuple(play.unit(name).where for name in order.units)
    side = play.state.half
    play.change(forts=tuple(sorted((*play.state.forts, *((where, side) for where in hexes)))))
    said = Message("Fortified: {hexes}.", hexes=", ".join(hexes))
    play.say("fortified", said, "5.3", side=side, units=order.units, hexes=hexes)


def any_legal(view: View) -> bool:
    """Whether there is anything to blow or to fortify."""
    return any(next(kind.listed(view), None) is not None for kind in (BLOW, FORTIFY))


def owed(view: View) -> tuple[Demand, ...]:
    """Demolition and fortifications; then the dice of the tries."""
    if view.state.blowing:
        return roll(view)
    why = Message("bridges and forts")
    return (Choice(side=view.state.half, kinds=("blow", "fortify", "done"), why=why, paragraph="5.0"),)
