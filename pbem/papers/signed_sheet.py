"""A sheet of paper: one line of fields and the signatures under it, by keys that the game has pinned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import Keypair, key_id, verify
from pbem.log.genesis import Seal

SIGNATURE_LINE = b'{"k":"sig"'
_MOST_SEALS = 4


@frozen(kw_only=True)
class Sheet:
    """``purpose`` separates what is signed, ``TH(purpose, gid, line)``; ``line`` is canonical, ``seals`` are under it.

    ``above`` is the line that this one belongs to, where there is one: ``TH(purpose, gid, above, line)``.
    """

    purpose: str
    gid: bytes
    line: bytes
    seals: tuple[Seal, ...] = ()
    above: bytes = b""

    @property
    def fields(self) -> dict[str, Json]:
        """The line as an object."""
        return canon.decode(self.line)

    def signed(self, key: Keypair) -> Sheet:
        """The sheet with this key's signature added; one that is there already stays as it is."""
        if key.id in [seal.key for seal in self.seals]:
            return self
        seals = (*self.seals, Seal.of(key, self._message()))
        return evolve(self, seals=tuple(sorted(seals, key=lambda seal: seal.key)))

    def signers(self, keys: Mapping[str, bytes]) -> tuple[str, ...]:
        """The names of the keys that have signed, in the order given.

        Raises VerifyError ``wrong-key`` for a signature by no such key, ``bad-signature`` for one that does not hold.
        """
        by_id = {key_id(key): (name, key) for name, key in keys.items()}
        found: set[str] = set()
        for seal in self.seals:
            if seal.key not in by_id:
                raise VerifyError.of(
                    "wrong-key",
                    "A signature is by the key {key}, which has no part in this game.",
                    key=seal.key,
                )
            name, key = by_id[seal.key]
            if not verify(key, self._message(), seal.signature):
                raise VerifyError.of("bad-signature", "The signature of {name} does not hold.", name=name)
            found.add(name)
        return tuple(name for name in keys if name in found)

    def encode(self) -> bytes:
        """The line and its signature lines, each with a newline."""
        return b"".join(each + b"\n" for each in (self.line, *(seal.line for seal in self.seals)))

    def _message(self) -> bytes:
        above = (self.above,) if self.above else ()
        return tagged_hash(self.purpose, self.gid, *above, self.line)


def sheet(purpose: str, gid: bytes, fields: Mapping[str, Json]) -> Sheet:
    """A sheet that nobody has signed yet."""
    return Sheet(purpose=purpose, gid=gid, line=canon.encode(dict(fields)))


def first(rows: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """The first line with the signature lines under it, and the lines that follow."""
    stop = next((n for n, row in enumerate(rows[1:], 1) if not row.startswith(SIGNATURE_LINE)), len(rows))
    return rows[:stop], rows[stop:]


def seals(lines: Iterable[bytes]) -> Iterator[Seal]:
    """Signature lines as seals. Raises FormatError ``bad-paper`` for more than anybody could need."""
    for count, line in enumerate(lines):
        if count >= _MOST_SEALS:
            raise FormatError.of(
                "bad-paper", "The paper has more than {most} signatures in a row.", most=_MOST_SEALS
            )
        yield Seal.parse(canon.decode(line))
