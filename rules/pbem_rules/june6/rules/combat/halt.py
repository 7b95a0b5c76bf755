"""Halt: no further advance, and no second attack, attack after a rout, or counterattack."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.model import Play, View
from pbem_rules.june6.rules.combat import advance, counterattack
from pbem_rules.june6.rules.combat.under_way import task_of
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Halt:
    """No further advance, attack after a rout, second attack, or counterattack (13.42, 13.53, 13.61, 14.12)."""


HALT = Kind[Halt, View, Play](Halt, early="13.42")


@HALT.untimely
def compulsory(view: View, _order: Halt) -> Iterator[Violation]:
    """Why an advance cannot be waived."""
    found = task_of(view.state, advance.KIND)
    if found is not None and found[1].side == view.side and advance.compelled(view, *found):
        said = Message("this advance is compulsory, and a unit can still advance")
        yield broken("13.43", said, found[0].target)


@HALT.legal
def _may_halt(_view: View) -> Iterator[Halt]:
    yield Halt()


@HALT.carry_out
def _halts(play: Play, _order: Halt) -> None:
    kind = play.combat.tasks[0].kind
    if kind == advance.KIND:
        advance.finished(play)
    elif kind == counterattack.KIND:
        advance.declined(play)
    else:
        play.alter(tasks=play.combat.tasks[1:])
