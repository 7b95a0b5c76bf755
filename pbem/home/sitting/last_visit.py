"""Up to where a player has looked at a game: the turn file, and the position that stood on the table then.

It lies beside the log, compressed, and holds nothing that the log does not say. One that is damaged, of another log, or
of rules that do not read it any more is as if there were none. ``before`` is where this sitting began: it moves when
somebody else, or the player's own program, has written since they last looked, so that a second look shows the same news;
and when the player has sent a turn of their own on it.
"""

from __future__ import annotations

import zlib

from pbem.bytes.canon import encode_value, parse_json
from pbem.bytes.records import frozen
from pbem.bytes.stored import loaded, plain
from pbem.games import boundary
from pbem.home.acting import account
from pbem.home.games import Seen
from pbem.log import Log
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_VERSION = 1
_MAX_UNPACKED = 2 * boundary.MOST_STATE + 64 * 1024
"""Bytes after unpacking: two positions and the JSON around them."""


@frozen(kw_only=True)
class Mark:
    """A place between two turn files: how many stand before it, the head there (hex), the game's state as JSON text."""

    bundles: int
    head: str
    state: str

    def fits(self, log: Log) -> bool:
        """Whether a log goes through this place."""
        if not 0 <= self.bundles <= len(log.bundles):
            return False
        head = log.bundles[self.bundles - 1].header.head if self.bundles else log.gid
        return self.head == head.hex()


@frozen(kw_only=True)
class LastVisit:
    """Where the sitting began, and up to where everything has been seen."""

    before: Mark
    now: Mark


def begin(folder: GameFolder, view: Seen | Session) -> LastVisit:
    """Note that the player looks at a game now; where this sitting began comes back."""
    here, kept = _here(view), read(folder, view.log)
    if kept is None:
        return _keep(folder, LastVisit(before=here, now=here), kept)
    if any(_is_news(folder, view, place) for place in range(kept.now.bundles, here.bundles)):
        return _keep(folder, LastVisit(before=kept.now, now=here), kept)
    answered = here.bundles > kept.now.bundles
    return _keep(folder, LastVisit(before=here if answered else kept.before, now=here), kept)


def go_on(folder: GameFolder, view: Seen | Session) -> None:
    """Note that the player has seen everything up to here, in the same sitting."""
    here, kept = _here(view), read(folder, view.log)
    _keep(folder, LastVisit(before=kept.before if kept is not None else here, now=here), kept)


def read(folder: GameFolder, log: Log) -> LastVisit | None:
    """The visit that is kept; None if there is none, or it is not of this log."""
    data = folder.looked()
    if not data:
        return None
    try:
        visit = _decoded(data)
    except Exception:  # anything may be in the file
        return None
    fits = visit is not None and visit.before.fits(log) and visit.now.fits(log)
    return visit if fits else None


def state(view: Seen | Session, mark: Mark) -> object | None:
    """The position at a mark; None where the rules in force do not read it."""
    try:
        return view.base.rules.load(parse_json(mark.state.encode()))
    except Exception:  # the rules may raise anything
        return None


def _here(view: Seen | Session) -> Mark:
    log, base = view.log, view.base
    return Mark(
        bundles=len(log.bundles), head=log.head.hex(), state=boundary.write(base.rules, base.game).decode()
    )


def _is_news(folder: GameFolder, view: Seen | Session, place: int) -> bool:
    """Whether the other side, or the player's own program, wrote this turn file."""
    header = view.log.bundles[place].header
    return header.by != view.seat or account.by_itself(folder, header.n)


def _keep(folder: GameFolder, visit: LastVisit, before: LastVisit | None) -> LastVisit:
    """Store a visit, unless it is the one ``before``; it comes back."""
    if visit != before:
        folder.keep_looked(zlib.compress(encode_value({"v": _VERSION, **plain(visit)})))
    return visit


def _decoded(data: bytes) -> LastVisit | None:
    unpacking = zlib.decompressobj()
    value = parse_json(unpacking.decompress(data, _MAX_UNPACKED))
    if unpacking.unconsumed_tail or not unpacking.eof or not isinstance(value, dict):
        return None
    return loaded(value, LastVisit) if value.pop("v", None) == _VERSION else None
