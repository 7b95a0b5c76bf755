"""Declaring a combat and answering it: who may attack what, and with which support (12.1 to 12.4, 13.53, 13.63)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import engineers, support, terrain
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import activation, enemy_of, holder, on_map, push, top, update_units, waits
from pbem_rules.june6.model import ALLIED, Activation, Combat, State, Task, Unit
from pbem_rules.june6.modifiers import RETREAT, STAND
from pbem_rules.june6.movement_checks import belongs
from pbem_rules.june6.orders import Attack, Defend
from pbem_rules.june6.printed import Data
from pbem_rules.june6.results import alive

AGAIN, ROUT = "again", "rout"
_PARAGRAPH = {AGAIN: "13.53", ROUT: "13.63"}


@frozen(kw_only=True)
class Right:
    """On what ground a side attacks now: its activation, or the ``task`` of a breakthrough or rout."""

    side: str
    frame: Activation
    task: Task | None = None

    @property
    def support(self) -> bool:
        """Whether artillery and markers may be used (13.53, 13.63)."""
        return self.task is None


def right(state: State) -> Right | None:
    """The right to attack that the position gives, or None when nobody may declare an attack."""
    last, frame = state.frames[-1] if state.frames else None, activation(state)
    if frame is None:
        return None
    if isinstance(last, Combat) and last.stage == "after" and last.tasks and last.tasks[0].kind in _PARAGRAPH:
        return Right(side=last.tasks[0].side, frame=frame, task=last.tasks[0])
    return Right(side=frame.side, frame=frame) if last is frame else None


# --- who may attack ---------------------------------------------------------------------------------------------------


def attacker_violations(data: Data, state: State, given: Right, name: str) -> tuple[Violation, ...]:
    """Every reason why a unit may not attack at all now, whatever the target."""
    unit = state.board.get(name)
    if unit is None or data.unit(name).side != given.side or not on_map(data, unit):
        return (_no("12.21", f"{name} is no unit of yours on the map", name),)
    found = list(brackets(data, unit))
    if given.task is not None:
        found.extend(_again(given.task, unit))
    else:
        found.extend(_active(data, given.frame, unit))
        found.extend(_unspent(given.frame, unit))
        found.extend(_began_in_contact(given.frame, unit))
    return tuple(found)


@BOOK.rule("12.11", "12.51a", text="Units with a bracketed strength only defend.")
def brackets(data: Data, unit: Unit) -> tuple[Violation, ...]:
    """The violation of attacking with a bracketed strength; empty for units that may attack."""
    if not data.unit(unit.id).defends_only:
        return ()
    return (_no("12.11", f"{unit.id} can only defend", unit.id),)


@BOOK.rule(
    "12.21",
    "12.22",
    text="Units of the active formation attack after movement; reduced ones if they stood still.",
)
def _active(data: Data, frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    found = []
    if not belongs(data, frame, unit):
        found.append(_no("12.21", f"{unit.id} does not belong to the active formation", unit.id))
    if frame.full and waits(unit):
        found.append(_no("3.63", f"{unit.id} is {waits(unit)} and is not active", unit.id))
    if not frame.full and unit.id in frame.moved:
        found.append(_no("12.22", f"{unit.id} has moved and cannot attack at reduced efficiency", unit.id))
    if not frame.full and unit.id not in frame.moved and unit.id not in frame.in_zone:
        said = f"{unit.id} did not begin the activation in an enemy zone of control"
        found.append(_no("7.4", said, unit.id))
    return tuple(found)


@BOOK.rule("12.23", text="Active units may attack or not; each attacks once and each hex is attacked once.")
def _unspent(frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    """Marching, rallying and attacking exclude one another (3.63, 7.3, 21.22); one attack a unit (N31)."""
    found = []
    if unit.id in frame.attacked:
        found.append(_no("12.23", f"{unit.id} has attacked in this activation (N31)", unit.id))
    if unit.id in frame.strategic:
        found.append(_no("7.3", f"{unit.id} has used strategic movement", unit.id))
    if unit.id in frame.rallied:
        found.append(_no("21.22", f"{unit.id} has rallied", unit.id))
    return tuple(found)


@BOOK.rule(
    "13.12", "12.24", "22.24", text="Disordered or isolated units attack only if they began next to an enemy."
)
def _began_in_contact(frame: Activation, unit: Unit) -> tuple[Violation, ...]:
    if unit.id in frame.starters:
        return ()
    found = []
    if unit.disorder:
        found.append(_no("13.12", f"{unit.id} is in Disorder and did not begin next to an enemy", unit.id))
    if unit.isolated:
        found.append(_no("22.24", f"{unit.id} is isolated and did not begin next to an enemy", unit.id))
    return tuple(found)


def _again(task: Task, unit: Unit) -> tuple[Violation, ...]:
    if unit.id in task.units:
        return ()
    said = (
        f"{unit.id} is no motorised unit that attacked and has not attacked again"
        if task.kind == AGAIN
        else f"{unit.id} is no defender of the hex that was attacked, or has attacked"
    )
    return (_no(_PARAGRAPH[task.kind], said, unit.id),)


@BOOK.rule(
    "12.31",
    "12.32",
    text="No unit attacks a hex that it could not enter; rivers only by bridge, or by Commandos from their bank.",
)
def target_violations(
    data: Data, state: State, given: Right, unit: Unit, target: str
) -> tuple[Violation, ...]:
    """Every reason why the unit may not attack this hex."""
    if target not in data.ground.grid.adjacent.get(unit.where, ()):
        return (_no("12.21", f"{unit.id} at {unit.where} is not adjacent to {target}", unit.id),)
    if given.task is None and across(data, state, unit, target):
        return tuple(_assault_crossing(data, state, given.frame, unit, target))
    closed = terrain.can_enter(data, state, unit, unit.where, target)
    if not terrain.unbridged_river(data, state, unit.where, target):
        return tuple(_no("12.31", violation.message, unit.id) for violation in closed)
    found = [
        _no("12.32" if violation.paragraph == "8.43" else "12.31", violation.message, unit.id)
        for violation in closed
    ]
    if not closed and given.task is None and unit.id not in given.frame.ashore:
        said = f"{unit.id} did not begin the activation beside the river, so does not attack across it"
        found.append(_no("12.32", said, unit.id))
    return tuple(found)


@BOOK.rule(
    "20.31", "12.32", text="Allied units on foot attack across a major river with the help of engineers."
)
def across(data: Data, state: State, unit: Unit, target: str) -> bool:
    """Whether an attack takes a unit over a river with engineers: Allied, on foot, no Commando or Ranger (N37)."""
    swims = terrain.swims(data, unit.id)
    return swims and terrain.needs_engineers(data, state, unit.id, unit.where, target)


@BOOK.rule("20.32", text="It must have begun the activation beside the river.")
def _assault_crossing(
    data: Data, state: State, frame: Activation, unit: Unit, target: str
) -> Iterator[Violation]:
    for closed in terrain.can_enter(data, state, unit, unit.where, target, helped=True):
        yield _no("12.31", closed.message, unit.id)
    if unit.id not in frame.ashore:
        said = f"{unit.id} did not begin the activation beside the river, so does not attack across it"
        yield _no("20.32", said, unit.id)
    yield from engineers.crossing(data, state, frame, unit, unit.where).refusals


def feasible(
    data: Data, state: State, given: Right, units: Sequence[Unit], target: str
) -> tuple[Violation, ...]:
    """Why units that may each attack a hex cannot do so together: the engineers take only so many across (20.31)."""
    if given.task is not None:
        return ()
    wet = [unit for unit in units if across(data, state, unit, target)]
    if len(wet) < 2:
        return ()
    alone = {violation for unit in wet for violation in target_violations(data, state, given, unit, target)}
    return tuple(each for each in engineers.all_across(data, state, wet) if each not in alone)


# --- attack -----------------------------------------------------------------------------------------------------------


def check_attack(data: Data, state: State, side: str, order: Attack) -> tuple[Violation, ...]:
    """Every reason why the attack is not legal."""
    given = right(state)
    if given is None or given.side != side:
        return (_no("12.21", "you may not declare an attack now", order.target),)
    if given.task is None and given.frame.stage != "combat":
        return (_no("12.21", "combat comes when the formation has finished moving", order.target),)
    found = list(_target(data, state, given, order.target))
    if not order.units or len(set(order.units)) < len(order.units):
        found.append(_no("12.21", "name each attacking unit once", order.target))
    for name in dict.fromkeys(order.units):
        violations = attacker_violations(data, state, given, name)
        found.extend(violations)
        unit = state.board.get(name)
        if unit is not None and on_map(data, unit) and data.unit(name).side == side:
            found.extend(target_violations(data, state, given, unit, order.target))
    if order.target in data.ground.terrain:
        together = alive(state, tuple(dict.fromkeys(order.units)))
        found.extend(feasible(data, state, given, together, order.target))
    found.extend(_support(data, state, given.support, side, order))
    return tuple(found)


def _target(data: Data, state: State, given: Right, target: str) -> tuple[Violation, ...]:
    if holder(data, state, target) != enemy_of(given.side) or target not in data.ground.terrain:
        return (_no("12.23", f"no enemy unit is in {target}", target),)
    if given.task is None and target in given.frame.targets:
        return (_no("12.23", f"{target} has been attacked in this activation (N31)", target),)
    return ()


@BOOK.rule(
    "13.53", "13.63", text="No artillery, air or naval support in a second attack or an attack after a rout."
)
def _support(data: Data, state: State, allowed: bool, side: str, order: Attack) -> tuple[Violation, ...]:
    if not allowed:
        given = right(state)
        kind = given.task.kind if given is not None and given.task is not None else AGAIN
        if order.artillery or order.air or order.naval:
            return (_no(_PARAGRAPH[kind], "no support in this attack", order.target),)
        return ()
    if order.target not in data.ground.grid:
        return ()
    units = alive(state, order.units)
    return (
        *support.check_artillery(data, state, side, order.target, units, order.artillery, attacking=True),
        *support.check_markers(data, state, side, order.target, order.air, order.naval),
    )


def apply_attack(data: Data, state: State, side: str, order: Attack) -> Step[State]:
    """The state with the combat begun: support used up, the attacker's mode asked for."""
    given = right(state)
    kind = "attack" if given is None or given.task is None else _KINDS[given.task.kind]
    n = state.combats + 1
    units, defenders = alive(state, order.units), state.board.stack(order.target)
    froms = tuple(sorted({unit.where for unit in units}))
    combat = Combat(
        n=n,
        side=side,
        target=order.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in defenders),
        artillery=order.artillery,
        air=order.air,
        naval=order.naval,
        support=kind == "attack",
        kind=kind,
        sharers=_sharers(data, state, order),
        origins=froms,
    )
    state = update_units(state, [evolve(unit, fought=True) for unit in units])
    state = support.fire(_marked(state, order, kind), order.artillery)
    for unit in units:
        if across(data, state, unit, order.target):
            state = engineers.take_across(data, state, unit, unit.where)
    state = evolve(state, combats=n, air=state.air - order.air, naval=state.naval - order.naval)
    text = f"{', '.join(order.units)} attacked {', '.join(combat.defenders)} in {order.target}."
    happened = Outcome(
        kind="attack",
        text=text,
        paragraph="12.21",
        side=side,
        units=order.units,
        hexes=(*froms, order.target),
    )
    return Step(state=push(state, combat), outcomes=(happened,))


