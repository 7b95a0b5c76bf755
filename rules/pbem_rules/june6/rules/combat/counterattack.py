"""The German counterattack on the Allied unit that has just advanced (14).

It interrupts an Allied advance: a task ``counter`` stands before the rest of the advance until the German has answered.
If he counterattacks, a combat of kind ``counter`` goes on the stack, and a task ``resume`` looks afterwards whether the
advance goes on (14.28).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Combat, Play, Position, Task, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import announcing
from pbem_rules.june6.rules.combat.results import alive, cell
from pbem_rules.june6.rules.combat.right import Right, brackets, target_violations
from pbem_rules.june6.rules.combat.under_way import head_task
from pbem_rules.june6.rules.lookup import activation, on_map, side_of
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Counterattack:
    """``units`` counterattack the Allied unit that has just advanced (14.12): those that retreated, and others beside it."""

    units: tuple[str, ...]


COUNTERATTACK = Kind[Counterattack, View, Play](Counterattack, early="14.12", exact=True)


KIND, RESUME = "counter", "resume"
_ANSWERED = ("attack", "second")
_EVERY_SUBSET = 4
"""With more units than this that may join, only all and none of them are offered."""


# --- when -------------------------------------------------------------------------------------------------------------


@BOOK.rule("14.11")
def answerable(data: Data, combat: Combat) -> bool:
    """Whether the German may answer the first advance of this combat (N100).

    It is an attack of an active Allied formation whose result is a retreat, also when nobody was left to retreat.
    """
    if combat.side != ALLIED or combat.kind not in _ANSWERED or combat.advanced or combat.total is None:
        return False
    return cell(data, combat.mode, combat.defence, combat.total).retreat > 0


# --- who --------------------------------------------------------------------------------------------------------------


@BOOK.rule("14.21")
@BOOK.rule("14.23")
def unit_violations(at: Position, combat: Combat, name: str) -> Iterator[Violation]:
    """Every reason why a unit may not take part in the counterattack (N102, N103)."""
    unit, frame = at.state.board.get(name), activation(at.state)
    if unit is None or frame is None or side_of(at.data, name) != GERMAN or not on_map(at.data, unit):
        yield broken("14.23", Message("{name} is not a German unit on the map", name=name), name)
        return
    where, target = unit.where, combat.target
    if target not in at.data.ground.grid.adjacent.get(where, ()):
        said = Message("{name} at {hex} is not next to {target}", name=name, hex=where, target=target)
        yield broken("14.23", said, name)
        return
    given = Right(side=GERMAN, frame=frame, task=Task(kind=KIND, side=GERMAN))
    yield from brackets(at.data, unit)
    yield from target_violations(at, given, unit, target)
    if name not in combat.retreated and where in announcing.pending(at):
        said = Message("{name} in {hex} is about to be attacked itself", name=name, hex=where)
        yield broken("14.23", said, name)


def able(at: Position, combat: Combat) -> tuple[str, ...]:
    """The units that may take part, in order of id."""
    near = sorted(
        name for where in at.data.ground.grid.adjacent[combat.target] for name in at.state.board.at(where)
    )
    return tuple(
        name
        for name in near
        if side_of(at.data, name) == GERMAN and not any(unit_violations(at, combat, name))
    )


@BOOK.rule("14.22")
def obliged(combat: Combat, task: Task) -> tuple[str, ...]:
    """The units that must take part: they retreated and can attack (N102)."""
    return tuple(name for name in task.units if name in combat.retreated)


@COUNTERATTACK.wrong
def not_these(view: View, order: Counterattack) -> Iterator[Violation]:
    """Why these units may not counterattack, or others must."""
    combat, task = head_task(view.state)
    if not order.units or len(set(order.units)) < len(order.units):
        yield broken("14.23", Message("name each unit of the counterattack once"), combat.target)
    for name in dict.fromkeys(order.units):
        yield from unit_violations(view, combat, name)
    for name in obliged(combat, task):
        if name not in order.units:
            yield broken("14.22", Message("{name} has just retreated and must attack", name=name), name)


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


@COUNTERATTACK.carry_out
@BOOK.rule("14.26")
def declare(play: Play, order: Counterattack) -> None:
    """The counterattack begins; its modes are chosen as in any combat."""
    combat, n = play.combat, play.state.combats + 1
    froms = tuple(sorted({unit.where for unit in alive(play.state, order.units)}))
    own = Combat(
        n=n,
        side=GERMAN,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in play.board.stack(combat.target)),
        support=False,
        kind=KIND,
        origins=froms,
    )
    play.alter(tasks=(Task(kind=RESUME, side=ALLIED), *combat.tasks[1:]))
    play.change(combats=n)
    play.push(own)
    text = Message(
        "{units} counterattacked {defenders} in {target}.",
        units=", ".join(order.units),
        defenders=", ".join(own.defenders),
        target=own.target,
    )
    play.say("attack", text, "14.12", side=GERMAN, units=order.units, hexes=(*froms, own.target))


COUNTERATTACK.legal(lambda view: options(*head_task(view.state)))
