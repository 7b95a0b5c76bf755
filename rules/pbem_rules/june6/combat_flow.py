"""A combat from its roll to its end: the result as a list of tasks, done in order (13).

A task with only one legal answer is carried out without asking. When the last is done the combat leaves the stack, and
what lies below it (an activation, or a combat with further tasks) goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import advance, combat_options, counterattack, modifiers, retreat
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.combat_orders import AGAIN, ROUT
from pbem_rules.june6.lookup import enemy_of, holder, pop, top
from pbem_rules.june6.losses import EFFECT_NAMES
from pbem_rules.june6.model import Combat, State, Task
from pbem_rules.june6.modifiers import STAND, Field
from pbem_rules.june6.orders import Advance, Retreat
from pbem_rules.june6.printed import Cell, Data
from pbem_rules.june6.results import (
    ESCAPE,
    LETTERS,
    SUFFER,
    TOLL,
    alive,
    cell,
    living,
    stack_loss,
    superior,
    take,
    tasks,
)
from pbem_rules.june6.terrain import motorised

FOLLOW = "follow"
_PURSUIT, _RIPOSTE = "pursuit", "riposte"

Progress = tuple[Step[State], Combat]


# --- the roll ---------------------------------------------------------------------------------------------------------


@BOOK.rule("12.5", text="One die, with every modifier, decides the combat.")
def resolve(data: Data, state: State, combat: Combat, die: int) -> Step[State]:
    """The state after the combat roll, both modes being known, as far as it goes without a decision."""
    found = modifiers.reasons(data, state, combat)
    total = die + modifiers.total(found)
    result = cell(data, combat.mode, combat.defence, total)
    combat = evolve(combat, stage="after", reasons=found, die=die, total=total)
    on = Field.of(data, state, combat)
    sharing = (*on.attackers, *alive(state, combat.sharers))
    strongest = (
        *superior(data, on.attackers, on.defenders, on.cohesion),
        *superior(data, on.defenders, sharing, 0),
    )
    combat = evolve(combat, superior=strongest, tasks=_tasks(data, combat, result, on))
    text = f"{combat.mode} against {combat.defence}: {die}{modifiers.total(found):+d} = {total}; {read_cell(result)}."
    happened = Outcome(
        kind="combat",
        text=text[0].upper() + text[1:],
        paragraph="12.5",
        side=combat.side,
        units=combat.attackers,
        hexes=(combat.target,),
        faces=(die,),
        reasons=found,
        total=total,
    )
    step = settle(data, top(state, combat))
    return Step(state=step.state, outcomes=(happened, *_headlines(combat, result), *step.outcomes))


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


@BOOK.rule("13.61", "13.64", text="A defender who stands against a total of zero or less may attack at once.")
def turns_on(combat: Combat, result: Cell) -> bool:
    """Whether the attacker is routed: the table says so, and the combat is not itself the answer to a rout (N53)."""
    return result.rout and combat.defence == STAND and combat.kind != "rout"


def read_cell(result: Cell) -> str:
    """The cell in words."""

    def parts(side: str, pairs: tuple[tuple[str, str], ...]) -> str:
        return f"{side} " + " and ".join(
            f"{LETTERS[letter]} {EFFECT_NAMES[effect]}" for letter, effect in pairs
        )

    said = [parts("attacker", result.attacker)] if result.attacker else []
    if result.defender:
        said.append(parts("defender", result.defender))
    if result.retreat:
        said.append(f"retreat of {result.retreat} hex{'es' if result.retreat > 1 else ''}")
    if result.breakthrough:
        said.append("breakthrough")
    elif result.advance:
        said.append("advance required" if result.advance == "must" else "advance allowed")
    if result.rout:
        said.append("attacker rout")
    return ", ".join(said) or "no effect"


def _headlines(combat: Combat, result: Cell) -> tuple[Outcome, ...]:
    """A breakthrough or a rout, said on its own."""
    found = []
    if result.breakthrough:
        text = f"The attack on {combat.target} is a breakthrough."
        found.append(("breakthrough", text, "13.52", combat.side, combat.attackers))
    if turns_on(combat, result):
        text = f"The attack on {combat.target} ends in a rout of the attacker."
        found.append(("rout", text, "13.61", enemy_of(combat.side), combat.defenders))
    return tuple(
        Outcome(kind=kind, text=text, paragraph=paragraph, side=side, units=units, hexes=(combat.target,))
        for kind, text, paragraph, side, units in found
    )


# --- tasks ------------------------------------------------------------------------------------------------------------


def settle(data: Data, state: State) -> Step[State]:
    """Carry out every task that needs no decision; combats without tasks leave the stack."""
    outcomes: list[Outcome] = []
    while state.frames:
        combat = state.frames[-1]
        if not isinstance(combat, Combat) or combat.stage != "after":
            break
        if not combat.tasks:
            state = pop(state)
            continue
        task = living(state, combat.tasks[0])
        combat = evolve(combat, tasks=(task, *combat.tasks[1:]))
        state = top(state, combat)
        progress = _HANDLERS[task.kind](data, state, combat, task)
        if progress is None:
            break
        step, combat = progress
        state = top(step.state, combat)
        outcomes.extend(step.outcomes)
    return Step(state=state, outcomes=tuple(outcomes))


def _dropped(state: State, combat: Combat) -> Progress:
    return Step(state=state), evolve(combat, tasks=combat.tasks[1:])


def suffered(data: Data, state: State, combat: Combat, task: Task, chosen: str) -> Progress:
    """The head task carried out on the chosen unit."""
    return take(data, state, combat, task, chosen), evolve(combat, tasks=combat.tasks[1:])


def _suffer(data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    if not task.units:
        return _dropped(state, combat)
    return suffered(data, state, combat, task, task.units[0]) if len(task.units) == 1 else None


def _toll(data: Data, state: State, combat: Combat, task: Task) -> Progress:
    """A Reduction of a retreat is due; who may take it is known only now."""
    due = (stack_loss(data, state, task),) if task.units else ()
    return Step(state=state), evolve(combat, tasks=(*due, *combat.tasks[1:]))


def _escape(data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    if len(task.units) > 1:
        return None
    return suffered(data, state, combat, task, task.units[0] if task.units else "")


def _retreat(data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    """Without a way out for any of them all stay together (13.37); a single way is taken unasked."""
    if not task.units:
        return _dropped(state, combat)
    ways = list(islice((o for o in retreat.options(data, state, combat, task) if o.path), 2))
    if not ways:
        return retreat.apply(data, state, combat, task, Retreat(units=task.units))
    units = alive(state, task.units)
    if len(ways) == 1 and len(units) == 1 and not retreat.zone_hexes(data, state, units, ways[0].path):
        return retreat.apply(data, state, combat, task, ways[0])
    return None


@BOOK.rule("13.62", text="After a rout the defenders may advance into hexes that the attackers left.")
def _follow(data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    """Turn the right to advance into what it is now that the losses are known: ambush, advance, or nothing."""
    rest = combat.tasks[1:]
    if task.result == _RIPOSTE:
        combat = evolve(combat, emptied=tuple(frm for frm in combat.origins if not state.board.at(frm)))
        names = combat.defenders
    else:
        names = combat.attackers
    units = advance.entitled(data, state, names)
    more = [evolve(task, kind=advance.KIND, units=units, result="")]
    if task.result == _PURSUIT and advance.ambush_lurks(data, combat, task.must):
        fought = tuple(name for name in units if name in combat.attackers)
        more.insert(0, Task(kind=advance.AMBUSH, side=task.side, units=fought))
    return Step(state=state), evolve(combat, tasks=(*more, *rest))


def _ambush(_data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    return None if task.units else _dropped(state, combat)


def _advance(data: Data, state: State, combat: Combat, task: Task) -> Progress | None:
    """Nobody may enter: the advance is over. Exactly one advance, and compulsory: it is made."""
    if task.side == combat.side and holder(data, state, combat.target) == enemy_of(combat.side):
        return finished_advance(data, state, combat)
    choices = list(islice(advance.options(data, state, combat, task), 2))
    if not choices:
        return finished_advance(data, state, combat)
    if len(choices) == 1 and advance.compelled(data, state, combat, task):
        return counterattack.advanced(data, state, combat, choices[0])
    return None


def _counter(_data: Data, _state: State, _combat: Combat, _task: Task) -> Progress | None:
    """The German has been found able to counterattack; whether he does is his to say."""
    return None


def _resume(data: Data, state: State, combat: Combat, _task: Task) -> Progress:
    """After a counterattack the advance goes on, or it is over."""
    going_on = counterattack.resumed(state, combat)
    if going_on is not None:
        return Step(state=state), going_on
    return finished_advance(data, state, evolve(combat, tasks=combat.tasks[1:]))


def finished_advance(data: Data, state: State, combat: Combat) -> Progress:
    """The advance is over: the ambushed units take their Disorder, the task is done."""
    step, combat = advance.spring(data, state, combat)
    return step, evolve(combat, tasks=combat.tasks[1:])


def _attack(data: Data, state: State, combat: Combat, _task: Task) -> Progress | None:
    possible = next(combat_options.single_attacks(data, state), None)
    return _dropped(state, combat) if possible is None else None


_HANDLERS: dict[str, Callable[[Data, State, Combat, Task], Progress | None]] = {
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


def order_carried_out(data: Data, state: State, order: Retreat | Advance) -> Step[State]:
    """The state after a legal retreat or advance, and everything that follows without a decision."""
    combat = state.frames[-1]
    if not isinstance(combat, Combat):
        raise TypeError("no combat is under way")
    if isinstance(order, Retreat):
        step, combat = retreat.apply(data, state, combat, combat.tasks[0], order)
    else:
        step, combat = counterattack.advanced(data, state, combat, order)
    after = settle(data, top(step.state, combat))
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))