_KINDS = {AGAIN: "second", ROUT: "rout"}
_UNSUPPORTED = {"second": "13.53", "rout": "13.63", "counter": "14.24"}


@BOOK.rule("13.0", text="Artillery that is not next to the defender has no part in the result.")
def _sharers(data: Data, state: State, order: Attack) -> tuple[str, ...]:
    """The firing units next to the target, which share the attacker's result (N44)."""
    around = data.ground.grid.adjacent[order.target]
    firers = (support.parse(text)[0] for text in order.artillery)
    return tuple(
        sorted(name for name in firers if state.board[name].where in around and name not in order.units)
    )


def _marked(state: State, order: Attack, kind: str) -> State:
    """The attack written down where it counts: in the activation, or in the task that gave the right to it."""
    last = state.frames[-1]
    if isinstance(last, Activation):
        return top(
            state,
            evolve(last, attacked=(*last.attacked, *order.units), targets=(*last.targets, order.target)),
        )
    if isinstance(last, Combat) and kind != "attack":
        task = last.tasks[0]
        left = evolve(task, units=tuple(name for name in task.units if name not in order.units))
        return _word_kept(top(state, evolve(last, tasks=(left, *last.tasks[1:]))), order.target)
    return state


def _word_kept(state: State, target: str) -> State:
    """An announced hex that is attacked in a breakthrough has been attacked (14.23, N103)."""
    frames = tuple(
        evolve(frame, announced=tuple(where for where in frame.announced if where != target))
        if isinstance(frame, Activation) and target in frame.announced
        else frame
        for frame in state.frames
    )
    return state if frames == state.frames else evolve(state, frames=frames)


