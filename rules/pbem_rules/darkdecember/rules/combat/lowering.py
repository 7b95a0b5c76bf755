"""The defender's answer to an attack: the orders ``lower`` and ``waive`` (4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem_rules.darkdecember.model import ROLLING, Battle, Level
from pbem_rules.darkdecember.rules.combat.course import current
from pbem_rules.darkdecember.rules.combat.declaration import lowered, read, tell_lowered, wrong_lowering
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind


@frozen(kw_only=True)
class Lower:
    """The defender's answer to an attack: hexes with the levels they are lowered to, or none (4.2)."""

    lowered: tuple[str, ...] = ()


@frozen(kw_only=True)
class Waive:
    """Until the other side's half ends, attacks go on without asking this side to lower levels (4.2)."""


LOWER = Kind[Lower, View, Play](Lower, early="4.2")
WAIVE = Kind[Waive, View, Play](Waive, early="4.2", exact=True)


def _own(view: View) -> tuple[Level, ...]:
    return tuple(each for each in current(view).levels if each.side == view.side)


LOWER.wrong(lambda view, order: wrong_lowering(_own(view), order.lowered))


@LOWER.legal
def answers(view: View) -> Iterator[Lower]:
    """Nothing; each hex by itself to every level."""
    yield Lower()
    for each in _own(view):
        yield from (Lower(lowered=(f"{each.hex}:{to}",)) for to in range(each.level))


def answered(position: Position, order: Lower) -> Battle:
    """The combat after the defender's answer. The side that chose last asks for the roll."""
    battle = current(position)
    asker = battle.side if battle.below else position.enemy(battle.side)
    return evolve(battle, levels=lowered(battle.levels, read(order.lowered)), stage=ROLLING, asker=asker)


@LOWER.carry_out
def lower(play: Play, order: Lower) -> None:
    play.change(battle=answered(play, order))
    tell_lowered(play, play.enemy(current(play).side), order.lowered)


WAIVE.legal(lambda _view: (Waive(),))


@WAIVE.carry_out
def waive(play: Play, _order: Waive) -> None:
    play.change(waived=play.enemy(current(play).side))
    lower(play, Lower())
