"""Keys: Ed25519 signatures that cannot be ambiguous, secrets at rest, and the code two players read aloud.

Signatures follow RFC 8032 with the cofactorless equation. Keys of small order and keys with a second spelling
are refused: the library underneath takes them, and one constant signature then fits many messages.
"""

from __future__ import annotations

import os
import unicodedata

from pbem.bytes import canon
from pbem.bytes.errors import FormatError, KeyFileError
from pbem.bytes.records import field, frozen
from pbem.crypto.primitives import PRIMITIVES

KEY_BYTES = 32
SIGNATURE_BYTES = 64
LOCK_MEMORY = 65536
LOCK_PASSES = 3

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
# y of the eight points whose order divides 8: (0, 1), (0, -1), (+-sqrt(-1), 0), and the four of order 8.
_Y8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
_SMALL = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})
_MEMORY_BOUNDS = (8192, 262144)
_PASS_BOUNDS = (1, 12)
_MAX_LOCKED = 1_000_000
_LOCK_FIELDS = ("box", "kdf", "lanes", "memory", "nonce", "passes", "purpose", "salt", "v")


def check_public_key(key: bytes) -> bytes:
    """``key`` itself when it is a sound Ed25519 key, else FormatError with one of the codes

    ``key-length``, ``non-canonical-key``, ``small-order-key``, ``not-a-key`` (no point of the curve).
    """
    fault = _encoding_fault(key)
    if fault:
        raise FormatError.of(
            fault, "{value}... is not a usable public key ({fault}).", value=key[:8].hex(), fault=fault
        )
    y = int.from_bytes(key, "little") % 2**255
    ratio = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if pow(ratio, (_P - 1) // 2, _P) not in (0, 1):
        raise FormatError.of("not-a-key", "{value}... is not a point of the curve.", value=key[:8].hex())
    return key


def _encoding_fault(key: bytes) -> str:
    if len(key) != KEY_BYTES:
        return "key-length"
    y = int.from_bytes(key, "little") % 2**255
    if y % _P in _SMALL:
        return "small-order-key"
    return "non-canonical-key" if y >= _P else ""


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature holds. False for unsound keys, S >= L and any other second spelling."""
    if len(signature) != SIGNATURE_BYTES or _encoding_fault(public_key):
        return False
    if int.from_bytes(signature[32:], "little") >= _ORDER:
        return False
    return PRIMITIVES.verify(public_key, message, signature)


@frozen(kw_only=True)
class Keypair:
    """An Ed25519 key pair; ``seed`` (32 secret bytes) is what is kept, ``public`` what is told."""

    seed: bytes = field(repr=False)
    public: bytes

    @classmethod
    def from_seed(cls, seed: bytes) -> Keypair:
        """The pair that grows from 32 bytes (RFC 8032, 5.1.5)."""
        if len(seed) != KEY_BYTES:
            raise KeyFileError.of("key-length", "A key has 32 secret bytes, not {count}.", count=len(seed))
        return cls(seed=seed, public=PRIMITIVES.public_key(seed))

    @property
    def id(self) -> str:
        """The key id as written on signature lines."""
        return key_id(self.public)

    def sign(self, message: bytes) -> bytes:
        """The 64 byte signature (deterministic)."""
        return PRIMITIVES.sign(self.seed, message)


def key_id(public_key: bytes) -> str:
    """The first 16 hex digits of ``TH("key", public key)``: names a key, proves nothing."""
    return canon.tagged_hash("key", public_key)[:8].hex()


def fingerprint(public_key: bytes) -> str:
    """30 digits in six groups of five, to be compared by voice.

    ``TH("voice", public key)`` as a number modulo 10^30; the bias of the remainder is below 2^-156.
    """
    number = int.from_bytes(canon.tagged_hash("voice", public_key), "big") % 10**30
    digits = f"{number:030d}"
    return " ".join(digits[start : start + 5] for start in range(0, 30, 5))


def subkey(secret: bytes, purpose: str) -> bytes:
    """32 bytes for one purpose from a secret (HKDF-SHA256, RFC 5869, no salt, info ``pbem/1/`` + purpose)."""
    return PRIMITIVES.hkdf(secret, b"pbem/1/" + purpose.encode())


def seal_box(key: bytes, data: bytes, aad: bytes = b"") -> bytes:
    """Encrypt and authenticate with a 32 byte key: 12 random bytes, then ChaCha20-Poly1305 (RFC 8439)."""
    nonce = os.urandom(12)
    return nonce + PRIMITIVES.seal(key, nonce, data, aad)


def open_box(key: bytes, box: bytes, aad: bytes = b"") -> bytes:
    """What ``seal_box`` sealed with this key and these associated bytes; else KeyFileError("box")."""
    data = PRIMITIVES.unseal(key, box[:12], box[12:], aad)
    if data is None:
        raise KeyFileError.of("box", "This file was changed, or it belongs to another key.")
    return data


def lock(
    secret: bytes, password: str, purpose: str, *, memory: int = LOCK_MEMORY, passes: int = LOCK_PASSES
) -> bytes:
    """A secret as a text file that only the password opens (Argon2id, then ChaCha20-Poly1305).

    ``memory`` in KiB. The file is one canonical JSON line; everything but the box is authenticated.
    """
    salt = os.urandom(16)
    nonce = os.urandom(12)
    head: dict[str, canon.Json] = {
        "kdf": "argon2id",
        "lanes": 1,
        "memory": memory,
        "nonce": nonce.hex(),
        "passes": passes,
        "purpose": purpose,
        "salt": salt.hex(),
        "v": 1,
    }
    key = _stretch(password, salt, memory, passes)
    box = PRIMITIVES.seal(key, nonce, secret, canon.encode_value(head))
    return canon.encode_value({**head, "box": box.hex()}) + b"\n"


def unlock(data: bytes, password: str, purpose: str) -> bytes:
    """The secret inside a locked file; KeyFileError with code ``key-file``, ``purpose`` or ``password``."""
    head = _lock_head(data)
    box = _unhex(head.pop("box"))
    if head["purpose"] != purpose:
        raise KeyFileError.of(
            "purpose",
            "This file holds a key for {head!r}, not {purpose!r}.",
            head=head["purpose"],
            purpose=purpose,
        )
    memory = _bounded(head["memory"], _MEMORY_BOUNDS)
    passes = _bounded(head["passes"], _PASS_BOUNDS)
    key = _stretch(password, _unhex(head["salt"], 16), memory, passes)
    secret = PRIMITIVES.unseal(key, _unhex(head["nonce"], 12), box, canon.encode_value(head))
    if secret is None:
        raise KeyFileError.of(
            "password", "The password is wrong, or the key file was changed.", hint="Try it once more."
        )
    return secret


def _stretch(password: str, salt: bytes, memory: int, passes: int) -> bytes:
    # One password typed on two keyboards may arrive composed or decomposed.
    text = unicodedata.normalize("NFC", password).encode()
    return PRIMITIVES.argon2id(text, salt, memory, passes)


def _lock_head(data: bytes) -> dict[str, canon.Json]:
    if len(data) > _MAX_LOCKED:
        raise KeyFileError.of("key-file", "The file is too large to be a key file.")
    try:
        head = canon.parse_json(data)
    except ValueError:
        raise KeyFileError.of("key-file", "This is not a key file, or it is damaged.") from None
    if not isinstance(head, dict) or tuple(sorted(head)) != _LOCK_FIELDS:
        raise KeyFileError.of("key-file", "This is not a key file, or it is damaged.")
    if (head["v"], head["kdf"], head["lanes"]) != (1, "argon2id", 1):
        raise KeyFileError.of("key-file", "The key file was written by another version of the program.")
    return head


def _bounded(value: canon.Json, bounds: tuple[int, int]) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not bounds[0] <= value <= bounds[1]:
        raise KeyFileError.of("key-file", "The key file asks for an unreasonable amount of work.")
    return value


def _unhex(value: canon.Json, length: int | None = None) -> bytes:
    try:
        data = bytes.fromhex(value if isinstance(value, str) else "?")
    except ValueError:
        data = b""
    if not data or length not in (None, len(data)):
        raise KeyFileError.of("key-file", "This is not a key file, or it is damaged.")
    return data
