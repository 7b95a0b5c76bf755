"""Who the referee of a game is, in a status."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.games import home_of
from pbem.home.rulings import clause


class _Referee(Room):
    def lines(self, case: Case) -> Iterator[Said]:
        yield Said("referee", clause.told(home_of(case.folder), None, case.view.log))


ROOM = _Referee()
