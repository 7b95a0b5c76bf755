"""What pbem takes from a library of cryptography: ten functions over bytes, and two libraries that have them.

``cryptography`` (OpenSSL) where Python runs on a machine, ``@noble`` where it runs in a browser. Both are held against
the same vectors and against each other; what is refused besides is decided above, in :mod:`pbem.crypto.keys` and
:mod:`pbem.crypto.group`, once for both.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Protocol


class Primitives(Protocol):
    """Bytes in, bytes out; lengths have been checked by the caller. ``None`` and False say no, nothing is raised."""

    def public_key(self, seed: bytes) -> bytes:
        """The Ed25519 public key (32 bytes) of a seed of 32 (RFC 8032, 5.1.5)."""

    def sign(self, seed: bytes, message: bytes) -> bytes:
        """The Ed25519 signature, 64 bytes (RFC 8032, 5.1.6)."""

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether a signature of 64 bytes holds, by the cofactorless equation (RFC 8032, 5.1.7)."""

    def hkdf(self, secret: bytes, info: bytes) -> bytes:
        """32 bytes by HKDF-SHA256 without salt (RFC 5869)."""

    def seal(self, key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
        """ChaCha20-Poly1305 under a key of 32 and a nonce of 12 bytes (RFC 8439, 2.8)."""

    def unseal(self, key: bytes, nonce: bytes, box: bytes, aad: bytes) -> bytes | None:
        """What was sealed; None when the box was changed, is too short, or the nonce has another length."""

    def x25519(self, secret: bytes, public: bytes) -> bytes | None:
        """What two keys of 32 bytes have in common (RFC 7748); None for a public one of small order."""

    def argon2id(self, password: bytes, salt: bytes, memory: int, passes: int) -> bytes:
        """32 bytes by Argon2id, one lane, ``memory`` in KiB (RFC 9106)."""

    def p256_y(self, x: bytes) -> bytes | None:
        """The even y (32 bytes) of the P-256 point at an x below the field's prime; None when there is none."""

    def p256_times(self, scalar: bytes, points: Sequence[bytes]) -> tuple[bytes, ...]:
        """The x of ``scalar`` (32 bytes, 1 to the order - 1) times each point, given by an x that has one."""


def _chosen() -> Primitives:
    if sys.platform == "emscripten":
        from pbem.crypto.noble import Noble  # noqa: PLC0415  each is there on its own platform alone

        return Noble()
    from pbem.crypto.openssl import OpenSSL  # noqa: PLC0415

    return OpenSSL()


PRIMITIVES: Primitives = _chosen()
"""Those of this platform."""