# --- defence ----------------------------------------------------------------------------------------------------------


@BOOK.rule("12.41", text="Both sides choose their mode in secret: assault or probe, stand or retreat.")
def check_defend(data: Data, state: State, side: str, order: Defend) -> tuple[Violation, ...]:
    """Every reason why this is no answer to the attack."""
    combat = state.frames[-1] if state.frames else None
    if not isinstance(combat, Combat) or combat.stage != "defend" or enemy_of(combat.side) != side:
        return (_no("12.41", "no attack waits for your answer", side),)
    found = []
    if order.mode not in (STAND, RETREAT):
        found.append(_no("12.41", f"{order.mode!r} is no mode of defence; say stand or retreat", order.mode))
    if not combat.support:
        if order.artillery or order.air or order.naval:
            paragraph = _UNSUPPORTED[combat.kind]
            found.append(_no(paragraph, "no support in this combat", combat.target))
        return tuple(found)
    units = alive(state, combat.defenders)
    found.extend(
        support.check_artillery(data, state, side, combat.target, units, order.artillery, attacking=False)
    )
    found.extend(support.check_markers(data, state, side, combat.target, order.air, order.naval))
    return tuple(found)


def apply_defend(state: State, side: str, order: Defend) -> Step[State]:
    """The state with the defender's answer given; the attacker's mode and the die are due."""
    combat = state.frames[-1]
    if not isinstance(combat, Combat):
        raise TypeError("no combat is under way")
    combat = evolve(
        combat,
        stage="reveal",
        defence=order.mode,
        defence_artillery=order.artillery,
        defence_air=order.air,
        defence_naval=order.naval,
    )
    state = support.fire(top(state, combat), order.artillery)
    if side == ALLIED:
        state = evolve(state, air=state.air - order.air, naval=state.naval - order.naval)
    happened = Outcome(
        kind="defended",
        text=f"The defender of {combat.target} {'is likelier' if combat.lean else 'chose'} to {order.mode}.",
        paragraph="12.41",
        side=side,
        units=combat.defenders,
        hexes=(combat.target,),
    )
    return Step(state=state, outcomes=(happened,))


def _no(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)
