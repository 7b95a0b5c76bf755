"""Dice nobody can bend, and secrets that cannot be changed: the arithmetic of ``schemas/dice.md``.

Each side owns a chain of seeds that it can only disclose in order. A roll mixes one seed of each side with
the request it answers; the faces follow from the log alone. Nothing here draws a random number.
"""

from __future__ import annotations

import hmac
from struct import pack, unpack

from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import VerifyError
from pbem.bytes.records import field, frozen

DEFAULT_LENGTH = 8192
MAX_LENGTH = 65536

_SPACING = 64
_WORDS = 2**32


def chain_root(public_key: bytes, root: bytes) -> bytes:
    """``x[N]``, the far end of the chain that the side with this game key grows from its 32 secret bytes."""
    return tagged_hash("chain-root", public_key, root)


def chain_link(public_key: bytes, index: int, value: bytes) -> bytes:
    """``x[index - 1]`` from ``value = x[index]``: anybody can walk down, only the owner up."""
    return tagged_hash("chain", public_key, pack(">Q", index), value)


def check_link(public_key: bytes, known_index: int, known: bytes, index: int, value: bytes) -> bool:
    """Whether ``value`` is ``x[index]``, given that ``known`` is ``x[known_index]`` of the same chain.

    Indices between the two may have been burnt. False for an index that does not lie beyond the known one.
    """
    if len(value) != 32 or not known_index < index <= MAX_LENGTH:
        return False
    for step in range(index, known_index, -1):
        value = chain_link(public_key, step, value)
    return hmac.compare_digest(known, value)


@frozen(kw_only=True)
class Chain:
    """All seeds ``x[0] .. x[length]`` of one side; ``chain[j]`` costs at most 64 hashes."""

    public_key: bytes
    length: int
    marks: tuple[bytes, ...] = field(repr=False)

    @property
    def tip(self) -> bytes:
        """``x[0]``, published in the invitation or acceptance."""
        return self.marks[0]

    def __getitem__(self, index: int) -> bytes:
        if not 0 <= index <= self.length:
            raise VerifyError.of(
                "chain-end",
                "Seed {index} does not exist: the chain has {length}.",
                index=index,
                length=self.length,
                hint="No dice are left in this game: agree on a result, or go on in a new game.",
            )
        mark = -(-index // _SPACING)
        value = self.marks[mark]
        for step in range(min(mark * _SPACING, self.length), index, -1):
            value = chain_link(self.public_key, step, value)
        return value


def chain(public_key: bytes, root: bytes, length: int = DEFAULT_LENGTH) -> Chain:
    """The chain of a key from its 32 secret bytes; only ``root`` is ever stored.

    8192 links take about 10 ms. VerifyError("chain-end") for a root or length out of bounds.
    """
    if len(root) != 32 or not 1 <= length <= MAX_LENGTH:
        raise VerifyError.of(
            "chain-end", "A chain needs 32 secret bytes and 1 to {max_length} links.", max_length=MAX_LENGTH
        )
    return _grown(public_key, chain_root(public_key, root), length)


def _grown(public_key: bytes, value: bytes, length: int) -> Chain:
    marks = [value]
    for index in range(length, 0, -1):
        value = chain_link(public_key, index, value)
        if (index - 1) % _SPACING == 0:
            marks.append(value)
    return Chain(public_key=public_key, length=length, marks=tuple(reversed(marks)))


def roll_context(gid: bytes, index: int, request_hash: bytes, purpose: str) -> bytes:
    """What roll ``index`` is about: game, number, chained hash of the request entry, stated purpose."""
    return tagged_hash("roll", gid, pack(">Q", index), request_hash, purpose.encode())


class Stream:
    """Uniform whole numbers from one roll and one label; reading moves on, so use one stream per label."""

    __slots__ = ("_block", "_key", "_read")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._read = 0
        self._block: tuple[int, ...] = ()

    def word(self) -> int:
        """The next 32 bits, big-endian: eight from each ``block_c = HMAC(key, u32 c)``, c = 0, 1, ..."""
        place = self._read % 8
        if place == 0:
            block = hmac.digest(self._key, pack(">I", self._read // 8), "sha256")
            self._block = unpack(">8I", block)
        self._read += 1
        return self._block[place]

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely (uneven words are skipped)."""
        if not 1 <= bound <= _WORDS:
            raise ValueError(f"bound {bound} is outside 1 .. 2^32")
        limit = _WORDS - _WORDS % bound
        while (word := self.word()) >= limit:
            pass
        return word % bound


def stream(context: bytes, x_a: bytes, x_b: bytes, label: str) -> Stream:
    """The numbers of one roll: A's seed and B's seed in that order, no matter who asked; one label per sub-roll."""
    mixed = hmac.digest(context, x_a + x_b, "sha256")
    return Stream(hmac.digest(mixed, b"pbem/1/stream\0" + label.encode() + b"\x01", "sha256"))


_NO_REQUEST = bytes(32)


def dealt(tip: bytes, index: int, seed: bytes) -> Stream:
    """The numbers of roll ``index`` of a challenge: from the dealer's seed alone, the same in every game with his chain."""
    return stream(roll_context(tip, index, _NO_REQUEST, "challenge"), _NO_REQUEST, seed, "challenge")


def vault_tip(vault_key: bytes) -> bytes:
    """``TH("K", K)``: what is published at the start about the key that all salts of a side derive from."""
    return tagged_hash("K", vault_key)


def salt(vault_key: bytes, gid: bytes, label: str, place: bytes) -> bytes:
    """The 32 byte salt of one secret; the other side recomputes them all when the vault is opened.

    ``place`` is the chained hash before the entry that seals it: what was refused and what takes its place share none.
    """
    return hmac.digest(vault_key, tagged_hash("salt", gid, label.encode(), place), "sha256")


def commitment(gid: bytes, label: str, salt_bytes: bytes, value: bytes) -> bytes:
    """Binds to ``value`` (canonical bytes) without telling it. Labels are unique in a game (32 bytes)."""
    return tagged_hash("commit", gid, label.encode(), salt_bytes, value)
