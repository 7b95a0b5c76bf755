"""The group in which decks are masked: NIST P-256, points up to their sign.

A point and its negative count as one element, written as their common x coordinate: 32 bytes, most significant first.
The curve has prime order, so there are no small subgroups, and a multiple of an element does not depend on the sign.
All multiplications by a secret run in the library underneath, in constant time; what is added up here is public.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pbem.bytes.errors import FormatError
from pbem.crypto.primitives import PRIMITIVES

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points, a prime."""

SIZE = 32
BASE = bytes.fromhex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
"""The generator of the standard (FIPS 186-5; SP 800-186, 3.2.1.3)."""

_FIELD = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_MOST_THREADS = 8


def on_curve(point: bytes) -> bool:
    """Whether 32 bytes are the x coordinate of a point, in its one spelling."""
    in_field = len(point) == SIZE and int.from_bytes(point, "big") < _FIELD
    return in_field and PRIMITIVES.p256_y(point) is not None


def check_point(point: bytes) -> bytes:
    """``point`` itself when it is an element of the group, else FormatError ``bad-point``."""
    if not on_curve(point):
        raise FormatError.of("bad-point", "{value}... is not a point of the curve.", value=point[:8].hex())
    return point


def check_scalar(data: bytes) -> int:
    """The number from 1 to ORDER - 1 that 32 bytes write, else FormatError ``bad-scalar``."""
    number = int.from_bytes(data, "big")
    if len(data) != SIZE or not 0 < number < ORDER:
        raise FormatError.of(
            "bad-scalar", "{value}... is not a number below the order of the curve.", value=data[:8].hex()
        )
    return number


def scalar_bytes(number: int) -> bytes:
    """A scalar as written."""
    return (number % ORDER).to_bytes(SIZE, "big")


def inverse(scalar: int) -> int:
    """The scalar that undoes ``scalar``."""
    return pow(scalar, -1, ORDER)


def secret_scalar(key: bytes, label: bytes) -> int:
    """A scalar from 1 to ORDER - 1 that only the owner of ``key`` can know: HMAC-SHA-512 of the label, reduced."""
    return int.from_bytes(hmac.digest(key, label, hashlib.sha512), "big") % (ORDER - 1) + 1


def times(scalar: int, points: Iterable[bytes]) -> tuple[bytes, ...]:
    """``scalar`` (1 to ORDER - 1) times each of the points, which have been checked."""
    return PRIMITIVES.p256_times(scalar_bytes(scalar), tuple(points))


def every_times(work: Sequence[tuple[int, Sequence[bytes]]]) -> list[tuple[bytes, ...]]:
    """:func:`times` for each pair of a scalar and points, in order, side by side on the cores there are.

    OpenSSL multiplies without the interpreter's lock, so threads do help. They end with the call: nothing is left running,
    and nothing is shared. Where no thread can be started (in a browser, or at a limit of the machine) it runs in this one.
    """
    threads = min(cores(), len(work))
    if threads > 1:
        try:
            with ThreadPoolExecutor(threads) as pool:
                return list(pool.map(lambda each: times(*each), work))
        except RuntimeError:
            pass
    return [times(scalar, points) for scalar, points in work]


def cores() -> int:
    """On how many cores this process may run, at most 8."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _MOST_THREADS)
    return min(os.cpu_count() or 1, _MOST_THREADS)


def sums(one: bytes, two: bytes) -> tuple[bytes, ...]:
    """``one + two`` and ``one - two``: which is which depends on signs that an element does not have.

    Empty when the two are the same element: then one of the two sums does not exist, and ``schemas/deck.md`` has neither.
    """
    if one == two:
        return ()
    (x1, y1), (x2, y2) = (_affine(each) for each in (one, two))
    slant = pow(x2 - x1, -1, _FIELD)
    return tuple(
        ((((y - y1) * slant) ** 2 - x1 - x2) % _FIELD).to_bytes(SIZE, "big") for y in (y2, _FIELD - y2)
    )


def _affine(point: bytes) -> tuple[int, int]:
    y = PRIMITIVES.p256_y(check_point(point))
    return int.from_bytes(point, "big"), int.from_bytes(y or b"", "big")
