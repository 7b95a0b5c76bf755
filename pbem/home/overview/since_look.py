"""What has happened since the player last looked, as a terminal says it in front of the status."""

from __future__ import annotations

from pbem.home.games import Seen
from pbem.home.sitting import looked
from pbem.store.game import GameFolder


def lines(folder: GameFolder, view: Seen) -> tuple[str, ...]:
    """The player looks: what has happened since the last time, in words; nothing when nothing."""
    found = looked.begin(folder, view)
    if found.before == found.now:
        return ()
    from pbem.home.sitting import since  # noqa: PLC0415  # loaded only where there is something to compare

    news = since.told(folder, view, found.before)
    return news.lines if news is not None else ()
