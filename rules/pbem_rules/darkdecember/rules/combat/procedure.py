"""The course of a combat: what it waits for, stage by stage (4.1 to 4.5)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Roll
from pbem.port.messages import Message
from pbem_rules.darkdecember import model
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.rules.combat import all_out, course
from pbem_rules.darkdecember.rules.combat.advances import advances
from pbem_rules.darkdecember.rules.combat.counterattack import hexes, strikers
from pbem_rules.darkdecember.rules.combat.results import DICE
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.sequence import Phase, Procedure, Sequence

Demands = tuple[Demand, ...]


def _ask(side: str, why: str, paragraph: str, *kinds: str) -> Demands:
    return (Choice(side=side, kinds=kinds, why=why, paragraph=paragraph),)


def _attacker(view: View) -> str:
    return course.current(view).side


def _defender(view: View) -> str:
    return view.enemy(_attacker(view))


def _lowering(view: View) -> Demands:
    side = _defender(view)
    able = any(each.level for each in course.current(view).levels if each.side == side)
    asked = able and view.state.waived != side
    return _ask(side, Message("levels of defence"), "4.2", "lower", "waive") if asked else ()


def _roll(view: View) -> Demands:
    """The dice; nothing if no attacker is left, and the defender may advance."""
    battle, why = course.current(view), f"combat/{view.state.combats + 1}"
    there = course.members(view, battle.side)
    return (Roll(side=battle.asker, why=why, dice=DICE, paragraph="4.3"),) if there else ()


def _respond(view: View, side: str) -> Demands:
    due = ", ".join(each.hex for each in course.pending(view, side))
    return _ask(side, Message("what becomes of {hexes}", hexes=due), "4.3", "respond") if due else ()


@BOOK.rule("4.5b")
def _advance(view: View, side: str) -> tuple[Demand, ...]:
    able = any(True for _ in advances(evolve(view, side=side)))
    return _ask(side, Message("advances"), "4.5", "advance", "done") if able else ()


def _counter(view: View) -> Demands:
    due = course.result(view).counter and strikers(view) and hexes(view)
    return _ask(_defender(view), Message("the counterattack"), "4.3f", "counter") if due else ()


def _again(view: View) -> Demands:
    due = all_out.possible(view)
    return _ask(_attacker(view), Message("an all-out assault"), "4.1c", "all-out", "done") if due else ()


_STAGES = Sequence[View, Play](
    (
        Phase(model.LOWERING, "", owed=_lowering),
        Phase(model.ROLLING, "", owed=_roll),
        Phase(model.DEFENCE, "", owed=lambda view: _respond(view, _defender(view))),
        Phase(model.PURSUIT, "", owed=lambda view: _advance(view, _attacker(view))),
        Phase(model.REPULSE, "", owed=lambda view: _respond(view, _attacker(view))),
        Phase(model.RIPOSTE, "", owed=lambda view: _advance(view, _defender(view))),
        Phase(model.COUNTERING, "", owed=_counter),
        Phase(model.AGAIN, "", owed=_again),
        Phase(model.ENDED, ""),
    ),
    phase=lambda view: course.current(view).stage,
    enter=lambda play, stage: course.change(play, stage=stage),
)


def _owed(view: View) -> Demands:
    """Steps that are owed come first, but for the levels: the defender lowers them before (N24)."""
    owed = course.debt(view)
    if owed is None or course.current(view).stage == model.LOWERING:
        return _STAGES.owed(view)
    return _ask(owed.side, Message("steps"), owed.paragraph, "lose")


def no_more(play: Play) -> None:
    """The stage of a combat is over, by itself or by ``done``."""
    _STAGES.leave(play, course.current(play).stage)


def _go_on(play: Play) -> bool:
    no_more(play)
    return True


PROCEDURE = Procedure[View, Play](name="combat", under_way=course.under_way, owed=_owed, go_on=_go_on)
