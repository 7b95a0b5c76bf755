"""Combat as one organ of the game: check, apply, options and demands for its orders and for chance (12 to 18).

A declared attack puts a ``Combat`` on the stack: the attacker seals his mode, asks for the die, the defender answers
under it, mode and die are opened, and the result is worked off task by task (``combat_flow``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import (
    Choice,
    Conceal,
    Demand,
    Die,
    Disclose,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Step,
    Table,
)
from pbem_rules.june6 import advance, announcing, combat_options, counterattack, drawn_modes, plans, retreat
from pbem_rules.june6.combat_flow import finished_advance, order_carried_out, resolve, settle, suffered
from pbem_rules.june6.combat_orders import AGAIN, ROUT, apply_attack, apply_defend, check_attack, check_defend
from pbem_rules.june6.lookup import enemy_of, top
from pbem_rules.june6.model import Combat, State, Task
from pbem_rules.june6.modifiers import ASSAULT, PROBE, RETREAT, STAND
from pbem_rules.june6.orders import (
    Advance,
    Announce,
    Attack,
    Counterattack,
    Defend,
    Halt,
    Lean,
    Mode,
    Order,
    Retreat,
    Suffer,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.results import ESCAPE, SUFFER

_DIE = Die(sides=10, low=0)
_MODES = (ASSAULT, PROBE)
_PICKS, _HALTS = (SUFFER, ESCAPE), (advance.KIND, AGAIN, ROUT, counterattack.KIND)


def current(state: State) -> Combat | None:
    """The combat on top of the stack, or None."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, Combat) else None


def task_of(state: State, *kinds: str) -> tuple[Combat, Task] | None:
    """The combat and its head task, when that task is one of these kinds."""
    combat = current(state)
    if combat is None or combat.stage != "after" or not combat.tasks:
        return None
    task = combat.tasks[0]
    return (combat, task) if task.kind in kinds else None


def mode_label(combat: Combat) -> str:
    """The label under which the attacker seals his mode."""
    return f"mode/{combat.n}"


def combat_roll(combat: Combat) -> Roll:
    """The roll of a combat: one die, sealed until the defender has answered; with it the modes that are drawn (12.43)."""
    dice = (_DIE, *drawn_modes.CUPS) if combat.lean else (_DIE,)
    sealed = not combat.planned
    return Roll(side=combat.side, why=f"combat/{combat.n}", dice=dice, sealed=sealed, paragraph="12.5")


# --- demands ----------------------------------------------------------------------------------------------------------


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """Who owes what in the combat on top of the stack; nothing when there is none."""
    combat = current(state)
    if combat is None:
        return ()
    attacker, n = combat.side, combat.n
    match combat.stage:
        case "mode" if drawn_modes.on(data, state):
            return (drawn_modes.question(combat),)
        case "mode" if plans.on(data, state):
            return (plans.question(combat),)
        case "mode":
            why = f"the mode of the attack on {combat.target}"
            return (Conceal(side=attacker, kind="mode", at=mode_label(combat), why=why, paragraph="12.41"),)
        case "roll":
            return (combat_roll(combat),)
        case "defend":
            why = f"the answer to the attack on {combat.target}"
            return (Choice(side=enemy_of(attacker), kinds=("defend",), why=why, paragraph="12.41"),)
        case "reveal" if combat.planned:
            due = plans.opening(state, combat)
            roll = () if combat.die is not None else (combat_roll(combat),)
            return (*roll, *(() if due is None else (due,)))
        case "reveal":
            shown = Disclose(side=attacker, at=f"mode/{n}", ns=(1,), why="the mode", paragraph="12.41")
            return (
                *(() if combat.mode or combat.lean else (shown,)),
                *(() if combat.die is not None else (combat_roll(combat),)),
            )
        case _:
            return _task_demand(data, state, combat, combat.tasks[0]) if combat.tasks else ()


_ASKED: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    SUFFER: (("suffer",), "which unit takes the loss", "13.71"),
    ESCAPE: (("suffer",), "which unit is spared", "13.71"),
    retreat.KIND: (("retreat",), "the retreat", "13.31"),
    AGAIN: (("attack", "halt"), "a second attack", "13.53"),
    ROUT: (("attack", "halt"), "an attack on the routed attacker", "13.61"),
    counterattack.KIND: (("counterattack", "halt"), "a counterattack", "14.12"),
}


def _task_demand(data: Data, state: State, combat: Combat, task: Task) -> tuple[Demand, ...]:
    if task.kind == advance.AMBUSH:
        return (advance.ambush_roll(combat, task),)
    if task.kind == advance.KIND:
        must = advance.compelled(data, state, combat, task)
        allowed: tuple[str, ...] = ("advance",) if must else ("advance", "halt")
        paragraph = "13.43" if must else "13.42"
        return (Choice(side=task.side, kinds=allowed, why="the advance", paragraph=paragraph),)
    kinds, why, paragraph = _ASKED[task.kind]
    return (Choice(side=task.side, kinds=kinds, why=why, paragraph=paragraph),)


# --- check ------------------------------------------------------------------------------------------------------------


