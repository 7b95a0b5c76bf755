"""Where the fold of a game of this home can begin, so that nobody waits for the whole log (``schemas/checkpoint.md``).

Only a player's own commands begin at a checkpoint. What is judged for anybody - ``verify``, ``audit``, a replay, a paper,
somebody else's file - is folded from its first entry.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from pbem.bytes.errors import PbemError
from pbem.bytes.records import evolve
from pbem.games.distributions import files, version
from pbem.log import Log
from pbem.replay import checkpoint
from pbem.replay.checkpoint import Believed
from pbem.replay.fold import Mark
from pbem.store.game import GameFolder

_CODE = ("pbem.bytes", "pbem.log", "pbem.replay")
"""The packages that make what a checkpoint holds."""


@lru_cache(maxsize=1)
def made() -> str:
    """The program that writes checkpoints now: its version, and a digest of the code that makes them."""
    found = hashlib.sha256()
    for package in _CODE:
        for each in sorted(files(package).iterdir(), key=lambda each: each.name):
            if each.name.endswith(".py"):
                found.update(each.name.encode() + b"\0" + each.read_bytes())
    return f"{version('pbem')} {found.hexdigest()}"


def believed(
    folder: GameFolder, stored: bytes, key: bytes | None = None, *, of_map: bool = False
) -> Believed | None:
    """The checkpoint of a game whose log has the bytes ``stored``; None: the log is read and folded from its first entry.

    With ``key``, before anything is signed, only one that was written with that key.
    """
    data = folder.checkpoint(of_map=of_map)
    return checkpoint.read(data, stored, made(), key) if data else None


def keep(
    folder: GameFolder, log: Log, mark: Mark[object] | None, key: bytes | None = None, *, of_map: bool = False
) -> None:
    """Keep a place of a log that this program has folded itself."""
    if mark is None:
        return
    # Who has a seat now is no part of the log: its first mails name the players.
    players, table = zip("AB", (log.invite.seat, log.accepted.seat), strict=True), mark.position.table
    seats = {seat: evolve(table.seats[seat], name=player.who) for seat, player in players}
    try:
        position = evolve(mark.position, table=evolve(table, seats=seats))
        data = checkpoint.write(evolve(mark, position=position), log, made(), key)
    except PbemError:  # a state that cannot be written: who folds the log next will say so
        return
    if data:
        folder.keep_checkpoint(data, of_map=of_map)
