"""Delay Points on the way of an Allied unit: where it has to stop, and which are gone when it has moved (19.13, 19.14)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.bytes.errors import Violation
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import GERMAN
from pbem_rules.june6.rules.movement.costs import Mover, allowance, landing_points, points
from pbem_rules.june6.rules.movement.steps import obstacles
from pbem_rules.shared.orders import broken


@BOOK.rule("19.13")
@BOOK.rule("19.14")
def too_dear(mover: Mover, where: str, left: int) -> tuple[str, ...]:
    """The Delay Points next to ``where`` for which a unit with ``left`` points has too few, in direction order.

    None for a unit without any points. Hexes that it could not enter with any number of points do not count (N142):
    over a major river none does without a bridge, whatever engineers are near. What it has removed on its way is not
    among its ``delays`` any more (``Mover.beyond``).
    """
    if left <= 0 or not mover.delays:
        return ()
    near = mover.data.ground.grid.adjacent.get(where, ())
    found = [other for other in near if other in mover.delays]
    if not found:
        return ()
    dry = mover if mover.alone else evolve(mover, alone=True)
    return tuple(
        other
        for other in found
        if (points(dry, where, other) or 0) > left and next(obstacles(dry, where, other), None) is None
    )


def stops_before_it(mover: Mover, entered: str, left: int, onward: str) -> Iterator[Violation]:
    """Why a unit with ``left`` points does not go on from a hex of its path to the next one, ``onward``."""
    for other in too_dear(mover, entered, left):
        said = Message(
            "{unit} must stop in {entered}: it cannot pay for the Delay Point in {other}, nor go on to {onward}",
            unit=mover.unit.id,
            entered=entered,
            other=other,
            onward=onward,
        )
        yield broken("19.13", said, entered)


def removed_from_next_to_it(mover: Mover, path: tuple[str, ...]) -> tuple[str, ...]:
    """The Delay Points that are removed because a legal move ended next to them with too few points (19.13)."""
    if not mover.delays:
        return ()
    left, frm = allowance(mover) - landing_points(mover), mover.unit.where
    for to in path:
        left -= points(mover, frm, to) or 0
        mover, frm = mover.beyond(to), to
    return too_dear(mover, frm, left)


def removal(mover: Mover, hexes: tuple[str, ...]) -> tuple[Outcome, ...]:
    """The removal in words."""
    return tuple(
        Outcome(
            kind="delay-point",
            text=Message(
                "{unit} was held up by the Delay Point in {where}, which is removed.",
                unit=mover.unit.id,
                where=where,
            ),
            paragraph="19.13",
            side=GERMAN,
            hexes=(where,),
        )
        for where in hexes
    )
