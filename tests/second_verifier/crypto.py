"""Keys and signatures, seed chains and faces (log.md, public keys; dice.md)."""

import hmac
from collections.abc import Sequence
from typing import TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from second_verifier.lines import need, th

Dice: TypeAlias = Sequence[tuple[int, int]]

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def check_key(key: bytes) -> None:
    """Refuse what is no sound public key (log.md, public keys)."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    xx = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    # A point of order 8 doubles to one with y = 0, which the addition law gives exactly when x^2 + y^2 = 0.
    need(xx and y % _P and (xx + y * y) % _P, "small-order-key")
    need(y < _P, "non-canonical-key")
    need(pow(xx, (_P - 1) // 2, _P) == 1, "not-a-key")


def holds(key: bytes, sig: bytes, message: bytes) -> bool:
    # The library refuses S >= L, uses the cofactorless equation and compares the bytes of R.
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except InvalidSignature:
        return False
    return True


def chain_back(key: bytes, x: bytes, index: int, to: int) -> bytes:
    """The seed `x[to]` that follows from `x[index]` (dice.md, seed chains)."""
    for i in range(index, to, -1):
        x = th("chain", key, i.to_bytes(8, "big"), x)
    return x


def faces(ctx: bytes, seeds: bytes, label: str, dice: Dice) -> list[int]:
    """The faces of a roll (dice.md, a roll); `seeds` are `x_A | x_B`, a die is (sides, lowest face)."""
    prk = hmac.digest(ctx, seeds, "sha256")
    key = hmac.digest(prk, b"pbem/1/stream\0" + label.encode() + b"\1", "sha256")
    blocks = (hmac.digest(key, counter.to_bytes(4, "big"), "sha256") for counter in range(2**32))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    return [low + next(w for w in words if w < 2**32 - 2**32 % sides) % sides for sides, low in dice]
