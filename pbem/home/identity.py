"""Who sits here: a name, a signing key, and the secret under which the vaults of all games are locked.

``identity.json`` holds two lines: a card that everybody may read, and the locked secret (:func:`pbem.crypto.keys.lock`).
Name, public key and whether there is a password are authenticated as the purpose of the lock.
"""

from __future__ import annotations

from typing import cast

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import KeyFileError, UsageError
from pbem.bytes.records import field, frozen
from pbem.crypto import keys as crypto
from pbem.crypto.keys import Keypair
from pbem.port.messages import Message
from pbem.protocol.vault import Entropy
from pbem.store.home import Home
from pbem.view.markup import clean

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


def unnamed(card: Card) -> bool:
    """Whether the player has not said yet what they are called."""
    return card.name == PLAYER and not card.password


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
        raise none_here(home)
    return _parsed(data, str(home.path))


def is_begun(home: Home) -> bool:
    """Whether anything lies in a home that only its own identity opens."""
    return any(folder.vault() or folder.log() for folder in (*home.games(), *home.invitations()))


def none_here(home: Home) -> UsageError:
    """The error for a home without an identity; where games lie in it another one would open none of them."""
    if is_begun(home):
        said = Message(
            "There is no identity in {path} any more: identity.json is gone, and another key opens no game that lies there.",
            path=home.path,
        )
        return UsageError("lost-identity", said, hint=PUT_BACK)
    return UsageError.of(
        "no-identity",
        "There is no identity in {path} yet.",
        path=home.path,
        hint='Type: pbem identity new "Your Name"',
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
    return KeyFileError.of(
        "key-file",
        "The identity in {where} is damaged.",
        where=where,
        hint="Put back your copy of identity.json.",
    )
