"""The file of a player's own notes on a game, encrypted before it comes here, and other versions of it that lie there."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.store import atomic
from pbem.store.game import MAX_TURN, GameFolder

NAME = "notes.box"
_MOST = 16


def read(folder: GameFolder) -> dict[str, bytes]:
    """What lies there by the name of its file: :data:`NAME` first, then other versions (``notes*.box``)."""
    with folder.held():
        beside = sorted(each.name for each in folder.path.glob("notes*.box") if each.name != NAME)
        found = {name: atomic.read_bytes(folder.path / name, MAX_TURN) for name in (NAME, *beside[:_MOST])}
    return {name: data for name, data in found.items() if data}


def keep(folder: GameFolder, data: bytes, joined: Iterable[str] = ()) -> None:
    """Keep ``data`` whole or not at all, b"" for nothing, and remove the files that are ``joined`` in it."""
    with folder.held():
        if data:
            atomic.write_bytes(folder.path / NAME, data)
        for name in {*joined} - ({NAME} if data else set()):
            (folder.path / name).unlink(missing_ok=True)