def check(data: Data, state: State, side: str, action: AttrsInstance | Table) -> tuple[Violation, ...]:
    """Every rule that the action breaks, each with its paragraph; empty when it is legal. Never raises."""
    match action:
        case Attack():
            found = check_attack(data, state, side, action)
            return (*found, *announcing.given_away(announcing.promised(data, state), action))
        case Announce():
            return announcing.check(data, state, side, action)
        case Mode():
            return _check_mode(data, state, side, action)
        case Lean():
            return drawn_modes.check(data, state, side, action)
        case Defend():
            return check_defend(data, state, side, action)
        case Suffer() | Retreat() | Advance() | Halt() | Counterattack():
            return _check_task(data, state, side, action)
        case Sealed() | Requested() | Rolled() | Shown():
            return _check_chance(data, state, action)
        case _:
            return (_no("12", "that is no order of combat", side),)


def _check_mode(data: Data, state: State, side: str, order: Mode) -> tuple[Violation, ...]:
    combat = current(state)
    if plans.on(data, state):
        return (_no("N201", "the attacker's mode is open in this game; name it (lean)", side),)
    if drawn_modes.on(data, state):
        return (_no("12.43", "the modes of this game are drawn; name the likelier one (lean)", side),)
    if combat is None or combat.stage != "mode" or combat.side != side:
        return (_no("12.41", "no attack of yours waits for its mode", side),)
    return () if order.mode in _MODES else (_bad_mode(order.mode),)


def _bad_mode(mode: object) -> Violation:
    return _no("12.41", f"{mode!r} is no mode of attack; say assault or probe", str(mode))


def _check_task(
    data: Data, state: State, side: str, order: Suffer | Retreat | Advance | Halt | Counterattack
) -> tuple[Violation, ...]:
    kinds, paragraph, what = {
        Suffer: (_PICKS, "13.71", "loss to be taken"),
        Retreat: ((retreat.KIND,), "13.31", "retreat to be made"),
        Advance: ((advance.KIND,), "13.42", "advance to be made"),
        Halt: (_HALTS, "13.42", "advance or attack to be waived"),
        Counterattack: ((counterattack.KIND,), "14.12", "counterattack to be declared"),
    }[type(order)]
    found = task_of(state, *kinds)
    if found is None or found[1].side != side:
        return (_no(paragraph, f"there is no {what} by you now", side),)
    combat, task = found
    match order:
        case Suffer():
            return _check_suffer(task, order)
        case Retreat():
            return retreat.check(data, state, combat, task, order)
        case Advance():
            return advance.check(data, state, combat, task, order)
        case Counterattack():
            return counterattack.check(data, state, combat, task, order)
        case Halt():
            if task.kind == advance.KIND and advance.compelled(data, state, combat, task):
                return (
                    _no("13.43", "this advance is compulsory, and a unit can still advance", combat.target),
                )
            return ()


def _check_suffer(task: Task, order: Suffer) -> tuple[Violation, ...]:
    if order.unit in task.units:
        return ()
    return (_no("13.71", f"choose one of {', '.join(task.units)}", order.unit),)


def _check_chance(
    data: Data, state: State, action: Sealed | Requested | Rolled | Shown
) -> tuple[Violation, ...]:
    """What the protocol does must be what is demanded."""
    combat = current(state)
    wrong = (_no("12.41", f"{type(action).__name__} is not what the combat waits for", ""),)
    if combat is None:
        return wrong
    ours = combat_roll(combat)
    match action:
        case Sealed(side=side, at=at, count=count):
            due = combat.stage == "mode" and not drawn_modes.on(data, state) and not plans.on(data, state)
            fits = due and (side, at, count) == (combat.side, mode_label(combat), 1)
        case Requested(why=why):
            fits = combat.stage == "roll" and why == ours.why
        case Shown(side=side, at=at, n=n, value=value) if combat.planned:
            opening = plans.opening(state, combat) if combat.stage == "reveal" else None
            fits = opening is not None and (side, at, (n,)) == (opening.side, opening.at, opening.ns)
            if fits and value not in (STAND, RETREAT):
                return (_no("N201", f"{value!r} is no mode of defence; say stand or retreat", str(value)),)
        case Shown(side=side, at=at, n=n, value=value):
            fits = (
                combat.stage == "reveal"
                and not combat.mode
                and not combat.lean
                and (side, at, n) == (combat.side, mode_label(combat), 1)
            )
            if fits and value not in _MODES:
                return (_bad_mode(value),)
        case Rolled(why=why, faces=faces):
            roll = _due_roll(combat, ours)
            fits = roll is not None and why == roll.why and _fits(faces, roll)
    return () if fits else wrong


def _due_roll(combat: Combat, ours: Roll) -> Roll | None:
    if combat.stage == "reveal" and combat.die is None:
        return ours
    if combat.stage == "after" and combat.tasks and combat.tasks[0].kind == advance.AMBUSH:
        return advance.ambush_roll(combat, combat.tasks[0])
    return None


def _fits(faces: tuple[int, ...], roll: Roll) -> bool:
    return len(faces) == len(roll.dice) and all(
        die.low <= face < die.low + die.sides for face, die in zip(faces, roll.dice, strict=True)
    )


