"""The box with the secrets of a seat: sealed for who asked, and held against the log before it is used.

Layout (``schemas/trust.md``): an X25519 key made for it (32 bytes), then a box of :func:`pbem.crypto.keys.seal_box` under
HKDF of what that key and the asker's have in common; bound to the ask, the place in the log, and both keys. Inside, packed
like a turn file, one value: eras, sealed values, how decks lay when their keys left, and the pace that both have signed, if
there is one. No key that signs or rolls is in it.
"""

from __future__ import annotations

from typing import cast

from pbem.bytes import canon, container
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import FormatError, KeyFileError, VerifyError
from pbem.crypto.keys import KEY_BYTES, open_box, seal_box, subkey
from pbem.crypto.primitives import PRIMITIVES
from pbem.log import ChainEnd, head_after
from pbem.log.entries import PROTOCOL
from pbem.papers.seat import SeatPaper
from pbem.protocol.signing_record import Record
from pbem.protocol.vault import Entropy, Keys, Vault
from pbem.replay.refuse_audit import check_vaults
from pbem.replay.stepping import step
from pbem.replay.table import Position

BASE = (9).to_bytes(KEY_BYTES, "little")
_FIELDS, _PACE = {"decks", "eras", "sealed", "v"}, {"pace"}
_MOST = 4 * 1024 * 1024


def sealing_key(keys: Keys) -> bytes:
    """The secret X25519 key to which a box is sealed for who asks with these keys (32 bytes)."""
    return subkey(keys.key, "seat-box")


def public(secret: bytes) -> bytes:
    """The public half of an X25519 key."""
    return _shared(secret, BASE)


def seal(paper: SeatPaper, vault: Vault, entropy: Entropy, pace: bytes = b"") -> bytes:
    """The box about a place in the log: every time another key, and so other bytes with the same in them.

    ``pace``: the lines of the paper of a pace that both have signed.
    """
    # What its keys signed and its chains gave concerns no other key; masks are of the seat, whoever has it.
    decks = Record(decks=vault.record.decks).dump()["decks"]
    value: dict[str, Json] = {
        "decks": decks,
        "eras": [
            {"key": each.public.hex(), "salts": each.salts.hex()} for each in (*vault.before, vault.current)
        ],
        "sealed": {at: list(values) for at, values in vault.sealed.items()},
        "v": 1,
    }
    if pace:
        value["pace"] = pace.decode("utf-8")
    secret = entropy(KEY_BYTES)
    made, shared = public(secret), _shared(secret, paper.ask.seal)
    return made + seal_box(_key(paper, shared, made), container.pack(canon.encode_value(value) + b"\n"))


def opened(paper: SeatPaper, keys: Keys) -> tuple[Vault, bytes]:
    """The vault in a box: eras of which it has the salts and no key, with ``keys`` in force nowhere yet. Behind it the lines
    of the paper of a pace; none where there is none.

    Raises KeyFileError ``box`` for one that is sealed for somebody else or was changed, FormatError ``bad-box``.
    """
    shared = _shared(sealing_key(keys), paper.box[:KEY_BYTES])
    data = open_box(_key(paper, shared, paper.box[:KEY_BYTES]), paper.box[KEY_BYTES:])
    try:
        value = cast("dict[str, Json]", canon.parse_json(container.unpack(data, _MOST)))
        if set(value) - _PACE != _FIELDS or value.get("pace") == "":
            raise ValueError("other fields")
        eras = tuple(_era(each) for each in cast("list[dict[str, str]]", value["eras"]))
        sealed = cast("dict[str, list[Json]]", value["sealed"])
        *before, current = eras
        vault = Vault(
            current=current,
            before=tuple(before),
            spare=(keys,),
            sealed={at: tuple(values) for at, values in sealed.items()},
            record=Record.load({**Record().dump(), "decks": value["decks"]}),
        )
        return vault, cast("str", value.get("pace", "")).encode()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError.of("bad-box", "The box holds something else than the secrets of a seat.") from error


def check(paper: SeatPaper, vault: Vault, position: Position[object], end: ChainEnd) -> None:
    """Hold everything in a box against its log, which leads to ``position`` and ends with ``end``: every vault digest, salt,
    commitment and mask; and whether the seat may be renewed in that place.

    Raises VerifyError ``other-head``, ``other-vault``, ``other-salt``, ``other-mask``, ``other-secret``, and those of
    :func:`pbem.replay.side_entries.renew`.
    """
    by, place, log = paper.ask.by, paper.place, paper.log
    assert place is not None
    if (end.bundles + 1, end.head) != (place.at, place.prev):
        raise VerifyError.of(
            "other-head", "The box was made at turn file {n}, and its log ends elsewhere.", n=place.at - 1
        )
    eras = (*vault.before, vault.current)
    if tuple(each.public for each in eras) != end.keys_of(log, by):
        raise VerifyError.of("other-vault", "The box does not hold the salts of every key of the seat.")
    check_vaults(position.table, by, vault.vaults)
    for at, made in sorted(position.table.shut.items()):
        if made.by == by and not vault.holds(log.gid, made.label, made.hashes, made.place):
            raise VerifyError.of(
                "other-secret", "What was sealed as {at} is not in the box, or is another value.", at=at
            )
    fields: dict[str, Json] = {**PROTOCOL.dump(paper.ask.renew), "i": position.count}
    line = canon.encode(fields)
    step(position, by, fields, before=end.head, head=head_after(end.head, (line,)))


def _era(value: dict[str, str]) -> Keys:
    key, salts = bytes.fromhex(value["key"]), bytes.fromhex(value["salts"])
    if set(value) != {"key", "salts"} or len(key) != KEY_BYTES or len(salts) != KEY_BYTES:
        raise ValueError("no era")
    return Keys(key=b"", root=b"", salts=salts, length=0, signer=key)


def _key(paper: SeatPaper, shared: bytes, made: bytes) -> bytes:
    ask, place = paper.ask, paper.place
    assert place is not None
    bound = tagged_hash("seat-box", paper.log.gid, ask.sheet.line, place.sheet.line, made, ask.seal)
    return subkey(shared, f"seat-box/{bound.hex()}")


def _shared(secret: bytes, theirs: bytes) -> bytes:
    found = PRIMITIVES.x25519(secret, theirs) if len(theirs) == KEY_BYTES else None
    if found is None:
        raise KeyFileError.of("box", "The key of this box is none.")
    return found
