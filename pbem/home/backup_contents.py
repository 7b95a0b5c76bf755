"""What is in a backup: read as a whole and strictly before anything of it is written.

Anybody who has the secret of a backup can put anything into it. A part that is unknown, twice there or not as
:func:`pbem.home.backup.backup` writes it makes the whole file one that was changed. What a home would run, and where it
would send a password, is in ``mail.toml``, and where it would tell of a waiting game in the hooks: both are read to be
shown, and never become a file again.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias, TypeGuard

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.records import field, frozen
from pbem.crypto import keys as crypto
from pbem.home import hooks, succession
from pbem.home.backup_file import MAX_FILE
from pbem.home.owner import copies, journal
from pbem.mail import settings as mail
from pbem.store import contacts
from pbem.store.drafts import Draft
from pbem.store.game import MAX_LOG, MAX_PAPER, MAX_PAPERS, MAX_SMALL, MAX_TURN, Change
from pbem.store.home import PACK_FILE

MAX_FOLDERS = 1000
"""So many games, invitations, challenges and rulings together."""
MAX_PACKS = 32
MAIL, CONTACTS, HOOKS = mail.FILE, contacts.FILE, "notify"
KINDS = ("games", "invites", "challenges", "rulings")
_COPIES = 64
_PACK_BYTES = 16 * 1024 * 1024
_NAME = re.compile(r"[0-9a-f]{16}")
_PAPER = re.compile(r"[0-9a-f]{1,64}\.pbem")
_HEAD = re.compile(r"(?:[0-9a-f]{64})?")
# Notes came later: a part may lack them.
_FIELDS = frozenset(("facts", "log", "since", "vault", "standing", "head", "draft", "papers"))
_Parts: TypeAlias = "Mapping[str, Mapping[str, str]]"
Facts: TypeAlias = "dict[str, str | int | bool | None]"


@frozen(kw_only=True)
class Folder:
    """One game, invitation, challenge or ruling: of which kind, its name (16 hex digits), what is stored in it.

    ``notes``: the player's own, encrypted.
    """

    kind: str
    name: str
    facts: Facts = field(repr=False)
    change: Change = field(repr=False)
    notes: bytes = field(repr=False)


@frozen(kw_only=True)
class Contents:
    """A whole backup. ``mail`` is the text of the settings that are shown, ``hooks`` what was told where, as it is shown,
    ``older`` the secrets before this one."""

    folders: tuple[Folder, ...]
    packs: Mapping[str, Mapping[str, bytes]]
    copies: Mapping[str, bytes]
    contacts: bytes | None
    mail: bytes
    hooks: tuple[str, ...]
    successions: tuple[bytes, ...]
    older: tuple[bytes, ...] = field(repr=False)


def read(data: bytes) -> Contents:
    """The contents in the unpacked bytes. ValueError for what :func:`pbem.home.backup.backup` would not have written."""
    parts = _parts(data)
    kinds: dict[str, dict[str, Mapping[str, str]]] = {}
    for name, part in parts.items():
        kind, slash, rest = name.partition("/")
        _need((kind in (*KINDS, "packs", copies.FOLDER)) is bool(slash))
        kinds.setdefault(kind, {})[rest] = part
    _need(set(kinds) <= {*KINDS, "packs", copies.FOLDER, "home", succession.FOLDER, "secrets"})
    home, papers, secrets = (parts[name] for name in ("home", succession.FOLDER, "secrets"))
    _need(set(home) <= {MAIL, CONTACTS, HOOKS} and set(secrets) == {"older"})
    folders = [(kind, name, part) for kind in KINDS for name, part in kinds.get(kind, {}).items()]
    _need(len(folders) <= MAX_FOLDERS)
    return Contents(
        folders=tuple(read_folder(*each) for each in sorted(folders, key=lambda each: each[:2])),
        packs=_packs(kinds.get("packs", {})),
        copies=_copies(kinds.get(copies.FOLDER, {})),
        contacts=_bytes(home[CONTACTS], contacts.LIMIT) if CONTACTS in home else None,
        mail=_bytes(home.get(MAIL, ""), MAX_FILE),
        hooks=hooks.shown(_bytes(home[HOOKS], MAX_FILE)) if HOOKS in home else (),
        successions=_successions(papers),
        older=_older(_bytes(secrets["older"], MAX_FILE)),
    )


def _parts(data: bytes) -> _Parts:
    try:
        value: object = json.loads(data, object_pairs_hook=_once)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not _are_parts(value):
        raise ValueError("not parts with texts in them")
    for name in ("home", succession.FOLDER, "secrets"):
        _need(name in value)
    return value


def _are_parts(value: object) -> TypeGuard[_Parts]:
    return isinstance(value, dict) and all(
        isinstance(part, dict) and all(isinstance(each, str) for each in part.values())
        for part in value.values()
    )


def _once(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """An object of JSON in which no name is there twice."""
    found = dict(pairs)
    _need(len(found) == len(pairs))
    return found


def read_folder(kind: str, name: str, part: Mapping[str, str]) -> Folder:
    """One game, invitation, challenge or ruling. ValueError as :func:`read`."""
    _need(_NAME.fullmatch(name) is not None and set(part) - {"notes"} == _FIELDS)
    facts = _facts(parse_json(part["facts"].encode()))
    papers, draft = part["papers"].split(), _bytes(part["draft"], MAX_TURN)
    _need(len(part["facts"]) <= MAX_SMALL and len(papers) <= MAX_PAPERS)
    _need(_HEAD.fullmatch(part["head"]) is not None and draft[-1:] in (b"", b"\n"))
    since = datetime.fromisoformat(part["since"]) if part["since"] else None
    _need(since is None or since.tzinfo is not None)
    change = Change(
        facts=facts,
        log=_bytes(part["log"], MAX_LOG) or None,
        since=since,
        vault=_bytes(part["vault"], MAX_TURN) or None,
        standing=_bytes(part["standing"], MAX_TURN) or None,
        draft=Draft(head=part["head"], lines=tuple(draft.split(b"\n")[:-1])) if part["head"] else None,
        keep=tuple(_bytes(each, MAX_PAPER) for each in papers),
    )
    return Folder(
        kind=kind, name=name, facts=facts, change=change, notes=_bytes(part.get("notes", ""), MAX_TURN)
    )


def _facts(value: Json) -> Facts:
    _need(isinstance(value, dict))
    assert isinstance(value, dict)
    found: Facts = {}
    for name, each in value.items():
        if not (each is None or isinstance(each, str | int)):
            raise ValueError(name)
        found[name] = each
    return found


def _packs(parts: _Parts) -> dict[str, dict[str, bytes]]:
    _need(len(parts) <= MAX_PACKS and all(map(_NAME.fullmatch, parts)))
    _need(all(PACK_FILE.fullmatch(name) for part in parts.values() for name in part))
    return {
        digest: {name: _bytes(text, _PACK_BYTES) for name, text in part.items()}
        for digest, part in parts.items()
    }


def _copies(parts: _Parts) -> dict[str, bytes]:
    _need(len(parts) <= _COPIES and all(map(copies.is_name, parts)))
    _need(all(set(part) == {"typed"} for part in parts.values()))
    return {name: _bytes(part["typed"], journal.MOST) for name, part in parts.items()}


def _successions(part: Mapping[str, str]) -> tuple[bytes, ...]:
    _need(len(part) <= succession.MOST and all(map(_PAPER.fullmatch, part)))
    return tuple(_bytes(text, MAX_FILE) for _, text in sorted(part.items()))


def _older(data: bytes) -> tuple[bytes, ...]:
    size = crypto.KEY_BYTES
    _need(len(data) % size == 0)
    return tuple(data[start : start + size] for start in range(0, len(data), size))


def _bytes(text: str, limit: int) -> bytes:
    data = base64.b64decode(text, validate=True)
    _need(len(data) <= limit)
    return data


def _need(holds: bool) -> None:
    if not holds:
        raise ValueError("not as a backup is written")
