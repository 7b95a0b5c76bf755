"""Combats declared together: the attacks of an activation, with their modes and advances, written down before the first.

Nothing of it stands on the log before its time: each attack is an order like any other, given when the one before is over.
What has become impossible is handed back.
"""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.june6.model import Activation, Combat, State
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import advance
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.right import AGAIN
from pbem_rules.june6.rules.lookup import activation
from pbem_rules.june6.rules.turns import Done
from pbem_rules.june6.standing.sheet import ASK, Sheet

ACTIVATION = "activation"


def name_of(state: State) -> str:
    """The activation going on, as a sheet names it: turn, markers drawn so far, formations; empty when none is."""
    frame = activation(state)
    return f"{state.turn}/{state.draws}/{'+'.join(frame.formations)}" if frame is not None else ""


def own(state: State, side: str) -> bool:
    """Whether what is owed belongs to an attack, or to the combat stage, of the side's own activation."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, Combat):
        return frame.kind == "attack" and frame.side == side
    return isinstance(frame, Activation) and frame.side == side and frame.stage == "combat"


def next_attack(data: Data, state: State, side: str, sheet: Sheet) -> Attack | Advance | Halt | Done | str:
    """The next attack that was declared, an advance or none after one, and in the end, if it says so, done."""
    if sheet.word(ACTIVATION, "id") != name_of(state):
        return ""
    frame = state.frames[-1]
    if isinstance(frame, Combat):
        return _after(data, state, sheet, frame)
    if not isinstance(frame, Activation):
        return ""
    for row in sheet.rows("attacks"):
        if row.word("", "target") not in frame.targets:
            return Attack(
                target=row.word("", "target"),
                units=row.names("", "units"),
                artillery=row.names("", "artillery"),
                air=row.number("", "air", 0),
                naval=row.number("", "naval", 0),
            )
    return Done() if sheet.flag(ACTIVATION, "done") else ""


def mode(state: State, sheet: Sheet, combat: Combat) -> str:
    """The mode that was declared for an attack; ``ask`` when there is none."""
    row = _row(state, sheet, combat)
    return ASK if row is None else row.word("", "mode")


def _row(state: State, sheet: Sheet, combat: Combat) -> Sheet | None:
    if sheet.word(ACTIVATION, "id") != name_of(state):
        return None
    return next((row for row in sheet.rows("attacks") if row.word("", "target") == combat.target), None)


def _after(data: Data, state: State, sheet: Sheet, combat: Combat) -> Advance | Halt | str:
    """Those named advance into the hex, one after the other; no second attack is made (13.42, 13.53)."""
    row = _row(state, sheet, combat)
    if row is None or not combat.tasks:
        return ""
    task = combat.tasks[0]
    if task.kind == AGAIN:
        return Halt()
    into = [name for name in row.names("", "advance") if name in task.units and name not in combat.advanced]
    for name in into:
        order = Advance(unit=name, path=(combat.target,))
        if not advance.check(data, state, combat, task, order):
            return order
    if advance.compelled(data, state, combat, task):
        return Message("somebody must advance into {hex}, and nobody that you named can", hex=combat.target)
    return Halt()
