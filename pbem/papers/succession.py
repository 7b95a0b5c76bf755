"""A succession: a player's identity key hands over to another, signed with both (``schemas/trust.md``).

It names no game: who knows the old key learns the new one from it, and nobody else can make it.
"""

from __future__ import annotations

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import frozen
from pbem.crypto.keys import Keypair, check_public_key, fingerprint
from pbem.papers.paper import SUCCESSION, VERSION, Finding, is_version
from pbem.papers.signed_sheet import Sheet, seals, sheet
from pbem.port.messages import Message

PAPER = SUCCESSION
_FIELDS = {"a", "new", "old", "v", "who"}
_MAX_WHO = 64


@frozen(kw_only=True)
class Succession:
    """Public key ``old`` hands over to ``new`` (32 bytes each); both have signed ``sheet``."""

    who: str
    old: bytes
    new: bytes
    sheet: Sheet

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log."""
        return self.sheet.encode()


def write(who: str, old: Keypair, new: Keypair) -> Succession:
    """The succession, signed with both keys; the same each time."""
    fields: dict[str, Json] = {
        "a": PAPER,
        "new": new.public.hex(),
        "old": old.public.hex(),
        "v": VERSION,
        "who": who,
    }
    made = sheet("succession", old.public, fields).signed(old).signed(new)
    return Succession(who=who, old=old.public, new=new.public, sheet=made)


def read(lines: bytes) -> Succession:
    """A succession from its lines, both signatures checked.

    Raises FormatError ``bad-paper``, VerifyError ``unsigned`` with the fingerprint of the key that has not signed,
    ``wrong-key``, ``bad-signature`` and those of an unsound key.
    """
    rows = lines.split(b"\n")
    fields = canon.decode(rows[0])
    old, new, who = (fields.get(name) for name in ("old", "new", "who"))
    good = set(fields) == _FIELDS and is_version(fields["v"]) and fields["a"] == PAPER and rows[-1] == b""
    if not good or not isinstance(who, str) or not who.isprintable() or not 0 < len(who) <= _MAX_WHO:
        raise FormatError.of("bad-paper", "The first line of the succession is not as it should be.")
    keys = {"old": _key(old), "new": _key(new)}
    if keys["old"] == keys["new"]:
        raise FormatError.of("bad-paper", "The succession hands a key over to itself.")
    found = Sheet(purpose="succession", gid=keys["old"], line=rows[0], seals=tuple(seals(rows[1:-1])))
    have = found.signers(keys)
    for name in ("old", "new"):
        if name not in have:
            raise VerifyError.of(
                "unsigned",
                "The {name} key, {code}, has not signed it: who made this paper does not hold that key.",
                name=name,
                code=fingerprint(keys[name]),
            )
    return Succession(who=who, old=keys["old"], new=keys["new"], sheet=found)


def _key(value: Json) -> bytes:
    text = value if isinstance(value, str) else ""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != 32 or data.hex() != text:
        raise FormatError.of("bad-paper", "The succession names something that is not a key.")
    return check_public_key(data)


def finding(paper: Succession) -> Finding:
    """The verdict in sentences."""
    lines = (
        Message("{who} hands over the key {code}", who=paper.who, code=fingerprint(paper.old)),
        Message("  to {code}, and has signed with both.", code=fingerprint(paper.new)),
        Message(
            "It does not prove that nobody else holds the old key: let the new code be read to you "
            "by voice once."
        ),
    )
    return Finding(paper=PAPER, proved=True, game="", lines=lines, word="signed")
