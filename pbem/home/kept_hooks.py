"""The places where a player is told of their games, locked under their key, and beside it what was told where.

``notify.box`` holds the addresses. ``notify.json`` holds no secret: of each game the mark of what was told, and how often a
place has failed. So ``pbem status`` and ``pbem setup doctor`` need no password.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import cast

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.errors import CONFUSED, KeyFileError, PbemError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.stored import loaded, plain
from pbem.crypto import keys as crypto
from pbem.home.hooks import Hook, dump, load
from pbem.home.identity import Identity
from pbem.store import atomic
from pbem.store.home import Home

BOX, STATE = "notify.box", "notify.json"
FAILURES = 5
"""So many in a row switch a place off."""
_WAITS = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""After the first failure, the second, ...: a network that is away for a night switches nothing off."""
_LIMIT = 1024 * 1024
_LABEL = "notify"


@frozen(kw_only=True)
class Told:
    """Of one place: how often in a row it has ``failed`` and ``since`` when (ISO, the last time), and of each game what was
    told: a mark of its log, and when (ISO)."""

    failed: int = 0
    since: str = ""
    games: Mapping[str, tuple[str, str]] = field(factory=dict)

    @property
    def off(self) -> bool:
        """Whether it has failed too often to be used."""
        return self.failed >= FAILURES

    def patient(self, now: datetime) -> bool:
        """Whether it is too early to try again after a failure."""
        if not self.failed or self.off:
            return self.off
        since = datetime.fromisoformat(self.since)
        return since <= now < since + _WAITS[self.failed - 1]

    def due(self, game: str, mark: str, now: datetime, hours: int) -> bool:
        """Whether a game is to be told of: one that stands elsewhere, or again after so many ``hours`` (0: never)."""
        before, when = self.games.get(game, ("", ""))
        if before != mark:
            return True
        return bool(hours) and now >= datetime.fromisoformat(when) + timedelta(hours=hours)

    def failing(self, now: datetime) -> Told:
        """With one more failure in a row."""
        return evolve(self, failed=self.failed + 1, since=now.isoformat())

    def with_told(self, games: Mapping[str, str], now: datetime) -> Told:
        """With the marks of some games as told now."""
        return evolve(
            self, games={**self.games, **{game: (mark, now.isoformat()) for game, mark in games.items()}}
        )


def are_set_up(home: Home) -> bool:
    """Whether there is a place at all: asked before anything else of this is loaded or unlocked."""
    return (home.path / BOX).is_file()


def read_hooks(home: Home, identity: Identity) -> tuple[Hook, ...]:
    """The places of a home. Raises PbemError ``damaged``."""
    box = atomic.read_bytes(home.path / BOX, _LIMIT)
    if box is None:
        return ()
    for secret in (identity.secret, *identity.older):
        try:
            return load(crypto.open_box(_key(secret), box, _LABEL.encode()), secrets=True)
        except KeyFileError:
            continue
        except ValueError:
            break
    raise PbemError.of(
        "damaged",
        "{home} is damaged: it does not hold what pbem wrote.",
        home=home.path / BOX,
        hint="Remove the file, and add your notices anew: pbem setup notify add",
    )


def write_hooks(home: Home, identity: Identity, hooks: Iterable[Hook]) -> None:
    """Store them in place of those that were there; no file where there are none."""
    kept = tuple(hooks)
    if not kept:
        atomic.remove(home.path / BOX)
        atomic.remove(home.path / STATE)
        return
    box = crypto.seal_box(_key(identity.secret), dump(kept, secrets=True), _LABEL.encode())
    atomic.write_bytes(home.path / BOX, box)
    there = {each.id for each in kept}
    write_told(home, {name: each for name, each in read_told(home).items() if name in there})


def _key(secret: bytes) -> bytes:
    return crypto.subkey(secret, _LABEL)


def read_told(home: Home) -> dict[str, Told]:
    """What was told, by the ids of places. A file that cannot be read is one in which nothing was told."""
    data = atomic.read_bytes(home.path / STATE, _LIMIT)
    try:
        return {
            name: _dated(loaded(each, Told))
            for name, each in cast("dict[str, Json]", parse_json(data or b"{}")).items()
        }
    except CONFUSED:
        return {}


def _dated(told: Told) -> Told:
    """The same. Raises ValueError for what is no time, or a time without a zone."""
    for each in (*((told.since,) if told.failed else ()), *(when for _, when in told.games.values())):
        if datetime.fromisoformat(each).tzinfo is None:
            raise ValueError(each)
    return told


def write_told(home: Home, told: Mapping[str, Told]) -> None:
    """Store it, whole or not at all."""
    value = {name: plain(each) for name, each in told.items()}
    atomic.write_bytes(home.path / STATE, json.dumps(value, indent=1).encode() + b"\n")


def off(home: Home) -> int:
    """How many places have been switched off by failures."""
    return sum(each.off for each in read_told(home).values()) if are_set_up(home) else 0
