"""The order ``advance``: attackers go into the hex that has been emptied (11.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Combat
from pbem_rules.june44.rules import control
from pbem_rules.june44.rules.combat.under_way import under_way
from pbem_rules.june44.rules.invasion import in_invasion
from pbem_rules.june44.rules.lookup import SEA, enemy_of
from pbem_rules.june44.rules.movement.move import further_south
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.june44.rules.zones import front
from pbem_rules.shared.orders import Kind, broken, not_among


@frozen(kw_only=True)
class Advance:
    """The attackers that go into the hex that has been emptied; none at all is allowed."""

    units: tuple[str, ...] = ()


ADVANCE = Kind[Advance, View, Play](Advance)


@BOOK.rule("11.5", "11.2.1")
@BOOK.rule("13.0", "N54")
def may_advance(at: Position) -> tuple[str, ...]:
    """The attackers that may advance now, in order."""
    on = under_way(at)
    if in_invasion(at) or on.target in front(at).held[enemy_of(on.side)]:
        return ()
    return tuple(name for name in on.attackers if name in at.board and not held_back(at, on, name))


@BOOK.rule("12.1", "N19")
def held_back(at: Position, on: Combat, name: str) -> bool:
    """Whether More Cautious keeps a unit on the board out of the hex that it has attacked."""
    return on.side == ALLIED and further_south(at, at.board[name], on.target)


@ADVANCE.wrong
def wrong(view: View, order: Advance) -> Iterator[Violation]:
    """As many as attacked together may stack, so room is no question (N55)."""
    able, on = may_advance(view), under_way(view)
    for name in order.units:
        if name in able:
            continue
        if name in view.board and name in on.attackers and held_back(view, on, name):
            said = Message(
                "More Cautious: {hex} is further south than {unit} began the turn", hex=on.target, unit=name
            )
            yield broken("12.1", said, name)
        else:
            yield not_among("11.5", name, able)
    if len(set(order.units)) != len(order.units):
        yield broken("11.5", Message("a unit is named twice"))


@ADVANCE.legal
def advances(view: View) -> Iterator[Advance]:
    """Every group of those that may, the largest first, none last."""
    able = may_advance(view)
    sizes = range(len(able), -1, -1)
    return (Advance(units=group) for size in sizes for group in combinations(able, size))


@ADVANCE.carry_out
@BOOK.rule("11.5", "6.0", "N55")
def advance(play: Play, order: Advance) -> None:
    """The units named go in, and the combat is over."""
    on = under_way(play)
    if order.units:
        play.mark(*order.units, where=on.target)
        said = Message("{units} advance into {hex}.", units=", ".join(order.units), hex=on.target)
        hexes = (on.origin.removeprefix(SEA), on.target)
        play.say("advanced", said, "11.5", side=on.side, units=order.units, hexes=hexes)
        control.passed(play, on.side, (on.target,))
    play.change(combat=None)
