"""Suffer: which unit takes a result or is spared, in a combat or a bombardment (13.71, 13.22)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.model import Bombardment, Combat, Play, State, View
from pbem_rules.june6.rules.air_and_sea import bombardment
from pbem_rules.june6.rules.combat.flow import suffered
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Suffer:
    """Which unit takes (or escapes, for B and C) the result where the owner may choose (13.71, 13.22)."""

    unit: str


SUFFER_LOSS = Kind[Suffer, View, Play](Suffer, early="13.71", exact=True)


@SUFFER_LOSS.wrong
def _cannot_suffer(view: View, order: Suffer) -> Iterator[Violation]:
    units = _to_suffer(view.state)
    if order.unit not in units:
        yield broken("13.71", Message("choose one of {units}", units=", ".join(units)), order.unit)


def _to_suffer(state: State) -> tuple[str, ...]:
    """The units one of which takes a result or is spared: of a combat, or of a bombardment."""
    frame = state.frames[-1]
    assert isinstance(frame, Combat | Bombardment)
    return frame.tasks[0].units


@SUFFER_LOSS.legal
def _losses(view: View) -> Iterator[Suffer]:
    return (Suffer(unit=unit) for unit in _to_suffer(view.state))


@SUFFER_LOSS.carry_out
def _suffers(play: Play, order: Suffer) -> None:
    if play.state.on_top(Bombardment) is not None:
        bombardment.chosen(play, order.unit)
    else:
        suffered(play, order.unit)
