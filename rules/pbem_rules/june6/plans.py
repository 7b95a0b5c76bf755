"""Modes sealed in advance: the option ``modes = "advance"`` (N201).

Before the Full Efficiency phase of a turn each side seals, for every one of its units, whether it will stand or retreat.
An attacker then names his mode in the open and asks for an open roll: the defender's program opens the mode of the unit
that leads the defence and rolls, and nobody need be asked before the losses. A mode once opened is known for the turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Conceal, Disclose, Outcome, Sealed, Step
from pbem_rules.june6 import combat_options
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.combat_orders import apply_defend
from pbem_rules.june6.lookup import enemy_of, top
from pbem_rules.june6.model import ALLIED, GERMAN, PLANS, Combat, Planned, State
from pbem_rules.june6.modifiers import RETREAT, STAND
from pbem_rules.june6.orders import Lean, Plan
from pbem_rules.june6.printed import Data
from pbem_rules.june6.setup import option

OPTION, VALUE = "modes", "advance"
_OTHER = {STAND: RETREAT, RETREAT: STAND}


def on(data: Data, state: State) -> bool:
    """Whether the modes of this game are sealed in advance."""
    return state.scenario in data.scenarios and option(data, state, OPTION) == VALUE


# --- sealing ----------------------------------------------------------------------------------------------------------


def planner(state: State) -> str:
    """The side that has to seal its plan now; empty when nobody has."""
    if state.phase != PLANS:
        return ""
    done = {plan.side for plan in state.plans}
    return next((side for side in (ALLIED, GERMAN) if side not in done), "")


def planned(data: Data, state: State, side: str) -> tuple[str, ...]:
    """The units that a plan speaks of, in the order of their names: those in play, and those due this turn."""
    due = {name for arrival in state.arrivals if arrival.turn == state.turn for name in arrival.units}
    present = {unit.id for unit in state.board} | due
    return tuple(sorted(name for name in present if data.unit(name).side == side))


def label(state: State, side: str) -> str:
    """The label under which a side seals its plan of this turn."""
    return f"plan/{state.turn}/{side}"


@BOOK.rule("N201", text="Each side seals whether its units will stand or retreat, before anybody acts.")
def demand(state: State, side: str) -> Conceal:
    """What a side owes."""
    why = "whether your units will stand or retreat this turn"
    return Conceal(side=side, kind="plan", at=label(state, side), why=why, paragraph="N201")


def wrong(data: Data, state: State, side: str, order: Plan) -> tuple[Violation, ...]:
    """Everything wrong with a plan."""
    if planner(state) != side:
        return (Violation(paragraph="N201", message="no plan is to be sealed by you now", subject=side),)
    found = []
    if order.mode not in _OTHER:
        said = f"{order.mode!r} is no mode of defence; say stand or retreat"
        found.append(Violation(paragraph="N201", message=said, subject=order.mode))
    known = set(planned(data, state, side))
    for name in order.others:
        if name not in known:
            said = f"{name} is no unit of yours in play or due this turn"
            found.append(Violation(paragraph="N201", message=said, subject=name))
    return tuple(found)


def conceal(data: Data, state: State, order: Plan) -> tuple[str, tuple[Json, ...]]:
    """The label and a mode for each unit, in the order of :func:`planned`."""
    side = planner(state)
    modes = {True: _OTHER[order.mode], False: order.mode}
    return label(state, side), tuple(modes[name in order.others] for name in planned(data, state, side))


def sealing(data: Data, state: State, action: Sealed) -> bool:
    """Whether this is the sealing that is due."""
    side = planner(state)
    return bool(side) and (action.side, action.at, action.count) == (
        side,
        label(state, side),
        len(planned(data, state, side)),
    )


def seal(data: Data, state: State, action: Sealed) -> Step[State]:
    """The state with the plan in it, unread."""
    plan = Planned(side=action.side, units=planned(data, state, action.side))
    return Step(state=evolve(state, plans=(*state.plans, plan)))


def options(state: State, side: str) -> Iterator[Plan]:
    """All stand, or all retreat; who wants more names units."""
    if planner(state) == side:
        yield Plan(mode=STAND)
        yield Plan(mode=RETREAT)


# --- in a combat ------------------------------------------------------------------------------------------------------


def question(combat: Combat) -> Choice:
    """What the attacker owes: his mode, in the open."""
    why = f"the mode of the attack on {combat.target}"
    return Choice(side=combat.side, kinds=("lean",), why=why, paragraph="N201")


def lead(state: State, combat: Combat) -> tuple[Planned, int] | None:
    """The defender's plan and the slot that decides: of his first unit, by name, that has one; None when none has."""
    plan = next((each for each in state.plans if each.side == enemy_of(combat.side)), None)
    if plan is None:
        return None
    slots = [plan.units.index(name) + 1 for name in sorted(combat.defenders) if name in plan.units]
    return (plan, slots[0]) if slots else None


def opening(state: State, combat: Combat) -> Disclose | None:
    """The slot that the defender has to open; None when his mode is known."""
    found = lead(state, combat)
    if found is None or combat.defence:
        return None
    plan, slot = found
    return Disclose(side=plan.side, at=label(state, plan.side), ns=(slot,), why="the mode", paragraph="N201")


@BOOK.rule("N201", text="The attacker's mode is open; the defender supports with all the artillery he has.")
def attacked(data: Data, state: State, combat: Combat, order: Lean) -> Step[State]:
    """The attacker's mode stands, the defender's artillery fires, and what he has opened before is his mode."""
    defender = enemy_of(combat.side)
    state = top(state, evolve(combat, mode=order.mode, planned=True))
    answers = combat_options.defences(data, state, combat, defender)
    bare = [each for each in answers if each.mode == STAND and not each.air and not each.naval]
    step = apply_defend(state, defender, max(bare, key=lambda each: len(each.artillery)))
    found = lead(state, combat)
    known = STAND if found is None else dict(found[0].shown).get(found[1], "")
    after = step.state.frames[-1]
    assert isinstance(after, Combat)
    said = Outcome(
        kind="lean",
        text=f"The mode of the attack on {combat.target} is {order.mode}.",
        paragraph="N201",
        side=combat.side,
        units=combat.attackers,
        hexes=(combat.target,),
    )
    return Step(state=top(step.state, evolve(after, defence=known)), outcomes=(said,))


def opened(state: State, combat: Combat, slot: int, mode: str) -> tuple[State, Combat]:
    """The defender's mode is known, here and for the rest of the turn."""
    side = enemy_of(combat.side)
    plans = tuple(
        evolve(plan, shown=(*plan.shown, (slot, mode))) if plan.side == side else plan for plan in state.plans
    )
    return evolve(state, plans=plans), evolve(combat, defence=mode)
