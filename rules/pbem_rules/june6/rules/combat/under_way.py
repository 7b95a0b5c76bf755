"""The combat on top of the stack, and the first thing left to do in it."""

from __future__ import annotations

from pbem_rules.june6.model import Combat, State, Task


def task_of(state: State, *kinds: str) -> tuple[Combat, Task] | None:
    """The combat and its head task, when that task is one of these kinds."""
    combat = state.on_top(Combat)
    if combat is None or combat.stage != "after" or not combat.tasks:
        return None
    task = combat.tasks[0]
    return (combat, task) if task.kind in kinds else None


def head_task(state: State) -> tuple[Combat, Task]:
    combat = state.current(Combat)
    return combat, combat.tasks[0]
