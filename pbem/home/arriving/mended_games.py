"""Games whose logs are damaged, mended while mails come in: what is whole is kept, and what came is joined to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from pbem.bytes.errors import VerifyError
from pbem.bytes.records import define, field
from pbem.home.exchange import authors
from pbem.home.exchange.joining import Arrived
from pbem.home.identity import Identity
from pbem.home.turns.notes import Note
from pbem.log import Bundle
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

Opener: TypeAlias = Callable[[GameFolder, Identity], Session]
"""Gives a game of the home: read from the disk, or the one that the caller holds in memory."""


@define
class Mender:
    """What one import mends; ``logs`` are the lines that came, in which the beginning of a game may stand."""

    identity: Identity
    opener: Opener
    logs: tuple[bytes, ...]
    store: bool
    _mended: dict[str, tuple[GameFolder, Note]] = field(factory=dict)

    def beginnings(self, games: Mapping[str, GameFolder]) -> Iterator[str]:
        """Damaged games (ids in hex) whose first lines have come, maybe without any turn file."""
        logs = [each for each in self.logs if each.startswith(_GENESIS)]
        if not logs:
            return
        from pbem.home import mending  # noqa: PLC0415  # a log is damaged once in a hundred games

        for gid in dict.fromkeys(map(mending.starts_of, logs)):
            if gid in games and mending.damage(games[gid]) is not None:
                yield gid

    def opened(self, folder: GameFolder) -> tuple[Session, tuple[Bundle, ...]]:
        """The session of a game; of a damaged one as far as it holds, and turn files of this home that may continue it.

        Raises as :func:`pbem.home.games.open_session` and :func:`pbem.home.mending.mended`.
        """
        try:
            return self.opener(folder, self.identity), ()
        except VerifyError:
            from pbem.home import mending  # noqa: PLC0415  # as above
            from pbem.home.turns import mending_notes as say  # noqa: PLC0415  # as above

            if (damage := mending.damage(folder)) is None:
                raise
        found = mending.mended(folder, self.identity, damage, self.logs, store=self.store)
        self._mended[folder.name] = folder, say.mended(folder, found)
        return found.session, authors.check(found.session.log, found.more, ()).sound

    def told(self, done: Mapping[str, Arrived]) -> Iterator[Note]:
        """What is said of each game that was mended, when everything has joined."""
        if not self._mended:
            return
        from pbem.home.turns import mending_notes as say  # noqa: PLC0415  # as above

        for name, (folder, note) in self._mended.items():
            yield note
            if name in done:
                yield say.after_mending(folder, done[name].session)


_GENESIS = b'{"data":'
"""How the first line of an invitation begins, and so a log."""
