"""New keys that were asked for and could not be made yet (:mod:`pbem.home.keys.renewal`): the wish is kept with the game."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.home.beside.rooms import Case, Room, Said
from pbem.port.messages import Message

LATER = Message(
    "They are written as soon as you act with no roll under way: before the first order of "
    "such a turn (pbem do), or when you send it (pbem send)."
)


class _NewKeys(Room):
    def lines(self, case: Case) -> Iterator[Said]:
        yield Said("parked", Message("Your new keys wait. {later}", later=LATER))


ROOM = _NewKeys()
