"""The sequence of play: which phase, what runs by itself, and what waits for the player or for dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Outcome, Roll, Step
from pbem_rules.pegasus import (
    armour,
    arrivals,
    bombs,
    charges,
    garrison,
    march,
    melee,
    opening,
    recovery,
    walking,
)
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.german_fire import german_fire
from pbem_rules.pegasus.model import AUTOMATIC, BRITISH, GERMAN, PHASES, State, Task
from pbem_rules.pegasus.orders import FIRE, MOVEMENT
from pbem_rules.pegasus.play import NeedDice, Play
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.volleys import shoot, wake_fire


def _german_move(play: Play) -> None:
    charges.blow(play)
    arrivals.german_line_up(play)
    for name in sorted(play.units):
        if play.side(play.units[name]) != BRITISH and play.units[name].spent:
            play.change(name, spent=0)
    arrivals.enter(play)
    armour.tanks(play)
    armour.car(play)
    march.infantry(play)


def _fire(play: Play, task: Task) -> None:
    for name in task.units:
        play.change(name, fired=True, fired_turn=play.state.turn)
    used = {play.units[name].where for name in task.guns}
    play.state = evolve(
        play.state,
        hit=tuple(sorted({*play.state.hit, task.target})),
        guns_used=tuple(sorted({*play.state.guns_used, *used})),
    )
    shoot(play, [play.units[name] for name in task.units], task.target, guns=task.guns)


def _piat(play: Play, task: Task) -> None:
    target = play.units[task.target]
    bombs.piat(play, task.unit, task.target)
    armour.first_shot(play, target)


def _shell(play: Play, task: Task) -> None:
    """At a tank, or at everybody in the area that is the target."""
    tank = play.units.get(task.target)
    where = tank.where if tank else task.target
    play.change(task.unit, crew=True, fired_turn=play.state.turn)
    play.state = evolve(
        play.state,
        anti_tank_shots=play.state.anti_tank_shots + 1,
        guns_used=tuple(sorted({*play.state.guns_used, play.units[task.unit].where})),
    )
    for unit in [tank] if tank else play.at(where, GERMAN):
        wake_fire(play, unit)
    bombs.shell(play, (task.unit,), where, tank.id if tank else "")
    if tank:
        armour.first_shot(play, tank)


def _next_phase(play: Play, phase: str) -> None:
    """The phase after ``phase`` begins."""
    if not play.state.over:
        number = PHASES.index(phase) + 1
        following = PHASES[number] if number < len(PHASES) else PHASES[1]
        play.state = evolve(play.state, phase=following, hit=(), guns_used=())


_PHASE: Mapping[str, Callable[[Play], None]] = {
    "landing": opening.opening,
    "recovery": recovery.begin,
    "german move": _german_move,
    "german fire": german_fire,
    "melee": melee.close_combat,
    "bridge": recovery.end,
}

_ORDER: Mapping[str, Callable[[Play, Task], None]] = {
    "move": walking.move,
    "grenade": lambda play, task: bombs.grenade(play, task.unit, task.target),
    "gammon": lambda play, task: bombs.gammon(play, task.unit, task.target),
    "clear": lambda play, task: garrison.clear(play, task.unit),
    "ready": lambda play, task: walking.ready(play, task.unit),
    "give": lambda play, task: walking.give(play, task.target, task.unit),
    "fire": _fire,
    "piat": _piat,
    "shell": _shell,
    "done": lambda play, task: _next_phase(play, play.state.phase),
}


@BOOK.rule(
    "9.1",
    "N1",
    "N34",
    text="Gliders; then each turn: recovery, British move, German move, British fire, German "
    "fire, close combat, bridge.",
)
def settle(data: Data, state: State) -> Step[State]:
    """Carry out what waits, and every phase without a decision, until the player must choose or a die is missing."""
    outcomes: list[Outcome] = []
    while not state.over:
        task = state.task or (Task(kind=state.phase) if state.phase in AUTOMATIC else None)
        if task is None:
            break
        play = Play.of(data, state)
        try:
            if task.kind in _PHASE:
                _PHASE[task.kind](play)
                _next_phase(play, task.kind)
            else:
                perform(play, task)
        except NeedDice as need:
            state = evolve(state, task=task, need=need.label, need_sides=need.sides)
            return Step(state=state, outcomes=tuple(outcomes))
        state = play.finished()
        outcomes.extend(play.outcomes)
    return Step(state=evolve(state, pool=()), outcomes=tuple(outcomes))


def perform(play: Play, task: Task) -> None:
    """Carry out an order of the player's. Raises NeedDice when a die is missing."""
    _ORDER[task.kind](play, task)


def demands(state: State) -> tuple[Demand, ...]:
    """A roll when a die is missing, else the player's choice; nothing when the game is over."""
    if state.over:
        return ()
    if state.need:
        count = max(1, state.handful) if state.need_sides == 6 else 1
        return (
            Roll(
                side=BRITISH,
                why=f"{state.need}/{state.rolls + 1}",
                dice=(Die(sides=state.need_sides),) * count,
            ),
        )
    kinds = MOVEMENT if state.phase == "british move" else FIRE
    return (Choice(side=BRITISH, kinds=kinds, why=state.phase, paragraph="9.1"),)
