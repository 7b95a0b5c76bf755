"""The order ``defend``: the defender's answer to an attack (11.2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.rules.combat.strength import defenders
from pbem_rules.june44.rules.combat.support import artillery_fits, defence_guns
from pbem_rules.june44.rules.combat.under_way import answered, under_way
from pbem_rules.june44.rules.lookup import enemy_of
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Defend:
    """The defender's answer to an attack."""

    artillery: str = ""


DEFEND = Kind[Defend, View, Play](Defend, exact=True)


@DEFEND.wrong
@BOOK.rule("11.2.1", "N47")
def wrong(view: View, order: Defend) -> Iterator[Violation]:
    on = under_way(view)
    units = defenders(view, on.target, enemy_of(on.side))
    if units:
        yield from artillery_fits(view, order.artillery, units[0], on.target, attacking=False)
    elif order.artillery:
        said = Message("there is no unit in {hex} to support", hex=on.target)
        yield broken("N47", said, order.artillery)


def replies(at: Position) -> Iterator[Defend]:
    """No artillery first."""
    yield Defend()
    yield from (Defend(artillery=name) for name in defence_guns(at, under_way(at)))


DEFEND.legal(replies)


@DEFEND.carry_out
def defend(play: Play, order: Defend) -> None:
    """The defender has decided on artillery."""
    on = under_way(play)
    side = enemy_of(on.side)
    if order.artillery:
        play.mark(order.artillery, fired=True)
        said = Message("{guns} supports the defence of {hex}.", guns=order.artillery, hex=on.target)
        play.say("supported", said, "11.2.1", side=side, units=(order.artillery,), hexes=(on.target,))
    play.change(combat=evolve(on, defence_artillery=order.artillery))
    answered(play, side)
