"""Who sits here gets a name and a key: the identity of a home is made, or called something else before its first mail."""

from __future__ import annotations

import unicodedata

from attrs import evolve

from pbem.bytes import text
from pbem.bytes.errors import UsageError
from pbem.crypto import keys as crypto
from pbem.home.identity import Identity, card, identity_of, is_begun, locked, none_here, unnamed
from pbem.home.lookalikes import described
from pbem.port.messages import Message
from pbem.protocol.vault import Entropy
from pbem.store.home import Home

MAX_NAME = 64


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
    if home.identity() is None and is_begun(home):
        raise none_here(home)


def named(home: Home, found: Identity | None, name: str, password: str, entropy: Entropy) -> Identity:
    """The identity under the name that is given before the first mail is signed: the one that somebody has played with so
    far, its key and games the same, or a new one.

    Raises UsageError ``bad-name``, and ``named`` where there is a name already.
    """
    if found is None:
        return create_identity(home, name, password, entropy)
    if not unnamed(card(home)):
        raise UsageError.of("named", "You are {name} here already.", name=found.name)
    renamed = evolve(found, name=check_name(name))
    home.save_identity(locked(renamed, password), replace=True)
    return renamed


def check_name(name: str) -> str:
    """A name as it stands in invitations: 1 to 64 characters of ``schemas/text.txt``, composed, without spaces around it.

    Raises UsageError ``bad-name``, naming the character that no name has.
    """
    name = name.strip(" ")
    if char := text.strange(name):
        raise UsageError.of(
            "bad-name",
            "The character {described} cannot stand in a name: {why_not}",
            described=described(char),
            why_not=_why_not(char),
            without=_without(name),
            hint="Leave it out. Without it and its like the name is: {without}",
        )
    name = unicodedata.normalize("NFC", name)
    if not 1 <= len(name) <= MAX_NAME or text.strange(name):
        raise UsageError.of(
            "bad-name", "A name has 1 to {max_name} characters that can be seen.", max_name=MAX_NAME
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
