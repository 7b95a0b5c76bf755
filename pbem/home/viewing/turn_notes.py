"""What is said of a turn beside what happened in it: points won and lost, what attacks promised and what came, and what the
computer was about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.audit.luck import Stroke
from pbem.home.identity import COMPUTER
from pbem.home.viewing.luck import promised
from pbem.port.compared import Difference, difference
from pbem.port.map_displays import furniture
from pbem.port.messages import Message, Series, spelled
from pbem.port.player import intentions
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position, owed

_MOST = 12


def of_turns(
    first: Position[object], trail: Sequence[AppliedEntry[object]], rolls: Sequence[Stroke]
) -> dict[int, tuple[str, ...]]:
    """The notes on every turn of a log, by turn; ``rolls`` are its weighed rolls."""
    ends: dict[int, tuple[Position[object], Position[object]]] = {}
    begun = first
    for each in trail:
        turn = each.before.rules.moment(each.before.game).turn
        begun = ends[turn][0] if turn in ends else each.before
        ends[turn] = begun, each.position
    return {turn: tuple(_notes(turn, *both, rolls)) for turn, both in ends.items()}


def _notes(
    turn: int, begun: Position[object], end: Position[object], rolls: Sequence[Stroke]
) -> Iterator[str]:
    rules = end.rules
    yield from ground(
        difference(*(furniture(rules, each.game, None, rules.moment(each.game)) for each in (begun, end)))
    )
    here = [each for each in rolls if each.turn == turn]
    for side in rules.sides:
        yield from promised(side, here)
    computer = next((seat.side for seat in end.table.seats.values() if seat.name == COMPUTER), None)
    if computer is not None and (said := intentions(rules, end.game, computer, begun.game)):
        over = rules.moment(end.game).turn > turn or not owed(end).kind
        what = Series(said, " ")
        yield (
            Message("The computer at the end of the turn: {said}", said=what)
            if over
            else Message("The computer, in this turn: {said}", said=what)
        )


def ground(changed: Difference) -> tuple[str, ...]:
    """What gives points and has changed hands, the sum first."""
    if not changed.side:
        return ()
    if not changed.terms:
        return (Message("Nothing that gives points has changed hands."),)
    before, after = changed.points
    total = Message(
        "Points ({side}): {before} before, {after} now.",
        side=Message(changed.side),
        before=before,
        after=after,
    )
    terms = (
        Message(
            "{what}: {before} before, {after} now.",
            what=spelled(each.text),
            before=each.before,
            after=each.after,
        )
        for each in changed.terms
    )
    return (total, *terms)[:_MOST]
