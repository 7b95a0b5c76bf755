"""What one seat keeps to itself: its game key, the root of its seed chain, the key of its salts, what it has sealed.

Nothing here may ever reach a log, a turn file, a picture or a report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias, cast

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, KeyFileError
from pbem.bytes.records import evolve, field, frozen
from pbem.crypto import dice
from pbem.crypto.keys import Keypair
from pbem.log import Seat as SeatLine
from pbem.port.game import Secrets
from pbem.port.messages import Message
from pbem.protocol.signing_record import Record

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


Entropy: TypeAlias = Callable[[int], bytes]
"""A source of random bytes: ``os.urandom``, or a seeded stream for a demonstration that repeats itself."""

_SIZE = 32


@frozen(kw_only=True)
class Vault:
    """The secrets of one seat in one game: ``current`` are the keys in force.

    ``sealed`` holds the values behind each label's commitments.

    ``record`` is what the seat has signed and disclosed: a log that was put back from an older copy must not lead to a
    second bundle in one place, nor to a seed under a second request.

    ``before`` are the sets of secrets that renewals have put out of force, oldest first, and ``spare`` those that are in
    force nowhere: made for a renewal that the log does not hold. Which is which the log decides (:meth:`aligned`).
    """

    current: Keys = field(repr=False)
    sealed: Mapping[str, tuple[Json, ...]] = field(factory=dict, repr=False)
    record: Record = field(factory=Record, repr=False)
    before: tuple[Keys, ...] = field(default=(), repr=False)
    spare: tuple[Keys, ...] = field(default=(), repr=False)

    @classmethod
    def fresh(cls, entropy: Entropy, length: int = dice.DEFAULT_LENGTH) -> Vault:
        """New secrets, independent of one another."""
        return cls(current=_fresh_keys(entropy, length))

    @property
    def keypair(self) -> Keypair:
        """The game key, which signs. Raises ConflictError ``other-signer`` where another home has it."""
        self.check_signs()
        return self.current.keypair

    def check_signs(self) -> None:
        """Raises ConflictError ``other-signer`` where another home has the game key in force."""
        if not self.signs:
            elsewhere = Message(
                "The seat is played from another home: this one has no key that signs for it."
            )
            raise ConflictError("other-signer", elsewhere, hint=Message("See `pbem status`."))

    @property
    def public(self) -> bytes:
        """The public game key of the seat."""
        return self.current.public

    @property
    def signs(self) -> bool:
        """Whether the game key in force is here: it is not where another home has the seat."""
        return bool(self.current.key)

    @property
    def salts(self) -> bytes:
        """The key of the salts, which is opened at the end of a game."""
        return self.current.salts

    @property
    def vaults(self) -> tuple[bytes, ...]:
        """The keys of the salts in the order in which they were in force; the last one is."""
        return (*(each.salts for each in self.before), self.salts)

    @property
    def publics(self) -> tuple[bytes, ...]:
        """Every public game key that this vault has a secret for."""
        return tuple(each.public for each in (self.current, *self.before, *self.spare))

    def renewed(self, entropy: Entropy, length: int) -> tuple[Vault, Keys]:
        """This vault with one more set of secrets, which the log has to put in force, and that set."""
        keys = _fresh_keys(entropy, length)
        return evolve(self, spare=(*self.spare, keys)), keys

    def aligned(self, keys: tuple[bytes, ...]) -> Vault:
        """This vault with that in force which the log says: ``keys`` are all game keys its seat has had, in order.

        Raises KeyFileError ``old-vault`` when the secrets of the last renewal are not here.
        """
        if keys[-1] == self.public and len(keys) == len(self.before) + 1:
            return self
        known = {each.public: each for each in (self.current, *self.before, *self.spare)}
        if any(key not in known for key in keys):
            raise KeyFileError.of(
                "old-vault",
                "The keys of this seat were renewed, and this copy of the home has not got the new ones.",
                hint="Put back the newest copy of the whole home: pbem backup restore FILE --home DIR",
            )
        *before, now = (known[key] for key in keys)
        spare = tuple(each for public, each in known.items() if public not in keys)
        return evolve(self, current=now, before=tuple(before), spare=spare)

    def at(self, era: int) -> Vault:
        """This vault as it was after ``era`` renewals: for what was sealed then."""
        return evolve(self, current=(*self.before, self.current)[era])

    @property
    def chain(self) -> dice.Chain:
        """The seed chain."""
        return self.current.chain

    @property
    def secrets(self) -> Secrets:
        """The sealed values, as the game's adviser may know them."""
        return Secrets(sealed=self.sealed)

    def seat_line(self, who: str, identity: Keypair) -> SeatLine:
        """What this seat publishes in the first two mails."""
        return SeatLine(
            who=who,
            identity=identity.public,
            key=self.keypair.public,
            tip=self.chain.tip,
            length=self.current.length,
            vault=dice.vault_tip(self.salts),
        )

    def commit(
        self, gid: bytes, at: str, values: tuple[Json, ...], place: bytes
    ) -> tuple[Vault, tuple[str, ...]]:
        """This vault with the values kept, and their commitments in hex; ``place``: the log's hash before they are made."""
        hashes = tuple(
            dice.commitment(gid, f"{at}/{n}", self.salt(gid, at, n, place), canon.encode_value(value)).hex()
            for n, value in enumerate(values, 1)
        )
        return evolve(self, sealed={**self.sealed, at: values}), hashes

    def holds(self, gid: bytes, at: str, hashes: tuple[str, ...], place: bytes) -> bool:
        """Whether these commitments under ``at`` are to the values kept here, whichever vault key they were made with."""
        eras = range(len(self.before) + 1)
        return at in self.sealed and any(
            self.at(era).commit(gid, at, self.sealed[at], place)[1] == hashes for era in reversed(eras)
        )

    def salt(self, gid: bytes, at: str, n: int, place: bytes) -> bytes:
        """The salt of commitment ``n`` under ``at``, made where the log's hash is ``place``."""
        return dice.salt(self.salts, gid, f"{at}/{n}", place)

    def value(self) -> dict[str, Json]:
        """The vault in the form in which it is kept, to be encrypted before it touches a disk."""
        sealed: dict[str, Json] = {at: list(values) for at, values in self.sealed.items()}
        return {
            **self.current.dump(),
            "sealed": sealed,
            "record": self.record.dump(),
            "before": [each.dump() for each in self.before],
            "spare": [each.dump() for each in self.spare],
        }

    @classmethod
    def of(cls, value: Mapping[str, Json]) -> Vault:
        """The vault again. Raises KeyFileError when this is not what :meth:`value` gave."""
        try:
            sealed = cast("dict[str, list[Json]]", value["sealed"])
            return cls(
                current=Keys.load(dict(value)),
                sealed={at: tuple(values) for at, values in sealed.items()},
                record=Record.load(value["record"]),
                before=_sets(value["before"]),
                spare=_sets(value["spare"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise KeyFileError.of(
                "bad-vault", "the game's secrets cannot be read: the file is damaged."
            ) from error

    def every_secret(self) -> tuple[bytes, ...]:
        """The bytes that must never leave: for the tests that search every outgoing file."""
        sets = (self.current, *self.before, *self.spare)
        every = (each for keys in sets for each in (keys.key, keys.root, keys.salts))
        return tuple(each for each in every if each)


def _fresh_keys(entropy: Entropy, length: int) -> Keys:
    return Keys(key=entropy(_SIZE), root=entropy(_SIZE), salts=entropy(_SIZE), length=length)


def _sets(value: Json) -> tuple[Keys, ...]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return tuple(Keys.load(each) for each in value)
