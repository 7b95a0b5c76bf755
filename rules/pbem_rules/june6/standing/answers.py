"""What standing orders answer: a pure function of the sheet and the position (``schemas/standing.md``).

An answer is legal, or there is none and a
reason: :func:`answer` names the order, and the game checks it like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from attrs import AttrsInstance

from pbem.port.game import Choice, Conceal, Demand
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.model import (
    GERMAN,
    Activation,
    Attrition,
    Bombardment,
    Combat,
    Release,
    State,
    Task,
)
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import counterattack, drawn_modes, retreat
from pbem_rules.june6.rules.combat.counterattack import KIND as COUNTER
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.combat.right import ROUT
from pbem_rules.june6.rules.lookup import enemy_of, holder
from pbem_rules.june6.rules.markers import release
from pbem_rules.june6.rules.markers.drawing import Claim, Waive
from pbem_rules.june6.rules.markers.release import Force, Wait
from pbem_rules.june6.rules.turns import GoFirst
from pbem_rules.june6.standing.attacks import ACTIVATION, mode, next_attack, own
from pbem_rules.june6.standing.facts import at_least
from pbem_rules.june6.standing.losses import loser, reduced, way_back
from pbem_rules.june6.standing.sheet import ASK, HAND_BACK, Sheet
from pbem_rules.june6.standing.support import defence, purchase

MODES, LOSSES, RETREAT, ROUTED = "modes", "losses", "retreat", "rout"
STORM, RELEASE, INITIATIVE, PURCHASE = "storm", "release", "initiative", "purchase"
COUNTERATTACK = "counterattack"

Found: TypeAlias = AttrsInstance | str
"""An order, or the reason why there is none."""

_Policy: TypeAlias = Callable[[Data, State, str, Sheet], Found]

SILENT = Message("the standing orders leave this to you")

_BOTH = ("advance", "attack", "defend", "done", "go-first", "halt", "lean", "reduce", "retreat", "suffer")
_GERMAN = ("claim", "counterattack", "force", "wait", "waive")


# --- which table speaks -----------------------------------------------------------------------------------------------


def topic(state: State, demand: Demand) -> str:
    """The table of the sheet that a demand is answered from; empty when standing orders do not speak of it."""
    if isinstance(demand, Conceal):
        if demand.kind == "mode":
            return _of_mode(state)
        return PURCHASE if demand.kind == "buy" else ""
    if not isinstance(demand, Choice):
        return ""
    for kind in demand.kinds:
        found = _CHOICES.get(kind)
        if found is not None:
            return found(state)
    return ""


def _of_task(state: State) -> str:
    """Attacks and advances: those that answer a rout, and those of the side's own activation."""
    frame = state.frames[-1]
    if not isinstance(frame, Combat) or not frame.tasks:
        return ACTIVATION if isinstance(frame, Activation) and frame.stage == "combat" else ""
    task = frame.tasks[0]
    if task.kind == ROUT or (task.kind == "advance" and task.side != frame.side):
        return ROUTED
    return ACTIVATION if frame.kind == "attack" else ""


def _of_mode(state: State) -> str:
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Combat):
        return ""
    return {COUNTER: COUNTERATTACK, "attack": ACTIVATION}.get(frame.kind, "")


def _of_reduce(state: State) -> str:
    return RELEASE if isinstance(state.frames[-1], Release) else LOSSES


_CHOICES: Mapping[str, Callable[[State], str]] = {
    "defend": lambda _: MODES,
    "suffer": lambda _: LOSSES,
    "retreat": lambda _: RETREAT,
    "counterattack": lambda _: COUNTERATTACK,
    "lean": _of_mode,
    "claim": lambda _: STORM,
    "force": lambda _: RELEASE,
    "reduce": _of_reduce,
    "go-first": lambda _: INITIATIVE,
    "attack": _of_task,
    "advance": _of_task,
}


def kinds(side: str) -> tuple[str, ...]:
    """The open orders that some sheet of a side answers with."""
    return (*_BOTH, *(_GERMAN if side == GERMAN else ()))


# --- handing back -----------------------------------------------------------------------------------------------------


def broken(data: Data, state: State, side: str, sheet: Sheet, table: str) -> Iterator[str]:
    """Every condition that hands ``table``'s answer back to the person now, in words."""
    for each in sheet.breaks(table):
        yield from _broken(data, state, side, each)


def _broken(data: Data, state: State, side: str, breaks: Sheet) -> Iterator[str]:
    combat = next((f for f in reversed(state.frames) if isinstance(f, Combat)), None)
    if combat is not None and combat.side != side:
        for name in breaks.names(HAND_BACK, "units"):
            if name in combat.defenders:
                yield Message("{unit} is under attack", unit=name)
        limit = breaks.word(HAND_BACK, "odds")
        if limit != ASK and at_least(data, state, combat, limit):
            yield Message("the attack on {hex} is fought at {limit} or more", hex=combat.target, limit=limit)
    for where in breaks.names(HAND_BACK, "hexes"):
        held = holder(data, state, where) or dict(state.held).get(where, side)
        if held == enemy_of(side):
            yield Message("{hex} is in enemy hands", hex=where)
    lost = steps_lost(data, state, side)
    if lost > breaks.number(HAND_BACK, "losses", lost):
        yield counted(lost, "{n} step is lost", "{n} steps are lost")
    if state.turn >= breaks.number(HAND_BACK, "turn", state.turn + 1):
        yield Message("turn {n} is reached", n=state.turn)


