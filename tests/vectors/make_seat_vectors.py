"""Writes the vectors of ``seat/``: ``python tests/vectors/make_seat_vectors.py``, with ``tests`` on the path.

Papers about seat B of a game of toss that Carl asks for, beside logs of it, and a box. It shares nothing with pbem.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from bases import ROUNDS, grow, rounds
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from entry_writer import renew
from reading import VECTORS, write_all
from second_verifier import Json, Object, canonical, th
from writer import Game, Key, chain_of, sig_line, toy

FOLDER = VECTORS / "seat"
CARL, DORA = 0xC0, 0xD0
SECRET, MADE = bytes([0xC4]) * 32, bytes([0xE0]) * 32
ANA, BEA = toy(0xA1), toy(0xB1)
Made = tuple[str, str, list[bytes], list[bytes]]


def _public(secret: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def ask(game: Game, *also: Key, lacks: Key | None = None, **but: Json) -> list[bytes]:
    """The ask of Carl, signed by him and by others."""
    chain = chain_of(toy(CARL, 1), 64, CARL, 3)
    fields: Object = {
        "by": "B", "gid": game.gid.hex(), "k": "seat-ask", "key": chain.key.hex, "seal": _public(SECRET).hex(),
        "to": toy(CARL).hex, "v": 1, "vault": th("K", bytes([CARL, 2]) * 16).hex(), "who": "Carl", **chain.fields,
    }  # fmt: skip
    line = canonical(fields | but)
    signers = sorted({toy(CARL), chain.key, *also} - {lacks}, key=lambda key: key.id if key else "")
    return [line, *(sig_line(key, th("seat-ask", game.gid, line)) for key in signers if key)]


def place(game: Game, above: bytes, *also: Key, lacks: Key | None = None, **but: Json) -> list[bytes]:
    """The line that hands over at the end of a game, signed by Bea and by others."""
    fields: Object = {
        "at": len(game.blocks) + 1,
        "from": toy(0xB0).hex,
        "k": "seat",
        "prev": game.head.hex(),
        "v": 1,
    }
    line = canonical(fields | but)
    signers = sorted({toy(0xB0), BEA, *also} - {lacks}, key=lambda key: key.id if key else "")
    return [line, *(sig_line(key, th("seat", game.gid, above, line)) for key in signers if key)]


def paper(
    game: Game, *parts: list[bytes], head: str = "seat", below: list[bytes] | None = None
) -> list[bytes]:
    return [
        canonical({"a": head, "v": 1}),
        *(row for part in parts for row in part),
        *(below or game.genesis),
    ]


def inside(game: Game) -> Object:
    """What Bea's box holds."""
    eras: list[Json] = [{"key": BEA.hex, "salts": game.hands["B"].vaults[0].hex()}]
    return {"decks": [], "eras": eras, "sealed": {"bet/2": [9]}, "v": 1}


def box(game: Game, asked: list[bytes], placed: list[bytes]) -> list[bytes]:
    """The rows of a box under a key and a nonce that are known; what is in it is packed and not compressed."""
    made, seal = _public(MADE), _public(SECRET)
    shared = X25519PrivateKey.from_private_bytes(MADE).exchange(X25519PublicKey.from_public_bytes(seal))
    bound = th("seat-box", game.gid, asked[0], placed[0], made, seal)
    key = HKDF(SHA256(), 32, None, b"pbem/1/seat-box/" + bound.hex().encode()).derive(shared)
    plain = b"\x89PBEM1\r\n\x1a\n" + zlib.compress(canonical(inside(game)) + b"\n", 0)
    data = made + bytes(12) + ChaCha20Poly1305(key).encrypt(bytes(12), plain, b"")
    return [canonical({"box": data[at : at + 16000].hex(), "k": "box"}) for at in range(0, len(data), 16000)]


def _made() -> Iterator[Made]:
    """Name, what is said, the paper, and the log beside it (nothing for none)."""
    now, gone_on, handed = (rounds(8) for _ in range(3))
    grow(gone_on, ROUNDS[8:])
    handed.write("B", renew(CARL))
    carl = toy(CARL, 1)
    asked, offered, agreed = ask(now), ask(now, BEA), ask(now, BEA, ANA)
    receipt = place(now, agreed[0], carl)
    yield "ok-asked", "unsigned", paper(now, asked), []
    yield "ok-offered", "offered", paper(now, offered), []
    yield "ok-agreed", "offered", paper(now, agreed), now.lines
    yield "ok-given", "offered", paper(now, agreed, place(now, agreed[0])), now.lines
    yield "ok-handed", "handed", paper(now, agreed, receipt), handed.lines
    yield "ok-handed-without-a-place", "handed", paper(now, agreed), handed.lines
    yield "ok-lapsed", "lapsed", paper(now, agreed, receipt), gone_on.lines
    yield "without-the-new-key", "bad-paper", paper(now, ask(now, BEA, lacks=carl)), []
    yield (
        "without-the-identity-that-hands-over",
        "bad-paper",
        paper(now, agreed, place(now, agreed[0], lacks=toy(0xB0))),
        [],
    )
    yield (
        "without-the-key-that-hands-over",
        "bad-paper",
        paper(now, agreed, place(now, agreed[0], lacks=BEA)),
        [],
    )
    yield "signed-by-a-stranger", "wrong-key", paper(now, ask(now, toy(DORA))), []
    yield "place-of-another-ask", "bad-signature", paper(now, agreed, place(now, ask(now, who="Karl")[0])), []
    yield (
        "asked-by-the-other-seat",
        "own-seat",
        paper(now, ask(now, toy(0xA0), lacks=toy(CARL), to=toy(0xA0).hex)),
        [],
    )
    yield "asked-with-the-key-in-force", "reused-key", paper(now, ask(now, BEA, lacks=carl, key=BEA.hex)), []
    yield "asked-in-another-game", "other-game", paper(now, ask(now, gid="00" * 32)), []
    yield "one-field-more", "extra-field", paper(now, ask(now, more=1)), []
    placed = place(now, agreed[0])
    yield (
        "ok-box",
        "offered",
        paper(now, agreed, placed, box(now, agreed, placed), head="seat-box", below=now.lines),
        [],
    )
    yield (
        "box-without-a-place",
        "bad-paper",
        paper(now, agreed, box(now, agreed, placed), head="seat-box", below=now.lines),
        [],
    )


def made() -> dict[str, dict[str, Json]]:
    """Name and content of every file."""
    found: dict[str, dict[str, Json]] = {}
    for name, expect, lines, log in _made():
        found[name] = {"expect": expect, "lines": [line.decode() for line in lines], "name": name}
        found[name] |= {"log": [line.decode() for line in log]} if log else {}
    found["ok-box"] |= {"inside": inside(rounds(8)), "secret": SECRET.hex()}
    return found


def main(folder: Path = FOLDER) -> None:
    """All files anew."""
    write_all(folder, made())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
