"""What the last backup of a home holds, as far as the home remembers, and what cannot be made again and is not in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from pbem.bytes.errors import CONFUSED, PbemError
from pbem.bytes.records import field, frozen
from pbem.home import identity as identities
from pbem.home import lost_facts
from pbem.home.games import begun, pending
from pbem.home.owner import copies
from pbem.home.practice import is_practice
from pbem.log import scan_log
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.store.game import GameFolder
from pbem.store.home import Home

FILE = "backup.json"
_LIMIT = 1024 * 1024
_KEY = "key"


@frozen(kw_only=True)
class LastBackup:
    """The day of it ("" when none is known), the number of turn files of each game in it, and its :func:`things`."""

    day: str = ""
    games: Mapping[str, int] = field(factory=dict)
    things: Mapping[str, str] = field(factory=dict)


def things(home: Home, leave: Iterable[str] = ()) -> dict[str, str]:
    """What cannot be made again, each with a mark that changes when it has to be saved anew, "" where nobody can tell.

    A game counts with the number of its player's game keys: all else of its secrets is found again from the log. ``leave``
    names what is to be left out. Games against the computer and a key that has never been used are no loss.
    """
    folders = {
        "games": [each for each in begun(home) if not is_practice(each)],
        "invites": [*pending(home)],
        "challenges": [each for each in home.challenges() if _filled(each)],
        "rulings": [*home.rulings()],
    }
    found = {
        f"{kind}/{each.name}": _keys(each) if kind == "games" else ""
        for kind, those in folders.items()
        for each in those
    }
    found |= {f"{each.path.parent.name}/{each.name}": "" for each, _ in lost_facts.lost(home)}
    found |= {
        f"{copies.FOLDER}/{game}": hashlib.sha256(data).hexdigest()[:16]
        for game, data in copies.kept(home).items()
    }
    if found and home.identity() is not None:
        found[_KEY] = identities.card(home).public.hex()
    return {name: mark for name, mark in found.items() if name not in set(leave)}


def lacking(home: Home) -> tuple[str, ...]:
    """What is not in the last backup and cannot be made again, in words."""
    saved = last_backup(home)
    return tuple(
        _words(name)
        for name, mark in things(home).items()
        if name not in saved.things or (mark and mark != saved.things[name])
    )


def note_backup(home: Home, now: datetime, leave: Iterable[str] = ()) -> None:
    """Remember the day of a backup, how many turn files of each game are in it, and what cannot be made again."""
    saved = things(home, leave)
    value = {"at": now.date().isoformat(), "games": dict(_lengths(home, leave)), "things": saved}
    with home.lock():
        atomic.write_bytes(home.path / FILE, json.dumps(value, sort_keys=True).encode() + b"\n")


def last_backup(home: Home) -> LastBackup:
    """What is remembered of the last backup; nothing where that cannot be read."""
    data = atomic.read_bytes(home.path / FILE, _LIMIT)
    try:
        value = json.loads(data or b"{}")
        return LastBackup(
            day=str(value.get("at", "")),
            games={str(name): int(n) for name, n in value.get("games", {}).items()},
            things={str(name): str(mark) for name, mark in value.get("things", {}).items()},
        )
    except CONFUSED:
        return LastBackup()


def _lengths(home: Home, leave: Iterable[str]) -> Iterator[tuple[str, int]]:
    for folder in begun(home):
        log, _ = scan_log(folder.log())
        if log is not None and f"games/{folder.name}" not in set(leave):
            yield folder.name, len(log.bundles)


def _keys(folder: GameFolder) -> str:
    """How many game keys the player of a game has had, as far as its log can be read."""
    log, damage = scan_log(folder.log())
    if log is None or log.accept is None or damage is not None:
        return ""
    return str(len(log.keys_of("A" if folder.facts().get("seat") == "A" else "B")))


def _filled(folder: GameFolder) -> bool:
    try:
        return bool(folder.facts())
    except PbemError:
        return False


def _words(name: str) -> str:
    kind, _, rest = name.partition("/")
    if kind == "games":
        return Message("game {id}", id=rest[:8])
    if kind == "invites":
        return Message("invitation {id}", id=rest[:8])
    if kind == "challenges":
        return Message("challenge {id}", id=rest[:8])
    if kind == "rulings":
        return Message("the rulings in game {id}", id=rest[:8])
    return Message("what you typed of {game}", game=rest) if rest else Message("your key")