def steps_lost(data: Data, state: State, side: str) -> int:
    """The steps of a side that are gone: of units that are not on the board any more, and of reduced ones."""
    gone = {name for name in state.lost if name not in state.board and data.unit(name).side == side}
    reduced_now = sum(unit.reduced for unit in state.board if data.unit(unit.id).side == side)
    return reduced_now + sum(1 if data.unit(name).reduced is None else 2 for name in gone)


# --- the answers ------------------------------------------------------------------------------------------------------


def answer(data: Data, state: State, side: str, sheet: Sheet, demand: Demand) -> Found:
    """The order that a sheet without slips gives for a demand of ``side``, or why it gives none."""
    table = topic(state, demand)
    if demand.side != side or table not in _POLICIES:
        return SILENT
    reasons = tuple(broken(data, state, side, sheet, table))
    if reasons:
        return Series(reasons, "; ")
    return _POLICIES[table](data, state, side, sheet) or SILENT


def _modes(data: Data, state: State, side: str, sheet: Sheet) -> Found:
    frame = state.frames[-1]
    return defence(data, state, side, sheet, frame) if isinstance(frame, Combat) else ""


def _losses(data: Data, state: State, _side: str, sheet: Sheet) -> Found:
    frame = state.frames[-1]
    if isinstance(frame, Combat | Bombardment):
        return loser(data, state, sheet, frame.tasks[0])
    return reduced(data, state, sheet) if isinstance(frame, Attrition) else ""


def _retreat(data: Data, state: State, side: str, sheet: Sheet) -> Found:
    combat, task = _task(state)
    return way_back(data, state, side, sheet, retreat.options(data, state, combat, task))


def _task(state: State) -> tuple[Combat, Task]:
    combat = state.frames[-1]
    if not isinstance(combat, Combat):
        raise TypeError("no combat is under way")
    return combat, combat.tasks[0]


def _counter(data: Data, state: State, _side: str, sheet: Sheet) -> Found:
    combat = state.frames[-1]
    if isinstance(combat, Combat) and combat.kind == COUNTER and combat.stage == "mode":
        return _mode(data, state, sheet.word(COUNTERATTACK, "mode"))
    policy = sheet.word(COUNTERATTACK, "policy")
    if policy == "never":
        return Halt()
    if policy == ASK:
        return ""
    combat, task = _task(state)
    order = next(counterattack.options(combat, task), None)
    if order is None:
        return Halt()
    blow = Combat(
        n=0,
        side=task.side,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in state.board.stack(combat.target)),
        kind=COUNTER,
    )
    return order if at_least(data, state, blow, sheet.word(COUNTERATTACK, "odds")) else Halt()


def _activation(data: Data, state: State, side: str, sheet: Sheet) -> Found:
    """Combats declared together."""
    combat = state.frames[-1]
    if isinstance(combat, Combat) and combat.stage == "mode":
        return _mode(data, state, mode(state, sheet, combat))
    return next_attack(data, state, side, sheet) if own(state, side) else ""


def _mode(data: Data, state: State, word: str) -> Found:
    """Sealed, or named in the open, as the game has it."""
    return "" if word == ASK else Lean(mode=word) if drawn_modes.on(data, state) else Mode(mode=word)


def _rout(_data: Data, _state: State, _side: str, sheet: Sheet) -> Found:
    return Halt() if sheet.word(ROUTED, "policy") == "never" else ""


def _storm(_data: Data, _state: State, _side: str, sheet: Sheet) -> Found:
    claim = sheet.word(STORM, "claim")
    return "" if claim == ASK else Claim() if claim == "always" else Waive()


def _release(data: Data, state: State, _side: str, sheet: Sheet) -> Found:
    frame = state.frames[-1]
    if isinstance(frame, Release) and frame.stage == release.LOSS:
        return reduced(data, state, sheet)
    failed = sheet.word(RELEASE, "failed")
    return "" if failed == ASK else Force() if failed == "force" else Wait()


def _initiative(_data: Data, _state: State, _side: str, sheet: Sheet) -> Found:
    order = sheet.word(INITIATIVE, "order")
    return "" if order == ASK else GoFirst(first=order == "first")


_POLICIES: Mapping[str, _Policy] = {
    MODES: _modes,
    LOSSES: _losses,
    RETREAT: _retreat,
    COUNTERATTACK: _counter,
    ROUTED: _rout,
    STORM: _storm,
    RELEASE: _release,
    INITIATIVE: _initiative,
    PURCHASE: purchase,
    ACTIVATION: _activation,
}
