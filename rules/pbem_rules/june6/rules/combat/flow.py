"""A combat from its roll to its end: the result as a list of tasks, done in order (13).

A task with only one legal answer is carried out without asking. When the last is done the combat leaves the stack, and
what lies below it (an activation, or a combat with further tasks) goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from pbem.bytes.values import evolve
from pbem.port.game import Outcome
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Combat, Play, Task
from pbem_rules.june6.printed.data import Cell, Data
from pbem_rules.june6.rules.combat import advance, attack, counterattack, modifiers, retreat
from pbem_rules.june6.rules.combat.modifiers import STAND, Field
from pbem_rules.june6.rules.combat.results import (
    ESCAPE,
    SUFFER,
    TOLL,
    alive,
    cell,
    living,
    read_losses,
    stack_loss,
    superior,
    take,
    tasks,
)
from pbem_rules.june6.rules.combat.retreat import Retreat
from pbem_rules.june6.rules.combat.right import AGAIN, ROUT
from pbem_rules.june6.rules.ground.terrain import motorised
from pbem_rules.june6.rules.lookup import enemy_of, holder
from pbem_rules.june6.words import word

FOLLOW = "follow"
_PURSUIT, _RIPOSTE = "pursuit", "riposte"


# --- the roll ---------------------------------------------------------------------------------------------------------


@BOOK.rule("12.5")
def resolve(play: Play) -> None:
    """Die and both modes are known: what they come to, and the tasks that follow."""
    data, state, combat = play.data, play.state, play.combat
    assert combat.die is not None
    found = modifiers.reasons(play, combat)
    total = combat.die + modifiers.total(found)
    result = cell(data, combat.mode, combat.defence, total)
    on = Field.of(play, evolve(combat, stage="after", reasons=found, total=total))
    sharing = (*on.attackers, *alive(state, combat.sharers))
    strongest = (
        *superior(data, on.attackers, on.defenders, on.cohesion),
        *superior(data, on.defenders, sharing, 0),
    )
    play.alter(
        stage="after",
        reasons=tuple(
            evolve(each, text=str(each.text)) for each in found
        ),  # a state holds words, no messages
        total=total,
        superior=strongest,
        tasks=_tasks(data, combat, result, on),
    )
    roll = f"{combat.die}{modifiers.total(found):+d} = {total}"
    play.say(
        "combat",
        Message(
            "{mode} against {defence}: {roll}; {result}.",
            mode=word(combat.mode.capitalize()),
            defence=word(combat.defence),
            roll=roll,
            result=read_cell(result),
        ),
        "12.5",
        side=combat.side,
        units=combat.attackers,
        hexes=(combat.target,),
        faces=(combat.die,),
        reasons=found,
        total=total,
    )
    _headlines(play, combat, result)


def read_mode(outcome: Outcome) -> tuple[str, str]:
    """Both modes out of the outcome of a combat roll, as :func:`resolve` words it."""
    mode, _, defence = outcome.text.partition(":")[0].lower().partition(" against ")
    return mode, defence


def _tasks(data: Data, combat: Combat, result: Cell, on: Field) -> tuple[Task, ...]:
    """Everything that the result asks for, in order: losses, retreat, advance, what follows (N43)."""
    defender = enemy_of(combat.side)
    sharing = (*on.attackers, *alive(on.state, combat.sharers))
    found = [*tasks(data, combat.side, sharing, result.attacker)]
    found.extend(tasks(data, defender, on.defenders, result.defender))
    if result.retreat:
        found.append(Task(kind=retreat.KIND, side=defender, units=combat.defenders, distance=result.retreat))
    if result.advance:
        distance = 2 if result.breakthrough else 1
        must = result.advance == "must"
        found.append(Task(kind=FOLLOW, side=combat.side, result=_PURSUIT, distance=distance, must=must))
    if result.breakthrough and combat.kind in ("attack", counterattack.KIND):
        fast = tuple(name for name in combat.attackers if motorised(data, name))
        found.append(Task(kind=AGAIN, side=combat.side, units=fast))
    if turns_on(combat, result):
        found.append(Task(kind=FOLLOW, side=defender, result=_RIPOSTE))
        found.append(Task(kind=ROUT, side=defender, units=combat.defenders))
    return tuple(found)


@BOOK.rule("13.61", "13.64")
def turns_on(combat: Combat, result: Cell) -> bool:
    """Whether the attacker is routed: the table says so, and the combat is not itself the answer to a rout (N53)."""
    return result.rout and combat.defence == STAND and combat.kind != "rout"


def read_cell(result: Cell) -> str:
    """The cell in words."""

    said: list[str] = []
    if result.attacker:
        said.append(Message("attacker {losses}", losses=read_losses(result.attacker)))
    if result.defender:
        said.append(Message("defender {losses}", losses=read_losses(result.defender)))
    if result.retreat:
        said.append(counted(result.retreat, "retreat of {n} hex", "retreat of {n} hexes"))
    if result.breakthrough:
        said.append(Message("breakthrough"))
    elif result.advance:
        said.append(Message("advance required") if result.advance == "must" else Message("advance allowed"))
    if result.rout:
        said.append(Message("attacker rout"))
    return Series(said) if said else Message("no effect")


def _headlines(play: Play, combat: Combat, result: Cell) -> None:
    """A breakthrough or a rout, said on its own."""
    at = (combat.target,)
    if result.breakthrough:
        text = Message("The attack on {target} is a breakthrough.", target=combat.target)
        play.say("breakthrough", text, "13.52", side=combat.side, units=combat.attackers, hexes=at)
    if turns_on(combat, result):
        text = Message("The attack on {target} ends in a rout of the attacker.", target=combat.target)
        play.say("rout", text, "13.61", side=enemy_of(combat.side), units=combat.defenders, hexes=at)


# --- tasks ------------------------------------------------------------------------------------------------------------


def goes_on(play: Play) -> bool:
    """One task that needs no decision is carried out; a combat without tasks leaves the stack. False: there is none."""
    combat = play.combat
    if combat.stage != "after":
        return False
    if not combat.tasks:
        play.pop()
        return True
    task = living(play.state, combat.tasks[0])
    play.alter(tasks=(task, *combat.tasks[1:]))
    return _HANDLERS[task.kind](play, task)


def _dropped(play: Play) -> bool:
    play.alter(tasks=play.combat.tasks[1:])
    return True


def suffered(play: Play, chosen: str) -> bool:
    """The head task is carried out on the chosen unit."""
    combat = play.combat
    take(play, combat, combat.tasks[0], chosen)
    return _dropped(play)


def _suffer(play: Play, task: Task) -> bool:
    if not task.units:
        return _dropped(play)
    return len(task.units) == 1 and suffered(play, task.units[0])


def _toll(play: Play, task: Task) -> bool:
    """A Reduction of a retreat is due; who may take it is known only now."""
    due = (stack_loss(play, task),) if task.units else ()
    play.alter(tasks=(*due, *play.combat.tasks[1:]))
    return True


def _escape(play: Play, task: Task) -> bool:
    return len(task.units) <= 1 and suffered(play, task.units[0] if task.units else "")


def _retreat(play: Play, task: Task) -> bool:
    """Without a way out for any of them all stay together (13.37); a single way is taken unasked."""
    if not task.units:
        return _dropped(play)
    ways = list(islice((o for o in retreat.options(play, play.combat, task) if o.path), 2))
    units = alive(play.state, task.units)
    if not ways:
        retreat.carried_out(play, Retreat(units=task.units))
        return True
    if len(ways) == 1 and len(units) == 1 and not retreat.zone_hexes(play, units, ways[0].path):
        retreat.carried_out(play, ways[0])
        return True
    return False


@BOOK.rule("13.62")
def _follow(play: Play, task: Task) -> bool:
    """Turn the right to advance into what it is now that the losses are known: ambush, advance, or nothing."""
    combat, names = play.combat, play.combat.attackers
    if task.result == _RIPOSTE:
        play.alter(emptied=tuple(frm for frm in combat.origins if not play.board.at(frm)))
        names = combat.defenders
    units = advance.entitled(play, names)
    more = [evolve(task, kind=advance.KIND, units=units, result="")]
    if task.result == _PURSUIT and advance.ambush_lurks(play.data, combat, task.must):
        fought = tuple(name for name in units if name in combat.attackers)
        more.insert(0, Task(kind=advance.AMBUSH, side=task.side, units=fought))
    play.alter(tasks=(*more, *combat.tasks[1:]))
    return True


def _ambush(play: Play, task: Task) -> bool:
    return not task.units and _dropped(play)


def _advance(play: Play, task: Task) -> bool:
    """Nobody may enter: the advance is over. Exactly one advance, and compulsory: it is made."""
    combat = play.combat
    held = task.side == combat.side and holder(play, combat.target) == enemy_of(combat.side)
    choices = [] if held else list(islice(advance.options(play, combat, task), 2))
    if not choices:
        advance.finished(play)
        return True
    if len(choices) == 1 and advance.compelled(play, combat, task):
        advance.advanced(play, choices[0])
        return True
    return False


def _counter(_play: Play, _task: Task) -> bool:
    """The German has been found able to counterattack; whether he does is his to say."""
    return False


def _resume(play: Play, _task: Task) -> bool:
    """After a counterattack the advance goes on, or it is over."""
    if not advance.resumed(play):
        play.alter(tasks=play.combat.tasks[1:])
        advance.finished(play)
    return True


def _attack(play: Play, _task: Task) -> bool:
    return next(attack.single_attacks(play), None) is None and _dropped(play)


_HANDLERS: dict[str, Callable[[Play, Task], bool]] = {
    SUFFER: _suffer,
    TOLL: _toll,
    ESCAPE: _escape,
    retreat.KIND: _retreat,
    FOLLOW: _follow,
    advance.AMBUSH: _ambush,
    advance.KIND: _advance,
    AGAIN: _attack,
    ROUT: _attack,
    counterattack.KIND: _counter,
    counterattack.RESUME: _resume,
}


def revealed(play: Play) -> None:
    """Resolved as soon as the die and both modes are known."""
    combat = play.combat
    if combat.die is not None and combat.mode and combat.defence:
        resolve(play)
