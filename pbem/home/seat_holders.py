"""Who has had the seats of a game after the players of its first mails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve
from pbem.log import Log
from pbem.papers import seat
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import Position
from pbem.store.game import GameFolder
from pbem.view.markup import clean


def of(folder: GameFolder, log: Log) -> Iterator[tuple[str, str, int]]:
    """The seat, the name, and the turn file from which they sign, by the papers that are kept with a game."""
    for _, data in folder.papers():
        with suppress(PbemError):  # one that is damaged on the disk is passed over
            lines = container.unpack(data)
            if lines.startswith(b'{"a":"seat"'):
                paper = seat.read(lines)
                word, n = seat.standing(paper, log)
                if word == seat.HANDED:
                    yield paper.ask.by, clean(paper.ask.who, 64), n


def _called(position: Position[object], held: Iterable[tuple[str, str]]) -> Position[object]:
    seats = dict(position.table.seats)
    for by, name in held:
        seats[by] = evolve(seats[by], name=name)
    return evolve(position, table=evolve(position.table, seats=seats))


def named(folder: GameFolder, log: Log, position: Position[object]) -> Position[object]:
    """A position that calls each seat by the name of who has it now. No checkpoint holds that: it is no part of the log."""
    held = sorted(of(folder, log), key=lambda each: each[2])
    return _called(position, [(by, name) for by, name, _ in held])


def in_trail(
    folder: GameFolder, log: Log, trail: Sequence[AppliedEntry[object]]
) -> tuple[AppliedEntry[object], ...]:
    """What happened in a game, each position with the names of those who had the seats then."""
    held = sorted((log.bundles[n - 1].header.first, by, name) for by, name, n in of(folder, log))
    if not held:
        return (*trail,)
    return tuple(
        evolve(
            each,
            position=_called(each.position, [(by, name) for first, by, name in held if first <= each.entry]),
        )
        for each in trail
    )
