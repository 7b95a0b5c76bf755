"""A copy of everything that cannot be had again: the key, of each game its secrets, log, draft and addresses, and what was
typed of one's printed games.

The file: the magic line, the card and the locked key as they stand in ``identity.json``, a blank line, then one box under
a key made from the identity's secret (:func:`pbem.crypto.keys.seal_box`) that holds the games, compressed. It opens with the
password, or with the 24 words without it.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import cast

from attrs import frozen

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import ConflictError, KeyFileError
from pbem.crypto import keys as crypto
from pbem.home import succession
from pbem.home.backup_words import from_words
from pbem.home.games import begun, label, open_session, pending, typed
from pbem.home.identity import Card, Identity, card_of, identity_of, locked, open_card
from pbem.home.owner import copies
from pbem.home.play.standing_orders import NAME as STANDING
from pbem.papers.paper import Finding
from pbem.port.messages import Message, counted
from pbem.store import atomic, contacts
from pbem.store.game import Change, Draft, GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean

_MAGIC = b"pbem-backup-1\n"
_MAX = 64 * 1024 * 1024
_MAX_SMALL = 64 * 1024
_OTHER_FILES = {"mail.toml": _MAX_SMALL, contacts.FILE: contacts.LIMIT}


@frozen(kw_only=True)
class Restored:
    """Who came back, and a line for each game: its id, who plays whom, how many turn files are in it."""

    card: Card
    games: tuple[str, ...]


def backup(home: Home, identity: Identity) -> bytes:
    """The backup of a home. Everything in it but the name, the public key and the locked key is encrypted."""
    with home.lock():
        parts: dict[str, dict[str, str]] = {}
        challenges = tuple(each for each in home.challenges() if each.facts())
        for kind, folders in (
            *(("games", begun(home)), ("invites", pending(home))),
            *(("challenges", challenges), ("rulings", home.rulings())),
        ):
            for folder in folders:
                parts[f"{kind}/{folder.name}"] = _files(folder)
        packs = {
            f"packs/{name}": {file.name: _text(file.read_bytes()) for file in sorted(place.glob("*.toml"))}
            for name, place in home.packs()
        }
        copied = {
            f"{copies.FOLDER}/{game}": {"typed": _text(data)} for game, data in copies.kept(home).items()
        }
        other = {
            name: _text(data)
            for name, limit in _OTHER_FILES.items()
            if (data := atomic.read_bytes(home.path / name, limit)) is not None
        }
        papers = {
            file.name: _text(atomic.read_bytes(file, _MAX_SMALL) or b"")
            for file in succession.papers_in(home)
        }
        locked = home.identity()
    assert locked is not None
    secrets = {"older": _text(b"".join(identity.older))}
    content = {**parts, **packs, **copied, "home": other, succession.FOLDER: papers, "secrets": secrets}
    packed = zlib.compress(json.dumps(content, sort_keys=True).encode(), 9)
    head = _MAGIC + locked.rstrip(b"\n") + b"\n\n"
    return head + crypto.seal_box(_key(identity.secret), packed, head)


def restore(home: Home, data: bytes, *, password: str, words: str = "") -> Restored:
    """Put a backup into a home that has no identity yet. With ``words`` the key gets ``password`` as a new one.

    Raises ConflictError ``identity`` for a home that is somebody's, UsageError ``words``, KeyFileError ``backup`` for a
    file that is none or was changed, and ``password``.
    """
    if home.identity() is not None:
        raise ConflictError(
            "identity",
            Message("{path} has an identity already.", path=home.path),
            hint=Message("Restore into another folder: --home DIR"),
        )
    head, card, locked, box = _taken_apart(data)
    secret = from_words(words) if words else open_card(card, locked, password).secret
    try:
        packed = crypto.open_box(_key(secret), box, head)
        content = cast("dict[str, dict[str, str]]", parse_json(_unpacked(packed)))
        games = _put(home, content)
        older = _bytes(content["secrets"]["older"])
    except (KeyFileError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise KeyFileError(
            "backup",
            Message("This backup was changed, or it is not the backup of these words."),
            hint=Message("Use another copy of the file."),
        ) from error
    # The identity comes last: a home that has one is whole.
    if words:
        _put_identity(home, card, password, (secret, older))
    else:
        home.save_identity(locked, copied=True)
    return Restored(card=card, games=games)


def _put_identity(home: Home, card: Card, password: str, secrets: tuple[bytes, bytes]) -> None:
    """The identity again from the secret in the words, with the secrets that it had before, which the backup holds."""
    secret, older = secrets
    size = crypto.KEY_BYTES
    earlier = tuple(older[start : start + size] for start in range(0, len(older), size))
    home.save_identity(locked(identity_of(card.name, secret, earlier), password), copied=True)


def finding(path: Path) -> Finding | None:
    """What a file is for whoever looks at it, if it begins as a backup; None for any other. Nothing is opened."""
    try:
        with atomic.regular(path) as file:
            data = file.read(_MAX + 1) if file.read(len(_MAGIC)) == _MAGIC else b""
    except OSError:
        return None
    if not data:
        return None
    try:
        name = clean(card_in(_MAGIC + data).name, 64)
    except KeyFileError as error:
        said: tuple[str, ...] = (
            error.message,
            Message("It was damaged on its way, or cut off: look for another copy."),
        )
        return Finding(paper="backup", proved=False, game="", lines=said, code=error.code)
    said = (
        Message(
            "It is the backup of a home of {name}: key, games and secrets, locked with its password.",
            name=name,
        ),
        Message("What is in it is checked when it is put back."),
        Message("Next: pbem --home DIR restore {file}", file=typed(path)),
    )
    return Finding(paper="backup", proved=False, game="", lines=said, code="locked")


def card_in(data: bytes) -> Card:
    """Whose backup it is, without opening it. KeyFileError ``backup``."""
    return _taken_apart(data)[1]


def _key(secret: bytes) -> bytes:
    return crypto.subkey(secret, "backup")


def _files(folder: GameFolder) -> dict[str, str]:
    head, _, lines = (atomic.read_bytes(folder.path / "draft.jsonl", _MAX) or b"").partition(b"\n")
    drafted = json.loads(head)["head"] if head else ""
    return {
        "facts": json.dumps(folder.facts()),
        "log": _text(folder.log()),
        "since": since.isoformat() if (since := folder.since()) is not None else "",
        "vault": _text(folder.vault() or b""),
        "plans": _text(folder.plans()),
        "head": str(drafted),
        "draft": _text(lines),
        "papers": " ".join(_text(data) for _, data in folder.papers()),
        "standing": _text(atomic.read_bytes(folder.path / STANDING, _MAX_SMALL) or b""),
    }


def _put(home: Home, content: Mapping[str, Mapping[str, str]]) -> tuple[str, ...]:
    told: list[str] = []
    places = {
        "games": home.new_game,
        "invites": home.new_invitation,
        "challenges": home.new_challenge,
        "rulings": home.new_ruling,
    }
    for name, files in sorted(content.items()):
        kind, _, digest = name.partition("/")
        if kind == "packs":
            home.install_pack(digest, {file: _bytes(text) for file, text in files.items()})
        elif kind == copies.FOLDER:
            with home.lock():
                copies.put_back(home, digest, _bytes(files["typed"]))
        elif kind in places:
            facts = cast("dict[str, str | int | bool | None]", parse_json(files["facts"].encode()))
            folder = places[kind](digest)
            draft = Draft(head=files["head"], lines=tuple(_bytes(files["draft"]).split(b"\n")[:-1]))
            folder.save(
                Change(
                    facts=facts,
                    log=_bytes(files["log"]) or None,
                    since=datetime.fromisoformat(day) if (day := files["since"]) else None,
                    vault=_bytes(files["vault"]) or None,
                    plans=_bytes(files.get("plans", "")) or None,
                    draft=draft if draft.head else None,
                    keep=tuple(_bytes(text) for text in files.get("papers", "").split()),
                )
            )
            if sheet := _bytes(files["standing"]):
                with home.lock():
                    atomic.write_bytes(folder.path / STANDING, sheet)
            if kind == "games":
                told.append(f"{digest[:8]}: {label(facts)}")
    succession.put_back(home, [_bytes(text) for text in content[succession.FOLDER].values()])
    for name, text in content["home"].items():
        if name in _OTHER_FILES:
            with home.lock():
                atomic.write_bytes(home.path / name, _bytes(text))
    return tuple(told)


def check(home: Home, identity: Identity) -> tuple[str, ...]:
    """Open every game of a home that was put back; how far each goes. Raises VerifyError and KeyFileError."""
    told = []
    for folder in begun(home):
        session = open_session(folder, identity)
        told.append(
            Message(
                "{name}: {files}, {entries}, all verified.",
                name=folder.name[:8],
                files=counted(session.end.bundles, "{n} turn file", "{n} turn files"),
                entries=counted(session.end.entries, "{n} entry", "{n} entries"),
            )
        )
    return tuple(told)


def _taken_apart(data: bytes) -> tuple[bytes, Card, bytes, bytes]:
    end = data.find(b"\n\n")
    if not data.startswith(_MAGIC) or not 0 < end < _MAX_SMALL or len(data) > _MAX:
        raise KeyFileError("backup", Message("This file is not a backup that pbem wrote."))
    locked = data[len(_MAGIC) : end + 1]
    return data[: end + 2], card_of(locked, "the backup"), locked, data[end + 2 :]


def _unpacked(packed: bytes) -> bytes:
    inflater = zlib.decompressobj()
    content = inflater.decompress(packed, _MAX)
    if not inflater.eof:
        raise ValueError("too large, or cut off")
    return content


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
