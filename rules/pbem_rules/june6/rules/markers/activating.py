"""Who acts: the orders by which a formation is activated, and what keeps a German one from it (7.24, 10.32, 6.17, 8.31)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem_rules.june6.model import Activation, CorpsActivation, FreeOperation, Play, View
from pbem_rules.june6.rules.markers import activation, attrition, corps
from pbem_rules.shared.orders import Kind


@frozen(kw_only=True)
class Activate:
    """The formation to activate: with a Free Operations marker (7.24e), or next in the Reduced Efficiency phase (7.26)."""

    formation: str


@frozen(kw_only=True)
class Fight:
    """The active formation has finished moving; its combats follow (12.21)."""


ACTIVATE = Kind[Activate, View, Play](Activate, early="7.24", exact=True)
FIGHT = Kind[Fight, View, Play](Fight, early="7.24f")


# --- the next formation -----------------------------------------------------------------------------------------------


@ACTIVATE.wrong
def not_the_next(view: View, order: Activate) -> tuple[Violation, ...]:
    """Why a formation is not the one that a Free Operations marker, a corps or the Reduced Efficiency phase activates."""
    data, state, side = view.data, view.state, view.side
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation):
        return activation.free_wrong(view, side, order.formation)
    if isinstance(frame, CorpsActivation):
        return corps.wrong_next(data, frame, order.formation)
    return activation.reduced_wrong(view, side, order.formation)


@ACTIVATE.legal
def next_ones(view: View) -> Iterator[Activate]:
    """The formations that may act next."""
    data, state, side = view.data, view.state, view.side
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation):
        names = activation.free_choices(view, side)
    elif isinstance(frame, CorpsActivation):
        names = corps.next_up(data, frame)
    elif state.reduced_order:
        names = activation.reduced_choices(view, side)
    else:
        names = ()
    return (Activate(formation=name) for name in names)


@ACTIVATE.carry_out
def activate(play: Play, order: Activate) -> None:
    """The formation begins to act."""
    frame = play.state.frames[-1] if play.state.frames else None
    if isinstance(frame, CorpsActivation):
        corps.start(play, order.formation)
    elif isinstance(frame, FreeOperation):
        activation.free_operation(play, frame.side, order.formation)
    else:
        activation.begin(play, play.state.reduced_order[0], (order.formation,), full=False)


@FIGHT.wrong
def _cannot_fight(view: View, _order: Fight) -> tuple[Violation, ...]:
    return activation.barred_from_ending(view, view.side, fight=True)


FIGHT.untimely(_cannot_fight)


@FIGHT.legal
def _fights(_view: View) -> Iterator[Fight]:
    yield Fight()


@FIGHT.carry_out
def movement_over(play: Play, _order: Fight) -> None:
    """Attrition first, then the combats."""
    frame = play.state.current(Activation)
    attrition.movement_over(play, frame, fight=True)
