"""Bundles: a header line, the entries it counts, and one signature over the header that covers them all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import field, frozen
from pbem.crypto.keys import Keypair, key_id, verify
from pbem.log.fields import Fields
from pbem.log.genesis import Seal

MAX_ENTRIES = 2000
RESERVED = frozenset({"accept", "hdr", "invite", "sig"})
REFEREE = "R"
"""Who signs a ruling: the author of its bundle, in the place of a seat."""
KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_HEADER = ("by", "first", "g", "head", "k", "last", "n", "prev", "rules", "state", "v")


@frozen(kw_only=True)
class Header:
    """What a bundle claims: author, place in the game, the chained hashes at both ends, the state after it.

    ``n`` counts bundles from 1, ``first`` and ``last`` entries from 0. ``rules`` is the first 16 hex digits
    of the ruleset digest, ``state`` the digest (64 hex digits) of the state after ``last``.
    """

    by: str
    n: int
    first: int
    last: int
    gid: bytes
    prev: bytes
    head: bytes
    rules: str
    state: str

    @cached_property
    def line(self) -> bytes:
        """The canonical line, without newline.

        Nothing in it needs an escape and its keys stand in order, so that it can be put together without an encoder.
        """
        return (
            f'{{"by":"{self.by}","first":{self.first},"g":"{self.gid.hex()}","head":"{self.head.hex()}",'
            f'"k":"hdr","last":{self.last},"n":{self.n},"prev":"{self.prev.hex()}",'
            f'"rules":"{self.rules}","state":"{self.state}","v":1}}'
        ).encode()

    def hash(self) -> bytes:
        """``TH("bundle", gid, header line)``: what is signed."""
        return tagged_hash("bundle", self.gid, self.line)

    @classmethod
    def parse(cls, value: dict[str, Json]) -> Header:
        """From a decoded line; FormatError when a field is wrong."""
        fields = Fields(value, _HEADER)
        first = fields.number("first", 0)
        return cls(
            by=fields.choice("by", ("A", "B", REFEREE)),
            n=fields.number("n", 1),
            first=first,
            last=fields.number("last", first, first + MAX_ENTRIES - 1),
            gid=fields.octets("g", 32),
            prev=fields.octets("prev", 32),
            head=fields.octets("head", 32),
            rules=fields.hex("rules", 8),
            state=fields.hex("state", 32),
        )


def entry_of(line: bytes) -> dict[str, Json]:
    """A decoded entry line: it has a whole number ``i`` and a kind ``k`` that is not one of the log's own."""
    value = canon.decode(line)
    check_entry(value)
    return value


def check_entry(value: dict[str, Json]) -> None:
    """FormatError unless the decoded line can be an entry."""
    kind, number = value.get("k"), value.get("i")
    if not isinstance(kind, str) or not KIND.fullmatch(kind) or kind in RESERVED:
        raise FormatError.of(
            "unknown-line", "A line of kind {kind!r} cannot stand inside a bundle.", kind=str(kind)[:20]
        )
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise FormatError.of("bad-field", "The {kind} line has no entry number 'i'.", kind=kind)


@frozen(kw_only=True)
class Bundle:
    """What one mail adds to the game. ``lines`` are the entry lines.

    ``decoded`` are the same decoded by who has read them strictly; without it they are decoded when somebody asks.
    """

    header: Header
    lines: tuple[bytes, ...]
    seal: Seal
    decoded: tuple[dict[str, Json], ...] | None = field(default=None, eq=False, repr=False)

    @cached_property
    def entries(self) -> tuple[dict[str, Json], ...]:
        """The entries, one a line. Raises FormatError for a line that cannot be one."""
        if self.decoded is not None:
            return self.decoded
        return tuple(entry_of(line) for line in self.lines)

    def names(self, kind: str) -> bool:
        """Whether an entry of this kind can be among the entries: nothing is decoded, and only a no is certain.

        Inside a string the quotes would be escaped.
        """
        mark = f'"k":"{kind}"'.encode()
        return any(mark in line for line in self.lines)

    @cached_property
    def size(self) -> int:
        """The bytes of :meth:`encode`."""
        return len(self.encode())

    def encode(self) -> bytes:
        """The lines of the bundle, each with its newline."""
        return self._encoded

    @cached_property
    def _encoded(self) -> bytes:
        # Every save asks for it, of every turn file.
        return b"\n".join((self.header.line, *self.lines, self.seal.line, b""))

    def hash(self) -> bytes:
        """The hash of its header: what is signed, and what a refusal carries the signature of."""
        return self._hashed

    @cached_property
    def _hashed(self) -> bytes:
        return self.header.hash()


