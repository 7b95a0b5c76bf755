"""What pbem.crypto answers, asked in Python on a machine and in Python for browsers alike: bytes as hexadecimal digits.

``given`` holds a locked file of the other side; ``answer`` is JSON. Nothing here is imported that a browser lacks.
"""

import json
from collections.abc import Callable
from hashlib import sha512
from time import perf_counter

from pbem.bytes.errors import PbemError
from pbem.crypto import group, keys

SEED = bytes(range(32))
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
SECRET = b"what the file holds"


def code(doing: Callable[[], object]) -> str:
    """By which name it is refused; the bytes when it is not."""
    try:
        found = doing()
    except PbemError as error:
        return error.code
    return found.hex() if isinstance(found, bytes) else repr(found)


def little(number: int) -> bytes:
    """32 bytes, least first."""
    return number.to_bytes(32, "little")


def signatures() -> list[str]:
    """Right, changed, of another length, S + L, keys of small order, a second spelling, no point."""
    pair = keys.Keypair.from_seed(SEED)
    good = [pair.sign(sha512(bytes([n])).digest()[:n]) for n in range(20)]
    found = [pair.public.hex(), pair.id, keys.fingerprint(pair.public), *(each.hex() for each in good)]
    message, right = b"", good[0]
    more = right[:32] + little(int.from_bytes(right[32:], "little") + ORDER)
    tried = [right, right[:-1], right + b"\0", more, bytes(64), bytes([right[0] ^ 1]) + right[1:]]
    found += [repr(keys.verify(pair.public, message, each)) for each in tried]
    odd = [little(1), little(PRIME - 1), little(PRIME), little(PRIME + 2), little(2), bytes(31), b"\xff" * 32]
    found += [code(lambda each=each: keys.check_public_key(each)) for each in odd]
    found += [repr(keys.verify(each, message, little(1) + bytes(32))) for each in odd]
    return [*found, code(lambda: keys.Keypair.from_seed(b""))]


def points() -> list[str]:
    """Multiples, sums, and what is refused."""
    mine = group.secret_scalar(SEED, b"deck")
    many = group.times(mine, [group.BASE] * 2)
    back = group.times(group.inverse(mine), many)
    assert back == (group.BASE,) * 2
    found = [*many, *group.sums(many[0], group.BASE), *group.every_times([(2, many), (3, many)])[1]]
    odd = [
        bytes(32),
        b"\xff" * 32,
        group.BASE[:31],
        (1).to_bytes(32, "big"),
        (group.ORDER).to_bytes(32, "big"),
    ]
    refused = [code(lambda each=each: group.check_point(each)) for each in odd]
    refused += [code(lambda each=each: group.check_scalar(each)) for each in odd]
    return [*(each.hex() for each in found), *refused]


def boxes(locked: bytes) -> list[str]:
    """What is derived, sealed and opened, and the file that the other side has locked."""
    key = keys.subkey(SEED, "home")
    box = keys.seal_box(key, SECRET, b"name")
    wrong = [(key, box, b"other"), (SEED, box, b"name"), (key, box[:20], b"name"), (key, b"", b"name")]
    return [
        key.hex(),
        keys.open_box(key, box, b"name").hex(),
        *(code(lambda each=each: keys.open_box(*each)) for each in wrong),
        keys.unlock(locked, "open it", "test").hex(),
        code(lambda: keys.unlock(locked, "open", "test")),
        code(lambda: keys.unlock(locked, "open it", "other")),
        code(lambda: keys.unlock(locked[:-9], "open it", "test")),
    ]


def asked(locked: bytes) -> str:
    """Everything as JSON: the answers, what is locked here, and how long a check and a lock took (microseconds)."""
    answers = [*signatures(), *points(), *boxes(locked)]
    begun = perf_counter()
    mine = keys.lock(SECRET, "open it", "test")
    lock = perf_counter() - begun
    pair = keys.Keypair.from_seed(SEED)
    work = [(each := sha512(bytes([n % 256, n >> 8])).digest()[:32], pair.sign(each)) for n in range(300)]
    begun = perf_counter()
    held = [keys.verify(pair.public, *each) for each in work]
    check = (perf_counter() - begun) / len(held)
    assert all(held)
    times = {"lock_us": round(lock * 1e6), "check_us": round(check * 1e6)}
    return json.dumps({"answers": answers, "locked": mine.hex(), **times})


if "given" in globals():
    answer = asked(bytes.fromhex(globals()["given"]))
