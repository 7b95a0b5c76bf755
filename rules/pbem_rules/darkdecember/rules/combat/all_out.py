"""All-out assaults: the order ``all-out`` (4.1, O9.1, O9.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ENDED, ROLLING
from pbem_rules.darkdecember.rules.combat import course, leaders
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class AllOut:
    """The same attack again; ``unit`` loses a step for it (4.1). ``leader``: whose option is spent (O9.1)."""

    unit: str
    leader: str = ""


ALL_OUT = Kind[AllOut, View, Play](AllOut, early="4.1c")


@BOOK.rule("4.1c", "N23")
def without_effect(position: Position) -> bool:
    """Whether the last attack was of the kind that may be repeated."""
    battle, found = course.current(position), course.result(position)
    decided = (
        found.exchange or found.counter or battle.touched or battle.below or battle.depth or battle.row < 0
    )
    return not decided and battle.again < (2 if leaders.used(position) else 1)


def commanders(position: Position) -> tuple[str, ...]:
    """Who can bring about an all-out assault; the empty name where no commander is needed."""
    battle = course.current(position)
    names = course.members(position, battle.side)
    if not names or not leaders.used(position):
        return ("",) if names else ()
    return leaders.spearheads(position, names, battle.again)


def possible(position: Position) -> bool:
    """Whether an all-out assault can follow."""
    return without_effect(position) and bool(commanders(position))


@ALL_OUT.untimely
def nobody_commands_it(view: View, order: AllOut) -> Iterator[Violation]:
    battle = view.state.battle
    if battle is not None and battle.stage == ENDED and view.side == battle.side and without_effect(view):
        yield from wrong_commander(view, order)


ALL_OUT.invalid(lambda view, it: course.not_theirs(view, (it.unit,), course.members(view, view.side), "4.1e"))
ALL_OUT.wrong(lambda view, it: course.armour_first(view, (it.unit,), course.members(view, view.side)))


@ALL_OUT.wrong
def wrong_commander(view: View, order: AllOut) -> Iterator[Violation]:
    """With commanders it takes one who reaches and leads the attackers and has an option left."""
    if order.leader in commanders(view):
        return
    if not leaders.used(view):
        yield broken("O9.1", Message("this game is played without commanders"), order.leader)
    elif not order.leader:
        yield broken("O9.1", Message("with commanders an all-out assault takes one of them"))
    else:
        yield from leaders.unable(
            view, order.leader, course.members(view, view.side), course.current(view).again
        )


@ALL_OUT.legal
def assaults(view: View) -> Iterator[AllOut]:
    names = course.members(view, view.side)
    return (AllOut(unit=name, leader=leader) for leader in commanders(view) for name in names)


@ALL_OUT.carry_out
@BOOK.rule("4.1d", "4.1e", "N22")
def assault(play: Play, order: AllOut) -> None:
    """A step of one attacker, then the same attack at the same odds."""
    battle = course.current(play)
    units = course.members(play, battle.side)
    said = Message("{units} made an all-out assault.", units=", ".join(units))
    play.say("all-out", said, "4.1d", side=battle.side, units=units, hexes=battle.targets)
    if order.leader:
        play.mark(order.leader, spots=play.unit(order.leader).spots + 1)
    course.lose(play, (order.unit,), "4.1e")
    course.change(play, stage=ROLLING, row=-1, again=battle.again + 1, touched=False, asker=battle.side)