def head_after(prev: bytes, lines: Sequence[bytes]) -> bytes:
    """The chained hash after these entry lines: ``h_i = TH("event", h_(i-1), line)``."""
    for line in lines:
        prev = tagged_hash("event", prev, line)
    return prev


def sign_bundle(
    keypair: Keypair,
    *,
    by: str,
    gid: bytes,
    n: int,
    prev: bytes,
    lines: Sequence[bytes],
    rules: str,
    state: str,
) -> Bundle:
    """A signed bundle of entry lines, whose numbers must run on from the first line's ``i``.

    ``prev`` is the chained hash before it, ``rules`` the ruleset digest (its first 16 digits are taken).
    """
    entries = tuple(entry_of(line) for line in lines)
    if not 1 <= len(entries) <= MAX_ENTRIES:
        raise FormatError.of(
            "bad-count",
            "A bundle holds 1 to {max_entries} entries, not {n}.",
            max_entries=MAX_ENTRIES,
            n=len(entries),
        )
    first = entries[0]["i"]
    assert isinstance(first, int)
    header = Header(
        by=by,
        n=n,
        first=first,
        last=first + len(entries) - 1,
        gid=gid,
        prev=prev,
        head=head_after(prev, lines),
        rules=rules[:16],
        state=state,
    )
    seal = Seal.of(keypair, tagged_hash("bundle", gid, header.line))
    bundle = Bundle(header=header, lines=tuple(lines), seal=seal, decoded=entries)
    _check_numbers(bundle)
    return bundle


def verify_bundle(bundle: Bundle, public_key: bytes, gid: bytes) -> None:
    """Author, signature, count and hash of one bundle, or VerifyError with the first that fails.

    Codes: other-game, wrong-key, bad-signature, bad-count, order, gap, bad-head. Its place in the game is
    ``extend``'s to check.
    """
    header = bundle.header
    if header.gid != gid:
        raise VerifyError.of(
            "other-game", "Bundle {n} belongs to another game.", n=header.n, entry=header.first
        )
    if bundle.seal.key != key_id(public_key):
        raise VerifyError.of(
            "wrong-key", "Bundle {n} is not signed by {by}.", n=header.n, by=header.by, entry=header.first
        )
    if not verify(public_key, bundle.hash(), bundle.seal.signature):
        raise VerifyError.of(
            "bad-signature", "The signature of bundle {n} does not hold.", n=header.n, entry=header.first
        )
    count = header.last - header.first + 1
    if count != len(bundle.lines):
        raise VerifyError.of(
            "bad-count",
            "Bundle {n} announces {count} entries and has {before}.",
            n=header.n,
            count=count,
            before=len(bundle.lines),
            entry=header.first + min(count, len(bundle.lines)),
        )
    _check_numbers(bundle)
    if head_after(header.prev, bundle.lines) != header.head:
        raise VerifyError.of(
            "bad-head", "The entries of bundle {n} are not those it signs.", n=header.n, entry=header.first
        )


def _check_numbers(bundle: Bundle) -> None:
    first = bundle.header.first
    numbers = [entry["i"] for entry in bundle.entries]
    expected = range(first, first + len(numbers))
    for number, wanted in zip(numbers, expected, strict=True):
        if number != wanted:
            code = "order" if number in expected else "gap"
            raise VerifyError.of(
                code,
                "Entry {number} stands where {wanted} belongs.",
                number=number,
                wanted=wanted,
                entry=wanted,
            )
