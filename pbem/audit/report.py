"""The audit of a log: dice, luck and secrets together, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.audit import chances
from pbem.audit.chances import Judged
from pbem.audit.luck import Luck, Stroke, luck, strokes
from pbem.audit.rolls import Thrown, thrown
from pbem.audit.secrets import CommitmentCount, count_commitments
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position, Seat


@frozen(kw_only=True)
class Audit:
    """What a log tells: how many rolls and dice, the judged tests, each side's luck (if weighed), the secrets,
    and every weighed roll."""

    rolls: int
    dice: int
    tests: Judged
    luck: tuple[Luck, ...]
    commitments: CommitmentCount
    strokes: tuple[Stroke, ...] = ()


def audit(
    scenario: str,
    first: Position[object],
    trail: tuple[AppliedEntry[object], ...],
    vaults: Mapping[Seat, tuple[bytes, ...]] | None = None,
) -> Audit:
    """The audit of the part of a log that holds; ``first`` is the position before its first entry.

    ``vaults`` are vault keys opened outside the log, by seat, oldest first. Raises VerifyError when they do not fit it.
    """
    rolls = thrown(trail)
    last = trail[-1].position if trail else first
    weighed = strokes(first, trail)
    lucks = (luck(side, weighed) for side in first.rules.sides)
    return Audit(
        rolls=len(rolls),
        dice=sum(len(roll.faces) for roll in rolls),
        tests=chances.judge(_tests(rolls)),
        luck=tuple(each for each in lucks if each is not None),
        commitments=count_commitments(scenario, last.table, trail, vaults),
        strokes=weighed,
    )


def _tests(rolls: Iterable[Thrown]) -> list[chances.Tested]:
    """The tests of each kind of die, for the rolls that each side asked for."""
    groups: dict[tuple[str, int, int], list[int]] = {}
    for roll in rolls:
        for (sides, low), face in zip(roll.dice, roll.faces, strict=True):
            groups.setdefault((roll.side, sides, low), []).append(face)
    return [
        test
        for (side, sides, low), faces in sorted(groups.items())
        for test in chances.tested(
            Message("{side}, {sides} sides", side=Message(side), sides=sides), faces, low, sides
        )
    ]
