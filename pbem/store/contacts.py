"""Whom this home has met: ``contacts.json``, identity keys with the names they came under.

The games say the same again of everybody with whom one was begun, so that losing this file loses what was compared by
voice, and the people whose games are gone; never a warning about those whose games are here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.errors import CONFUSED, UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.store import atomic

FILE = "contacts.json"
MAX_CONTACTS = 1000
MAX_NAMES = 4
LIMIT = 2 * 1024 * 1024
"""The largest file of contacts, in bytes."""
_KEY_BYTES = 32
_MAX_WORD = 64
_SPOILT = "contacts.damaged"


@frozen(kw_only=True)
class Contact:
    """One identity key (32 bytes), the names it came under (the first one first), and the game of the first meeting.

    ``day`` is that of the meeting, ``compared`` that on which the codes were compared by voice (ISO dates; empty: not
    known, not compared).
    """

    key: bytes
    names: tuple[str, ...]
    game: str = ""
    day: str = ""
    compared: str = field(default="")

    def known_as(self, name: str) -> Contact:
        """The contact with one more name. The first stays, and so do those that came last."""
        if name in self.names:
            return self
        first, *others = (*self.names, name)
        return evolve(self, names=(first, *others[-MAX_NAMES + 1 :]))


def read_contacts(home: Path) -> dict[bytes, Contact]:
    """By key, in the order of meeting. What cannot be read is left out; nothing is raised for a damaged file."""
    try:
        value = parse_json(atomic.read_bytes(home / FILE, LIMIT) or b"[]")
    except (OSError, *CONFUSED):
        return {}
    rows = value if isinstance(value, list) else []
    found = (_contact(row) for row in rows[:MAX_CONTACTS])
    return {each.key: each for each in found if each is not None}


def write_contacts(home: Path, contacts: Iterable[Contact]) -> None:
    """Store them; a file that could not be read before is put aside first. Hold the lock of the home.

    Raises UsageError ``too-many`` beyond 1,000: nobody is forgotten to make room for a stranger.
    """
    kept = tuple(contacts)
    if len(kept) > MAX_CONTACTS:
        raise UsageError.of(
            "too-many", "{max_contacts} people are known here already.", max_contacts=MAX_CONTACTS
        )
    _put_aside(home)
    rows = [
        {
            "compared": each.compared,
            "day": each.day,
            "game": each.game,
            "key": each.key.hex(),
            "names": list(each.names),
        }
        for each in kept
    ]
    atomic.write_bytes(home / FILE, json.dumps(rows, ensure_ascii=False, indent=1).encode() + b"\n")


def _put_aside(home: Path) -> None:
    """Keep a damaged file under another name: somebody may still read in it what was compared."""
    place = home / FILE
    try:
        data = atomic.read_bytes(place, LIMIT)
        whole = data is None or isinstance(parse_json(data), list)
    except (OSError, ValueError):
        whole = False
    if not whole:
        place.replace(home / _SPOILT)


def _contact(row: Json) -> Contact | None:
    """One row; None when it is not as we write it."""
    try:
        given = cast("dict[str, Json]", row)
        key, names = bytes.fromhex(str(given["key"])), cast("list[str]", given["names"])
        words = [str(given.get(name) or "") for name in ("game", "day", "compared")]
    except CONFUSED:
        return None
    sound = isinstance(names, list) and 0 < len(names) <= MAX_NAMES
    if len(key) != _KEY_BYTES or not sound or not all(isinstance(name, str) for name in names):
        return None
    if any(not 0 < len(name) <= _MAX_WORD or not _writable(name) for name in names):
        return None
    if any(len(word) > _MAX_WORD or not word.isascii() or not word.isprintable() for word in words):
        return None
    game, day, compared = words
    return Contact(key=key, names=tuple(names), game=game, day=day, compared=compared)


def _writable(name: str) -> bool:
    """Whether a name can be written again: a lone surrogate cannot."""
    return not any("\ud800" <= char <= "\udfff" for char in name)
