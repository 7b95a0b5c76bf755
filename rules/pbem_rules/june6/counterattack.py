"""The German counterattack on the Allied unit that has just advanced (14).

It interrupts an Allied advance: a task ``counter`` stands before the rest of the advance until the German has answered.
If he counterattacks, a combat of kind ``counter`` goes on the stack, and a task ``resume`` looks afterwards whether the
advance goes on (14.28).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import advance, announcing
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.combat_orders import Right, brackets, target_violations
from pbem_rules.june6.lookup import activation, on_map, push, side_of, top
from pbem_rules.june6.model import ALLIED, GERMAN, Combat, State, Task
from pbem_rules.june6.orders import Advance, Counterattack
from pbem_rules.june6.printed import Data
from pbem_rules.june6.results import alive, cell

KIND, RESUME = "counter", "resume"
_ANSWERED = ("attack", "second")
_EVERY_SUBSET = 4
"""With more units than this that may join, only all and none of them are offered."""


# --- when -------------------------------------------------------------------------------------------------------------


@BOOK.rule("14.11", text="A counterattack answers an Allied advance into a hex that a retreat has left.")
def answerable(data: Data, combat: Combat) -> bool:
    """Whether the German may answer the first advance of this combat (N100).

    It is an attack of an active Allied formation whose result is a retreat, also when nobody was left to retreat.
    """
    if combat.side != ALLIED or combat.kind not in _ANSWERED or combat.advanced or combat.total is None:
        return False
    return cell(data, combat.mode, combat.defence, combat.total).retreat > 0


@BOOK.rule(
    "14.12",
    text="The German is asked once, when the first Allied unit stands in the hex, if he can attack it.",
)
def advanced(data: Data, state: State, combat: Combat, order: Advance) -> tuple[Step[State], Combat]:
    """The state after an advance, and the combat with what is left to do: perhaps the German's answer (N101)."""
    task = combat.tasks[0]
    if answerable(data, combat):
        first = evolve(order, path=order.path[:1])
        step, entered = advance.apply(data, state, combat, task, first)
        units = able(data, step.state, entered)
        if units:
            onward = (order.unit, *order.path[1:]) if len(order.path) > 1 else ()
            asked = Task(kind=KIND, side=GERMAN, units=units)
            return step, evolve(entered, onward=onward, tasks=(asked, *entered.tasks))
    return advance.apply(data, state, combat, task, order)


# --- who --------------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "14.21", text="The German attacks without activating a formation, whatever markers his units carry."
)
@BOOK.rule("14.23", text="Only units next to the hex take part, and no others that are soon to be attacked.")
def unit_violations(data: Data, state: State, combat: Combat, name: str) -> tuple[Violation, ...]:
    """Every reason why a unit may not take part in the counterattack (N102, N103)."""
    unit, frame = state.board.get(name), activation(state)
    if unit is None or frame is None or side_of(data, name) != GERMAN or not on_map(data, unit):
        return (_no("14.23", f"{name} is no German unit on the map", name),)
    if combat.target not in data.ground.grid.adjacent.get(unit.where, ()):
        return (_no("14.23", f"{name} at {unit.where} is not next to {combat.target}", name),)
    given = Right(side=GERMAN, frame=frame, task=Task(kind=KIND, side=GERMAN))
    found = [*brackets(data, unit), *target_violations(data, state, given, unit, combat.target)]
    if name not in combat.retreated and unit.where in announcing.pending(data, state):
        said = f"{name} in {unit.where} is about to be attacked itself"
        found.append(_no("14.23", said, name))
    return tuple(found)


def able(data: Data, state: State, combat: Combat) -> tuple[str, ...]:
    """The units that may take part, in order of id."""
    near = sorted(
        name for where in data.ground.grid.adjacent[combat.target] for name in state.board.at(where)
    )
    return tuple(
        name
        for name in near
        if side_of(data, name) == GERMAN and not unit_violations(data, state, combat, name)
    )


@BOOK.rule("14.22", text="The units that have just retreated must attack, if there is a counterattack.")
def obliged(combat: Combat, task: Task) -> tuple[str, ...]:
    """The units that must take part: they retreated and can attack (N102)."""
    return tuple(name for name in task.units if name in combat.retreated)


def check(
    data: Data, state: State, combat: Combat, task: Task, order: Counterattack
) -> tuple[Violation, ...]:
    """Every reason why the counterattack is not legal."""
    found: list[Violation] = []
    if not order.units or len(set(order.units)) < len(order.units):
        found.append(_no("14.23", "name each unit of the counterattack once", combat.target))
    for name in dict.fromkeys(order.units):
        found.extend(unit_violations(data, state, combat, name))
    missing = [name for name in obliged(combat, task) if name not in order.units]
    found.extend(_no("14.22", f"{name} has just retreated and must attack", name) for name in missing)
    return tuple(found)


def options(combat: Combat, task: Task) -> Iterator[Counterattack]:
    """The legal counterattacks: those who must, with every useful set of the others, the most first."""
    must = obliged(combat, task)
    others = [name for name in task.units if name not in must]
    sizes = range(len(others), -1, -1) if len(others) <= _EVERY_SUBSET else (len(others), 1, 0)
    for size in sizes:
        for chosen in combinations(others, size):
            units = tuple(name for name in task.units if name in must or name in chosen)
            if units:
                yield Counterattack(units=units)


# --- what happens -----------------------------------------------------------------------------------------------------


@BOOK.rule("14.26", text="The counterattack is a combat like any other, with every result.")
def declare(state: State, combat: Combat, order: Counterattack) -> Step[State]:
    """The state with the counterattack begun; its modes are chosen as in any combat."""
    n = state.combats + 1
    froms = tuple(sorted({unit.where for unit in alive(state, order.units)}))
    own = Combat(
        n=n,
        side=GERMAN,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in state.board.stack(combat.target)),
        support=False,
        kind=KIND,
        origins=froms,
    )
    after = Task(kind=RESUME, side=ALLIED)
    state = top(state, evolve(combat, tasks=(after, *combat.tasks[1:])))
    text = f"{', '.join(order.units)} counterattacked {', '.join(own.defenders)} in {own.target}."
    happened = Outcome(
        kind="attack",
        text=text,
        paragraph="14.12",
        side=GERMAN,
        units=order.units,
        hexes=(*froms, own.target),
    )
    return Step(state=push(evolve(state, combats=n), own), outcomes=(happened,))


def declined(data: Data, state: State, combat: Combat) -> tuple[Step[State], Combat]:
    """There is no counterattack: an advance that was held up in the hex goes on as it was ordered (N101)."""
    combat = evolve(combat, tasks=combat.tasks[1:])
    if not combat.onward:
        return Step(state=state), combat
    unit, *path = combat.onward
    order = Advance(unit=unit, path=tuple(path))
    step, after = advance.apply(data, state, combat, combat.tasks[0], order)
    return step, evolve(after, advanced=combat.advanced, onward=())


@BOOK.rule("14.27", "14.29", text="Afterwards the Allied activation goes on to its end.")
@BOOK.rule("14.28", text="Further units advance only if the first one still holds the hex.")
def resumed(state: State, combat: Combat) -> Combat | None:
    """The combat with the advance taken up again; None when it is over, the first unit having lost the hex (N104)."""
    first = state.board.get(combat.advanced[0])
    if first is None or first.where != combat.target:
        return None
    task = combat.tasks[1]
    names = (*combat.onward[:1], *task.units)
    fit = tuple(unit.id for unit in alive(state, names) if advance.fit(unit))
    return evolve(combat, tasks=(evolve(task, units=fit), *combat.tasks[2:]))


def _no(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)
