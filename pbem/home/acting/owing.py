"""Which games wait for a decision of their player: not for what programs answer, and not for what a sheet does."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from pbem.bytes.errors import NOT_THE_OTHERS
from pbem.bytes.records import define, field
from pbem.home import games
from pbem.home.exchange import signing
from pbem.home.identity import Identity
from pbem.home.standing import kept
from pbem.home.standing.going_on import go_on
from pbem.home.turns.versions import files_beside
from pbem.store.game import GameFolder
from pbem.store.home import Home


def mark(folder: GameFolder) -> str:
    """A mark of where a game stands: another one as soon as anything is signed."""
    return sha256(folder.log()).hexdigest()[:24]


@define
class Owing:
    """What a program that only looks knows of each game: as long as neither log nor orders change, it is not asked again."""

    _known: dict[str, tuple[str, bool]] = field(factory=dict)

    def now(self, home: Home, identity: Identity, skips: Callable[[GameFolder], bool]) -> dict[str, str]:
        """The marks of the games that wait, by their names. ``skips``: games that no mail leaves from."""
        found = {}
        for folder in games.begun(home):
            if skips(folder):
                continue
            try:
                if self._waits(folder, identity):
                    found[folder.name] = mark(folder)
            except NOT_THE_OTHERS:  # the player is told so when they look
                continue
        return found

    def _waits(self, folder: GameFolder, identity: Identity) -> bool:
        seen = sha256(folder.log() + folder.standing() + folder.draft_head().encode()).hexdigest()
        before, waits = self._known.get(folder.name, ("", False))
        if before != seen:
            waits = _decides(folder, identity)
            self._known[folder.name] = seen, waits
        return waits


def _decides(folder: GameFolder, identity: Identity) -> bool:
    session = games.open_session(folder, identity)
    if session.draft or not session.is_my_turn:
        return bool(session.draft)
    standing, _ = kept.readable(folder, identity)
    return bool(
        go_on(signing.with_known_signatures(session, files_beside(folder)), standing, acting=True).reason
    )
