"""Reduce: the unit that loses a step, of a formation forced in (10.33) or by attrition on the road (8.31)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.model import ALLIED, GERMAN, Attrition, Play, Release, View
from pbem_rules.june6.rules.markers import attrition, release
from pbem_rules.june6.rules.markers.release import _released, wake
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Reduce:
    """The unit that loses a step: of a formation that was forced in (10.33), or by attrition on the road (8.31)."""

    unit: str


REDUCE = Kind[Reduce, View, Play](Reduce, early="10.33", exact=True)


@REDUCE.wrong
def _not_to_be_reduced(view: View, order: Reduce) -> Iterator[Violation]:
    if view.state.on_top(Attrition) is not None:
        yield from attrition.not_to_be_reduced(view, order.unit)
        return
    wrong = tuple(release.not_answering(view, release.LOSS, ALLIED))
    yield from wrong
    frame = view.state.on_top(Release)
    if not wrong and frame and order.unit not in release.candidates(view, frame):
        said = Message("{unit} is not one of the units that enter, headquarters apart", unit=order.unit)
        yield broken("10.33", said, order.unit)


@REDUCE.untimely
def _no_attrition(view: View, order: Reduce) -> Iterator[Violation]:
    worn = view.state.on_top(Attrition) is not None
    return attrition.not_to_be_reduced(view, order.unit) if worn else iter(())


@REDUCE.legal
def _reducible(view: View) -> Iterator[Reduce]:
    _state, worn, released = view.state, view.state.on_top(Attrition), view.state.on_top(Release)
    if worn is not None and worn.stage == attrition.LOSS and view.side == GERMAN:
        yield from (Reduce(unit=name) for name in attrition.candidates(view))
    elif released is not None and view.side == ALLIED:
        yield from (Reduce(unit=name) for name in release.candidates(view, released))


@REDUCE.carry_out
def reduce(play: Play, order: Reduce) -> None:
    """The unit loses a step; what has waited for it goes on."""
    if play.state.on_top(Attrition) is not None:
        attrition.reduced(play, order.unit)
        return
    formation = _released(play).formation
    release.reduced(play, order.unit)
    wake(play, formation)
