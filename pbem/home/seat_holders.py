"""Who has had the seats of a game after the players of its first mails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve
from pbem.log import Log
from pbem.papers import seat
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


def named(folder: GameFolder, log: Log, position: Position[object]) -> Position[object]:
    """A position that calls each seat by the name of who has it now. No checkpoint holds that: it is no part of the log."""
    seats = dict(position.table.seats)
    for by, name, _ in sorted(of(folder, log), key=lambda each: each[2]):
        seats[by] = evolve(seats[by], name=name)
    return evolve(position, table=evolve(position.table, seats=seats))
