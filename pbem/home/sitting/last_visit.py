"""Up to where a player has looked at a game: the turn file, and the position that stood on the table then.

It lies beside the log, compressed, and holds nothing that the log does not say. One that is damaged, of another log, or
of rules that do not read it any more is as if there were none. ``before`` is where this sitting began: it moves when
somebody else, or the player's own program, has written since they last looked, so that looking twice tells the same twice.
"""

from __future__ import annotations

import zlib

from attrs import frozen

from pbem.bytes.canon import Json, encode_value, parse_json
from pbem.games import boundary
from pbem.home.acting import account
from pbem.home.games import Seen
from pbem.log import Log
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_VERSION = 1
_MOST = 2 * boundary.MOST_STATE + 64 * 1024
"""Bytes once it is unpacked: two positions and what stands around them."""


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
class Looked:
    """Where the sitting began, and up to where everything has been seen."""

    before: Mark
    now: Mark


def begin(folder: GameFolder, view: Seen | Session) -> Looked:
    """The player looks at a game: where this sitting begins. Kept at once."""
    here, kept = _here(view), read(folder, view.log)
    if kept is None:
        return _kept(folder, Looked(before=here, now=here), kept)
    grown = any(_news(folder, view, each) for each in range(kept.now.bundles, here.bundles))
    return _kept(folder, Looked(before=kept.now if grown else kept.before, now=here), kept)


def go_on(folder: GameFolder, view: Seen | Session) -> None:
    """What has been written up to here was shown to the player in the sitting that goes on."""
    here, kept = _here(view), read(folder, view.log)
    _kept(folder, Looked(before=kept.before if kept is not None else here, now=here), kept)


def read(folder: GameFolder, log: Log) -> Looked | None:
    """What is kept, where it fits the log."""
    data = folder.looked()
    if not data:
        return None
    try:
        found = _decoded(data)
    except Exception:  # whatever somebody has made of the file
        return None
    fits = found is not None and found.before.fits(log) and found.now.fits(log)
    return found if fits else None


def state(view: Seen | Session, mark: Mark) -> object | None:
    """The position at a mark; None where the rules in force do not read it."""
    try:
        return view.base.rules.load(parse_json(mark.state.encode()))
    except Exception:  # it is the rules that read it
        return None


def _here(view: Seen | Session) -> Mark:
    log, base = view.log, view.base
    head = log.bundles[-1].header.head if log.bundles else log.gid
    return Mark(
        bundles=len(log.bundles), head=head.hex(), state=boundary.write(base.rules, base.game).decode()
    )


def _news(folder: GameFolder, view: Seen | Session, place: int) -> bool:
    """Whether the player did not write this turn file with their own hand."""
    header = view.log.bundles[place].header
    return header.by != view.seat or account.by_itself(folder, header.n)


def _kept(folder: GameFolder, found: Looked, before: Looked | None) -> Looked:
    if found != before:
        folder.keep_looked(_encoded(found))
    return found


def _encoded(found: Looked) -> bytes:
    value: dict[str, Json] = {"v": _VERSION, "before": _plain(found.before), "now": _plain(found.now)}
    return zlib.compress(encode_value(value))


def _plain(mark: Mark) -> Json:
    return {"bundles": mark.bundles, "head": mark.head, "state": mark.state}


def _decoded(data: bytes) -> Looked | None:
    unpacking = zlib.decompressobj()
    value = parse_json(unpacking.decompress(data, _MOST))
    if unpacking.unconsumed_tail or not unpacking.eof:
        return None
    if not isinstance(value, dict) or value.get("v") != _VERSION:
        return None
    before, now = _mark(value.get("before")), _mark(value.get("now"))
    return Looked(before=before, now=now) if before is not None and now is not None else None


def _mark(value: Json) -> Mark | None:
    if not isinstance(value, dict):
        return None
    bundles, head, text = value.get("bundles"), value.get("head"), value.get("state")
    if type(bundles) is not int or not isinstance(head, str) or not isinstance(text, str):
        return None
    return Mark(bundles=bundles, head=head, state=text)
