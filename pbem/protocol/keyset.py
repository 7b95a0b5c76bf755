"""One set of a seat's secrets: what it makes for its first mail, and again with each renewal of its keys."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, cast

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.crypto import dice
from pbem.crypto.keys import Keypair

Stored: TypeAlias = "dict[str, Json]"


@frozen(kw_only=True)
class Keys:
    """The secret of a game key, the root of a seed chain of ``length``, the key of the salts; 32 bytes each.

    Of a time in which another home had the seat, key and root are empty and ``signer`` is the public game key: the salts
    open what was sealed then. The salts are empty, too, where the seat has gone on to another home.
    """

    key: bytes = field(repr=False)
    root: bytes = field(repr=False)
    salts: bytes = field(repr=False)
    length: int
    signer: bytes = b""

    @property
    def public(self) -> bytes:
        """The public game key."""
        return self.keypair.public if self.key else self.signer

    @property
    def keypair(self) -> Keypair:
        """The game key."""
        return keypair_of(self.key)

    @property
    def chain(self) -> dice.Chain:
        """The seed chain."""
        return chain_of(self.key, self.root, self.length)

    def dump(self) -> Stored:
        """As it is kept in a vault."""
        signer: Stored = {"signer": self.signer.hex()} if self.signer else {}
        return {
            **signer,
            "key": self.key.hex(),
            "length": self.length,
            "root": self.root.hex(),
            "salts": self.salts.hex(),
        }

    @classmethod
    def load(cls, value: Json) -> Keys:
        """The set again. Raises KeyError, TypeError, ValueError for what :meth:`dump` never gives."""
        found = cast("Stored", value)
        key, root, salts = (bytes.fromhex(str(found[name])) for name in ("key", "root", "salts"))
        signer = bytes.fromhex(str(found.get("signer", "")))
        return cls(key=key, root=root, salts=salts, length=int(str(found["length"])), signer=signer)


@lru_cache(maxsize=64)
def keypair_of(seed: bytes) -> Keypair:
    """The key pair of a seed, kept: it costs a multiplication."""
    return Keypair.from_seed(seed)


@lru_cache(maxsize=16)
def chain_of(seed: bytes, root: bytes, length: int) -> dice.Chain:
    """The chain of the key of a seed, kept: it costs ``length`` hashes."""
    return dice.chain(keypair_of(seed).public, root, length)
