"""Refusals: a bundle in the place of one that the other seat signed, with that seat's signature (``schemas/log.md``)."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import frozen
from pbem.crypto.keys import key_id, verify
from pbem.log.bundle import Bundle, Header
from pbem.log.fields import Fields
from pbem.log.genesis import Seal

KIND = "reject"


@frozen(kw_only=True)
class Refusal:
    """What a ``reject`` entry says was signed by the other seat: the refused header, and the signature on it."""

    header: Header
    seal: Seal

    @property
    def hash(self) -> bytes:
        """The refused hash: what the signature is over, and the ``hash`` of the refused bundle."""
        return self.header.hash()

    def signed_with(self, key: bytes) -> bool:
        """Whether it is signed with this public key."""
        return key_id(key) == self.seal.key and verify(key, self.hash, self.seal.signature)


def refusal_of(bundle: Bundle) -> Refusal | None:
    """The refusal that a bundle begins with; None when it begins with another entry, or names no header."""
    entry, place = bundle.entries[0], bundle.header
    if entry["k"] != KIND:
        return None
    value: dict[str, Json] = {
        "by": "B" if place.by == "A" else "A",
        "first": place.first,
        "g": place.gid.hex(),
        "head": entry.get("head"),
        "k": "hdr",
        "last": entry.get("last"),
        "n": place.n,
        "prev": place.prev.hex(),
        "rules": entry.get("rules"),
        "state": entry.get("state"),
        "v": 1,
    }
    try:
        fields = Fields({"k": "sig", "key": entry.get("key"), "sig": entry.get("sig")}, ("k", "key", "sig"))
        seal = Seal(key=fields.hex("key", 8), signature=fields.octets("sig", 64))
        return Refusal(header=Header.parse(value), seal=seal)
    except FormatError:
        return None


def check_refusal(bundle: Bundle, key: bytes) -> None:
    """VerifyError ``unsigned-refusal`` for a refusal of what the other seat has not signed for this place.

    ``key`` is the game key of the other seat in force here.
    """
    if bundle.entries[0]["k"] != KIND:
        return
    refusal = refusal_of(bundle)
    if refusal is None or not refusal.signed_with(key):
        raise VerifyError.of(
            "unsigned-refusal",
            "Bundle {n} refuses a turn file without the signature of its author for this place.",
            n=bundle.header.n,
            entry=bundle.header.first,
        )
