"""A commander without troops goes to the nearest friends: the order ``withdraw`` (O9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.sequence import Procedure


@frozen(kw_only=True)
class Withdraw:
    """A commander without troops goes to the nearest friendly unit in supply (O9.4), if several are as near."""

    leader: str
    hex: str


WITHDRAW = Kind[Withdraw, View, Play](Withdraw, early="O9.4")


@WITHDRAW.wrong
def elsewhere(view: View, order: Withdraw) -> Iterator[Violation]:
    leader, *hexes = view.state.displaced[0]
    if order.leader != leader:
        yield broken("O9.4", Message("{unit} is not displaced", unit=order.leader), order.leader)
    elif order.hex not in hexes:
        said = Message("the nearest friends stand in {hexes}", hexes=", ".join(hexes))
        yield broken("O9.4", said, order.hex)


@WITHDRAW.legal
def refuges(view: View) -> Iterator[Withdraw]:
    leader, *hexes = view.state.displaced[0]
    yield from (Withdraw(leader=leader, hex=where) for where in hexes)


@WITHDRAW.carry_out
def withdraw(play: Play, order: Withdraw) -> None:
    play.change(displaced=play.state.displaced[1:])
    play.mark(order.leader, where=order.hex)
    said = Message("{unit} goes to {hex}.", unit=order.leader, hex=order.hex)
    side = play.side_of(order.leader)
    play.say("displaced", said, "O9.4", side=side, units=(order.leader,), hexes=(order.hex,))


def _owed(view: View) -> tuple[Demand, ...]:
    side = view.side_of(view.state.displaced[0][0])
    why = Message("a commander without troops")
    return (Choice(side=side, kinds=("withdraw",), why=why, paragraph="O9.4"),)


PROCEDURE = Procedure[View, Play](
    name="displaced commander", under_way=lambda view: bool(view.state.displaced), owed=_owed
)
