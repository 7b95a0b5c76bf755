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
from collections.abc import Iterator, Mapping

from pbem.bytes.errors import NOT_THE_OTHERS, ConflictError, KeyFileError, PbemError, unexpected
from pbem.bytes.records import frozen
from pbem.crypto import keys as crypto
from pbem.home import backup_contents, hooks, kept_hooks, succession
from pbem.home.backup_contents import Contents
from pbem.home.backup_file import MAGIC, MAX, MAX_FILE, taken_apart
from pbem.home.backup_words import from_words
from pbem.home.games import WITHDRAWN, begun, label, open_session
from pbem.home.identity import Card, Identity, identity_of, open_card
from pbem.home.identity import locked as with_password
from pbem.home.lost_facts import lost
from pbem.home.mending import damage
from pbem.home.owner import copies
from pbem.home.packs.digests import place_of
from pbem.home.standing.kept import without_waiting
from pbem.mail.settings import shown as shown_settings
from pbem.port.messages import Message, Series, counted
from pbem.store import atomic, contacts, private_notes
from pbem.store.game import GameFolder
from pbem.store.home import PACK_FILE, Home
from pbem.store.laid_aside import check_room, filled
from pbem.view.markup import clean

_LONGEST = 1000
_OTHER_FILES = {backup_contents.MAIL: MAX_FILE, contacts.FILE: contacts.LIMIT}


@frozen(kw_only=True)
class Restored:
    """Who came back, and a line for each game: its id, who plays whom, how many turn files are in it.

    ``notes`` say what lies elsewhere than the backup said, ``mail`` what stood in its mail
    settings, ``hooks`` where it told of waiting games: neither was taken.
    """

    card: Card
    games: tuple[str, ...]
    notes: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()


@frozen(kw_only=True)
class Saved:
    """A backup of so many ``games``, and a line for each that is broken: ``left`` are those of which nothing could be taken,
    by their name in the backup, ``damaged`` those whose files are in it as they are, since their log is damaged."""

    data: bytes
    games: int
    left: Mapping[str, str]
    damaged: tuple[str, ...]


