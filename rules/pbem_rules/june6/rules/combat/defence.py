"""Defend: the answer to an attack, its mode and its support (12.41, 16.21b)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, OrderWord
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Combat, Play, Position, View
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.combat.modifiers import RETREAT, STAND
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.combat.support import _helps
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.june6.words import either, word
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Defend:
    """The defender's mode, ``stand`` or ``retreat`` (12.41), and the support (16.21b, 17.31, 18.31).

    Where modes are drawn (12.43) ``mode`` is the likelier one.
    """

    mode: str
    artillery: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0


DEFEND = Kind[Defend, View, Play](Defend, early="12.41", exact=True)


@DEFEND.wrong
@BOOK.rule("12.41")
def no_answer(view: View, order: Defend) -> Iterator[Violation]:
    """Why this is no answer to the attack."""
    state, side = view.state, view.side
    combat = state.frames[-1] if state.frames else None
    if not isinstance(combat, Combat) or combat.stage != "defend" or enemy_of(combat.side) != side:
        yield broken("12.41", Message("no attack waits for your answer"), side)
        return
    if order.mode not in (STAND, RETREAT):
        said = Message(
            "{mode!r} is not a mode of defence: say {ways}",
            mode=order.mode,
            ways=either(map(OrderWord, (STAND, RETREAT))),
        )
        yield broken("12.41", said, order.mode)
    target, units = combat.target, alive(state, combat.defenders)
    if combat.support:
        yield from support.check_artillery(view, side, target, units, order.artillery, attacking=False)
        yield from support.check_markers(view, side, target, order.air, order.naval)
    elif order.artillery or order.air or order.naval:
        yield broken(_UNSUPPORTED[combat.kind], Message("no support in this combat"), target)


@DEFEND.carry_out
def answered(play: Play, order: Defend) -> None:
    """The defender has answered; the attacker's mode and the die are due."""
    combat = play.combat
    side = enemy_of(combat.side)
    play.alter(
        stage="reveal",
        defence=order.mode,
        defence_artillery=order.artillery,
        defence_air=order.air,
        defence_naval=order.naval,
    )
    support.fire(play, order.artillery)
    if side == ALLIED:
        play.change(air=play.state.air - order.air, naval=play.state.naval - order.naval)
    hexes, mode = (combat.target,), word(order.mode)
    text = Message("The defender of {target} chose to {mode}.", target=combat.target, mode=mode)
    if combat.lean:
        text = Message("The defender of {target} is likelier to {mode}.", target=combat.target, mode=mode)
    play.say("defended", text, "12.41", side=side, units=combat.defenders, hexes=hexes)


_UNSUPPORTED = {"second": "13.53", "rout": "13.63", "counter": "14.24"}


def defences(at: Position, combat: Combat, side: str) -> Iterator[Defend]:
    """Both modes, bare and with the support at hand."""
    units = alive(at.state, combat.defenders)
    guns = support.sources(at, side, combat.target, units, attacking=False) if combat.support else ()
    for mode in (STAND, RETREAT):
        yield Defend(mode=mode)
        if combat.support:
            for artillery, air, naval in _helps(at, side, combat.target, guns):
                yield Defend(mode=mode, artillery=artillery, air=air, naval=naval)


DEFEND.legal(lambda view: defences(view, view.state.current(Combat), view.side))
