"""Who sits here: a name, a signing key, and the secret under which the vaults of all games are locked.

``identity.json`` holds two lines: a card that everybody may read, and the locked secret (:func:`pbem.crypto.keys.lock`).
Name, public key and whether there is a password are authenticated as the purpose of the lock.
"""

from __future__ import annotations

import unicodedata
from typing import cast

from attrs import evolve, field, frozen

from pbem.bytes import canon, text
from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError, UsageError
from pbem.crypto import keys as crypto
from pbem.crypto.keys import Keypair
from pbem.home.lookalikes import described
from pbem.port.messages import Message
from pbem.protocol.vault import Entropy
from pbem.store.home import Home
from pbem.view.markup import clean

MAX_NAME = 64
PLAYER = "Player"
"""Who plays before they have said what they are called: nothing leaves the machine under this name unasked."""
PUT_BACK = Message("Put back your copy of the home: pbem backup restore FILE --home DIR")
"""What to do where a file of the home is lost that nothing makes again."""
COMPUTER = "Computer"
"""What the computer is called where it plays against somebody."""
# Stretching an empty password protects nothing, so as little work as the file format allows is spent on it.
_OPEN_MEMORY, _OPEN_PASSES = 8192, 1


def called(name: str) -> str:
    """What a player of this name is called; names that the program gives are in the reader's language."""
    given = {COMPUTER: Message("Computer"), PLAYER: Message("Player")}
    return given.get(name) or clean(name, 64)


@frozen(kw_only=True)
class Card:
    """What may be known of an identity without its password. ``public`` has 32 bytes."""

    name: str
    public: bytes
    password: bool

    @property
    def purpose(self) -> str:
        """What the locked secret is for, part of what the lock authenticates."""
        kept = "locked with a password" if self.password else "not protected by a password"
        return f"pbem identity of {self.name}, key {self.public.hex()}, {kept}"

    @property
    def voice(self) -> str:
        """30 digits to compare by voice."""
        return crypto.fingerprint(self.public)


@frozen(kw_only=True)
class Identity:
    """An unlocked identity; ``secret`` has 32 bytes and never leaves the home.

    ``older`` are the secrets that it had before, the last one first: what was locked under them still opens.
    """

    name: str
    keypair: Keypair
    secret: bytes = field(repr=False)
    older: tuple[bytes, ...] = field(default=(), repr=False)

    def vault_key(self, label: str) -> bytes:
        """The key of one game's vault (32 bytes)."""
        return self.vault_keys(label)[0]

    def vault_keys(self, label: str) -> tuple[bytes, ...]:
        """The key of one game's vault, and those that it may still be locked with."""
        return tuple(crypto.subkey(each, f"vault/{label}") for each in (self.secret, *self.older))

    @property
    def keypairs(self) -> tuple[Keypair, ...]:
        """The identity key, and those that it has taken over from."""
        return tuple(identity_of(self.name, each).keypair for each in (self.secret, *self.older))


def create_identity(home: Home, name: str, password: str, entropy: Entropy) -> Identity:
    """Make and store the identity of this home. An empty password means that the key file is not protected.

    Raises UsageError ``bad-name``, ``lost-identity`` for a home in which games of another lie, and ConflictError
    ``identity`` when there is one already.
    """
    identity = identity_of(check_name(name), entropy(crypto.KEY_BYTES))
    check_new(home)
    home.save_identity(locked(identity, password))
    return identity


def check_new(home: Home) -> None:
    """Raises UsageError ``lost-identity`` for a home without an identity in which games of one lie."""
    if home.identity() is None and _is_begun(home):
        raise _none(home)


def unnamed(card: Card) -> bool:
    """Whether whoever plays here has not said yet what they are called."""
    return card.name == PLAYER and not card.password


def named(home: Home, found: Identity | None, name: str, password: str, entropy: Entropy) -> Identity:
    """The identity under the name that is given before the first mail is signed: the one that somebody has played with so
    far, its key and games the same, or a new one.

    Raises UsageError ``bad-name``, and ``named`` where there is a name already.
    """
    if found is None:
        return create_identity(home, name, password, entropy)
    if not unnamed(card(home)):
        raise UsageError("named", Message("You are {name} here already.", name=found.name))
    renamed = evolve(found, name=check_name(name))
    home.save_identity(locked(renamed, password), replace=True)
    return renamed


def locked(identity: Identity, password: str) -> bytes:
    """The bytes of an ``identity.json`` that the password opens; the empty one protects nothing."""
    card = Card(name=identity.name, public=identity.keypair.public, password=bool(password))
    secrets = b"".join((identity.secret, *identity.older))
    if password:
        box = crypto.lock(secrets, password, card.purpose)
    else:
        box = crypto.lock(secrets, "", card.purpose, memory=_OPEN_MEMORY, passes=_OPEN_PASSES)
    # No line of a log: there a name stands under another key.
    line = canon.encode_value(
        {"k": "identity", "name": card.name, "password": card.password, "public": card.public.hex(), "v": 1}
    )
    return line + b"\n" + box


