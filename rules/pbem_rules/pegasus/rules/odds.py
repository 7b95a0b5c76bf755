"""The exact chances of an order, told before it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from attrs import AttrsInstance

from pbem.bytes.values import evolve
from pbem.port.game import Outcome
from pbem.port.insight import Forecast
from pbem.port.messages import Message
from pbem_rules.pegasus.model import BRITISH
from pbem_rules.pegasus.play import Play, View
from pbem_rules.shared import ways
from pbem_rules.shared.straight import AnyStraight, Face, StraightKind

O = TypeVar("O", bound=AttrsInstance)  # noqa: E741  # an order

_SHOTS = frozenset({"fired", "grenade", "piat", "gammon", "shelled"})
"""Outcomes that tell of a die and its modifiers; what comes of it is told by the outcomes after them."""
_CERTAIN = frozenset({"moved"})
_HARM = frozenset({"suppressed", "lost", "eliminated", "killed", "wounded", "wrecked", "immobile"})
_MOST = 2500
"""How many ways of the dice are looked at; an order with more (a walk past many Germans) has no table."""


def chances(  # what an order is, and how it is told
    view: View, kind: StraightKind[O, View, Play], order: O, said: str, target: str, *, paragraph: str = "9.1"
) -> Forecast | None:
    """The chances of an order that is legal; None for the witness, when no die is thrown for it, or too many.

    ``said``: the order in a sentence, ``target``: whom or what it is meant for, ``paragraph``: where its dice come from when
    nobody fires.
    """
    if view.side != BRITISH:
        return None
    try:
        ends = ways.endings(*_run(view, kind, order), _MOST)
    except ways.TooManyWays:
        return None
    if not any(end.thrown for end in ends):
        return None
    shots = [each for end in ends for each in end.outcomes if each.kind in _SHOTS]
    reasons = shots[0].reasons if shots else ()
    branch = ways.branch(ends, target, reasons, told, lambda outcomes: _signs(view, outcomes))
    return Forecast(
        text=said,
        paragraph=shots[0].paragraph if shots else paragraph,
        parts=("target",),
        branches=(branch,),
        notes=tuple(_notes(shots, len(branch.dice))),
    )


def can_hurt(view: View, kind: AnyStraight[View, Play], order: AttrsInstance) -> bool:
    """Whether a legal order may hurt anybody, or lose a gun, as the dice fall: the first harm hangs on one die alone."""
    return any(_signs(view, end.outcomes) for end in ways.alike(*_run(view, kind, order)))


def _run(
    view: View, kind: AnyStraight[View, Play], order: AttrsInstance
) -> tuple[Callable[[tuple[Face, ...]], Play], Callable[[Play], None]]:
    return (
        lambda pool: Play(data=view.data, state=evolve(view.state, pool=pool)),
        lambda play: kind.run(play, order),
    )


def told(outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """What comes of an order, in sentences, without its dice."""
    return tuple(each.text for each in outcomes if each.kind not in _SHOTS | _CERTAIN)


def _signs(view: View, outcomes: tuple[Outcome, ...]) -> set[str]:
    found = set()
    for each in outcomes:
        if each.kind in _HARM and each.units:
            unit = view.board.get(each.units[0])
            ours = unit is not None and view.side_of(unit) == BRITISH
            found.add("attacker hurt" if ours else "defender hurt")
        if each.kind == "gun-lost":
            found.add("defender hurt")
    return found


def _notes(shots: list[Outcome], most: int) -> Iterator[str]:
    several = {(each.units, each.reasons) for each in shots}
    if len(several) > 1:
        yield Message(
            "There is more than one shot: the modifiers are those of the first, the chances those of all."
        )
    if most > 1:
        yield Message(
            "Up to {most} dice are thrown; leaders are diced for where points are lost (15.2).", most=most
        )
