"""Combat: its orders, what is told of it, and what it waits for (12 to 18).

A declared attack puts a ``Combat`` on the stack: the attacker seals his mode, asks for the die, the defender answers
under it, mode and die are opened, and the result is worked off task by task (``flow``).
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.game import Choice, Conceal, Demand, Die, Disclose, Requested, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june6.model import Combat, Play, Position, Task, View
from pbem_rules.june6.rules.combat import advance, counterattack, drawn_modes, retreat
from pbem_rules.june6.rules.combat.flow import revealed
from pbem_rules.june6.rules.combat.mode import mode_label
from pbem_rules.june6.rules.combat.results import ESCAPE, SUFFER
from pbem_rules.june6.rules.combat.right import AGAIN, ROUT
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.shared.chance import Label

_DIE = Die(sides=10, low=0)


def combat_roll(combat: Combat) -> Roll:
    """The roll of a combat: one die, sealed until the defender has answered; with it the modes that are drawn (12.43)."""
    dice = (_DIE, *drawn_modes.CUPS) if combat.lean else (_DIE,)
    return Roll(side=combat.side, why=f"combat/{combat.n}", dice=dice, sealed=True, paragraph="12.5")


# --- demands ----------------------------------------------------------------------------------------------------------


def demands(at: Position) -> tuple[Demand, ...]:
    """Who owes what in the combat on top of the stack; nothing when there is none."""
    combat = at.state.on_top(Combat)
    if combat is None:
        return ()
    attacker, n = combat.side, combat.n
    match combat.stage:
        case "mode" if drawn_modes.on(at):
            return (drawn_modes.question(combat),)
        case "mode":
            why = Message("the mode of the attack on {target}", target=combat.target)
            return (Conceal(side=attacker, kind="mode", at=mode_label(combat), why=why, paragraph="12.41"),)
        case "roll":
            return (combat_roll(combat),)
        case "defend":
            why = Message("the answer to the attack on {target}", target=combat.target)
            return (Choice(side=enemy_of(attacker), kinds=("defend",), why=why, paragraph="12.41"),)
        case "reveal":
            shown = Disclose(
                side=attacker, at=f"mode/{n}", ns=(1,), why=Message("the mode"), paragraph="12.41"
            )
            return (
                *(() if combat.mode or combat.lean else (shown,)),
                *(() if combat.die is not None else (combat_roll(combat),)),
            )
        case _:
            return _task_demand(at, combat, combat.tasks[0]) if combat.tasks else ()


_ASKED: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    SUFFER: (("suffer",), Message("which unit takes the loss"), "13.71"),
    ESCAPE: (("suffer",), Message("which unit is spared"), "13.71"),
    retreat.KIND: (("retreat",), Message("the retreat"), "13.31"),
    AGAIN: (("attack", "halt"), Message("a second attack"), "13.53"),
    ROUT: (("attack", "halt"), Message("an attack on the routed attacker"), "13.61"),
    counterattack.KIND: (("counterattack", "halt"), Message("a counterattack"), "14.12"),
}


def _task_demand(at: Position, combat: Combat, task: Task) -> tuple[Demand, ...]:
    if task.kind == advance.AMBUSH:
        return (advance.ambush_roll(combat, task),)
    if task.kind == advance.KIND:
        must = advance.compelled(at, combat, task)
        allowed: tuple[str, ...] = ("advance",) if must else ("advance", "halt")
        paragraph = "13.43" if must else "13.42"
        return (Choice(side=task.side, kinds=allowed, why=Message("the advance"), paragraph=paragraph),)
    kinds, why, paragraph = _ASKED[task.kind]
    return (Choice(side=task.side, kinds=kinds, why=why, paragraph=paragraph),)


# --- the kinds of orders ----------------------------------------------------------------------------------------------

COMBAT_ROLL = Label[View, Play]("combat", early="12.41")
AMBUSH_ROLL = Label[View, Play]("ambush", early="12.41")


# --- what they do -----------------------------------------------------------------------------------------------------


# --- what is told -----------------------------------------------------------------------------------------------------


@COMBAT_ROLL.requested
def _asked_for(play: Play, _told: Requested) -> None:
    play.alter(stage="defend")


@COMBAT_ROLL.rolled
def _rolled(play: Play, roll: Rolled) -> None:
    play.alter(die=roll.faces[0])
    if play.combat.lean:
        drawn_modes.draw(play, roll.faces[1:])
    revealed(play)


@AMBUSH_ROLL.rolled
def _ambush_rolled(play: Play, roll: Rolled) -> None:
    advance.ambushed(play, roll.faces)


# --- which are legal --------------------------------------------------------------------------------------------------
