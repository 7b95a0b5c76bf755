"""Combat: its orders, what is told of it, and what it waits for (12 to 18).

A declared attack puts a ``Combat`` on the stack: the attacker seals his mode, asks for the die, the defender answers
under it, mode and die are opened, and the result is worked off task by task (``combat_flow``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import (
    Choice,
    Conceal,
    Demand,
    Die,
    Disclose,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Shuffle,
    Step,
    Table,
)
from pbem_rules.june6 import (
    advance,
    announcing,
    bombardment,
    combat_options,
    counterattack,
    drawn_modes,
    retreat,
)
from pbem_rules.june6.combat_flow import finished_advance, order_carried_out, resolve, settle, suffered
from pbem_rules.june6.combat_orders import (
    AGAIN,
    ROUT,
    apply_attack,
    apply_defend,
    check_attack,
    check_defend,
    right,
)
from pbem_rules.june6.lookup import enemy_of, top
from pbem_rules.june6.model import Bombardment, Combat, Play, State, Task, View
from pbem_rules.june6.modifiers import ASSAULT, PROBE
from pbem_rules.june6.orders import (
    Advance,
    Announce,
    Attack,
    Counterattack,
    Defend,
    Halt,
    Lean,
    Mode,
    Retreat,
    Suffer,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.results import ESCAPE, SUFFER
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken

_DIE = Die(sides=10, low=0)
_MODES = (ASSAULT, PROBE)


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
    return Roll(side=combat.side, why=f"combat/{combat.n}", dice=dice, sealed=True, paragraph="12.5")


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
        case "mode":
            why = f"the mode of the attack on {combat.target}"
            return (Conceal(side=attacker, kind="mode", at=mode_label(combat), why=why, paragraph="12.41"),)
        case "roll":
            return (combat_roll(combat),)
        case "defend":
            why = f"the answer to the attack on {combat.target}"
            return (Choice(side=enemy_of(attacker), kinds=("defend",), why=why, paragraph="12.41"),)
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


# --- the kinds of orders ----------------------------------------------------------------------------------------------

ATTACK = Kind[Attack, View, Play](Attack, early="12.21", exact=True)
ANNOUNCE = Kind[Announce, View, Play](Announce, early="14.23", exact=True)
MODE = Kind[Mode, View, Play](Mode, early="12.41", secret=True, exact=True)
LEAN = Kind[Lean, View, Play](Lean, early="12.43", exact=True)
DEFEND = Kind[Defend, View, Play](Defend, early="12.41", exact=True)
SUFFER_LOSS = Kind[Suffer, View, Play](Suffer, early="13.71", exact=True)
RETREAT = Kind[Retreat, View, Play](Retreat, early="13.31", exact=True)
ADVANCE = Kind[Advance, View, Play](Advance, early="13.42", exact=True)
HALT = Kind[Halt, View, Play](Halt, early="13.42")
COUNTERATTACK = Kind[Counterattack, View, Play](Counterattack, early="14.12", exact=True)
MODE_SEAL = Label[View, Play]("mode", early="12.41")
COMBAT_ROLL = Label[View, Play]("combat", early="12.41")
AMBUSH_ROLL = Label[View, Play]("ambush", early="12.41")


def _task(state: State) -> tuple[Combat, Task]:
    combat = certain(state)
    return combat, combat.tasks[0]


@ATTACK.wrong
def _cannot_attack(view: View, order: Attack) -> tuple[Violation, ...]:
    found = check_attack(view.data, view.state, view.side, order)
    return (*found, *announcing.given_away(announcing.promised(view.data, view.state), order))


@ANNOUNCE.wrong
def _cannot_announce(view: View, order: Announce) -> tuple[Violation, ...]:
    return announcing.check(view.data, view.state, view.side, order)


@MODE.wrong
def _no_mode(_view: View, order: Mode) -> Iterator[Violation]:
    return _bad_mode(order.mode)


@MODE.untimely
def _drawn(view: View, _order: Mode) -> Iterator[Violation]:
    if drawn_modes.on(view.data, view.state):
        yield broken("12.43", "the modes of this game are drawn; name the likelier one (lean)", view.side)


def _bad_mode(mode: object) -> Iterator[Violation]:
    if mode not in _MODES:
        yield broken("12.41", f"{mode!r} is no mode of attack; say assault or probe", str(mode))


@LEAN.wrong
def _cannot_lean(view: View, order: Lean) -> tuple[Violation, ...]:
    return drawn_modes.check(view.data, view.state, view.side, order)


@DEFEND.wrong
def _cannot_defend(view: View, order: Defend) -> tuple[Violation, ...]:
    return check_defend(view.data, view.state, view.side, order)


@SUFFER_LOSS.wrong
def _cannot_suffer(view: View, order: Suffer) -> Iterator[Violation]:
    units = _to_suffer(view.state)
    if order.unit not in units:
        yield broken("13.71", f"choose one of {', '.join(units)}", order.unit)


def _to_suffer(state: State) -> tuple[str, ...]:
    """The units one of which takes a result or is spared: of a combat, or of a bombardment."""
    frame = state.frames[-1]
    assert isinstance(frame, Combat | Bombardment)
    return frame.tasks[0].units


@RETREAT.wrong
def _cannot_retreat(view: View, order: Retreat) -> tuple[Violation, ...]:
    return retreat.check(view.data, view.state, *_task(view.state), order)


@ADVANCE.wrong
def _cannot_advance(view: View, order: Advance) -> tuple[Violation, ...]:
    return advance.check(view.data, view.state, *_task(view.state), order)


@COUNTERATTACK.wrong
def _cannot_counterattack(view: View, order: Counterattack) -> tuple[Violation, ...]:
    return counterattack.check(view.data, view.state, *_task(view.state), order)


@HALT.untimely
def compulsory(view: View, _order: Halt) -> Iterator[Violation]:
    """Why an advance cannot be waived."""
    found = task_of(view.state, advance.KIND)
    if found is not None and found[1].side == view.side and advance.compelled(view.data, view.state, *found):
        said = "this advance is compulsory, and a unit can still advance"
        yield broken("13.43", said, found[0].target)


@MODE_SEAL.wrong
def _no_sealed_mode(_view: View, told: Table) -> Iterator[Violation]:
    if isinstance(told, Sealed) and told.count != 1:
        yield broken("12.41", f"one mode is sealed, not {told.count}")
    if isinstance(told, Shown):
        yield from _bad_mode(told.value)


# --- what they do -----------------------------------------------------------------------------------------------------


@ATTACK.carry_out
def _attacks(play: Play, order: Attack) -> None:
    given = right(play.state)
    assert given is not None
    play.take(apply_attack(play.data, play.state, given.side, order))


@ANNOUNCE.carry_out
def _announces(play: Play, order: Announce) -> None:
    play.take(announcing.apply(play.state, order))


@MODE.conceal
def _sealed_mode(view: View, order: Mode, _shuffle: Shuffle) -> tuple[str, tuple[Json, ...]]:
    return mode_label(certain(view.state)), (order.mode,)


@LEAN.carry_out
def _leans(play: Play, order: Lean) -> None:
    play.take(drawn_modes.apply(play.state, certain(play.state), order))


@DEFEND.carry_out
def _defends(play: Play, order: Defend) -> None:
    side = enemy_of(certain(play.state).side)
    play.take(apply_defend(play.state, side, order))


@SUFFER_LOSS.carry_out
def _suffers(play: Play, order: Suffer) -> None:
    if bombardment.current(play.state) is not None:
        play.take(bombardment.chosen(play.data, play.state, order))
        return
    combat, task = _task(play.state)
    step, combat = suffered(play.data, play.state, combat, task, order.unit)
    play.take(step)
    _goes_on(play, combat)


@HALT.carry_out
def _halts(play: Play, _order: Halt) -> None:
    combat, task = _task(play.state)
    if task.kind == advance.KIND:
        step, combat = finished_advance(play.data, play.state, combat)
    elif task.kind == counterattack.KIND:
        step, combat = counterattack.declined(play.data, play.state, combat)
    else:
        step, combat = Step(state=play.state), evolve(combat, tasks=combat.tasks[1:])
    play.take(step)
    _goes_on(play, combat)


def _goes_on(play: Play, combat: Combat) -> None:
    play.top(combat)
    play.take(settle(play.data, play.state))


def _goes(play: Play, order: Retreat | Advance) -> None:
    play.take(order_carried_out(play.data, play.state, order))


RETREAT.carry_out(_goes)
ADVANCE.carry_out(_goes)


@COUNTERATTACK.carry_out
def _counterattacks(play: Play, order: Counterattack) -> None:
    play.take(counterattack.declare(play.state, certain(play.state), order))


# --- what is told -----------------------------------------------------------------------------------------------------


@MODE_SEAL.sealed
def _mode_sealed(play: Play, _told: Sealed) -> None:
    play.top(evolve(certain(play.state), stage="roll"))


@MODE_SEAL.shown
def _mode_shown(play: Play, told: Shown) -> None:
    play.take(_revealed(play.data, play.state, evolve(certain(play.state), mode=str(told.value))))


@COMBAT_ROLL.requested
def _asked_for(play: Play, _told: Requested) -> None:
    play.top(evolve(certain(play.state), stage="defend"))


@COMBAT_ROLL.rolled
def _rolled(play: Play, roll: Rolled) -> None:
    combat = evolve(certain(play.state), die=roll.faces[0])
    if combat.lean:
        combat, drawn = drawn_modes.draw(combat, roll.faces[1:])
        play.outcomes.append(drawn)
    play.take(_revealed(play.data, play.state, combat))


@AMBUSH_ROLL.rolled
def _ambush_rolled(play: Play, roll: Rolled) -> None:
    combat, task = _task(play.state)
    outcome, caught = advance.ambushed(play.data, play.state, combat, task, roll.faces)
    play.outcomes.append(outcome)
    _goes_on(play, evolve(combat, ambushed=caught, tasks=combat.tasks[1:]))


def _revealed(data: Data, state: State, combat: Combat) -> Step[State]:
    state = top(state, combat)
    if combat.die is None or not combat.mode or not combat.defence:
        return Step(state=state)
    return resolve(data, state, combat, combat.die)


def certain(state: State) -> Combat:
    """The combat on top of the stack."""
    combat = current(state)
    if combat is None:
        raise TypeError("no combat is under way")
    return combat


# --- which are legal --------------------------------------------------------------------------------------------------


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    """The attacks that matter, in a pinned order."""
    data, state = view.data, view.state
    due = announcing.promised(data, state) if current(state) is None else {}
    for order in combat_options.attacks(data, state, view.side):
        if not announcing.given_away(due, order):
            yield order


@ANNOUNCE.legal
def _announcements(view: View) -> Iterator[Announce]:
    return announcing.options(view.data, view.state, view.side)


@LEAN.legal
def _leanings(_view: View) -> Iterator[Lean]:
    return drawn_modes.options()


@MODE.legal
def _modes(_view: View) -> Iterator[Mode]:
    return (Mode(mode=mode) for mode in _MODES)


@DEFEND.legal
def _defences(view: View) -> Iterator[Defend]:
    return combat_options.defences(view.data, view.state, certain(view.state), view.side)


@SUFFER_LOSS.legal
def _losses(view: View) -> Iterator[Suffer]:
    return (Suffer(unit=unit) for unit in _to_suffer(view.state))


@RETREAT.legal
def _retreats(view: View) -> Iterator[Retreat]:
    return retreat.options(view.data, view.state, *_task(view.state))


@ADVANCE.legal
def _advances(view: View) -> Iterator[Advance]:
    return advance.options(view.data, view.state, *_task(view.state))


@COUNTERATTACK.legal
def _counterattacks_there_are(view: View) -> Iterator[Counterattack]:
    return counterattack.options(*_task(view.state))


@HALT.legal
def _may_halt(_view: View) -> Iterator[Halt]:
    yield Halt()
