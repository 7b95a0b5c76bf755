"""Scenes: one draw that stands for some steps of both players, so that what takes several things at once comes about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING

from pbem.replay.table import OFFERED_AT

from .script import SEATS, Step

if TYPE_CHECKING:
    from .seat import Seat

Scene = Callable[..., Iterator[Step]]
"""Of the world, and the chance of the step."""


def _mover(world) -> Seat | None:
    return next((seat for seat in world.seats.values() if seat.session.is_my_turn), None)


def _step(chance: Random, who: str, does: str) -> Step:
    return Step(who=who, does=does, n=chance.randrange(1_000_000))


def _through(world, chance: Random, turns: int) -> Iterator[Step]:
    for _ in range(turns):
        seat = _mover(world)
        if seat is None:
            return
        yield _step(chance, seat.who, "play")
        yield _step(chance, world.other(seat).who, "all_mail")


def begins(world, chance: Random) -> Iterator[Step]:
    """The game has been played quietly for some turns already."""
    yield from _through(world, chance, chance.randrange(15))


def through(world, chance: Random) -> Iterator[Step]:
    """Some turns go through at once."""
    yield from _through(world, chance, chance.randrange(1, 6))


def renewal(world, chance: Random) -> Iterator[Step]:
    """Whoever holds the pen by then renews their keys."""
    yield from _through(world, chance, chance.randrange(4))
    if (seat := _mover(world)) is not None:
        yield _step(chance, seat.who, "renew")
        if chance.random() < 0.5:
            yield _step(chance, world.other(seat).who, "all_mail")


def robbery(world, chance: Random) -> Iterator[Step]:
    """Whoever holds the pen is robbed and renews, so what the thief has is old; the other may know of it, or not."""
    yield from _through(world, chance, chance.randrange(4))
    if (seat := _mover(world)) is not None:
        yield _step(chance, seat.who, "is_copied_by_a_thief")
        yield _step(chance, seat.who, "renew")
        if chance.random() < 0.5:
            yield _step(chance, world.other(seat).who, "all_mail")


def upgrade(world, chance: Random) -> Iterator[Step]:
    """Another version is offered and answered, by whoever holds the pen by then."""
    yield from _offerable(world, chance)
    if (seat := _mover(world)) is not None:
        other = world.other(seat).who
        yield _step(chance, seat.who, "offer_version")
        yield _step(chance, other, "all_mail")
        yield _step(chance, other, "play")


def crooked_upgrade(world, chance: Random) -> Iterator[Step]:
    """A version is offered, as it should be at that moment; only what it claims is not so."""
    yield from _offerable(world, chance)
    if (seat := _mover(world)) is not None:
        yield _step(chance, seat.who, "offers_another_state")
        yield _step(chance, world.other(seat).who, "all_mail")


def false_refusal(world, chance: Random) -> Iterator[Step]:
    """Whoever waits refuses what the other has never sent, and the other reads that at once."""
    yield from _through(world, chance, chance.randrange(4))
    if (seat := _mover(world)) is not None:
        yield _step(chance, world.other(seat).who, "refuses_nothing")
        yield _step(chance, seat.who, "all_mail")


def _offerable(world, chance: Random) -> Iterator[Step]:
    yield from _through(world, chance, chance.randrange(4))
    for _ in range(4):
        seat = _mover(world)
        if seat is None or seat.session.owed.kind in OFFERED_AT:
            return
        yield from _through(world, chance, 1)


def old_log(world, chance: Random) -> Iterator[Step]:
    """The referee rules on a log since which the players have gone on."""
    yield _step(chance, "A", "shows")
    yield from _through(world, chance, chance.randrange(2, 5))
    yield _step(chance, "A", "rule_late")
    for who in SEATS:
        yield _step(chance, who, "all_mail")
    yield from _through(world, chance, 2)


def torn(world, chance: Random) -> Iterator[Step]:
    """The referee rules, the players read it, and the referee rules beside it."""
    yield _step(chance, "A", "rule")
    for who in SEATS:
        yield _step(chance, who, "all_mail")
    yield _step(chance, "A", "rule_beside")


SCENES: Mapping[str, Scene] = {
    each.__name__: each
    for each in (begins, through, renewal, robbery, upgrade, crooked_upgrade, false_refusal, old_log, torn)
}
