"""The primitives out of ``@noble``, for Python in a browser: the page registers them as the module ``pbem_keys``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast


class _Array(Protocol):
    """A Uint8Array as Python sees it."""

    def to_bytes(self) -> bytes: ...


class _Keys(Protocol):
    """What ``keys.mjs`` exports; every argument and answer is a Uint8Array, or a number."""

    def publicKey(self, seed: object) -> _Array: ...  # noqa: N802
    def sign(self, seed: object, message: object) -> _Array: ...
    def verify(self, public: object, message: object, signature: object) -> bool: ...
    def hkdf(self, secret: object, info: object) -> _Array: ...
    def seal(self, key: object, nonce: object, data: object, aad: object) -> _Array: ...
    def unseal(self, key: object, nonce: object, box: object, aad: object) -> _Array | None: ...
    def x25519(self, secret: object, key: object) -> _Array | None: ...
    def argon2id(self, password: object, salt: object, memory: int, passes: int) -> _Array: ...
    def p256Y(self, x: object) -> _Array | None: ...  # noqa: N802
    def p256Times(self, scalar: object, points: object) -> _Array: ...  # noqa: N802


class _Crossing(Protocol):
    """The border between the two languages: bytes become a Uint8Array."""

    def to_js(self, value: bytes) -> object: ...


class Noble:
    """:class:`pbem.crypto.primitives.Primitives` by noble."""

    def __init__(self) -> None:
        self._keys = cast("_Keys", import_module("pbem_keys"))
        self._over = cast("_Crossing", import_module("pyodide.ffi")).to_js

    def public_key(self, seed: bytes) -> bytes:
        """See the port."""
        return _back(self._keys.publicKey(self._over(seed)))

    def sign(self, seed: bytes, message: bytes) -> bytes:
        """See the port."""
        return _back(self._keys.sign(self._over(seed), self._over(message)))

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """See the port."""
        return self._keys.verify(self._over(public), self._over(message), self._over(signature))

    def hkdf(self, secret: bytes, info: bytes) -> bytes:
        """See the port."""
        return _back(self._keys.hkdf(self._over(secret), self._over(info)))

    def seal(self, key: bytes, nonce: bytes, data: bytes, aad: bytes) -> bytes:
        """See the port."""
        return _back(self._keys.seal(*map(self._over, (key, nonce, data, aad))))

    def unseal(self, key: bytes, nonce: bytes, box: bytes, aad: bytes) -> bytes | None:
        """See the port."""
        found = self._keys.unseal(*map(self._over, (key, nonce, box, aad)))
        return None if found is None else _back(found)

    def x25519(self, secret: bytes, public: bytes) -> bytes | None:
        """See the port."""
        found = self._keys.x25519(self._over(secret), self._over(public))
        return None if found is None else _back(found)

    def argon2id(self, password: bytes, salt: bytes, memory: int, passes: int) -> bytes:
        """See the port."""
        return _back(self._keys.argon2id(self._over(password), self._over(salt), memory, passes))

    def p256_y(self, x: bytes) -> bytes | None:
        """See the port."""
        found = self._keys.p256Y(self._over(x))
        return None if found is None else _back(found)

    def p256_times(self, scalar: bytes, points: Sequence[bytes]) -> tuple[bytes, ...]:
        """See the port; all points cross the border at once."""
        found = _back(self._keys.p256Times(self._over(scalar), self._over(b"".join(points))))
        return tuple(found[at : at + 32] for at in range(0, len(found), 32))


def _back(found: _Array) -> bytes:
    return found.to_bytes()
