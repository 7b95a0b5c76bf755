"""What a player's own rolls brought, told at once and where the dice fell; what the other side did is played back."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.audit.luck import strokes
from pbem.bytes.canon import Json
from pbem.log.entries import PROTOCOL
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Seat
from pbem.table import orders

_FEW = 6
"""So many entries of the other side are told with a roll; a longer turn is worth a playback."""


def own(each: AppliedEntry[object], seat: Seat) -> bool:
    """Whether an entry ends a roll that this seat has asked for, no matter who wrote it."""
    pending = each.before.table.pending
    return PROTOCOL.knows(str(each.obj["k"])) and pending is not None and pending.by == seat


def split(
    brought: Sequence[AppliedEntry[object]], seat: Seat
) -> tuple[tuple[AppliedEntry[object], ...], tuple[AppliedEntry[object], ...]]:
    """What is told where the dice of this seat fell, and what is left to play back.

    What the other side had to decide upon it in the same phase (a loss, a retreat) is part of what came of the roll.
    """
    mine = tuple(each for each in brought if own(each, seat))
    rest = tuple(each for each in brought if not own(each, seat))
    phases = {_phase(each) for each in mine}
    if mine and len(rest) <= _FEW and {_phase(each) for each in rest} <= phases:
        return tuple(brought), ()
    return mine, rest


def _phase(each: AppliedEntry[object]) -> tuple[int, str]:
    moment = each.moment_of(each.outcomes[0])
    return moment.turn, moment.phase


def told(found: Sequence[AppliedEntry[object]]) -> list[Json]:
    """What came of each of these entries; a weighed roll with its chance (``odds``).

    Of ``of`` equally likely ways ``ways`` are as good for ``side``, or better; where ``good`` is false as bad, or worse.
    """
    return [{"entry": each.entry, "outcomes": _outcomes(each)} for each in found if each.outcomes]


def _outcomes(each: AppliedEntry[object]) -> list[Json]:
    weighed = {stroke.at: stroke for stroke in strokes(each.before, (each,))}
    rows: list[Json] = []
    for at, outcome in enumerate(each.outcomes):
        stroke = weighed.get(at)
        odds: Json = None
        if stroke is not None:
            odds = {"side": stroke.side, "ways": stroke.ways, "of": stroke.of, "good": stroke.luck >= 0}
        rows.append({**orders.outcome(outcome), "odds": odds})
    return rows