def backup(home: Home, identity: Identity) -> Saved:
    """The backup of a home. Everything in it but the name, the public key and the locked key is encrypted. A game that is
    broken keeps no other out of it.

    Raises ConflictError ``too-much`` for a home that is more than a backup can hold.
    """
    with home.lock():
        parts, left = _folders(home)
        packs = {
            f"packs/{name}": {
                file.name: _text(file.read_bytes())
                for file in sorted(place.glob("*.toml"))
                if PACK_FILE.fullmatch(file.name)
            }
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
        if told := _hooks(home, identity):
            other[backup_contents.HOOKS] = _text(told)
        papers = {
            f"{n:064x}.pbem": _text(atomic.read_bytes(file, MAX_FILE) or b"")
            for n, file in enumerate(succession.papers_in(home))
        }
        locked = home.identity()
        damaged = tuple(_damaged(home))
    assert locked is not None
    secrets = {"older": _text(b"".join(identity.older))}
    content = {**parts, **packs, **copied, "home": other, succession.FOLDER: papers, "secrets": secrets}
    plain = json.dumps(content, sort_keys=True).encode()
    _readable(plain)
    head = MAGIC + locked.rstrip(b"\n") + b"\n\n"
    data = head + crypto.seal_box(_key(identity.secret), zlib.compress(plain, 9), head)
    count = sum(name.startswith("games/") for name in parts)
    return Saved(data=data, games=count, left=left, damaged=damaged)


def _hooks(home: Home, identity: Identity) -> bytes:
    """Where a player is told of their games, without tokens and keys; nothing where nobody can read it."""
    try:
        found = kept_hooks.read_hooks(home, identity)
    except PbemError:
        return b""
    return hooks.dump(found, secrets=False) if found else b""


def _folders(home: Home) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """What is saved of each game, invitation, challenge and ruling, and why nothing is of those that cannot be read."""
    parts: dict[str, dict[str, str]] = {}
    left: dict[str, str] = {}
    there = (
        *(("games", home.games()), ("invites", home.invitations())),
        *(("challenges", home.challenges()), ("rulings", home.rulings())),
    )
    for kind, folders in there:
        for folder in folders:
            try:
                if kind == "rulings" or ((facts := folder.facts()) and not facts.get(WITHDRAWN)):
                    part = _files(folder)
                    backup_contents.read_folder(kind, folder.name, part)
                    parts[f"{kind}/{folder.name}"] = part
            except NOT_THE_OTHERS as error:
                left[f"{kind}/{folder.name}"] = unexpected(error).message
    for folder, why in lost(home):
        left[f"{folder.path.parent.name}/{folder.name}"] = why.message
    return parts, left


def _damaged(home: Home) -> Iterator[str]:
    """A line for each game whose log is damaged."""
    for folder in begun(home):
        if (found := damage(folder)) is not None:
            yield Message("Game {game}: {message}", game=folder.name, message=found.sentence())


def _readable(plain: bytes) -> None:
    """A backup is worth what can be put back of it: what would be refused then is not written."""
    try:
        if len(plain) > MAX:
            raise ValueError("too large")
        backup_contents.read(plain)
    except ValueError as error:
        raise ConflictError.of(
            "too-much",
            "This home holds more than a backup can hold, or something that pbem did not write.",
            hint="Copy the whole folder instead.",
        ) from error


def restore(home: Home, data: bytes, *, password: str, words: str = "") -> Restored:
    """Put a backup into a home that has no identity yet. With ``words`` the key gets ``password`` as a new one.

    It is read and checked as a whole first, and comes into its place as a whole: what is refused leaves nothing. What of it
    would be run, or would get a password, is not taken. Raises ConflictError ``identity`` and ``not-empty`` for a home that
    is somebody's or a folder in which anything lies, UsageError ``words``, KeyFileError ``backup`` for a file that is none
    or was changed, and ``password``.
    """
    check_room(home)
    head, card, locked, box = taken_apart(data)
    secret = from_words(words) if words else open_card(card, locked, password).secret
    try:
        contents = backup_contents.read(_unpacked(crypto.open_box(_key(secret), box, head)))
    except (KeyFileError, ValueError, zlib.error) as error:
        raise KeyFileError(
            "backup",
            Message("This backup was changed, or it is not the backup of these words.")
            if words
            else Message("This backup was cut off or changed since it was written."),
            hint=Message("Use another copy of the file."),
        ) from error
    places = {digest: place_of(files, digest) for digest, files in contents.packs.items()}
    if words:
        locked = with_password(identity_of(card.name, secret, contents.older), password)
    with filled(home) as whole:
        _put(whole, contents, places)
        # The identity comes last: a home that has one is whole.
        whole.save_identity(locked, copied=True)
    return Restored(
        card=card,
        games=tuple(
            Series((each.name[:8], label(each.facts)), ": ")
            for each in contents.folders
            if each.kind == "games"
        ),
        notes=tuple(
            Message(
                "A data pack of the backup does not make the data {digest}, under which it stood: it lies now "
                "under code {code}.",
                digest=digest,
                code=place,
            )
            for digest, place in places.items()
            if place != digest
        ),
        mail=_shown(contents.mail),
        hooks=_shown_hooks(contents.hooks),
    )


def _shown(text: bytes) -> tuple[str, ...]:
    """What stood in the mail settings of a backup, to be read: none of it is taken."""
    if not text:
        return ()
    said = Message(
        "The mail settings of the backup were not taken: its programs would be run, its servers would get your password."
    )
    return said, *(clean(each, _LONGEST) for each in shown_settings(text.decode("utf-8", "replace")))


def _shown_hooks(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Where the backup told of waiting games, to be read: none of it is taken."""
    said = Message(
        "Where the backup told that a game waits was not taken: whoever made it would learn when you play."
    )
    return (said, *(clean(each, _LONGEST) for each in lines)) if lines else ()


def _key(secret: bytes) -> bytes:
    return crypto.subkey(secret, "backup")


def _files(folder: GameFolder) -> dict[str, str]:
    drafted = folder.draft_head()
    return {
        "facts": json.dumps(folder.facts()),
        "log": _text(folder.log()),
        "since": since.isoformat() if (since := folder.since()) is not None else "",
        "vault": _text(folder.vault() or b""),
        "standing": _text(without_waiting(folder.standing())),
        "notes": _text(private_notes.read(folder).get(private_notes.NAME, b"")),
        "head": drafted,
        "draft": _text(b"".join(line + b"\n" for line in folder.draft(drafted))),
        "papers": " ".join(_text(data) for _, data in folder.papers()),
    }


def _put(home: Home, contents: Contents, places: Mapping[str, str]) -> None:
    made = {
        "games": home.new_game,
        "invites": home.new_invitation,
        "challenges": home.new_challenge,
        "rulings": home.new_ruling,
    }
    with home.lock():
        for each in contents.folders:
            folder = made[each.kind](each.name)
            folder.fill(each.change)
            private_notes.keep(folder, each.notes)
        for digest, files in contents.packs.items():
            home.install_pack(places[digest], files)
        for game, typed_in in contents.copies.items():
            copies.put_back(home, game, typed_in)
        succession.put_back(home, contents.successions)
        if contents.contacts is not None:
            atomic.write_bytes(home.path / contacts.FILE, contents.contacts)


def check(home: Home, identity: Identity) -> tuple[tuple[str, ...], PbemError | None]:
    """Open every game of a home that was put back: how far each goes, or why it does not hold; and the first such error."""
    told: list[str] = []
    worst: PbemError | None = None
    for folder in begun(home):
        name = folder.name[:8]
        try:
            session = open_session(folder, identity)
        except PbemError as error:
            told.append(
                Message("{name} does not hold: {error}", name=name, error=clean(str(error), _LONGEST))
            )
            worst = worst or error
            continue
        told.append(
            Message(
                "{name}: {files}, {entries}, all verified.",
                name=name,
                files=counted(session.end.bundles, "{n} turn file", "{n} turn files"),
                entries=counted(session.end.entries, "{n} entry", "{n} entries"),
            )
        )
    return tuple(told), worst


def _unpacked(packed: bytes) -> bytes:
    inflater = zlib.decompressobj()
    content = inflater.decompress(packed, MAX)
    if not inflater.eof:
        raise ValueError("too large, or cut off")
    return content


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
