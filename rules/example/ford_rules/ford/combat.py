"""The order ``attack``, and the die that decides it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ford_rules.ford.book import BOOK
from ford_rules.ford.model import Play, View
from ford_rules.ford.movement import not_ready, ready
from pbem.port import Demand, Die, Message, Reason, Roll, Rolled, Violation
from pbem_rules.shared import Kind, Label, Procedure, broken


@frozen(kw_only=True)
class Attack:
    """A unit attacks one beside it."""

    unit: str
    target: str


ATTACK = Kind[Attack, View, Play](Attack)
ROLL = Label[View, Play]("attack")


@BOOK.rule("2.1")
def targets(view: View, name: str) -> tuple[str, ...]:
    """The enemies beside a unit, in hex order."""
    board, units = view.state.board, view.data.units
    beside = (each for where in view.data.grid.adjacent[board[name].where] for each in board.at(where))
    return tuple(each for each in beside if units[each].side != units[name].side)


@ATTACK.invalid
def no_such_unit(view: View, order: Attack) -> Iterator[Violation]:
    return not_ready(view, order.unit, "2.1")


@ATTACK.wrong
def out_of_reach(view: View, order: Attack) -> Iterator[Violation]:
    if order.target not in targets(view, order.unit):
        said = Message("{target} is not an enemy beside {unit}", target=order.target, unit=order.unit)
        yield broken("2.1", said, order.target)


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    return (Attack(unit=name, target=each) for name in ready(view) for each in targets(view, name))


@ATTACK.carry_out
def attack(play: Play, order: Attack) -> None:
    play.mark(order.unit, acted=True)
    play.change(fight=(order.unit, order.target), fights=play.state.fights + 1)


def _roll(view: View) -> tuple[Demand, ...]:
    state = view.state
    return (Roll(side=state.side, why=f"attack/{state.fights}", dice=(Die(sides=6),), paragraph="2.1"),)


FIGHT = Procedure[View, Play](name="fight", under_way=lambda view: bool(view.state.fight), owed=_roll)


@ROLL.rolled
@BOOK.rule("2.2", "N1")
def fought(play: Play, roll: Rolled) -> None:
    """The die and the difference in strength decide."""
    name, target = play.state.fight
    face, units = roll.faces[0], play.data.units
    more = units[name].strength - units[target].strength
    lost = name if repulsed(face) else target if face + more >= play.data.needed else ""
    said = (
        Message("{unit} attacked {target}: {lost} is gone.", unit=name, target=target, lost=lost)
        if lost
        else Message("{unit} attacked {target}, which holds.", unit=name, target=target)
    )
    play.say(
        "removed" if lost else "held",
        said,
        "2.3" if repulsed(face) else "2.2",
        side=units[name].side,
        units=(name, target),
        hexes=(play.unit(name).where, play.unit(target).where),
        faces=roll.faces,
        reasons=(Reason(paragraph="N1", text=Message("difference in strength"), value=more),),
        total=face + more,
    )
    play.change(fight=())
    if lost:
        play.remove(lost)
        play.change(gone=(*play.state.gone, lost))


@BOOK.rule("2.3")
def repulsed(face: int) -> bool:
    """Whether an attack costs the attacker."""
    return face == 1