# --- apply ------------------------------------------------------------------------------------------------------------


def apply(data: Data, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
    """What a legal action does, and everything that follows from it without a decision."""
    match action:
        case Attack():
            return apply_attack(data, state, side, action)
        case Defend():
            return apply_defend(state, side, action)
        case Announce():
            return announcing.apply(state, action)
        case Lean() if plans.on(data, state):
            return plans.attacked(data, state, _certain(state), action)
        case Lean():
            return drawn_modes.apply(state, _certain(state), action)
        case Counterattack():
            return counterattack.declare(state, _certain(state), action)
        case Suffer() | Halt():
            return _apply_task(data, state, action)
        case Retreat() | Advance():
            return order_carried_out(data, state, action)
        case Sealed() | Requested() | Rolled() | Shown():
            return _apply_chance(data, state, action)
        case _:
            raise TypeError(f"{action!r} is carried out by nobody here")


def _apply_task(data: Data, state: State, order: Suffer | Halt) -> Step[State]:
    combat = _certain(state)
    task = combat.tasks[0]
    if isinstance(order, Suffer):
        step, combat = suffered(data, state, combat, task, order.unit)
    elif task.kind == advance.KIND:
        step, combat = finished_advance(data, state, combat)
    elif task.kind == counterattack.KIND:
        step, combat = counterattack.declined(data, state, combat)
    else:
        step, combat = Step(state=state), evolve(combat, tasks=combat.tasks[1:])
    after = settle(data, top(step.state, combat))
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def _apply_chance(data: Data, state: State, action: Sealed | Requested | Rolled | Shown) -> Step[State]:
    combat = _certain(state)
    match action:
        case Sealed():
            return Step(state=top(state, evolve(combat, stage="roll")))
        case Requested():
            return Step(state=top(state, evolve(combat, stage="defend")))
        case Shown(n=n, value=value) if combat.planned:
            state, combat = plans.opened(state, combat, n, str(value))
            return _revealed(data, state, combat)
        case Shown(value=value):
            return _revealed(data, state, evolve(combat, mode=str(value)))
        case Rolled(faces=faces) if combat.stage == "reveal" and combat.lean:
            combat, drawn = drawn_modes.draw(combat, faces[1:])
            step = _revealed(data, state, evolve(combat, die=faces[0]))
            return Step(state=step.state, outcomes=(drawn, *step.outcomes))
        case Rolled(faces=faces) if combat.stage == "reveal":
            return _revealed(data, state, evolve(combat, die=faces[0]))
        case Rolled(faces=faces):
            return _ambush_rolled(data, state, combat, faces)


def _revealed(data: Data, state: State, combat: Combat) -> Step[State]:
    state = top(state, combat)
    if combat.die is None or not combat.mode or not combat.defence:
        return Step(state=state)
    return resolve(data, state, combat, combat.die)


def _ambush_rolled(data: Data, state: State, combat: Combat, faces: tuple[int, ...]) -> Step[State]:
    outcome, caught = advance.ambushed(data, state, combat, combat.tasks[0], faces)
    combat = evolve(combat, ambushed=caught, tasks=combat.tasks[1:])
    after = settle(data, top(state, combat))
    outcomes: tuple[Outcome, ...] = (outcome, *after.outcomes)
    return Step(state=after.state, outcomes=outcomes)


def _certain(state: State) -> Combat:
    combat = current(state)
    if combat is None:
        raise TypeError("no combat is under way")
    return combat


# --- options ----------------------------------------------------------------------------------------------------------


def options(data: Data, state: State, side: str) -> Iterator[Order]:
    """The legal combat orders of a side at this moment, in a pinned order."""
    combat = current(state)
    if combat is None:
        due = announcing.promised(data, state)
        for order in combat_options.attacks(data, state, side):
            if not announcing.given_away(due, order):
                yield order
        yield from announcing.options(data, state, side)
        return
    if (
        combat.stage == "mode"
        and side == combat.side
        and (drawn_modes.on(data, state) or plans.on(data, state))
    ):
        yield from drawn_modes.options()
    elif combat.stage == "mode" and side == combat.side:
        yield from (Mode(mode=mode) for mode in _MODES)
    elif combat.stage == "defend" and side != combat.side:
        yield from combat_options.defences(data, state, combat, side)
    elif combat.stage == "after" and combat.tasks and combat.tasks[0].side == side:
        yield from _task_options(data, state, combat, combat.tasks[0])


def _task_options(data: Data, state: State, combat: Combat, task: Task) -> Iterator[Order]:
    if task.kind in _PICKS:
        yield from (Suffer(unit=unit) for unit in task.units)
    elif task.kind == retreat.KIND:
        yield from retreat.options(data, state, combat, task)
    elif task.kind == advance.KIND:
        yield from advance.options(data, state, combat, task)
        if not advance.compelled(data, state, combat, task):
            yield Halt()
    elif task.kind == counterattack.KIND:
        yield from counterattack.options(combat, task)
        yield Halt()
    elif task.kind in (AGAIN, ROUT):
        yield from combat_options.attacks(data, state, task.side)
        yield Halt()


def _no(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)
