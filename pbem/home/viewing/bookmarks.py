"""Notes and bookmarks: a player's own words on entries of a game, in the home alone (``schemas/notes.md``)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import TypeAlias

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.errors import FormatError, KeyFileError, UsageError
from pbem.bytes.records import frozen
from pbem.bytes.stored import loaded
from pbem.crypto import keys as crypto
from pbem.home.identity import Identity
from pbem.log import Log
from pbem.port.messages import Message
from pbem.store import private_notes
from pbem.store.game import GameFolder

MAX_FILE = 4_000_000
"""Bytes of a file of notes: no page takes in a larger one."""
MAX_TEXT = 2000
"""UTF-16 code units of a note, as a browser counts them."""
_MOST, _ANY = 1000, 10**9
_HINT = Message("The replay page saves such a file under Notes, and pbem replay mark --out FILE writes one.")
Notes: TypeAlias = Mapping[int, str]
"""Texts by entry; "" is a bookmark alone."""


@frozen(kw_only=True)
class _Note:
    entry: int
    text: str


def signed(log: Log) -> int:
    """So many entries of a log are signed: on those there can be notes."""
    return sum(len(bundle.entries) for bundle in log.bundles)


def read(folder: GameFolder, identity: Identity) -> dict[int, str]:
    """The notes of a game, with those joined that a synchronised folder holds beside them. Raises KeyFileError ``notes``."""
    return _read(folder, identity)[0]


def _read(folder: GameFolder, identity: Identity) -> tuple[dict[int, str], list[str]]:
    """The notes, and the names of the files from which they were read."""
    notes: dict[int, str] = {}
    read_from: list[str] = []
    label = str(folder.facts().get("vault", ""))
    for name, box in private_notes.read(folder).items():
        found = _opened(identity, label, box)
        if found is not None:
            notes = joined(notes, found)
            read_from.append(name)
        elif name == private_notes.NAME:
            raise KeyFileError.of(
                "notes",
                "The notes on this game cannot be read.",
                path=folder.path / name,
                hint="Take {path} away, or put it back from a copy.",
            )
    return notes, read_from


def keep(
    folder: GameFolder, identity: Identity, log: Log, more: Notes, gone: int | None = None
) -> dict[int, str]:
    """Keep ``more`` in the place of what stands on the same entries, without the note on entry ``gone``; all notes.

    Raises UsageError ``no-entry``, ``too-long`` and ``too-many``, KeyFileError ``notes``.
    """
    more = {entry: _whole(text) for entry, text in more.items()}
    for entry, text in more.items():
        _check(entry, text, signed(log))
    with folder.held():
        notes, read_from = _read(folder, identity)
        notes |= more
        if gone is not None and notes.pop(gone, None) is None:
            raise UsageError("no-note", Message("There is no note on entry {entry}.", entry=gone))
        data = written(notes, log)
        if len(notes) > _MOST or len(data) > MAX_FILE:
            raise UsageError.of("too-many", "{most} notes at most are kept, and 4 MB of them.", most=_MOST)
        label = str(folder.facts().get("vault", ""))
        box = crypto.seal_box(_key(identity.vault_key(label)), zlib.compress(data, 9), _bound(label))
        private_notes.keep(folder, box if notes else b"", read_from)
    return notes


def _check(entry: int, text: str, entries: int) -> None:
    if not 0 <= entry < entries:
        hint = Message("Signed entries: 0 to {last}.", last=entries - 1) if entries else ""
        raise UsageError("no-entry", Message("There is no signed entry {entry}.", entry=entry), hint=hint)
    if _units(text) > MAX_TEXT:
        raise UsageError.of("too-long", "A note has at most {most} letters.", most=MAX_TEXT)


def take(folder: GameFolder, identity: Identity, log: Log, data: bytes) -> dict[int, str]:
    """Take in the bytes of a file of notes: joined with those that there are. Raises as :func:`parsed` and :func:`keep`."""
    more = parsed(data, log.gid.hex(), signed(log))
    with folder.held():
        return keep(folder, identity, log, joined(read(folder, identity), more))


def joined(one: Notes, other: Notes) -> dict[int, str]:
    """Notes of two places as one: on one entry the longer text stays, the other behind it unless it is part of it."""
    return {entry: _joined(one.get(entry, ""), other.get(entry, "")) for entry in sorted({*one, *other})}


def _joined(*texts: str) -> str:
    shorter, longer = sorted(texts, key=lambda text: (_units(text), text))
    both = longer if shorter in longer else _cut(f"{longer}\n{shorter}")
    return longer if both == f"{longer}\n" else both


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut(text: str) -> str:
    return text.encode("utf-16-le")[: 2 * MAX_TEXT].decode("utf-16-le", "ignore")


# --- the file ---------------------------------------------------------------------------------------------------------


def written(notes: Notes, log: Log, entries: int = _ANY) -> bytes:
    """The file of those notes that are on the first ``entries`` entries."""
    rows: list[Json] = [{"entry": n, "text": notes[n]} for n in sorted(notes) if n < entries]
    value = {"pbem-notes": 1, "game": log.gid.hex(), "notes": rows}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def parsed(data: bytes, game: str, entries: int) -> dict[int, str]:
    """The notes in the bytes of a file. Raises FormatError ``bad-notes``, ``other-game``, and ``no-entry`` for one that is
    on none of the first ``entries``."""
    if len(data) > MAX_FILE:
        raise FormatError("bad-notes", Message("This is too large to be a file of notes."), hint=_HINT)
    try:
        value = parse_json(data)
        if not isinstance(value, dict) or {*value} != {"pbem-notes", "game", "notes"}:
            raise ValueError(value)
        rows, named = loaded(value["notes"], tuple[_Note, ...]), value["game"]
        found = {each.entry: _whole(each.text) for each in rows}
        if (
            value["pbem-notes"] is True
            or value["pbem-notes"] != 1
            or len(rows) > _MOST
            or not isinstance(named, str)
        ):
            raise ValueError(named)
        if len(found) < len(rows) or any(n < 0 or _units(text) > MAX_TEXT for n, text in found.items()):
            raise ValueError(len(rows))
    except ValueError as error:
        raise FormatError(
            "bad-notes", Message("This is not a file of notes, or a damaged one."), hint=_HINT
        ) from error
    if named != game:
        raise FormatError.of("other-game", "These notes belong to another game.")
    if found and max(found) >= entries:
        said = Message(
            "There is a note on entry {entry}, and the log here has {n}.", entry=max(found), n=entries
        )
        raise FormatError(
            "no-entry", said, hint=Message("First take in the turns that are missing: pbem import")
        )
    return found


def _whole(text: str) -> str:
    """A text without halves of surrogate pairs, which a browser may leave where it cuts."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


# --- the box ----------------------------------------------------------------------------------------------------------


def _key(vault_key: bytes) -> bytes:
    return crypto.subkey(vault_key, "notes")


def _bound(label: str) -> bytes:
    return f"notes/{label}".encode()


def _opened(identity: Identity, label: str, box: bytes) -> dict[int, str] | None:
    """What a box holds; None where no key opens it, or it is damaged."""
    for key in identity.vault_keys(label):
        try:
            inflater = zlib.decompressobj()
            data = inflater.decompress(crypto.open_box(_key(key), box, _bound(label)), MAX_FILE + 1)
            game = parse_json(data)
            return parsed(data, str(game["game"]) if isinstance(game, dict) else "", _ANY)
        except (KeyFileError, FormatError, LookupError, ValueError, zlib.error):
            continue
    return None