def unlock(home: Home, password: str) -> Identity:
    """The identity of this home.

    Raises UsageError ``no-identity`` and ``lost-identity``, and KeyFileError ``password`` for a wrong one.
    """
    card, box = _read(home)
    return _opened(card, box, password, str(home.path))


def card(home: Home) -> Card:
    """The card of this home's identity, not yet authenticated.

    Raises UsageError ``no-identity`` and ``lost-identity``, and KeyFileError.
    """
    return _read(home)[0]


def card_of(data: bytes, where: str) -> Card:
    """The card in the bytes of an ``identity.json``, not yet authenticated. Raises KeyFileError ``key-file``."""
    return _parsed(data, where)[0]


def open_card(card: Card, data: bytes, password: str) -> Identity:
    """The identity in the bytes of an ``identity.json``. Raises KeyFileError ``password`` or ``key-file``."""
    return _opened(card, data.partition(b"\n")[2], password, "the file")


def _opened(card: Card, box: bytes, password: str, where: str) -> Identity:
    data = crypto.unlock(box, password if card.password else "", card.purpose)
    size = crypto.KEY_BYTES
    if not data:
        raise _damaged(where)
    secret, *older = (data[start : start + size] for start in range(0, len(data), size))
    identity = identity_of(card.name, secret, tuple(older))
    if identity.keypair.public != card.public or len(data) % size:
        raise _damaged(where)
    return identity


def check_name(name: str) -> str:
    """A name as it stands in invitations: 1 to 64 characters of ``schemas/text.txt``, composed, without spaces around it.

    Raises UsageError ``bad-name``, naming the character that no name has.
    """
    name = name.strip(" ")
    if char := text.strange(name):
        raise UsageError(
            "bad-name",
            Message(
                "The character {described} cannot stand in a name: {why_not}",
                described=described(char),
                why_not=_why_not(char),
            ),
            hint=Message(
                "Leave it out. Without it and its like the name is: {without}", without=_without(name)
            ),
        )
    name = unicodedata.normalize("NFC", name)
    if not 1 <= len(name) <= MAX_NAME or text.strange(name):
        raise UsageError(
            "bad-name", Message("A name has 1 to {max_name} characters that can be seen.", max_name=MAX_NAME)
        )
    return name


def _why_not(char: str) -> str:
    kind = unicodedata.category(char)
    if kind in ("Zs", "Zl", "Zp"):
        return Message("the ordinary space is the only one that can.")
    if kind == "Cn":
        return Message("it is newer than the characters that all programs agree on.")
    if kind in ("Cf", "Mn", "Cc", "Cs", "Lo", "So"):
        return Message("it shows nothing, and two people could have names that nobody can tell apart.")
    return Message("other programs would not show the same.")


def _without(name: str) -> str:
    """The name with ordinary spaces, and without what no name has."""
    spaced = (" " if char.isspace() else char for char in name)
    return " ".join("".join(char for char in spaced if not text.strange(char)).split()) or "empty"


def identity_of(name: str, secret: bytes, older: tuple[bytes, ...] = ()) -> Identity:
    """The identity that grows from a secret of 32 bytes."""
    keypair = Keypair.from_seed(crypto.subkey(secret, "identity"))
    return Identity(name=name, keypair=keypair, secret=secret, older=older)


def with_new_secret(identity: Identity, entropy: Entropy) -> Identity:
    """An identity of the same name with another secret, and so another key; it still opens what the old one locked."""
    return identity_of(identity.name, entropy(crypto.KEY_BYTES), (identity.secret, *identity.older))


def _read(home: Home) -> tuple[Card, bytes]:
    data = home.identity()
    if data is None:
        raise _none(home)
    return _parsed(data, str(home.path))


def _is_begun(home: Home) -> bool:
    """Whether anything lies in a home that only its own identity opens."""
    return any(folder.vault() or folder.log() for folder in (*home.games(), *home.invitations()))


def _none(home: Home) -> UsageError:
    """The error for a home without an identity; where games lie in it another one would open none of them."""
    if _is_begun(home):
        said = Message(
            "There is no identity in {path} any more: identity.json is gone, and another key opens no game that lies there.",
            path=home.path,
        )
        return UsageError("lost-identity", said, hint=PUT_BACK)
    return UsageError(
        "no-identity",
        Message("There is no identity in {path} yet.", path=home.path),
        hint=Message('Type: pbem identity new "Your Name"'),
    )


def _parsed(data: bytes, where: str) -> tuple[Card, bytes]:
    line, _, box = data.partition(b"\n")
    try:
        value = cast("dict[str, Json]", canon.parse_json(line))
        public = bytes.fromhex(str(value["public"]))
        return Card(name=str(value["name"]), public=public, password=value["password"] is not False), box
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(where) from error


def _damaged(where: str) -> KeyFileError:
    return KeyFileError(
        "key-file",
        Message("The identity in {where} is damaged.", where=where),
        hint=Message("Put back your copy of identity.json."),
    )
