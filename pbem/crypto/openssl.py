"""The primitives out of ``cryptography``, from OpenSSL: in constant time, and outside the interpreter's lock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_CURVE = SECP256R1()
_EVEN = b"\x02"


class OpenSSL:
    """:class:`pbem.crypto.primitives.Primitives` by OpenSSL."""

    def public_key(self, seed: bytes) -> bytes:
        """See the port."""
        return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()

    def sign(self, seed: bytes, message: bytes) -> bytes:
        """See the port."""
        return Ed25519PrivateKey.from_private_bytes(seed).sign(message)

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """See the port."""
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True

    def hkdf(self, secret: bytes, info: bytes) -> bytes:
        """See the port."""
        return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)

    def seal(self, key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
        """See the port."""
        return ChaCha20Poly1305(key).encrypt(nonce, data, aad)

    def unseal(self, key: bytes, nonce: bytes, box: bytes, aad: bytes) -> bytes | None:
        """See the port."""
        try:
            return ChaCha20Poly1305(key).decrypt(nonce, box, aad)
        except (InvalidTag, ValueError):
            return None

    def x25519(self, secret: bytes, public: bytes) -> bytes | None:
        """See the port."""
        theirs = X25519PublicKey.from_public_bytes(public)
        try:
            return X25519PrivateKey.from_private_bytes(secret).exchange(theirs)
        except ValueError:
            return None

    def argon2id(self, password: bytes, salt: bytes, memory: int, passes: int) -> bytes:
        """See the port."""
        return Argon2id(salt=salt, length=32, iterations=passes, lanes=1, memory_cost=memory).derive(password)

    def p256_y(self, x: bytes) -> bytes | None:
        """See the port."""
        try:
            return _load(x).public_numbers().y.to_bytes(32, "big")
        except ValueError:
            return None

    def p256_times(self, scalar: bytes, points: Sequence[bytes]) -> tuple[bytes, ...]:
        """See the port; 50 to 60 us a point, 25 for the call."""
        key = derive_private_key(int.from_bytes(scalar, "big"), _CURVE)
        return tuple(key.exchange(ECDH(), _load(point)) for point in points)


@lru_cache(maxsize=8192)
def _load(point: bytes) -> EllipticCurvePublicKey:
    return EllipticCurvePublicKey.from_encoded_point(_CURVE, _EVEN + point)
