"""What the opponent has refused of a game, and what can be done: said until it is settled or written anew."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.papers import reader
from pbem.home.turns import refusal_text, versions
from pbem.port.messages import Message, Series, counted


class _Refusals(Room):
    def lines(self, case: Case) -> Iterator[Said]:
        yield from (Said("parked", each) for each in refused(case))
        if count := len(case.folder.refused()):
            kept = counted(
                count, "{n} turn file was refused and is kept.", "{n} turn files were refused and are kept."
            )
            yield Said("refused", kept, count)


ROOM = _Refusals()


def refused(case: Case) -> tuple[str, ...]:
    """What the opponent has refused and is not settled or written anew yet, with what can be done."""
    view, turns = case.view, [each.bundle for each in case.lying]
    last = view.log.bundles[-1] if view.log.bundles else None
    place = versions.unsettled(view.log, case.lying)
    if place is not None and place.ours is not None and place.ours.header.by == view.seat:
        found = next((each for each in place.versions if versions.is_refusal(each)), None)
        if found is not None and found.header.by != view.seat:
            said = refusal_text.told(view, found, (place.ours, *turns))
            return (" ".join(said), *refusal_text.ways(found, reader.referee_of(case.folder)))
    if last is not None and versions.is_refusal(last) and last.header.by != view.seat:
        return (Series((*refusal_text.told(view, last, turns), Message("You write that turn anew.")), " "),)
    return ()
