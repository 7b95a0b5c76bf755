"""What has happened since the player last looked, as a terminal says it in front of the status."""

from __future__ import annotations

from pbem.home.games import Seen
from pbem.home.sitting import last_visit
from pbem.store.game import GameFolder


def lines(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    """The player looks: what has happened since the last time, in words; nothing when nothing."""
    found = last_visit.begin(folder, view)
    if found.before == found.now:
        return ()
    from pbem.home.sitting import news  # noqa: PLC0415  # loaded only where there is something to compare

    compared = news.told(folder, view, found.before)
    return compared.lines if compared is not None else ()
