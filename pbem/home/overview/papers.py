"""The papers that are kept with a game: what they say, and whether one ends it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.games import home_of
from pbem.home.kept_papers import game_over
from pbem.home.kept_papers.verdict_text import next_line
from pbem.home.papers import reader
from pbem.port.messages import Message, Series


class _Papers(Room):
    def check(self, case: Case) -> None:
        game_over.check(case.folder)

    def lines(self, case: Case) -> Iterator[Said]:
        if not game_over.playing_on(case.folder):
            yield Said("over", "", next(game_over.over(case.folder))[1].over)
        for digits, read in reader.of_game(case.folder, home_of(case.folder)):
            step = (next_line(read.step),) if read.step else ()
            said = Series((*read.lines, *step), " ")
            yield Said("papers", Message("Paper {digits}: {said}", digits=digits, said=said))

    def step(self, case: Case) -> str:
        if game_over.playing_on(case.folder):
            return ""
        read = next(game_over.over(case.folder))[1]
        step = read.step or Message("nothing has to be done")
        return Message("{step} (to play on all the same: pbem do --play-on)", step=step)


ROOM = _Papers()
