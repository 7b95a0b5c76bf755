"""Combats declared together: the attacks of an activation, with their modes and advances, written down before the first.

Nothing of it stands on the log before its time: each attack is an order like any other, given when the one before is over.
What has become impossible is handed back.
"""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.june6.model import Activation, Combat, View
from pbem_rules.june6.rules.combat import advance
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.right import AGAIN
from pbem_rules.june6.rules.turns import Done
from pbem_rules.june6.standing.form import ASK, ATTACKS, activation_name
from pbem_rules.shared.standing_sheet import Found, Sheet

ACTIVATION = "activation"


def own(view: View) -> bool:
    """Whether what is owed belongs to an attack, or to the combat stage, of the side's own activation."""
    combat, frame = view.state.on_top(Combat), view.state.on_top(Activation)
    if combat is not None:
        return combat.kind == "attack" and combat.side == view.side
    return frame is not None and frame.side == view.side and frame.stage == "combat"


def next_attack(view: View, sheet: Sheet) -> Found:
    """The next attack that was declared, an advance or none after one, and in the end, if it says so, done."""
    if sheet.word(ACTIVATION, "id") != activation_name(view.state):
        return ""
    combat, frame = view.state.on_top(Combat), view.state.on_top(Activation)
    if combat is not None:
        row = _row(view, sheet, combat)
        return "" if row is None else after(view, row, combat)
    if frame is None:
        return ""
    for row in sheet.rows(ATTACKS):
        target = row.word(ATTACKS, "target")
        if target not in frame.targets:
            return declared(row)
    return Done() if sheet.flag(ACTIVATION, "done") else ""


def declared(row: Sheet) -> Attack:
    """The attack of a row."""
    return Attack(
        target=row.word(ATTACKS, "target"),
        units=row.names(ATTACKS, "units"),
        artillery=row.names(ATTACKS, "artillery"),
        air=row.number(ATTACKS, "air"),
        naval=row.number(ATTACKS, "naval"),
    )


def mode(view: View, sheet: Sheet, combat: Combat) -> str:
    """The mode that was declared for an attack; ``ask`` when there is none."""
    row = _row(view, sheet, combat)
    return ASK if row is None else row.word(ATTACKS, "mode", ASK)


def _row(view: View, sheet: Sheet, combat: Combat) -> Sheet | None:
    if sheet.word(ACTIVATION, "id") != activation_name(view.state):
        return None
    return next((row for row in sheet.rows(ATTACKS) if row.word(ATTACKS, "target") == combat.target), None)


def after(view: View, row: Sheet, combat: Combat) -> Found:
    """Those that a row names advance into the hex, one after the other; no second attack is made (13.42, 13.53)."""
    if not combat.tasks:
        return ""
    task = combat.tasks[0]
    if task.kind == AGAIN:
        return Halt()
    for name in row.names(ATTACKS, "advance"):
        order = Advance(unit=name, path=(combat.target,))
        due = name in task.units and name not in combat.advanced
        if due and not advance.check(view, combat, task, order):
            return order
    if advance.compelled(view, combat, task):
        return Message("somebody must advance into {hex}, and nobody that you named can", hex=combat.target)
    return Halt()
